import type { MailMessage } from '../../../platform/mail/transport.ts';
import { mailTexts } from '../../../platform/texts.ts';
import { isolate } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/** The e-mail about an order that was cancelled before it was paid. */
export function cancelledMail(data: OrderMailData): MailMessage {
  const { event, organizer, language } = data;
  const texts = mailTexts(language).cancelled;
  const name = isolate(organizer.name);
  return orderMail(data, {
    subject: texts.subject({ event: event.name }),
    title: texts.title,
    summary: texts.summary({ organizer: name, event: isolate(event.name) }),
    blocks: [
      orderFacts(data),
      orderLink(data),
      { type: 'text', text: texts.contact({ organizer: name }), tone: 'quiet' },
    ],
  });
}

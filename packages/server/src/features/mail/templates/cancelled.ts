import type { MailMessage } from '../../../platform/mail/transport.ts';
import { isolate } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/** The e-mail about an order that was cancelled before it was paid. */
export function cancelledMail(data: OrderMailData): MailMessage {
  const { event, organizer } = data;
  const name = isolate(organizer.name);
  return orderMail(data, {
    subject: `Your order for ${event.name} was cancelled`,
    title: 'Your order was cancelled',
    summary: `${name} has cancelled your order for ${isolate(event.name)}. You do not have to pay anything.`,
    blocks: [
      orderFacts(data),
      orderLink(data),
      {
        type: 'text',
        text: `If you have already paid, or did not expect this, please contact ${name}.`,
        tone: 'quiet',
      },
    ],
  });
}

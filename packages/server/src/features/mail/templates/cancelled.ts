import type { MailMessage } from '../../../platform/mail/transport.ts';
import { isolated } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/** An order was cancelled before it was paid. */
export function cancelledMail(data: OrderMailData): MailMessage {
  const { event, organizer } = data;
  const name = isolated(organizer.name);
  return orderMail(data, {
    subject: `Your order for ${event.name} was cancelled`,
    title: 'Your order was cancelled',
    summary: `${name} has cancelled your order for ${isolated(event.name)}. You do not have to pay anything.`,
    blocks: [
      orderFacts(data),
      orderLink(data),
      {
        type: 'text',
        text: `If you have paid already, or did not expect this, please contact ${name}.`,
        tone: 'quiet',
      },
    ],
  });
}

import type { MailMessage } from '../../../platform/mail/transport.ts';
import { type OrderMailData, orderFacts, orderMail } from './order-mail.ts';

/** An order was cancelled before it was paid. */
export function cancelledMail(data: OrderMailData): MailMessage {
  const { event, organizer } = data;
  return orderMail(data, {
    subject: `Your order for ${event.name} was cancelled`,
    title: 'Your order was cancelled',
    summary: `Your order for ${event.name} was cancelled. What was held for you goes back on sale.`,
    blocks: [
      orderFacts(data),
      {
        type: 'text',
        text: `If you did not expect this, or have paid already, please ask ${organizer.name}.`,
        tone: 'quiet',
      },
    ],
  });
}

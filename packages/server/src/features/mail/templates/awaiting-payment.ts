import type { MailMessage } from '../../../platform/mail/transport.ts';
import { moment, money } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail, orderSums } from './order-mail.ts';

/** An order is held until the organizer confirms that it was paid. */
export function awaitingPaymentMail(data: OrderMailData): MailMessage {
  const { order, event, organizer } = data;
  const held = order.expiresAt === null ? '' : ` until ${moment(order.expiresAt, event.timezone)}`;
  const total = money(order.total, order.currency);
  return orderMail(data, {
    subject: `Your order for ${event.name} awaits payment`,
    title: 'Your order awaits payment',
    summary: `Your order for ${event.name} is held${held}.`,
    blocks: [
      {
        type: 'text',
        text: `${organizer.name} confirms your payment of ${total}. Then your tickets come with the next mail.`,
      },
      orderFacts(data),
      orderLink(data),
      ...orderSums(data),
      {
        type: 'text',
        text: 'If the payment is not confirmed by then, what is held for you goes back on sale.',
        tone: 'quiet',
      },
    ],
  });
}

import type { MailMessage } from '../../../platform/mail/transport.ts';
import { formatMoney, isolate } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/**
 * The e-mail about a payment that is refunded because it arrived too late, twice, or with a wrong amount.
 *
 * @param money the received money; `amount` is in minor units
 */
export function paymentReturnedMail(
  data: OrderMailData,
  money: { readonly amount: number; readonly currency: string },
): MailMessage {
  const { event } = data;
  const amount = formatMoney(money.amount, money.currency);
  return orderMail(data, {
    subject: `Your payment for ${event.name} is being refunded`,
    title: `Your payment of ${amount} is being refunded`,
    summary: `We could not accept your payment of ${amount} for ${isolate(event.name)} and are refunding it in full.`,
    blocks: [
      {
        type: 'text',
        text:
          'This happens when a payment arrives after the order has expired and its tickets are sold out, when the order ' +
          'is already paid, or when the amount is wrong. You do not need to do anything: the money goes back to the ' +
          'payment method you used. It can take up to 10 business days to arrive.',
      },
      orderFacts(data),
      orderLink(data),
    ],
  });
}

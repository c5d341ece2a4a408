import type { MailMessage } from '../../../platform/mail/transport.ts';
import { isolated, money } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/**
 * Money came that the order has no use for: too late, twice, or another amount.
 *
 * @param returned what goes back, minor units of its own currency
 */
export function paymentReturnedMail(
  data: OrderMailData,
  returned: { readonly amount: number; readonly currency: string },
): MailMessage {
  const { event } = data;
  const amount = money(returned.amount, returned.currency);
  return orderMail(data, {
    subject: `Your payment for ${event.name} is being refunded`,
    title: `Your payment of ${amount} is being refunded`,
    summary: `We could not use your payment of ${amount} for ${isolated(event.name)}, and are refunding all of it.`,
    blocks: [
      {
        type: 'text',
        text:
          'This happens when a payment arrives after the order has expired and is sold out, when the order was paid ' +
          'already, or when the amount is not the one due. You do not need to do anything: the money goes back to the ' +
          'payment method that you paid with. It can take up to 10 business days to arrive.',
      },
      orderFacts(data),
      orderLink(data),
    ],
  });
}

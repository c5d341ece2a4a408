import type { MailMessage } from '../../../platform/mail/transport.ts';
import { money } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/**
 * Money came that the order has no use for: too late, twice, or another amount.
 *
 * @param amount what goes back, minor units
 */
export function paymentReturnedMail(data: OrderMailData, amount: number): MailMessage {
  const { order, event } = data;
  const returned = money(amount, order.currency);
  return orderMail(data, {
    subject: `Your payment for ${event.name} goes back to you`,
    title: 'Your payment goes back to you',
    summary: `Your payment of ${returned} for ${event.name} goes back to you in full.`,
    blocks: [
      {
        type: 'text',
        text:
          'It came after the reservation had ended and nothing was left, or the order had been paid already, or it was not ' +
          'the amount that was asked for. You need not do anything to get it back. What has become of the order itself, its ' +
          'page shows.',
      },
      orderFacts(data),
      { type: 'text', text: 'It may take some days until the money is in your account.', tone: 'quiet' },
      orderLink(data),
    ],
  });
}

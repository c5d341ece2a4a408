import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { Block } from './block.ts';
import { money } from './format.ts';
import { type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/**
 * A part or all of an order was paid back.
 *
 * @param amount of this refund, minor units
 */
export function refundedMail(data: OrderMailData, amount: number): MailMessage {
  const { order, event } = data;
  const show = (value: number) => money(value, order.currency);
  const isRest = order.refundedTotal >= order.total;
  return orderMail(data, {
    subject: `Your refund for ${event.name}`,
    title: `${show(amount)} refunded`,
    summary: `We have refunded ${show(amount)} of your order for ${event.name}.`,
    blocks: [
      {
        type: 'text',
        text: isRest
          ? 'The order is refunded in full: its tickets are no longer valid.'
          : 'What was refunded is no longer valid; the rest of your order stays as it is.',
      },
      orderFacts(data),
      { type: 'heading', text: 'Your refund' },
      balance(data, amount),
      orderLink(data),
      { type: 'text', text: 'It may take some days until the money is in your account.', tone: 'quiet' },
    ],
  });
}

function balance({ order }: OrderMailData, amount: number): Block {
  const show = (value: number) => money(value, order.currency);
  const rows = [
    { label: 'Order total', value: show(order.total) },
    { label: 'This refund', value: show(-amount) },
  ];
  const before = order.refundedTotal - amount;
  if (before > 0) rows.push({ label: 'Refunded before', value: show(-before) });
  return {
    type: 'list',
    rows,
    total: { label: 'Total after refunds', value: show(order.total - order.refundedTotal) },
  };
}

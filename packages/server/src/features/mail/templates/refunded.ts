import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { Block } from './block.ts';
import { formatMoney, isolate } from './format.ts';
import { type MailTicket, type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/** A refund and its tickets. Amounts are in minor units. */
export interface MailRefund {
  readonly amount: number;
  /** The part that a payment provider pays back. The organizer pays back the rest. */
  readonly byProvider: number;
  /** The tickets that became void. */
  readonly tickets: readonly MailTicket[];
}

/** The maximum number of tickets that are listed. Further tickets are only counted. */
const listedMax = 20;

/** The mail about a full or partial refund: how much, from whom, and which tickets are no longer valid. */
export function refundedMail(data: OrderMailData, refund: MailRefund): MailMessage {
  const { order, event } = data;
  const amount = formatMoney(refund.amount, order.currency);
  return orderMail(data, {
    subject: refund.amount === 0 ? `Your order for ${event.name} was changed` : `Your refund for ${event.name}`,
    title: refund.amount === 0 ? 'Your order was changed' : `Your refund of ${amount}`,
    summary: summaryOf(data, refund),
    blocks: [
      ...invalidated(data, refund),
      ...(refund.amount === 0 ? [] : [{ type: 'heading', text: 'Your refund' } as const, balance(data, refund)]),
      orderLink(data),
      { type: 'heading', text: 'Your order' },
      orderFacts(data),
    ],
  });
}

function summaryOf({ order, event, organizer }: OrderMailData, { amount, byProvider }: MailRefund): string {
  const [organizerName, eventName] = [isolate(organizer.name), isolate(event.name)];
  const show = (value: number) => formatMoney(value, order.currency);
  if (amount === 0) return `${organizerName} has cancelled free items of your order for ${eventName}.`;
  const what = `${organizerName} is refunding you ${show(amount)} of your order for ${eventName}.`;
  const byOrganizer = amount - byProvider;
  const days = 'which can take up to 10 business days';
  if (byOrganizer === 0) return `${what} The money goes back to the payment method you used, ${days}.`;
  if (byProvider === 0) return `${what} You will receive the money directly from ${organizerName}.`;
  return (
    `${what} ${show(byProvider)} goes back to the payment method you used, ${days}. You will receive ` +
    `${show(byOrganizer)} directly from ${organizerName}.`
  );
}

/** The tickets and items that are no longer valid. */
function invalidated({ order }: OrderMailData, { tickets }: MailRefund): Block[] {
  if (order.status === 'refunded') {
    return [
      { type: 'text', text: 'Your entire order was refunded. Its tickets and their QR codes are no longer valid.' },
    ];
  }
  const rest = 'The rest of your order is still valid.';
  if (tickets.length === 0) return [{ type: 'text', text: `The refunded items can no longer be used. ${rest}` }];
  const these = tickets.length === 1 ? 'This ticket and its QR code' : 'These tickets and their QR codes';
  const unlisted = tickets.length - listedMax;
  return [
    { type: 'text', text: `${these} are no longer valid:` },
    {
      type: 'lines',
      lines: [...tickets.slice(0, listedMax).map(ticketLine), ...(unlisted > 0 ? [`and ${unlisted} more`] : [])],
    },
    { type: 'text', text: rest },
  ];
}

function ticketLine({ ticketTypeName, holderName, bib }: MailTicket): string {
  const parts = [isolate(ticketTypeName), ...(holderName === null ? [] : [isolate(holderName)])];
  return [...parts, ...(bib === '' ? [] : [`Bib ${bib}`])].join(' · ');
}

function balance({ order }: OrderMailData, { amount }: MailRefund): Block {
  const show = (value: number) => formatMoney(value, order.currency);
  const rows = [
    { label: 'Order total', value: show(order.total) },
    { label: 'This refund', value: show(-amount) },
  ];
  const before = order.refundedTotal - amount;
  if (before > 0) rows.push({ label: 'Earlier refunds', value: show(-before) });
  return {
    type: 'list',
    rows,
    total: { label: 'Total after refunds', value: show(order.total - order.refundedTotal) },
  };
}

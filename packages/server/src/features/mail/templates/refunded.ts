import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { Block } from './block.ts';
import { formatMoney, isolate } from './format.ts';
import { type MailTicket, type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/** A refund and its tickets. Amounts are in minor units. */
export interface MailRefund {
  readonly amount: number;
  /** The part that a payment provider pays back. The organizer pays back the other part. */
  readonly byProvider: number;
  /** The tickets that became void. */
  readonly tickets: readonly MailTicket[];
  /** Why an amount is refunded that voids nothing, possibly empty; null if items are refunded. */
  readonly reason: string | null;
}

/** The maximum number of listed tickets. Only the number of the other tickets is mentioned. */
const maxListedTickets = 20;

/** The e-mail about a full or partial refund: its amount, who pays it, and the tickets that are no longer valid. */
export function refundedMail(data: OrderMailData, refund: MailRefund): MailMessage {
  const { order, event } = data;
  const amount = formatMoney(refund.amount, order.currency);
  return orderMail(data, {
    subject: refund.amount === 0 ? `Your order for ${event.name} was changed` : `Your refund for ${event.name}`,
    title: refund.amount === 0 ? 'Your order was changed' : `Your refund of ${amount}`,
    summary: summaryOf(data, refund),
    blocks: [
      ...(refund.reason === null ? invalidItems(data, refund) : validItems(refund.reason)),
      ...(refund.amount === 0 ? [] : [{ type: 'heading', text: 'Your refund' } as const, refundSums(data, refund)]),
      orderLink(data),
      { type: 'heading', text: 'Your order' },
      orderFacts(data),
    ],
  });
}

function summaryOf({ order, event, organizer }: OrderMailData, { amount, byProvider }: MailRefund): string {
  const [organizerName, eventName] = [isolate(organizer.name), isolate(event.name)];
  const format = (value: number) => formatMoney(value, order.currency);
  if (amount === 0) return `${organizerName} has cancelled items of your order for ${eventName}.`;
  const firstSentence = `${organizerName} is refunding you ${format(amount)} of your order for ${eventName}.`;
  const byOrganizer = amount - byProvider;
  const days = 'which can take up to 10 business days';
  if (byOrganizer === 0) return `${firstSentence} The money goes back to the payment method you used, ${days}.`;
  if (byProvider === 0) return `${firstSentence} You will receive the money directly from ${organizerName}.`;
  return (
    `${firstSentence} ${format(byProvider)} goes back to the payment method you used, ${days}. You will receive ` +
    `${format(byOrganizer)} directly from ${organizerName}.`
  );
}

/** A refund of an amount. */
function validItems(reason: string): Block[] {
  return [
    ...(reason === '' ? [] : [{ type: 'text', text: `Reason: ${isolate(reason)}` } as const]),
    { type: 'text', text: 'All of your order that was valid before is still valid.' },
  ];
}

/** The tickets and items that are no longer valid. */
function invalidItems({ order }: OrderMailData, { tickets }: MailRefund): Block[] {
  if (order.status === 'refunded') {
    return [
      { type: 'text', text: 'Your entire order was refunded. Its tickets and their QR codes are no longer valid.' },
    ];
  }
  const restOfOrder = 'The rest of your order is still valid.';
  if (tickets.length === 0) return [{ type: 'text', text: `The refunded items can no longer be used. ${restOfOrder}` }];
  const subject = tickets.length === 1 ? 'This ticket and its QR code' : 'These tickets and their QR codes';
  const unlisted = tickets.length - maxListedTickets;
  return [
    { type: 'text', text: `${subject} are no longer valid:` },
    {
      type: 'lines',
      lines: [...tickets.slice(0, maxListedTickets).map(ticketLine), ...(unlisted > 0 ? [`and ${unlisted} more`] : [])],
    },
    { type: 'text', text: restOfOrder },
  ];
}

function ticketLine({ ticketTypeName, holderName, bib }: MailTicket): string {
  const parts = [isolate(ticketTypeName), ...(holderName === null ? [] : [isolate(holderName)])];
  return [...parts, ...(bib === '' ? [] : [`Bib ${bib}`])].join(' · ');
}

function refundSums({ order }: OrderMailData, { amount }: MailRefund): Block {
  const format = (value: number) => formatMoney(value, order.currency);
  const rows = [
    { label: 'Order total', value: format(order.total) },
    { label: 'This refund', value: format(-amount) },
  ];
  const earlierRefunds = order.refundedTotal - amount;
  if (earlierRefunds > 0) rows.push({ label: 'Earlier refunds', value: format(-earlierRefunds) });
  return {
    type: 'list',
    rows,
    total: { label: 'Total after refunds', value: format(order.total - order.refundedTotal) },
  };
}

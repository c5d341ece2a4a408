import type { MailMessage } from '../../../platform/mail/transport.ts';
import type { Block } from './block.ts';
import { isolated, money } from './format.ts';
import { type MailTicket, type OrderMailData, orderFacts, orderLink, orderMail } from './order-mail.ts';

/** A refund, and what it ended. Amounts are in minor units. */
export interface MailRefund {
  readonly amount: number;
  /** What of it a payment provider pays back. The organizer pays back the rest. */
  readonly byProvider: number;
  /** Tickets that were refunded by it. */
  readonly tickets: readonly MailTicket[];
}

/** More tickets than this are told by their number. */
const namedMax = 20;

/** A part or all of an order is refunded: how much, by whom, and which tickets are no longer valid. */
export function refundedMail(data: OrderMailData, refund: MailRefund): MailMessage {
  const { order, event } = data;
  const amount = money(refund.amount, order.currency);
  return orderMail(data, {
    subject: refund.amount === 0 ? `Your order for ${event.name} was changed` : `Your refund for ${event.name}`,
    title: refund.amount === 0 ? 'Your order was changed' : `Your refund of ${amount}`,
    summary: summaryOf(data, refund),
    blocks: [
      ...ended(data, refund),
      ...(refund.amount === 0 ? [] : [{ type: 'heading', text: 'Your refund' } as const, balance(data, refund)]),
      orderLink(data),
      { type: 'heading', text: 'Your order' },
      orderFacts(data),
    ],
  });
}

function summaryOf({ order, event, organizer }: OrderMailData, { amount, byProvider }: MailRefund): string {
  const [organizerName, eventName] = [isolated(organizer.name), isolated(event.name)];
  const show = (value: number) => money(value, order.currency);
  if (amount === 0) return `${organizerName} has cancelled a part of your order for ${eventName} that cost nothing.`;
  const what = `${organizerName} is refunding you ${show(amount)} of your order for ${eventName}.`;
  const byHand = amount - byProvider;
  const days = 'which can take up to 10 business days';
  if (byHand === 0) return `${what} The money goes back to the payment method that you paid with, ${days}.`;
  if (byProvider === 0) return `${what} You will receive the money directly from ${organizerName}.`;
  return (
    `${what} ${show(byProvider)} goes back to the payment method that you paid with, ${days}. You will receive ` +
    `${show(byHand)} directly from ${organizerName}.`
  );
}

/** What is no longer valid. */
function ended({ order }: OrderMailData, { tickets }: MailRefund): Block[] {
  if (order.status === 'refunded') {
    return [{ type: 'text', text: 'The whole order is refunded. Its tickets and their QR codes are no longer valid.' }];
  }
  const stays = 'The rest of your order stays valid.';
  if (tickets.length === 0) return [{ type: 'text', text: `What was refunded can no longer be used. ${stays}` }];
  const these = tickets.length === 1 ? 'This ticket and its QR code' : 'These tickets and their QR codes';
  const rest = tickets.length - namedMax;
  return [
    { type: 'text', text: `${these} are no longer valid:` },
    { type: 'lines', lines: [...tickets.slice(0, namedMax).map(named), ...(rest > 0 ? [`and ${rest} more`] : [])] },
    { type: 'text', text: stays },
  ];
}

function named({ ticketTypeName, holderName, bib }: MailTicket): string {
  const parts = [isolated(ticketTypeName), ...(holderName === null ? [] : [isolated(holderName)])];
  return [...parts, ...(bib === '' ? [] : [`Bib ${bib}`])].join(' · ');
}

function balance({ order }: OrderMailData, { amount }: MailRefund): Block {
  const show = (value: number) => money(value, order.currency);
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

import type { Language } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { formatsOf, mailTexts } from '../../../platform/texts.ts';
import type { Block } from './block.ts';
import { isolate } from './format.ts';
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
  const { order, event, language } = data;
  const texts = mailTexts(language).refunded;
  const isFree = refund.amount === 0;
  const amount = formatsOf(language).money(refund.amount, order.currency);
  return orderMail(data, {
    subject: (isFree ? texts.subjectFree : texts.subject)({ event: event.name }),
    title: isFree ? texts.titleFree : texts.title({ amount }),
    summary: summaryOf(data, refund),
    blocks: [
      ...(refund.reason === null ? invalidItems(data, refund) : validItems(data, refund.reason)),
      ...(isFree ? [] : [{ type: 'heading', text: texts.heading } as const, refundSums(data, refund)]),
      orderLink(data),
      { type: 'heading', text: mailTexts(language).yourOrder },
      orderFacts(data),
    ],
  });
}

function summaryOf({ order, event, organizer, language }: OrderMailData, { amount, byProvider }: MailRefund): string {
  const texts = mailTexts(language).refunded;
  const names = { organizer: isolate(organizer.name), event: isolate(event.name) };
  const format = (value: number) => formatsOf(language).money(value, order.currency);
  const values = { ...names, amount: format(amount) };
  const byOrganizer = amount - byProvider;
  if (amount === 0) return texts.summaryFree(names);
  if (byOrganizer === 0) return texts.byProvider(values);
  if (byProvider === 0) return texts.byOrganizer(values);
  return texts.byBoth({ ...values, byProvider: format(byProvider), byOrganizer: format(byOrganizer) });
}

/** A refund of an amount. */
function validItems({ language }: OrderMailData, reason: string): Block[] {
  const texts = mailTexts(language).refunded;
  return [
    ...(reason === '' ? [] : [{ type: 'text', text: texts.note({ note: isolate(reason) }) } as const]),
    { type: 'text', text: texts.allValid },
  ];
}

/** The tickets and items that are no longer valid. */
function invalidItems({ order, language }: OrderMailData, { tickets }: MailRefund): Block[] {
  const texts = mailTexts(language).refunded;
  if (order.status === 'refunded') return [{ type: 'text', text: texts.nothingValid }];
  if (tickets.length === 0) return [{ type: 'text', text: texts.itemsInvalid }];
  const listed = tickets.slice(0, maxListedTickets).map((ticket) => ticketLine(ticket, language));
  const unlisted = tickets.length - listed.length;
  return [
    { type: 'text', text: texts.ticketsInvalid({ tickets: tickets.length }) },
    { type: 'lines', lines: [...listed, ...(unlisted > 0 ? [texts.furtherTickets({ tickets: unlisted })] : [])] },
    { type: 'text', text: texts.restValid },
  ];
}

function ticketLine({ ticketTypeName, holderName, bib }: MailTicket, language: Language): string {
  const parts = [isolate(ticketTypeName), ...(holderName === null ? [] : [isolate(holderName)])];
  return [...parts, ...(bib === '' ? [] : [mailTexts(language).refunded.bib({ bib })])].join(' · ');
}

function refundSums({ order, language }: OrderMailData, { amount }: MailRefund): Block {
  const texts = mailTexts(language).refunded;
  const format = (value: number) => formatsOf(language).money(value, order.currency);
  const rows = [
    { label: texts.orderTotal, value: format(order.total) },
    { label: texts.thisRefund, value: format(-amount) },
  ];
  const earlierRefunds = order.refundedTotal - amount;
  if (earlierRefunds > 0) rows.push({ label: texts.earlierRefunds, value: format(-earlierRefunds) });
  return {
    type: 'list',
    rows,
    total: { label: texts.totalAfter, value: format(order.total - order.refundedTotal) },
  };
}

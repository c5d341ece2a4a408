import type { CalendarEvent } from '../../../platform/calendar.ts';
import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import { venueLine } from '../../../platform/venue.ts';
import type { Block, Entry, Fact } from './block.ts';
import { headerText, isolated, money, oneLine, period } from './format.ts';
import { laidOut, type MailOrganizer } from './layout.ts';

type OrderStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'expired';

/** What mails about an order tell. Money is in minor units, times are RFC 3339. */
export interface OrderMailData {
  readonly order: {
    readonly orderNumber: string;
    readonly status: OrderStatus;
    readonly currency: string;
    readonly total: number;
    readonly refundedTotal: number;
    readonly expiresAt: string | null;
    /** Where the buyer sees the order, without having to prove anything: a secret of the buyer. */
    readonly url: string;
    readonly feeBreakdown: {
      readonly subtotal: number;
      readonly discount: number;
      readonly platformFee: number;
      readonly paymentFee: number;
      readonly tax: number;
      readonly total: number;
      readonly paidBy: 'buyer' | 'organizer';
    };
    readonly items: readonly {
      readonly name: string;
      readonly quantity: number;
      readonly unitPrice: number;
      readonly total: number;
    }[];
    readonly tickets: readonly MailTicket[];
    readonly entitlements: readonly {
      readonly name: string;
      readonly unitsTotal: number;
      readonly unitsRemaining: number;
    }[];
  };
  readonly buyer: { readonly email: string; readonly name: string | null };
  readonly event: CalendarEvent & {
    readonly slug: string;
    /** IANA name. */
    readonly timezone: string;
  };
  readonly organizer: MailOrganizer & {
    /** Where answers go; the contact's address where it is null. */
    readonly replyTo: string | null;
  };
  /** How to pay an order that waits for the organizer to confirm its payment; null for any other. */
  readonly paymentInstructions: MailPaymentInstructions | null;
}

/** What of them is null is not needed. */
export interface MailPaymentInstructions {
  readonly accountHolder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  /** In the organizer's words; may have several lines. */
  readonly text: string | null;
  /** The text of an EPC QR code (EPC069-12), which is drawn with error correction level M. */
  readonly epcQr: string | null;
}

export interface MailTicket {
  readonly id: string;
  readonly ticketTypeName: string;
  readonly holderName: string | null;
  readonly bib: string;
  readonly category: string | null;
  readonly qrValue: string;
  readonly status: 'valid' | 'used' | 'void';
}

/** What one mail about an order says. */
export interface OrderMail {
  readonly subject: string;
  readonly title: string;
  /** What happened, first; an inbox shows it beside the subject. */
  readonly summary: string;
  readonly blocks: readonly Block[];
  readonly attachments?: readonly MailAttachment[];
}

/** The mail to the buyer, in the organizer's name. */
export function orderMail(data: OrderMailData, mail: OrderMail): MailMessage {
  const { buyer, organizer, order } = data;
  const name = isolated(organizer.name);
  const content = {
    organizer,
    title: mail.title,
    preview: mail.summary,
    blocks: [...greeting(buyer.name), { type: 'text', text: mail.summary } as const, ...mail.blocks],
    reason: `You received this email because of order ${order.orderNumber} with ${name}, placed for ${buyer.email}.`,
  };
  const replyTo = organizer.replyTo ?? organizer.contactEmail;
  return {
    to: buyer.email,
    senderName: headerText(organizer.name),
    ...(replyTo === null ? {} : { replyTo }),
    subject: headerText(mail.subject),
    ...laidOut(content),
    attachments: mail.attachments ?? [],
  };
}

/** Anybody can order with somebody else's address: what looks like a message or a link is no name to greet with. */
function greeting(name: string | null): Block[] {
  const shown = oneLine(name ?? '');
  if (shown === '' || shown.length > 60 || /[/@]|\bwww\b|\.\p{L}{2}/iu.test(shown)) return [];
  return [{ type: 'text', text: `Hello ${isolated(shown)},` }];
}

/** The order and its event. */
export function orderFacts({ order, event }: OrderMailData): Block {
  const rows: Fact[] = [
    { label: 'Event', value: event.name },
    { label: 'When', value: period(event.startsAt, event.endsAt, event.timezone) },
  ];
  const where = venueLine(event.venue);
  if (where !== '') rows.push({ label: 'Where', value: where });
  rows.push({ label: 'Order', value: order.orderNumber });
  return { type: 'facts', rows };
}

/** Where to read on. */
export function orderLink({ order }: OrderMailData): Block {
  return { type: 'link', label: 'View your order', url: order.url };
}

/** What was ordered and what it costs the buyer. Fees that the organizer bears are not the buyer's business. */
export function orderSums({ order }: OrderMailData): Block[] {
  const { currency, feeBreakdown: fees, items } = order;
  const show = (amount: number) => money(amount, currency);
  // Beside the price of one: a number before the name could be read as a part of it.
  const rows: Entry[] = items.map(({ name, quantity, unitPrice, total }) => ({
    label: name,
    value: show(total),
    ...(quantity === 1 ? {} : { detail: `Quantity ${quantity}, ${show(unitPrice)} each` }),
  }));
  if (fees.discount > 0) rows.push({ label: 'Discount', value: show(-fees.discount) });
  const onTop = fees.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
  if (onTop > 0) rows.push({ label: 'Fees', value: show(onTop) });
  const isTaxOnTop = fees.tax > 0 && fees.total === fees.subtotal - fees.discount + onTop + fees.tax;
  if (isTaxOnTop) rows.push({ label: 'Tax', value: show(fees.tax) });
  const total = { label: 'Total', value: show(order.total) };
  const blocks: Block[] = [
    { type: 'heading', text: 'Order summary' },
    { type: 'list', rows, total },
  ];
  if (fees.tax > 0 && !isTaxOnTop) {
    blocks.push({ type: 'text', text: `The total includes ${show(fees.tax)} tax.`, tone: 'quiet' });
  }
  return blocks;
}

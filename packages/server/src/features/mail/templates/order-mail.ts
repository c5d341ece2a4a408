import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import { type Venue, venueLine } from '../../../platform/venue.ts';
import type { Block, Fact } from './block.ts';
import { money, oneLine, period } from './format.ts';
import { laidOut } from './layout.ts';

/** What mails about an order tell. Money is in minor units, times are RFC 3339. */
export interface OrderMailData {
  readonly order: {
    readonly orderNumber: string;
    readonly currency: string;
    readonly total: number;
    readonly refundedTotal: number;
    readonly expiresAt: string | null;
    /** Where the buyer sees the order, where there is such a page. */
    readonly url?: string | null;
    readonly feeBreakdown: {
      readonly subtotal: number;
      readonly discount: number;
      readonly platformFee: number;
      readonly paymentFee: number;
      readonly tax: number;
      readonly total: number;
      readonly paidBy: 'buyer' | 'organizer';
    };
    readonly items: readonly { readonly name: string; readonly quantity: number; readonly total: number }[];
    readonly tickets: readonly MailTicket[];
    readonly entitlements: readonly {
      readonly name: string;
      readonly unitsTotal: number;
      readonly unitsRemaining: number;
    }[];
  };
  readonly buyer: { readonly email: string; readonly name: string | null };
  readonly event: {
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string | null;
    /** IANA name. */
    readonly timezone: string;
    readonly venue: Venue | null;
    readonly url: string;
  };
  readonly organizer: {
    readonly name: string;
    readonly contactEmail: string | null;
    readonly contactPhone: string | null;
    readonly websiteUrl: string | null;
    readonly imprintUrl: string | null;
    readonly termsUrl: string | null;
    readonly privacyUrl: string | null;
    readonly replyTo: string | null;
    readonly logoUrl: string | null;
    /** `#rrggbb`. */
    readonly accentColor: string | null;
  };
  /** How to pay an order that waits for the organizer to confirm its payment; null for any other. */
  readonly paymentInstructions: {
    readonly accountHolder: string | null;
    readonly iban: string | null;
    readonly bic: string | null;
    readonly text: string | null;
    readonly reference: string;
    readonly amount: number;
    readonly currency: string;
    readonly dueAt: string;
    /** The text of an EPC QR code: draw it with error correction level M. */
    readonly epcQr: string | null;
  } | null;
}

export interface MailTicket {
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

/** The mail to the buyer. */
export function orderMail(data: OrderMailData, mail: OrderMail): MailMessage {
  const { buyer, organizer } = data;
  const content = {
    sender: organizer.name,
    title: mail.title,
    preview: mail.summary,
    blocks: [...greeting(buyer.name), { type: 'text', text: mail.summary } as const, ...mail.blocks],
    reason: `You get this mail because an order was placed with ${organizer.name} for ${buyer.email}.`,
  };
  return { to: buyer.email, subject: oneLine(mail.subject), ...laidOut(content), attachments: mail.attachments ?? [] };
}

/** Anybody can order with somebody else's address: what looks like a message or a link is no name to greet with. */
function greeting(name: string | null): Block[] {
  const shown = oneLine(name ?? '');
  if (shown === '' || shown.length > 60 || /[/@]|\bwww\b|\.\p{L}{2}/iu.test(shown)) return [];
  return [{ type: 'text', text: `Hello ${shown},` }];
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

/** Where to read on: the order's page, else the event's. */
export function orderLink({ order, event }: OrderMailData): Block {
  return order.url
    ? { type: 'link', label: 'View your order', url: order.url }
    : { type: 'link', label: 'View the event', url: event.url };
}

/** What was ordered and what it costs the buyer. Fees that the organizer bears are not the buyer's business. */
export function orderSums({ order }: OrderMailData): Block[] {
  const { currency, feeBreakdown: fees, items } = order;
  const show = (amount: number) => money(amount, currency);
  const rows: Fact[] = items.map(({ name, quantity, total }) => ({
    label: `${quantity} × ${name}`,
    value: show(total),
  }));
  if (fees.discount > 0) rows.push({ label: 'Discount', value: show(-fees.discount) });
  const onTop = fees.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
  if (onTop > 0) rows.push({ label: 'Fees', value: show(onTop) });
  const isTaxOnTop = fees.tax > 0 && fees.total === fees.subtotal - fees.discount + onTop + fees.tax;
  if (isTaxOnTop) rows.push({ label: 'Tax', value: show(fees.tax) });
  const total = { label: 'Total', value: show(order.total) };
  const blocks: Block[] = [
    { type: 'heading', text: 'What you ordered' },
    { type: 'list', rows, total },
  ];
  if (fees.tax > 0 && !isTaxOnTop) {
    blocks.push({ type: 'text', text: `The total includes ${show(fees.tax)} tax.`, tone: 'quiet' });
  }
  return blocks;
}

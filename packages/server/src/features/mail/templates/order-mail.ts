import type { Language } from '#messages/languages';
import { mergedItems } from '#shared/merged-items';
import type { CalendarEvent } from '../../../platform/calendar.ts';
import type { MailAttachment, MailMessage } from '../../../platform/mail/transport.ts';
import { dateLocaleOf, formatsOf, mailTexts } from '../../../platform/texts.ts';
import { venueLine } from '../../../platform/venue.ts';
import type { Block, Entry, Fact } from './block.ts';
import { formatPeriod, headerText, isolate, oneLine } from './format.ts';
import { type MailOrganizer, renderContent } from './layout.ts';

type OrderStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled' | 'expired';

/** The data of e-mails about an order. Money is in minor units, times are RFC 3339. */
export interface OrderMailData {
  readonly language: Language;
  readonly order: {
    readonly orderNumber: string;
    readonly status: OrderStatus;
    readonly currency: string;
    readonly total: number;
    readonly refundedTotal: number;
    readonly expiresAt: string | null;
    /** The URL of the order's page. It contains an access token and must be sent only to the buyer. */
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
      /** The ticket of its holder; null for an add-on of the order. */
      readonly ticketId: string | null;
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
    /** The e-mail address for replies; if null, `contactEmail` is used. */
    readonly replyTo: string | null;
    /** The text above the tickets, with line breaks. */
    readonly mailGreeting: string | null;
  };
  /** Instructions for an order that awaits a manual payment; null for any other order. */
  readonly paymentInstructions: MailPaymentInstructions | null;
}

/** Fields that are null are omitted from the e-mail. */
export interface MailPaymentInstructions {
  readonly accountHolder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  /** Text of the organizer, with line breaks. */
  readonly text: string | null;
  /** The content of an EPC QR code (EPC069-12), which must have error correction level M. */
  readonly epcQr: string | null;
}

export interface MailTicket {
  readonly id: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  /** The start of its type; null if it is that of the event. */
  readonly startsAt: string | null;
  readonly holderName: string | null;
  readonly bib: string;
  readonly category: string | null;
  readonly qrValue: string;
  readonly status: 'valid' | 'used' | 'void';
  /** The add-ons of the holder. */
  readonly addons?: readonly { readonly name: string; readonly unitsTotal: number }[];
}

/** The content of one e-mail about an order. */
export interface OrderMail {
  readonly subject: string;
  readonly title: string;
  /** The first sentences, which an inbox shows next to the subject. */
  readonly summary: string;
  readonly blocks: readonly Block[];
  readonly attachments?: readonly MailAttachment[];
}

/** Creates an e-mail to the buyer. Its sender name is the name of the organizer. */
export function orderMail(data: OrderMailData, mail: OrderMail): MailMessage {
  const { buyer, organizer, order, language } = data;
  const texts = mailTexts(language);
  const content = {
    language,
    organizer,
    title: mail.title,
    preview: mail.summary,
    blocks: [...greeting(data), { type: 'text', text: mail.summary } as const, ...mail.blocks],
    reason: texts.reason({
      orderNumber: order.orderNumber,
      organizer: isolate(organizer.name),
      email: buyer.email,
    }),
  };
  const replyTo = organizer.replyTo ?? organizer.contactEmail;
  return {
    to: buyer.email,
    senderName: headerText(organizer.name),
    ...(replyTo === null ? {} : { replyTo }),
    subject: headerText(mail.subject),
    ...renderContent(content),
    attachments: mail.attachments ?? [],
  };
}

/**
 * Returns no greeting if the name looks like a message or a link, because anyone can place an order with the e-mail address of
 * another person.
 */
function greeting({ buyer: { name }, language }: OrderMailData): Block[] {
  const line = oneLine(name ?? '');
  if (line === '' || line.length > 60 || /[/@]|\bwww\b|\.\p{L}{2}/iu.test(line)) return [];
  return [{ type: 'text', text: mailTexts(language).hello({ name: isolate(line) }) }];
}

/** A text of the organizer, with its line breaks. */
export function linesOf(text: string | null): Block[] {
  const lines = (text ?? '').split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? [] : [{ type: 'lines', lines }];
}

/** The block with the event and the order number. */
export function orderFacts({ order, event, language }: OrderMailData): Block {
  const texts = mailTexts(language);
  const when = formatPeriod(event.startsAt, event.endsAt, { language, timezone: event.timezone });
  const rows: Fact[] = [
    { label: texts.event, value: event.name },
    { label: texts.when, value: when },
  ];
  const venue = venueLine(event.venue, dateLocaleOf(language));
  if (venue !== '') rows.push({ label: texts.where, value: venue });
  rows.push({ label: texts.order, value: order.orderNumber, isCode: true });
  return { type: 'facts', rows };
}

/** The link to the order's page. */
export function orderLink({ order, language }: OrderMailData): Block {
  return { type: 'link', label: mailTexts(language).viewOrder, url: order.url };
}

/** The items and the amounts that the buyer pays. Fees that the organizer pays are not shown. */
export function orderSums({ order, language }: OrderMailData): Block[] {
  const { currency, feeBreakdown: fees, items } = order;
  const texts = mailTexts(language).sums;
  const format = (amount: number) => formatsOf(language).money(amount, currency);
  // The quantity is next to the unit price, because before the name it could be read as part of the name.
  const rows: Entry[] = mergedItems(items).map(({ name, quantity, unitPrice, total }) => ({
    label: name,
    value: format(total),
    ...(quantity === 1 ? {} : { detail: texts.quantity({ quantity, unitPrice: format(unitPrice) }) }),
  }));
  if (fees.discount > 0) rows.push({ label: texts.discount, value: format(-fees.discount) });
  const addedFees = fees.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
  if (addedFees > 0) rows.push({ label: texts.fees, value: format(addedFees) });
  const isTaxAdded = fees.tax > 0 && fees.total === fees.subtotal - fees.discount + addedFees + fees.tax;
  if (isTaxAdded) rows.push({ label: texts.tax, value: format(fees.tax) });
  const total = { label: texts.total, value: format(order.total) };
  const blocks: Block[] = [
    { type: 'heading', text: texts.heading },
    { type: 'list', rows, total },
  ];
  if (fees.tax > 0 && !isTaxAdded) {
    blocks.push({ type: 'text', text: texts.taxIncluded({ tax: format(fees.tax) }), tone: 'quiet' });
  }
  return blocks;
}

import { awaitingPaymentMail } from '../../src/features/mail/templates/awaiting-payment.ts';
import { cancelledMail } from '../../src/features/mail/templates/cancelled.ts';
import { suspensionMail } from '../../src/features/mail/templates/member-mails.ts';
import type { MailPaymentInstructions, OrderMailData } from '../../src/features/mail/templates/order-mail.ts';
import { otpMail } from '../../src/features/mail/templates/otp.ts';
import { paymentReturnedMail } from '../../src/features/mail/templates/payment-returned.ts';
import { type MailRefund, refundedMail } from '../../src/features/mail/templates/refunded.ts';
import { ticketsMail } from '../../src/features/mail/templates/tickets.ts';
import type { MailMessage } from '../../src/platform/mail/transport.ts';

export type Order = OrderMailData['order'];
export type Event = OrderMailData['event'];

export type Organizer = OrderMailData['organizer'];

export const ticket = {
  id: 'tkt_1',
  ticketTypeId: 'tty_1',
  ticketTypeName: '10 km run',
  startsAt: null,
  holderName: 'Ada Lovelace',
  bib: '1042',
  category: 'W30',
  qrValue: '7QK3M9ZC0V5T8W2X4Y6B1N3H5J7R9D0F',
  status: 'valid',
} as const;

export function orderMailData(
  order: Partial<Order> = {},
  event: Partial<Event> = {},
  name: string | null = 'Ada',
): OrderMailData {
  return {
    language: 'en',
    order: {
      orderNumber: 'DXEYW82S1E',
      status: 'paid',
      currency: 'EUR',
      total: 12_690,
      refundedTotal: 0,
      expiresAt: '2027-04-20T16:30:00.000Z',
      url: 'https://tickets.example.com/e/one?order=DXEYW82S1E&x="y"#rsv_secret',
      feeBreakdown: {
        subtotal: 12_400,
        discount: 500,
        platformFee: 400,
        paymentFee: 390,
        tax: 1_900,
        total: 12_690,
        paidBy: 'buyer',
      },
      items: [
        { name: '10 km run', quantity: 2, unitPrice: 4_900, total: 9_800 },
        { name: 'Pasta party', quantity: 1, unitPrice: 2_600, total: 2_600 },
      ],
      tickets: [
        ticket,
        { ...ticket, holderName: null, bib: '1043', category: null, qrValue: 'SECOND0000000000', status: 'used' },
        { ...ticket, holderName: 'Refunded', bib: '1044', qrValue: 'VOID000000000000', status: 'void' },
      ],
      entitlements: [
        { ticketId: null, name: 'Pasta party', unitsTotal: 2, unitsRemaining: 2 },
        { ticketId: null, name: 'Drink voucher', unitsTotal: 3, unitsRemaining: 1 },
      ],
      ...order,
    },
    buyer: { email: 'ada@example.com', name },
    event: {
      id: 'evt_1',
      slug: 'harbour-night-run',
      name: 'Harbour Night Run',
      startsAt: '2027-05-01T18:00:00.000Z',
      endsAt: '2027-05-01T21:30:00.000Z',
      timezone: 'Europe/Berlin',
      venue: { name: 'Fischmarkt', address: null, city: 'Hamburg', country: 'DE' },
      updatedAt: '2027-01-02T03:04:05.000Z',
      url: 'https://tickets.example.com/e/one',
      ...event,
    },
    organizer: plainOrganizer,
    paymentInstructions: bankTransfer,
  };
}

export const plainOrganizer: Organizer = {
  name: 'Harbour Running Club',
  contactEmail: null,
  contactPhone: null,
  websiteUrl: null,
  imprintUrl: null,
  termsUrl: null,
  privacyUrl: null,
  logoUrl: null,
  accentColor: null,
  replyTo: null,
  mailGreeting: null,
};

export const fullOrganizer: Organizer = {
  name: 'Harbour Running Club',
  contactEmail: 'hello@club.example.com',
  contactPhone: '+49 40 5550123',
  websiteUrl: 'https://club.example.com/',
  imprintUrl: 'https://club.example.com/imprint',
  termsUrl: 'https://club.example.com/terms',
  privacyUrl: 'https://club.example.com/privacy',
  logoUrl: 'https://club.example.com/logo.png',
  accentColor: '#b3123f',
  replyTo: 'answers@club.example.com',
  mailGreeting: 'See you at the start!\nBring your ticket.',
};

export const bankTransfer: MailPaymentInstructions = {
  accountHolder: 'Harbour Running Club e.V.',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  text: 'At the door, too:\ncash only.',
  epcQr: 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nHarbour Running Club e.V.\nDE89370400440532013000\nEUR126.9\n\n\nDXEYW82S1E',
};

export const mailRefund = (amount: number, fields: Partial<MailRefund> = {}): MailRefund => ({
  amount,
  byProvider: amount,
  tickets: [],
  reason: null,
  ...fields,
});

export const pngAttachments = (attachments: MailMessage['attachments']) =>
  (attachments ?? []).filter(({ contentType }) => contentType === 'image/png');

/** The functions that build the e-mails, by the kind of the e-mail. */
export const mailBuilders: Record<string, (data: OrderMailData) => MailMessage> = {
  otp: ({ buyer, language }) =>
    otpMail({
      language,
      to: buyer.email,
      code: '492817',
      validMinutes: 10,
      cartUrl: 'https://tickets.example.com/e/evt_01kamz0g5ve4q8v5x2c4g6t0yd#cart=tty_01kamz0g5ve4q8v5x2c4g6t0yd~2',
    }),
  tickets: ticketsMail,
  'awaiting payment': awaitingPaymentMail,
  refunded: (data) => refundedMail(data, mailRefund(2_000, { byProvider: 500, tickets: data.order.tickets })),
  cancelled: cancelledMail,
  suspension: ({ buyer, organizer, order }) =>
    suspensionMail({
      to: buyer.email,
      organizerName: organizer.name,
      isSuspended: true,
      changedAt: order.expiresAt ?? '',
      url: order.url,
    }),
  'payment returned': (data) => paymentReturnedMail(data, { amount: 12_690, currency: 'EUR' }),
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
export const unescapeHtml = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The visible text of an HTML e-mail, with the target of each link. */
export function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const visibleHtml = body
    .replace(/<div style="display:none.*?<\/div>/s, '')
    .replace(/<a [^>]*href="([^"]*)"/g, ' $1 <a');
  return unescapeHtml(visibleHtml.replace(/<[^>]*>/g, ' '));
}

/** The words of a string, sorted. */
export const sortedWords = (text: string) =>
  (text.match(/[^\s:()]+/g) ?? []).filter((word) => !/^[-=·]+$/.test(word)).sort();

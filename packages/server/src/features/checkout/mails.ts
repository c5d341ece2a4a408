import { defaultLanguage, type Language, languageOfTag } from '#messages/languages';
import type { Db } from '../../platform/database/dialect.ts';
import type { Services } from '../../platform/http/plane.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import { parseTranslations } from '../../platform/translations.ts';
import { getEventRow } from '../catalog/index.ts';
import { type EntitlementView, readEntitlementsOfOrder } from '../entitlements/index.ts';
import { findPublishedById } from '../event-views/index.ts';
import type { Cart } from '../inventory/http.ts';
import {
  type DueMail,
  loadTemplates,
  type MailRefund,
  type OrderMailData,
  type OrderMailKind,
  type Renderers,
} from '../mail/index.ts';
import { findOrder, findOrderDetailForBuyer, type OrderWithPersonalData, removedBuyerEmail } from '../orders/index.ts';
import { readOrganizerFor } from '../organizers/index.ts';
import { amountRefundedByProviders } from '../payments/index.ts';
import { ticketsRefundedAt } from '../tickets/index.ts';
import { findPaymentInstructions } from './payment-instructions.ts';
import { orderPath } from './reservation-token.ts';
import { translateOrder } from './translate-order.ts';

/** The services for rendering e-mails. Links begin with `baseUrl`, which has no trailing slash. */
export type MailServices = Pick<Services, 'db' | 'secrets'> & { readonly baseUrl: string };

/**
 * Renders e-mails when they are sent, from the current data. An e-mail that no longer applies is not sent, for example the tickets
 * of a refunded order, or payment instructions for an order that is no longer pending.
 */
export function mailRenderers(services: MailServices): Pick<Renderers, 'otp' | OrderMailKind> {
  const orderMail =
    (
      render: (templates: Templates, data: OrderMailData, mail: OrderMail) => MailMessage | null | Promise<MailMessage>,
    ) =>
    async (mail: DueMail) => {
      if (!isOrderMail(mail)) return null;
      const data = await findMailData(services, mail);
      return data === null ? null : render(await loadTemplates(), data, mail);
    };
  return {
    otp: async ({ payload, createdAt }) => {
      const { otpMail } = await loadTemplates();
      const { cart, language = null, ...code } = payload as CodePayload;
      const cartUrl =
        cart === undefined ? null : cartUrlOf(services.baseUrl, cart, { email: code.to, sentAt: createdAt }, language);
      return otpMail({ ...code, cartUrl, language: language ?? (await languageOfCart(services.db, cart)) });
    },
    tickets: orderMail(({ ticketsMail }, data) => (data.order.status === 'refunded' ? null : ticketsMail(data))),
    awaiting_payment: orderMail(({ awaitingPaymentMail }, data) =>
      data.order.status === 'pending' ? awaitingPaymentMail(data) : null,
    ),
    cancelled: orderMail(({ cancelledMail }, data) => cancelledMail(data)),
    refunded: orderMail(async ({ refundedMail }, data, mail) =>
      refundedMail(data, await findRefund(services.db, mail, data)),
    ),
    payment_returned: orderMail(({ paymentReturnedMail }, data, mail) => paymentReturnedMail(data, moneyOf(mail))),
  };
}

async function languageOfCart(db: Db, cart: Cart | undefined): Promise<Language> {
  const event = cart === undefined ? null : await findPublishedById(db, cart.eventId);
  return event?.defaultLanguage ?? defaultLanguage;
}

/** The payload of an e-mail with a code. */
interface CodePayload {
  readonly to: string;
  readonly code: string;
  readonly validMinutes: number;
  readonly cart?: Cart;
  /** Absent in an e-mail that an earlier version has queued. */
  readonly language?: Language | null;
}

/**
 * The URL of the page of an event with a cart. Everything that is personal is after "#", which browsers do not send.
 *
 * @param sent the recipient and the time of the e-mail with this URL
 */
function cartUrlOf(
  baseUrl: string,
  { eventId, items = [], addons = [] }: Cart,
  sent: { readonly email: string; readonly sentAt: string },
  language: Language | null,
): string {
  const lines = [
    ...items.map(({ ticketTypeId, quantity }) => `${ticketTypeId}~${quantity}`),
    ...addons.map(({ addonId, quantity }) => `${addonId}~${quantity}`),
  ];
  return `${baseUrl}/e/${eventId}${language === null ? '' : `?lang=${language}`}#${new URLSearchParams({ ...sent, cart: lines.join('.') })}`;
}

type Templates = Awaited<ReturnType<typeof loadTemplates>>;

/** An e-mail about an order. */
type OrderMail = DueMail & { readonly organizerId: string; readonly orderNumber: string };

function isOrderMail(mail: DueMail): mail is OrderMail {
  return mail.organizerId !== null && mail.orderNumber !== null;
}

function moneyOf({ kind, money }: OrderMail): NonNullable<DueMail['money']> {
  if (money === null) throw new Error(`The e-mail "${kind}" has no amount.`);
  return money;
}

/**
 * The tickets and the amount of a refund, and the part of the amount that payment providers refund. The rows of a refund are found
 * by the time of its mail: one transaction writes both with the same time.
 */
async function findRefund(db: Db, mail: OrderMail, { order }: OrderMailData): Promise<MailRefund> {
  const { organizerId, createdAt } = mail;
  const ticketIds = await ticketsRefundedAt(db, organizerId, order.orderNumber, createdAt);
  return {
    amount: moneyOf(mail).amount,
    byProvider: await amountRefundedByProviders(db, organizerId, order.orderNumber, createdAt),
    tickets: order.tickets.filter(({ id }) => ticketIds.has(id)),
    reason: mail.note,
  };
}

async function findMailData(
  { db, secrets, baseUrl }: MailServices,
  { organizerId, orderNumber }: OrderMail,
): Promise<OrderMailData | null> {
  // Read first: if the e-mail address is corrected meanwhile, the old link is not valid, and no new link goes to the old address.
  const row = await findOrder(db, organizerId, orderNumber);
  const json = await findOrderDetailForBuyer(db, organizerId, orderNumber);
  if (row === null || json === null) return null;
  const order = JSON.parse(json) as OrderWithPersonalData;
  const { email } = order.buyer;
  if (email === null || email === removedBuyerEmail) return null;
  const entitlements = await readEntitlementsOfOrder(db, organizerId, orderNumber);
  const event = await getEventRow(db, organizerId, order.eventId);
  const language = languageOfTag(row.language) ?? event.default_language;
  const withAddons = { ...order, entitlements: entitlements.map((json) => JSON.parse(json) as EntitlementView) };
  const translated = await translateOrder(db, organizerId, withAddons, language);
  const pageUrl = `${baseUrl}/e/${order.eventId}`;
  return {
    language,
    order: { ...translated, url: `${baseUrl}${orderPath(secrets, row)}` },
    buyer: { ...order.buyer, email },
    event: {
      id: event.id,
      slug: event.slug,
      name: parseTranslations(event.translations)[language]?.['name'] ?? event.name,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      updatedAt: event.updated_at,
      timezone: event.timezone,
      venue: {
        name: event.venue_name,
        address: event.venue_address,
        city: event.venue_city,
        country: event.venue_country,
      },
      url: pageUrl,
    },
    organizer: await readOrganizerFor(db, organizerId, language),
    paymentInstructions: await findPaymentInstructions(db, organizerId, order, language),
  };
}

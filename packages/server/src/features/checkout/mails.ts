import type { Db } from '../../platform/database/dialect.ts';
import type { Services } from '../../platform/http/plane.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import { getEventRow } from '../catalog/index.ts';
import { type EntitlementView, readEntitlementsOfOrder } from '../entitlements/index.ts';
import { type DueMail, loadTemplates, type MailRefund, type OrderMailData, type Renderers } from '../mail/index.ts';
import { findOrderDetailWithPersonalData, type OrderWithPersonalData, removedBuyerEmail } from '../orders/index.ts';
import { readOrganizerProfile } from '../organizers/index.ts';
import { amountRefundedByProviders } from '../payments/index.ts';
import { ticketsRefundedAt } from '../tickets/index.ts';
import { findPaymentInstructions } from './payment-instructions.ts';
import { reservationTokenOf } from './reservation-token.ts';

/** What mails are made with. Links begin with `baseUrl`, which has no slash at the end. */
export type MailServices = Pick<Services, 'db' | 'secrets'> & { readonly baseUrl: string };

/**
 * How mails are made from what is true when they are sent. What has been overtaken is not sent: tickets of an order that was
 * refunded meanwhile, a payment that is not awaited any more.
 */
export function mailRenderers(services: MailServices): Renderers {
  const ofOrder =
    (render: (templates: Templates, data: OrderMailData, mail: DueMail) => MailMessage | null | Promise<MailMessage>) =>
    async (mail: DueMail) => {
      const data = await findMailData(services, mail);
      return data === null ? null : render(await loadTemplates(), data, mail);
    };
  return {
    otp: async ({ payload }) => {
      const { otpMail } = await loadTemplates();
      return otpMail(payload as Parameters<typeof otpMail>[0]);
    },
    tickets: ofOrder(({ ticketsMail }, data) => (data.order.status === 'refunded' ? null : ticketsMail(data))),
    awaiting_payment: ofOrder(({ awaitingPaymentMail }, data) =>
      data.order.status === 'pending' ? awaitingPaymentMail(data) : null,
    ),
    cancelled: ofOrder(({ cancelledMail }, data) => cancelledMail(data)),
    refunded: ofOrder(async ({ refundedMail }, data, mail) =>
      refundedMail(data, await findRefund(services.db, mail, data)),
    ),
    payment_returned: ofOrder(({ paymentReturnedMail }, data, { money }) => paymentReturnedMail(data, money!)),
  };
}

type Templates = Awaited<ReturnType<typeof loadTemplates>>;

/** The tickets of a refund, and who pays it back. All rows of the refund have the time of its mail: it is one transaction. */
async function findRefund(db: Db, mail: DueMail, { order }: OrderMailData): Promise<MailRefund> {
  const { organizerId, createdAt } = mail;
  const ids = await ticketsRefundedAt(db, organizerId!, order.orderNumber, createdAt);
  return {
    amount: mail.money!.amount,
    byProvider: await amountRefundedByProviders(db, organizerId!, order.orderNumber, createdAt),
    tickets: order.tickets.filter(({ id }) => ids.has(id)),
  };
}

async function findMailData(
  { db, secrets, baseUrl }: MailServices,
  { organizerId, orderNumber }: DueMail,
): Promise<OrderMailData | null> {
  if (organizerId === null || orderNumber === null) return null;
  const json = await findOrderDetailWithPersonalData(db, organizerId, orderNumber);
  if (json === null) return null;
  const order = JSON.parse(json) as OrderWithPersonalData;
  if (order.buyer.email === removedBuyerEmail) return null;
  const entitlements = await readEntitlementsOfOrder(db, organizerId, orderNumber);
  const event = await getEventRow(db, organizerId, order.eventId);
  const page = `${baseUrl}/e/${order.eventId}`;
  // After the "#", which browsers do not send: the token is in no server's log and in no `Referer`.
  const url = `${page}?order=${orderNumber}#${reservationTokenOf(secrets, organizerId, orderNumber)}`;
  return {
    order: { ...order, url, entitlements: entitlements.map((one) => JSON.parse(one) as EntitlementView) },
    buyer: order.buyer,
    event: {
      id: event.id,
      slug: event.slug,
      name: event.name,
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
      url: page,
    },
    organizer: await readOrganizerProfile(db, organizerId),
    paymentInstructions: await findPaymentInstructions(db, organizerId, order),
  };
}

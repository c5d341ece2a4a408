import type { Db } from '../../platform/database/dialect.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import type { EntitlementView } from '../addons/index.ts';
import { readEntitlementsOfOrder } from '../addons/index.ts';
import {
  awaitingPaymentMail,
  cancelledMail,
  type DueMail,
  type OrderMailData,
  otpMail,
  paymentReturnedMail,
  type Renderers,
  refundedMail,
  ticketsMail,
} from '../mail/index.ts';
import { findOrderDetailWithPersonalData, type OrderWithPersonalData } from '../orders/index.ts';
import { readOrganizerProfile } from '../organizers/index.ts';
import { findPaymentInstructions } from './payment-instructions.ts';

/**
 * How mails are made from what is true when they are sent. What has been overtaken is not sent: tickets of an order that was
 * paid back meanwhile, a payment that is not awaited any more.
 *
 * @param baseUrl what links are made with, without a slash at the end
 */
export function mailRenderers(db: Db, baseUrl: string): Renderers {
  const ofOrder =
    (render: (data: OrderMailData, order: OrderWithPersonalData, mail: DueMail) => MailMessage | null) =>
    async (mail: DueMail) => {
      const found = await findMailData(db, baseUrl, mail);
      return found === null ? null : render(found.data, found.order, mail);
    };
  return {
    otp: async ({ payload }) => otpMail(payload as Parameters<typeof otpMail>[0]),
    tickets: ofOrder((data, { status }) => (status === 'refunded' ? null : ticketsMail(data))),
    awaiting_payment: ofOrder((data, { status }) => (status === 'pending' ? awaitingPaymentMail(data) : null)),
    cancelled: ofOrder((data) => cancelledMail(data)),
    refunded: ofOrder((data, _, { money }) => refundedMail(data, money!.amount)),
    payment_returned: ofOrder((data, _, { money }) => {
      const { amount, currency } = money!;
      return paymentReturnedMail({ ...data, order: { ...data.order, currency } }, amount);
    }),
  };
}

async function findMailData(
  db: Db,
  baseUrl: string,
  { organizerId, orderNumber }: DueMail,
): Promise<{ data: OrderMailData; order: OrderWithPersonalData } | null> {
  if (organizerId === null || orderNumber === null) return null;
  const json = await findOrderDetailWithPersonalData(db, organizerId, orderNumber);
  if (json === null) return null;
  const order = JSON.parse(json) as OrderWithPersonalData;
  const entitlements = await readEntitlementsOfOrder(db, organizerId, orderNumber);
  const event = await db
    .selectFrom('events')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', order.eventId)
    .executeTakeFirstOrThrow();
  const page = `${baseUrl}/e/${order.eventId}`;
  const venue = {
    name: event.venue_name,
    address: event.venue_address,
    city: event.venue_city,
    country: event.venue_country,
  };
  const data: OrderMailData = {
    order: {
      ...order,
      url: `${page}?order=${orderNumber}`,
      entitlements: entitlements.map((one) => JSON.parse(one) as EntitlementView),
    },
    buyer: order.buyer,
    event: {
      name: event.name,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      timezone: event.timezone,
      venue: Object.values(venue).every((part) => part === null) ? null : venue,
      url: page,
    },
    organizer: await readOrganizerProfile(db, organizerId),
    paymentInstructions: await findPaymentInstructions(db, organizerId, order),
  };
  return { data, order };
}

import type { Language } from '#messages/languages';
import { emailForm } from '#shared/email-form';
import { ApiError } from '../../errors/index.ts';
import type { Static } from '../../platform/http/schema.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { organizerScope } from '../../platform/scope.ts';
import { type EntitlementView, readEntitlementsOfOrder } from '../entitlements/index.ts';
import { findOrganizerOfEvent } from '../inventory/index.ts';
import {
  answerOwnOrder,
  findOrderDetailForBuyer,
  findOrderOfBuyer,
  listOrdersOfBuyer,
  type OrderOfBuyer,
  type OrderWithPersonalData,
} from '../orders/index.ts';
import { requireBuyerEmail } from '../otp/index.ts';
import type { BuyerPrincipal } from './buyer-authenticator.ts';
import { findPaymentInstructions } from './payment-instructions.ts';
import { findOrderOfToken, reservationNotFound, reservationTokenOf } from './reservation-token.ts';
import type { ownOrderPatch } from './schema.ts';
import type { CheckoutServices } from './services.ts';
import { translateOrder } from './translate-order.ts';

/**
 * Reads the JSON of an order for its buyer.
 *
 * @param orderNumber in upper or lower case
 * @param language the language of its names; null for the default language
 * @throws ApiError `order_not_found` if the buyer has no such order
 * @throws ApiError `reservation_not_found` if the reservation token does not match the order
 */
export async function readBuyerOrder(
  services: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
  language: Language | null,
): Promise<string> {
  const { db } = services;
  const ownOrder = await findOwnOrder(services, buyer, orderNumber);
  const json = await findOrderDetailForBuyer(db, ownOrder.organizerId, ownOrder.orderNumber);
  if (json === null) throw orderNotFound(orderNumber);
  const entitlements = await readEntitlementsOfOrder(db, ownOrder.organizerId, ownOrder.orderNumber);
  const order = JSON.parse(json) as OrderWithPersonalData;
  const paymentInstructions = await findPaymentInstructions(db, ownOrder.organizerId, order, language);
  const withAddons = { ...order, entitlements: entitlements.map((addon) => JSON.parse(addon) as EntitlementView) };
  const translated = await translateOrder(db, ownOrder.organizerId, withAddons, language);
  return JSON.stringify({ ...translated, paymentInstructions });
}

/**
 * Changes the answers of an order for its buyer.
 *
 * @param language in which the buyer has seen the questions
 * @returns the JSON of the order
 * @throws the errors of `answerOwnOrder` and of `readBuyerOrder`
 */
export async function changeOwnAnswers(
  services: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
  answers: Static<typeof ownOrderPatch>,
  language: Language | null,
): Promise<string> {
  const { db, clock } = services;
  const ownOrder = await findOwnOrder(services, buyer, orderNumber);
  const time = organizerScope(ownOrder.organizerId, clock, null);
  await answerOwnOrder(db, time, ownOrder.orderNumber, answers, language);
  return readBuyerOrder(services, buyer, orderNumber, language);
}

/** Maximum number of orders in a list for a buyer. */
const maxListedOrders = 50;

/** An order in a list for its buyer. */
interface ListedOrder extends Omit<OrderOfBuyer, 'linkVersion'> {
  readonly reservationToken: string;
}

/**
 * The orders of a verified e-mail address for an event, the newest 50, without those that were cancelled or have expired. There are none
 * if there is no such event.
 *
 * @throws ApiError `invalid_buyer_token` for the token of a reservation, which is valid for one order only
 */
export async function listBuyerOrders(
  services: CheckoutServices,
  buyer: BuyerPrincipal,
  eventId: string,
): Promise<ListedOrder[]> {
  const { db, secrets, clock } = services;
  const email = buyer.kind === 'buyer' ? buyer.email : requireBuyerEmail(secrets, buyer.token, clock.now());
  const organizerId = await findOrganizerOfEvent(db, eventId);
  if (organizerId === null) return [];
  const orders = await listOrdersOfBuyer(db, organizerId, { eventId, email, limit: maxListedOrders });
  return orders.map(({ linkVersion: version, ...order }) => ({
    ...order,
    reservationToken: reservationTokenOf(secrets, { organizerId, orderNumber: order.orderNumber, version }),
  }));
}

async function findOwnOrder(
  services: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
): Promise<{ organizerId: string; orderNumber: string }> {
  if (buyer.kind === 'reservation') {
    const order = await findOrderOfToken(services, buyer.token, orderNumber);
    if (order === null) throw reservationNotFound(orderNumber);
    return { organizerId: order.organizer_id, orderNumber: order.order_number };
  }
  const storedNumber = parseOrderNumber(orderNumber);
  const isOwn = (email: string) => emailForm(email) === buyer.email;
  const organizerId = storedNumber && (await findOrderOfBuyer(services.db, storedNumber, isOwn));
  if (!organizerId) throw orderNotFound(orderNumber);
  return { organizerId, orderNumber: storedNumber };
}

function orderNotFound(orderNumber: string): ApiError {
  return new ApiError('order_not_found', { orderNumber: orderNumber.slice(0, 40) });
}

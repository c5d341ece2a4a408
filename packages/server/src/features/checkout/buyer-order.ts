import { ApiError } from '../../errors/index.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { findOrderDetailWithPersonalData, findOrderOfBuyer, type OrderWithPersonalData } from '../orders/index.ts';
import { normalizeBuyerEmail } from '../otp/index.ts';
import type { BuyerPrincipal } from './buyer-authenticator.ts';
import { findPaymentInstructions } from './payment-instructions.ts';
import { readReservationToken } from './reservation-token.ts';
import type { CheckoutServices } from './services.ts';

/**
 * Reads the JSON of an order for its buyer.
 *
 * @param orderNumber in upper or lower case
 * @throws ApiError `order_not_found` if the buyer has no such order
 */
export async function readBuyerOrder(
  services: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
): Promise<string> {
  const { db } = services;
  const ownOrder = await findOwnOrder(services, buyer, orderNumber);
  const json = ownOrder && (await findOrderDetailWithPersonalData(db, ownOrder.organizerId, ownOrder.orderNumber));
  if (ownOrder === null || json === null)
    throw new ApiError('order_not_found', { orderNumber: orderNumber.slice(0, 40) });
  const entitlements = await readEntitlementsOfOrder(db, ownOrder.organizerId, ownOrder.orderNumber);
  const instructions = await findPaymentInstructions(
    db,
    ownOrder.organizerId,
    JSON.parse(json) as OrderWithPersonalData,
  );
  const fields = `"entitlements":[${entitlements.join(',')}],"paymentInstructions":${JSON.stringify(instructions)}`;
  return `${json.slice(0, json.lastIndexOf('}'))},${fields}}`;
}

async function findOwnOrder(
  { db, secrets }: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
): Promise<{ organizerId: string; orderNumber: string } | null> {
  if (buyer.kind === 'reservation') return readReservationToken(secrets, buyer.token, orderNumber);
  const storedNumber = parseOrderNumber(orderNumber);
  const organizerId =
    storedNumber && (await findOrderOfBuyer(db, storedNumber, (email) => normalizeBuyerEmail(email) === buyer.email));
  return organizerId ? { organizerId, orderNumber: storedNumber } : null;
}

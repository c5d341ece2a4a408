import { ApiError } from '../../errors/index.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { findOrderDetailWithPersonalData, findOrderOfBuyer, type OrderWithPersonalData } from '../orders/index.ts';
import { addressKey } from '../otp/index.ts';
import type { BuyerPrincipal } from './buyer-authenticator.ts';
import { findPaymentInstructions } from './payment-instructions.ts';
import { readReservationToken } from './reservation-token.ts';
import type { CheckoutServices } from './services.ts';

/**
 * The JSON of an order as its buyer sees it.
 *
 * @param orderNumber in upper or lower case
 * @throws ApiError `not_found` if the buyer has no such order
 */
export async function readBuyerOrder(
  services: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
): Promise<string> {
  const { db } = services;
  const found = await findOwnOrder(services, buyer, orderNumber);
  const json = found && (await findOrderDetailWithPersonalData(db, found.organizerId, found.orderNumber));
  if (found === null || json === null) throw new ApiError('order_not_found', { orderNumber: orderNumber.slice(0, 40) });
  const entitlements = await readEntitlementsOfOrder(db, found.organizerId, found.orderNumber);
  const instructions = await findPaymentInstructions(db, found.organizerId, JSON.parse(json) as OrderWithPersonalData);
  const fields = `"entitlements":[${entitlements.join(',')}],"paymentInstructions":${JSON.stringify(instructions)}`;
  return `${json.slice(0, json.lastIndexOf('}'))},${fields}}`;
}

async function findOwnOrder(
  { db, secrets }: CheckoutServices,
  buyer: BuyerPrincipal,
  orderNumber: string,
): Promise<{ organizerId: string; orderNumber: string } | null> {
  if (buyer.kind === 'reservation') return readReservationToken(secrets, buyer.token, orderNumber);
  const stored = parseOrderNumber(orderNumber);
  const organizerId = stored && (await findOrderOfBuyer(db, stored, (email) => addressKey(email) === buyer.email));
  return organizerId ? { organizerId, orderNumber: stored } : null;
}

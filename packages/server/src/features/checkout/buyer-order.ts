import type { FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../../platform/errors.ts';
import { bearerToken, challenge } from '../../platform/http/admission.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { findOrderDetailWithPersonalData, findOrderOfBuyer, type OrderWithPersonalData } from '../orders/index.ts';
import { addressKey, requireBuyer } from '../otp/index.ts';
import { findPaymentInstructions } from './payment-instructions.ts';
import { isReservationToken, readReservationToken } from './reservation-token.ts';
import type { CheckoutServices } from './services.ts';

/**
 * The JSON of an order as its buyer sees it, who shows that it is theirs by the token of the reservation or of the address.
 *
 * @param orderNumber in any case
 * @throws ApiError `missing_key`, `invalid_key`, `not_found` where the token is good and of something else
 */
export async function readBuyerOrder(
  services: CheckoutServices,
  request: Pick<FastifyRequest, 'headers'>,
  orderNumber: string,
): Promise<string> {
  const { db } = services;
  const found = await findOwn(services, bearerToken(request.headers.authorization), orderNumber);
  const json = found && (await findOrderDetailWithPersonalData(db, found.organizerId, found.orderNumber));
  if (found === null || json === null) throw notFound(`You have no order "${orderNumber.slice(0, 40)}".`);
  const entitlements = await readEntitlementsOfOrder(db, found.organizerId, found.orderNumber);
  const instructions = await findPaymentInstructions(db, found.organizerId, JSON.parse(json) as OrderWithPersonalData);
  const fields = `"entitlements":[${entitlements.join(',')}],"paymentInstructions":${JSON.stringify(instructions)}`;
  return `${json.slice(0, json.lastIndexOf('}'))},${fields}}`;
}

async function findOwn(
  { db, clock, secrets }: CheckoutServices,
  token: string | null,
  orderNumber: string,
): Promise<{ organizerId: string; orderNumber: string } | null> {
  if (token === null) {
    throw new ApiError('missing_key', 'Send the buyerToken or the reservationToken: "Authorization: Bearer <token>".', {
      headers: { 'www-authenticate': challenge() },
    });
  }
  if (isReservationToken(token)) return readReservationToken(secrets, token, orderNumber);
  const email = requireBuyer(secrets, token, clock.now());
  const stored = parseOrderNumber(orderNumber);
  const organizerId = stored && (await findOrderOfBuyer(db, stored, (buyer) => addressKey(buyer) === email));
  return organizerId ? { organizerId, orderNumber: stored } : null;
}

import { timingSafeEqual } from 'node:crypto';
import { type Secrets, shortMac } from '../../platform/crypto.ts';
import { parseOrderNumber } from '../../platform/ids.ts';

const tokenPattern = /^rsv_([0-7][0-9a-hjkmnp-tv-z]{25})([A-Za-z0-9_-]{16})$/;

type Key = Pick<Secrets, 'reservationKey'>;

function macOf({ reservationKey }: Key, organizerId: string, orderNumber: string): string {
  return shortMac(reservationKey, `${organizerId} ${orderNumber}`);
}

/** The token that authorizes the buyer of a reservation. It contains the id of the organizer. An order always has the same token. */
export function reservationTokenOf(key: Key, organizerId: string, orderNumber: string): string {
  return `rsv_${organizerId.slice('org_'.length)}${macOf(key, organizerId, orderNumber)}`;
}

/** Whether a string has the form of a reservation token. */
export function isReservationToken(text: string): boolean {
  return tokenPattern.test(text);
}

/**
 * Verifies that a token belongs to an order.
 *
 * @param orderNumber in upper or lower case
 * @returns the order, or null if the token belongs to another order
 */
export function readReservationToken(
  key: Key,
  token: string,
  orderNumber: string,
): { organizerId: string; orderNumber: string } | null {
  const storedNumber = parseOrderNumber(orderNumber);
  const [, organizerPart, mac] = tokenPattern.exec(token) ?? [];
  if (storedNumber === null || organizerPart === undefined || mac === undefined) return null;
  const organizerId = `org_${organizerPart}`;
  const expected = macOf(key, organizerId, storedNumber);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(mac)) ? { organizerId, orderNumber: storedNumber } : null;
}

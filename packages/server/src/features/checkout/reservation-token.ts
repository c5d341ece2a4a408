import { timingSafeEqual } from 'node:crypto';
import { type Secrets, shortMac } from '../../platform/crypto.ts';
import { parseOrderNumber } from '../../platform/ids.ts';

const form = /^rsv_([0-7][0-9a-hjkmnp-tv-z]{25})([A-Za-z0-9_-]{16})$/;

type Key = Pick<Secrets, 'reservationKey'>;

function macOf({ reservationKey }: Key, organizerId: string, orderNumber: string): string {
  return shortMac(reservationKey, `${organizerId} ${orderNumber}`);
}

/** What shows who made a reservation: it tells whose order it is, and is always the same for one order. */
export function reservationTokenOf(key: Key, organizerId: string, orderNumber: string): string {
  return `rsv_${organizerId.slice('org_'.length)}${macOf(key, organizerId, orderNumber)}`;
}

/** Whether a text has the form of such a token. */
export function isReservationToken(text: string): boolean {
  return form.test(text);
}

/**
 * Whose order a token was given for.
 *
 * @param orderNumber in any case
 * @returns the order, or null where the token is not the one of this order
 */
export function readReservationToken(
  key: Key,
  token: string,
  orderNumber: string,
): { organizerId: string; orderNumber: string } | null {
  const stored = parseOrderNumber(orderNumber);
  const match = form.exec(token);
  if (stored === null || match === null) return null;
  const organizerId = `org_${match[1]}`;
  const good = macOf(key, organizerId, stored);
  return timingSafeEqual(Buffer.from(good), Buffer.from(match[2]!)) ? { organizerId, orderNumber: stored } : null;
}

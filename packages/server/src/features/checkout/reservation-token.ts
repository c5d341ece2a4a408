import { ApiError } from '../../errors/index.ts';
import { isMacOf, macOf, type Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { findOrder, firstLinkVersion, type OrderRow } from '../orders/index.ts';

const tokenPattern = /^rsv_([0-7][0-9a-hjkmnp-tv-z]{25})([A-Za-z0-9_-]{16})([1-9][0-9]{0,8})?$/;

type Key = Pick<Secrets, 'reservationKey'>;

/** What a token is for. */
interface Link {
  readonly organizerId: string;
  readonly orderNumber: string;
  readonly version: number;
}

function textOf({ organizerId, orderNumber, version }: Link): string {
  return `${organizerId} ${orderNumber}${version === firstLinkVersion ? '' : ` ${version}`}`;
}

/**
 * The token that authorizes the buyer of an order, in links and for the buyer's requests. It contains the id of the organizer and the
 * version of the link. An order has the same token until this version is raised.
 */
export function reservationTokenOf(key: Key, link: Link): string {
  const { organizerId, version } = link;
  const mac = macOf(key.reservationKey, textOf(link));
  return `rsv_${organizerId.slice('org_'.length)}${mac}${version === firstLinkVersion ? '' : version}`;
}

/**
 * The path of the page of an order, with its token. Browsers do not send the part after "#", so the token does not appear in server logs
 * or in `Referer`.
 */
export function orderPath(key: Key, order: OrderRow): string {
  const { organizer_id: organizerId, order_number: orderNumber, link_version: version } = order;
  return `${orderPagePath(order)}#${reservationTokenOf(key, { organizerId, orderNumber, version })}`;
}

/** Whether a string has the form of a reservation token. */
export function isReservationToken(text: string): boolean {
  return tokenPattern.test(text);
}

/**
 * Reads the order of a token. A token that was not made with the key causes no statement.
 *
 * @param orderNumber in upper or lower case
 * @returns null if the token belongs to another order, or to a link that was invalidated
 */
export async function findOrderOfToken(
  { db, secrets }: { readonly db: Db; readonly secrets: Key },
  token: string,
  orderNumber: string,
): Promise<OrderRow | null> {
  const link = readToken(secrets, token, orderNumber);
  if (link === null) return null;
  const order = await findOrder(db, link.organizerId, link.orderNumber);
  return order?.link_version === link.version ? order : null;
}

/** The error for a reservation token that belongs to another order, or to a link that was invalidated. */
export function reservationNotFound(orderNumber: string): ApiError {
  return new ApiError('reservation_not_found', { orderNumber: orderNumber.slice(0, 40) });
}

function readToken(key: Key, token: string, orderNumber: string): Link | null {
  const storedNumber = parseOrderNumber(orderNumber);
  const [, organizerPart, mac, version] = tokenPattern.exec(token) ?? [];
  if (storedNumber === null || organizerPart === undefined || mac === undefined) return null;
  const link = {
    organizerId: `org_${organizerPart}`,
    orderNumber: storedNumber,
    version: version === undefined ? firstLinkVersion : Number(version),
  };
  return isMacOf(key.reservationKey, textOf(link), mac) ? link : null;
}

/** The path and query of the page of an order, in the language of its buyer. */
export function orderPagePath({ event_id, order_number, language }: OrderRow): string {
  return `/e/${event_id}?${language === null ? '' : `lang=${language}&`}order=${order_number}`;
}

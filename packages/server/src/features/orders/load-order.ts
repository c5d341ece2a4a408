import { ApiError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Receiver, Tables } from '../../platform/database/tables.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { Static } from '../../platform/http/schema.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { receiverOf } from '../settlements/index.ts';
import type { HolderName } from '../tickets/index.ts';
import { findOrderDetail, findOrderDetails } from './queries.ts';
import type { order, orderDetail } from './schema.ts';

/** An order without the columns that only searches use. */
export type OrderRow = Omit<Tables['orders'], 'buyer_email_form' | 'searched_as'>;
export type ItemRow = Tables['order_items'];
export type OrderView = Static<typeof orderDetail>;
/** An order as it is in lists. */
export type OrderSummary = Static<typeof order>;

/** When the personal data of an order was removed; null if it has its personal data. */
export function removedAt({
  anonymized_at,
  buyer_removed_at,
}: Pick<OrderRow, 'anonymized_at' | 'buyer_removed_at'>): string | null {
  return anonymized_at ?? buyer_removed_at;
}

/** The version of the link to a new order. */
export const firstLinkVersion = 0;

/** A ticket holder in a pending order, stored until the ticket is issued. */
export interface Attendee {
  readonly ticketTypeId: string;
  readonly holderName: string | null;
  /** Absent if the name is not divided. */
  readonly firstNameLength?: number;
  readonly category: string | null;
  /** Answers by their questions, in imported orders. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether the attendee has a row in `answers`. */
  readonly hasAnswers?: boolean;
}

/** The name of a holder in a pending order. */
export function attendeeName({
  holderName,
  firstNameLength,
}: HolderName): Pick<Attendee, 'holderName' | 'firstNameLength'> {
  return { holderName, ...(firstNameLength === null ? {} : { firstNameLength }) };
}

interface OrderKey {
  organizerId: string;
  orderNumber: string;
}

/** Prepared statements name their columns, so that a new column does not change their result. */
const orderColumns = [
  'organizer_id',
  'order_number',
  'external_id',
  'metadata',
  'event_id',
  'status',
  'currency',
  'subtotal',
  'discount',
  'platform_fee',
  'payment_fee',
  'tax',
  'total',
  'fees_paid_by',
  'refunded_total',
  'refunded_tax',
  'ticket_count',
  'buyer_email',
  'buyer_name',
  'buyer_phone',
  'attendees',
  'created_at',
  'updated_at',
  'paid_at',
  'expires_at',
  'held_by_address',
  'held_by_email',
  'buyer_removed_at',
  'anonymized_at',
  'link_version',
  'payment_method',
  'received_by',
  'language',
  'was_placed',
] as const;

const itemColumns = [
  'organizer_id',
  'id',
  'order_number',
  'position',
  'kind',
  'ticket_type_id',
  'addon_id',
  'name',
  'quantity',
  'unit_price',
  'units_per_purchase',
  'total',
  'refunded_quantity',
  'returned_quantity',
  'person',
] as const;

const findOrders = statement<OrderKey, OrderRow>((db, param) =>
  db
    .selectFrom('orders')
    .select(orderColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('order_number', '=', param('orderNumber')),
);

const lockOrders = statement<OrderKey, OrderRow>((db, param) =>
  db
    .selectFrom('orders')
    .select(orderColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('order_number', '=', param('orderNumber'))
    .modifyEnd(dialectOf(db).forUpdate),
);

const findItems = statement<OrderKey, ItemRow>((db, param) =>
  db
    .selectFrom('order_items')
    .select(itemColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('order_number', '=', param('orderNumber'))
    .orderBy('position'),
);

/** A locked order with its items. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly items: readonly ItemRow[];
}

const orderNotFoundError = (number: string) => new ApiError('order_not_found', { orderNumber: number });

/**
 * Locks an order until the transaction ends, and reads its items.
 *
 * @param number in upper or lower case
 * @throws ApiError `order_not_found` if the organizer has no such order
 */
export async function lockOrder(tx: Db, organizerId: string, number: string): Promise<LockedOrder> {
  const storedNumber = parseOrderNumber(number);
  if (storedNumber === null) throw orderNotFoundError(number);
  const key = { organizerId, orderNumber: storedNumber };
  const [order] = await lockOrders(tx, key);
  if (order === undefined) throw orderNotFoundError(number);
  return { order, items: await findItems(tx, key) };
}

/**
 * Reads an order and its items without a lock.
 *
 * @param number in upper or lower case
 * @throws ApiError `not_found`
 */
export async function findOrderWithItems(
  db: Db,
  organizerId: string,
  number: string,
): Promise<{ order: OrderRow; items: ItemRow[] }> {
  const storedNumber = parseOrderNumber(number);
  const order = storedNumber === null ? null : await findOrder(db, organizerId, storedNumber);
  if (order === null) throw orderNotFoundError(number);
  return { order, items: await findItems(db, { organizerId, orderNumber: order.order_number }) };
}

/**
 * Reads the row of an order without a lock; null if the organizer has no order with this number.
 *
 * @param orderNumber in upper case, as it is stored
 */
export async function findOrder(db: Db, organizerId: string, orderNumber: string): Promise<OrderRow | null> {
  const [row] = await findOrders(db, { organizerId, orderNumber });
  return row ?? null;
}

/**
 * Finds the organizer of a buyer's order. Two organizers can have orders with the same number.
 *
 * @param isBuyer returns whether an e-mail address belongs to the buyer
 * @returns the id of the organizer; null if the buyer has no order with this number. If there are several, the newest order counts
 */
export async function findOrderOfBuyer(
  db: Db,
  orderNumber: string,
  isBuyer: (email: string) => boolean,
): Promise<string | null> {
  const rows = await db
    .selectFrom('orders')
    .select(['organizer_id', 'buyer_email'])
    .where('order_number', '=', orderNumber)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.find((row) => isBuyer(row.buyer_email))?.organizer_id ?? null;
}

/** Reads orders as the API returns them. Numbers that no order of the organizer has are ignored. */
export async function readOrders(db: Db, organizerId: string, numbers: readonly string[]): Promise<OrderView[]> {
  const details = await findOrderDetails(db, organizerId, numbers);
  return details.map((json) => JSON.parse(json) as OrderView);
}

/**
 * Reads an order as the API returns it.
 *
 * @throws ApiError `order_not_found` if the organizer has no such order
 */
export async function readOrder(db: Db, organizerId: string, number: string): Promise<OrderView> {
  const { json } = await readVersionedOrder(db, organizerId, number);
  return JSON.parse(json) as OrderView;
}

/** Like `readOrder`, as JSON with the version of the order. */
export async function readVersionedOrder(db: Db, organizerId: string, number: string): Promise<Versioned> {
  const storedNumber = parseOrderNumber(number);
  const order = storedNumber === null ? null : await findOrderDetail(db, organizerId, storedNumber);
  if (order === null) throw orderNotFoundError(number);
  return order;
}

/** The id of the ticket type or add-on of an item. */
export function offerIdOf({ id, kind, ticket_type_id, addon_id }: ItemRow): string {
  const offerId = kind === 'ticket' ? ticket_type_id : addon_id;
  if (offerId === null) throw new Error(`The item ${id} names no ${kind}.`);
  return offerId;
}

/** Who received the money of a paid order. */
export function receiverOfOrder({
  received_by,
  payment_method: method,
}: Pick<OrderRow, 'received_by' | 'payment_method'>): Receiver {
  return receiverOf({ received_by, method });
}

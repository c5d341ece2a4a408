import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { manualMethod } from './manual/index.ts';
import type { PaymentMethod, ReceivedMoney } from './provider.ts';

export type PaymentRow = Tables['payments'];

/** An order's total, and the method that the buyer has chosen. */
export interface NewPayment {
  readonly orderNumber: string;
  readonly method: PaymentMethod;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Creates an open payment. */
export async function createPayment(
  tx: Db,
  organizerId: string,
  { orderNumber, method, amount, currency }: NewPayment,
  now: string,
): Promise<PaymentRow> {
  const row: PaymentRow = {
    organizer_id: organizerId,
    id: newId('pay', Date.parse(now)),
    order_number: orderNumber,
    method: method.name,
    status: 'open',
    amount,
    currency,
    refund_step: method.refundStep(currency),
    received_by: method.receivedBy,
    reference: null,
    charge_reference: null,
    redirect_url: null,
    attempt_count: 0,
    next_attempt_at: null,
    created_at: now,
    updated_at: now,
    paid_at: null,
  };
  await dialectOf(tx).insertMany(tx, 'payments', [row]);
  return row;
}

const paymentColumns = [
  'organizer_id',
  'id',
  'order_number',
  'method',
  'status',
  'amount',
  'currency',
  'refund_step',
  'received_by',
  'reference',
  'charge_reference',
  'redirect_url',
  'attempt_count',
  'next_attempt_at',
  'created_at',
  'updated_at',
  'paid_at',
] as const;

const findOpenPayments = statement<{ organizerId: string; orderNumber: string; method: string }, PaymentRow>(
  (db, param) =>
    db
      .selectFrom('payments')
      .select(paymentColumns)
      .where('organizer_id', '=', param('organizerId'))
      .where('order_number', '=', param('orderNumber'))
      .where('method', '=', param('method'))
      .where('status', '=', sql.lit('open'))
      .orderBy('id', 'desc')
      .limit(sql.lit(1)),
);

/** Finds the latest open payment of an order with a method; returns null if there is none. */
export async function findOpenPayment(
  db: Db,
  organizerId: string,
  orderNumber: string,
  method: PaymentMethod,
): Promise<PaymentRow | null> {
  const [row] = await findOpenPayments(db, { organizerId, orderNumber, method: method.name });
  return row ?? null;
}

/** Finds the open manual payment of an order, which the organizer can confirm; returns null if there is none. */
export function findOpenManualPayment(db: Db, organizerId: string, orderNumber: string): Promise<PaymentRow | null> {
  return findOpenPayment(db, organizerId, orderNumber, manualMethod);
}

/** Finds a payment by its id; returns null if there is none. */
export async function findPayment(db: Db, organizerId: string, paymentId: string): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row ?? null;
}

const findByCharge = statement<{ method: string; chargeReference: string }, PaymentRow>((db, param) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('charge_reference', '=', param('chargeReference'))
    .where('method', '=', param('method'))
    .limit(sql.lit(1)),
);

/** Finds the payment of a charge at its provider; returns null if there is none. Providers do not name the organizer. */
export async function findPaymentByCharge(db: Db, method: string, chargeReference: string): Promise<PaymentRow | null> {
  const [row] = await findByCharge(db, { method, chargeReference });
  return row ?? null;
}

const lockPayments = statement<{ organizerId: string; paymentId: string }, PaymentRow>((db, param) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('id', '=', param('paymentId'))
    .modifyEnd(dialectOf(db).forUpdate),
);

/**
 * Locks a payment until the transaction ends. The order of the payment must be locked before it.
 *
 * @throws Error if there is no payment with this id
 */
export async function lockPayment(tx: Db, organizerId: string, paymentId: string): Promise<PaymentRow> {
  const [row] = await lockPayments(tx, { organizerId, paymentId });
  if (row === undefined) throw new Error(`The payment ${paymentId} does not exist.`);
  return row;
}

/**
 * Stores the URL of the page on which the buyer completes an open payment. If the payment was closed while the provider was
 * starting it, it is queued to be closed at the provider too.
 *
 * @returns whether the buyer can still pay on this page
 */
export async function storeRedirect(
  db: Db,
  { organizer_id, id }: PaymentRow,
  { reference, redirectUrl }: { reference: string; redirectUrl: string },
  now: string,
): Promise<boolean> {
  const isClosed = sql`status in ('closing', 'closed')`;
  const { status } = await db
    .updateTable('payments')
    .set({
      reference,
      redirect_url: redirectUrl,
      status: sql<PaymentRow['status']>`case when ${isClosed} then 'closing' else status end`,
      next_attempt_at: sql<string | null>`case when ${isClosed} then cast(${now} as text) end`,
      updated_at: now,
    })
    .where('organizer_id', '=', organizer_id)
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirstOrThrow();
  return status !== 'closing';
}

/** The statuses of a payment whose money was received. These statuses never change again. */
const finalStatuses = ['paid', 'refused'] as const;

/** Whether the money of a payment was received. */
export function isFinal({ status }: PaymentRow): boolean {
  return (finalStatuses as readonly string[]).includes(status);
}

interface Finalization {
  organizerId: string;
  paymentId: string;
  status: (typeof finalStatuses)[number];
  chargeReference: string | null;
  now: string;
}

const finalize = statement<Finalization, never>((db, param) =>
  db
    .updateTable('payments')
    .set({
      status: param('status'),
      charge_reference: param('chargeReference'),
      paid_at: param('now'),
      updated_at: param('now'),
      next_attempt_at: null,
    })
    .where('organizer_id', '=', param('organizerId'))
    .where('id', '=', param('paymentId'))
    .where('status', 'not in', finalStatuses),
);

/**
 * Sets the final status of a payment whose money was received. A payment that already has a final status is not changed.
 *
 * @param status `refused` if the amount or the currency of the money differs from the payment's
 * @param money.chargeReference the provider's id of the charge; null if it has none
 */
export async function finalizePayment(
  tx: Db,
  { organizer_id: organizerId, id: paymentId }: PaymentRow,
  status: (typeof finalStatuses)[number],
  { chargeReference }: Pick<ReceivedMoney, 'chargeReference'>,
  now: string,
): Promise<void> {
  await finalize(tx, { organizerId, paymentId, status, chargeReference, now });
}

/**
 * Records that the organizer has received the total of a locked order: on the manual payment that the buyer has started, or on a new one.
 *
 * @param money.receivedAt RFC 3339
 * @param money.reference the reference of the money, for example of a bank transfer
 * @returns the id of the payment; null if the order is free
 */
export async function recordManualPayment(
  tx: Db,
  organizerId: string,
  order: Pick<Tables['orders'], 'order_number' | 'total' | 'currency'>,
  { receivedAt, reference }: { receivedAt: string; reference: string | null },
  now: string,
): Promise<string | null> {
  const { order_number: orderNumber, total: amount, currency } = order;
  if (amount === 0) return null;
  const payment =
    (await findOpenManualPayment(tx, organizerId, orderNumber)) ??
    (await createPayment(tx, organizerId, { orderNumber, method: manualMethod, amount, currency }, now));
  await tx
    .updateTable('payments')
    .set({ status: 'paid', reference, paid_at: receivedAt, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', payment.id)
    .execute();
  return payment.id;
}

/** Marks an open payment as failed, because it could not start or its provider closed it without receiving money. */
export async function markPaymentFailed(db: Db, organizerId: string, paymentId: string, now: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'failed', updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', paymentId)
    .where('status', '=', 'open')
    .execute();
}

const closeOpenPayments = statement<{ organizerId: string; orderNumbers: unknown; now: string }, never>((db, param) =>
  db
    .updateTable('payments')
    .set({
      status: sql<PaymentRow['status']>`case when reference is null then 'closed' else 'closing' end`,
      next_attempt_at: sql<string | null>`case when reference is not null then cast(${param('now')} as text) end`,
      updated_at: param('now'),
    })
    .where('organizer_id', '=', param('organizerId'))
    .where(dialectOf(db).isInList(sql.ref('order_number'), param('orderNumbers')))
    .where('status', '=', sql.lit('open')),
);

/** Closes the open payments of orders. A payment that has a reference is queued to be closed at its provider too. */
export async function closePayments(
  tx: Db,
  organizerId: string,
  orderNumbers: readonly string[],
  now: string,
): Promise<void> {
  await closeOpenPayments(tx, { organizerId, orderNumbers: dialectOf(tx).listOf(orderNumbers), now });
}

/**
 * Returns an SQL condition: whether a row of `orders` has a payment with one of these statuses.
 *
 * @param organizerId the organizer of the rows
 * @param orders the name or alias of `orders` in the statement
 */
export function hasPayment(
  organizerId: RawBuilder<string> | string,
  orders: string,
  statuses: readonly PaymentRow['status'][],
): RawBuilder<boolean> {
  const list = sql.join(statuses.map((status) => sql.lit(status)));
  return sql<boolean>`exists (select 1 from payments as p where p.organizer_id = ${organizerId}
    and p.order_number = ${sql.ref(`${orders}.order_number`)} and p.status in (${list}))`;
}

/** Deletes the payments of orders. The payments must not have refunds. */
export async function deletePayments(tx: Db, organizerId: string, orderNumbers: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('payments')
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), orderNumbers))
    .execute();
}

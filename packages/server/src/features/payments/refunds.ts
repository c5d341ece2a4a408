import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { type DisputeView, listDisputes } from './disputes.ts';
import type { PaymentRow } from './payments.ts';

type RefundRow = Tables['payment_refunds'];

/** A paid payment that its provider can refund. */
interface RefundablePayment {
  id: string;
  currency: string;
  /** The amount that is not refunded yet, minor units. */
  refundable: number;
}

/** Queues a refund of a payment. After the commit, a background job requests the refund from the provider. */
export async function queueRefund(
  tx: Db,
  payment: Pick<PaymentRow, 'organizer_id' | 'id'>,
  { amount, currency, refundId }: { amount: number; currency: string; refundId: string | null },
  now: string,
): Promise<void> {
  if (amount > 0) await insertRefund(tx, payment, { amount, currency, entry_id: refundId }, now);
}

/** Inserts a refund of a payment. It is pending, unless `fields` say something else. */
export async function insertRefund(
  tx: Db,
  { organizer_id, id: payment_id }: Pick<PaymentRow, 'organizer_id' | 'id'>,
  fields: Pick<RefundRow, 'amount' | 'currency'> & Partial<RefundRow>,
  now: string,
): Promise<string> {
  const id = newId('rfd', Date.parse(now));
  await tx
    .insertInto('payment_refunds')
    .values({
      organizer_id,
      id,
      payment_id,
      entry_id: null,
      retry_of: null,
      status: 'pending',
      reference: null,
      origin: null,
      asks_tickets: 0,
      error: null,
      attempt_count: 0,
      next_attempt_at: now,
      created_at: now,
      updated_at: now,
      ...fields,
    })
    .execute();
  return id;
}

/**
 * Queues refunds for the payments of an order. The organizer refunds the part that was not paid through a provider.
 *
 * @param refund.refundId the id of the ledger entry of the refund
 * @param refund.amount minor units
 * @returns the part that providers refund, minor units
 */
export async function queueOrderRefund(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  { refundId, amount }: { refundId: string; amount: number },
  now: string,
): Promise<number> {
  const parts = await splitRefund(tx, organizerId, orderNumber, amount);
  for (const { id, currency, part } of parts) {
    await queueRefund(tx, { organizer_id: organizerId, id }, { amount: part, currency, refundId }, now);
  }
  return sumOfParts(parts);
}

/** The part of a refund of an order that providers would refund, minor units. */
export async function previewOrderRefund(
  db: Db,
  organizerId: string,
  orderNumber: string,
  amount: number,
): Promise<number> {
  return sumOfParts(await splitRefund(db, organizerId, orderNumber, amount));
}

type RefundPart = Pick<RefundablePayment, 'id' | 'currency'> & { readonly part: number };

function sumOfParts(parts: readonly RefundPart[]): number {
  return parts.reduce((sum, { part }) => sum + part, 0);
}

/** Divides an amount among the payments that providers can refund, oldest first. */
async function splitRefund(db: Db, organizerId: string, orderNumber: string, amount: number): Promise<RefundPart[]> {
  const parts: RefundPart[] = [];
  let remaining = amount;
  for (const { id, currency, refundable } of await listRefundable(db, organizerId, orderNumber)) {
    const part = Math.min(remaining, refundable);
    if (part <= 0) continue;
    parts.push({ id, currency, part });
    remaining -= part;
  }
  return parts;
}

/**
 * Returns the part of an order's refund that providers pay. The organizer pays the other part.
 *
 * @param refundedAt the time of the refund, RFC 3339; all rows of the refund have it as `created_at`
 * @returns minor units
 */
export async function amountRefundedByProviders(
  db: Db,
  organizerId: string,
  orderNumber: string,
  refundedAt: string,
): Promise<number> {
  const rows = await db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select('r.amount')
    .where('p.organizer_id', '=', organizerId)
    .where('r.organizer_id', '=', organizerId)
    .where('p.order_number', '=', orderNumber)
    .where('r.created_at', '=', refundedAt)
    .where('r.retry_of', 'is', null)
    .execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the amount that all refunds of an order must be multiples of. It depends on the providers of its payments.
 *
 * @returns minor units
 */
export async function refundStep(tx: Db, organizerId: string, orderNumber: string): Promise<number> {
  const { step } = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.max('refund_step').as('step'))
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(step ?? 1);
}

/** The part of a payment that is not refunded yet, minor units. */
export async function unrefundedAmount(tx: Db, { organizer_id, id, amount }: PaymentRow): Promise<number> {
  const { refunded } = await tx
    .selectFrom('payment_refunds')
    .select((eb) => eb.fn.sum<number>('amount').as('refunded'))
    .where('organizer_id', '=', organizer_id)
    .where('payment_id', '=', id)
    .where('retry_of', 'is', null)
    .executeTakeFirstOrThrow();
  return amount - Number(refunded ?? 0);
}

async function listRefundable(tx: Db, organizerId: string, orderNumber: string): Promise<RefundablePayment[]> {
  const { rows } = await sql<RefundablePayment>`select p.id, p.currency, p.amount - coalesce((
      select sum(r.amount) from payment_refunds as r
      where r.organizer_id = ${organizerId} and r.payment_id = p.id and r.retry_of is null), 0) as refundable
    from payments as p
    where p.organizer_id = ${organizerId} and p.order_number = ${orderNumber} and p.status = 'paid'
      and p.refund_step is not null
    order by p.id`.execute(tx);
  return rows.map((row) => ({ ...row, refundable: Number(row.refundable) }));
}

/** A request for a refund: its id, or the provider's id of a refund that was made there. */
export type RefundReference = { readonly id: string } | { readonly reference: string };

/**
 * Marks a request for a refund as failed, because its money does not reach the buyer. A request that was completed by hand at the
 * provider fails only with the reference of that refund: an event about the request itself is about money that came back before.
 *
 * @param from the status from which it fails; a provider can report this also after a success
 * @returns the refunds of orders that failed in this way: one, or none if the request is not in this status or belongs to no order
 */
export async function markRefundFailed(
  tx: Db,
  organizerId: string,
  refund: RefundReference,
  from: readonly RefundRow['status'][],
  error: string,
  now: string,
): Promise<string[]> {
  const update = tx
    .updateTable('payment_refunds')
    .set({ status: 'failed', next_attempt_at: null, error, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('status', 'in', from);
  const found =
    'id' in refund
      ? update.where('id', '=', refund.id).where('origin', 'is', null)
      : update.where('reference', '=', refund.reference).where('origin', '=', 'provider');
  const rows = await found.returning('entry_id').execute();
  return rows.flatMap(({ entry_id }) => entry_id ?? []);
}

/**
 * Marks a pending request for a refund as succeeded. The lease is not checked: the result of the provider is final.
 *
 * @param reference the provider's id of the refund; null if it has none
 * @returns the refunds of orders that succeeded in this way: one, or none if the request is not pending or belongs to no order
 */
export async function markRefundSucceeded(
  tx: Db,
  organizerId: string,
  id: string,
  reference: string | null,
  now: string,
): Promise<string[]> {
  const rows = await tx
    .updateTable('payment_refunds')
    .set({ status: 'succeeded', reference, error: null, next_attempt_at: null, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('entry_id')
    .execute();
  return rows.flatMap(({ entry_id }) => entry_id ?? []);
}

/**
 * Retries a failed refund. The retry is a new row with a new id: the id is the idempotency key, and the provider has stored the
 * failure under the old id. The failed row is not changed.
 *
 * @returns the id of the retry
 * @throws ApiError `refund_not_found` if the organizer has no such refund
 * @throws ApiError `refund_not_failed` if the refund has not failed
 * @throws ApiError `refund_already_retried` if the refund was already retried
 */
export async function retryRefund(db: Db, scope: RequestScope, refundId: string): Promise<string> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    const failedRefund = await lockFailedRefund(tx, organizerId, refundId);
    const { payment_id, entry_id, amount, currency } = failedRefund;
    const payment = { organizer_id: organizerId, id: payment_id };
    const newRefundId = await insertRefund(tx, payment, { amount, currency, entry_id, retry_of: refundId }, now);
    const details = { newRefundId, amount, currency };
    await recordAudit(tx, scope, { action: 'refund.retry', subject: refundId, details, at: now });
    return newRefundId;
  });
}

/** Locks a failed refund, so that two operators cannot retry it at the same time. */
async function lockFailedRefund(tx: Db, organizerId: string, refundId: string): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`select * from payment_refunds
    where organizer_id = ${organizerId} and id = ${refundId} ${dialectOf(tx).forUpdate}`.execute(tx);
  const [refund] = rows;
  if (refund === undefined) throw new ApiError('refund_not_found', { refundId });
  if (refund.status !== 'failed') {
    throw new ApiError('refund_not_failed', { status: refund.status });
  }
  const retry = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('payment_id', '=', refund.payment_id)
    .where('retry_of', '=', refundId)
    .executeTakeFirst();
  if (retry !== undefined) throw new ApiError('refund_already_retried', { refundId: retry.id });
  return refund;
}

/** A payment with its refunds. */
export interface PaymentView {
  readonly id: string;
  readonly orderNumber: string;
  readonly method: string;
  readonly status: PaymentRow['status'];
  readonly amount: number;
  readonly currency: string;
  /** The provider's id of the payment. */
  readonly reference: string | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly disputes: readonly DisputeView[];
  readonly refunds: readonly {
    readonly id: string;
    /** The id of the failed refund that this refund retries; null for a first attempt. */
    readonly retryOf: string | null;
    readonly amount: number;
    /** The currency of the received money. It can differ from the currency of the payment. */
    readonly currency: string;
    readonly status: RefundRow['status'];
    readonly error: string | null;
    /** Null for a refund that was requested here; `provider` for one that was made there; `dispute` for a lost dispute. */
    readonly origin: RefundRow['origin'];
    /** Whether the organizer must still say which tickets it voids. */
    readonly asksTickets: boolean;
    readonly createdAt: string;
    /** When the status or the number of attempts last changed. */
    readonly updatedAt: string;
  }[];
}

/** Lists the payments of an order with their refunds, oldest first. */
export async function listPaymentsOfOrder(db: Db, organizerId: string, orderNumber: string): Promise<PaymentView[]> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .orderBy('id')
    .execute();
  const paymentIds = payments.map(({ id }) => id);
  const refunds = await db
    .selectFrom('payment_refunds as r')
    .select(['r.id', 'r.payment_id', 'r.retry_of as retryOf', 'r.amount', 'r.currency', 'r.status', 'r.error'])
    .select(['r.origin', 'r.asks_tickets', 'r.created_at as createdAt', 'r.updated_at as updatedAt'])
    .where('r.organizer_id', '=', organizerId)
    .where((eb) => dialectOf(db).isOneOf(eb.ref('r.payment_id'), paymentIds))
    // With the plain column, SQLite would read all refunds of the organizer in this order.
    .orderBy(sql`cast(r.id as text)`)
    .execute();
  const disputes = await listDisputes(db, organizerId, paymentIds);
  return payments.map((payment) => ({
    id: payment.id,
    orderNumber: payment.order_number,
    method: payment.method,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    reference: payment.reference,
    createdAt: payment.created_at,
    paidAt: payment.paid_at,
    refunds: refunds
      .filter((refund) => refund.payment_id === payment.id)
      .map(({ payment_id: _, asks_tickets, ...refund }) => ({ ...refund, asksTickets: asks_tickets === 1 })),
    disputes: disputes
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ paymentId: _, ...dispute }) => dispute),
  }));
}

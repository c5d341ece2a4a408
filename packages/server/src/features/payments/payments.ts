import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { PaymentMethod } from './provider.ts';

export type PaymentRow = Tables['payments'];

/** What of an order is to be paid, and how. */
export interface NewPayment {
  readonly orderNumber: string;
  readonly method: PaymentMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Begins a payment; gives its row. */
export async function openPayment(
  tx: Db,
  organizerId: string,
  { orderNumber, method, amount, currency }: NewPayment,
  now: string,
): Promise<PaymentRow> {
  const row: PaymentRow = {
    organizer_id: organizerId,
    id: newId('pay', Date.parse(now)),
    order_number: orderNumber,
    method,
    status: 'open',
    amount,
    currency,
    reference: null,
    charge_reference: null,
    redirect_url: null,
    attempt_count: 0,
    next_attempt_at: null,
    created_at: now,
    updated_at: now,
    paid_at: null,
  };
  await tx.insertInto('payments').values(row).execute();
  return row;
}

/** The payment of an order that is open in this way, the latest of several; null for none. */
export async function findOpenPayment(
  db: Db,
  organizerId: string,
  orderNumber: string,
  method: PaymentMethod,
): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('method', '=', method)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A payment; null where there is none of this id. */
export async function findPayment(db: Db, organizerId: string, paymentId: string): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row ?? null;
}

/** A payment, locked until the transaction ends. Lock its order before it. */
export async function lockPayment(tx: Db, organizerId: string, paymentId: string): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`select * from payments
    where organizer_id = ${organizerId} and id = ${paymentId} ${dialectOf(tx).forUpdate}`.execute(tx);
  return rows[0]!;
}

/**
 * Keeps where the buyer of an open payment goes on. One that was closed while its provider was still beginning it is closed
 * there too.
 *
 * @returns whether the buyer is to go there
 */
export async function keepRedirect(
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

/** Moves a payment that is not settled yet. */
async function settle(
  tx: Db,
  { organizer_id, id }: PaymentRow,
  changes: Pick<PaymentRow, 'status' | 'updated_at'> & Partial<PaymentRow>,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...changes, next_attempt_at: null })
    .where('organizer_id', '=', organizer_id)
    .where('id', '=', id)
    .where('status', 'not in', settled)
    .execute();
}

const settled = ['paid', 'refused'] as const;

/** Whether money has come for it: what comes after that is the same news again. */
export function isSettled({ status }: PaymentRow): boolean {
  return (settled as readonly string[]).includes(status);
}

/** Its money has come. */
export async function markReceived(
  tx: Db,
  payment: PaymentRow,
  chargeReference: string | null,
  now: string,
): Promise<void> {
  await settle(tx, payment, { status: 'paid', charge_reference: chargeReference, paid_at: now, updated_at: now });
}

/** Other money has come for it than was asked for. */
export async function markRefused(
  tx: Db,
  payment: PaymentRow,
  chargeReference: string | null,
  now: string,
): Promise<void> {
  await settle(tx, payment, { status: 'refused', charge_reference: chargeReference, paid_at: now, updated_at: now });
}

/** An open payment could not be begun, or its provider has given it up. */
export async function markFailed(db: Db, organizerId: string, paymentId: string, now: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'failed', updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', paymentId)
    .where('status', '=', 'open')
    .execute();
}

/**
 * Nothing more is wanted for these orders: payments of theirs that are open are closed, by their provider too where it has
 * begun one.
 */
export async function closePayments(
  tx: Db,
  organizerId: string,
  orderNumbers: readonly string[],
  now: string,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      status: sql<PaymentRow['status']>`case when method = 'stripe' then 'closing' else 'closed' end`,
      next_attempt_at: sql<string | null>`case when method = 'stripe' then cast(${now} as text) end`,
      updated_at: now,
    })
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), orderNumbers))
    .where('status', '=', 'open')
    .execute();
}

import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { PaymentRow } from './payments.ts';
import type { DisputeChange } from './provider.ts';

/** A dispute of a payment. */
export interface DisputeView {
  /** The provider's id of the dispute. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Why the bank of the buyer disputes the payment, in the words of the provider. */
  readonly reason: string;
  readonly status: Tables['payment_disputes']['status'];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Lists the disputes of payments, the oldest first. */
export function listDisputes(
  db: Db,
  organizerId: string,
  paymentIds: readonly string[],
): Promise<(DisputeView & { readonly paymentId: string })[]> {
  return db
    .selectFrom('payment_disputes')
    .select(['payment_id as paymentId', 'reference', 'amount', 'currency', 'reason', 'status'])
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(db).isOneOf(eb.ref('payment_id'), paymentIds))
    .orderBy('created_at')
    .execute();
}

/** Money of an order about which the organizer must know or decide something. */
export interface OrderMoney {
  readonly orderNumber: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

interface OfOrganizer {
  readonly organizerId: string;
  readonly limit: number;
}

const openDisputes = statement<OfOrganizer, OrderMoney>((db, param) =>
  db
    .selectFrom('payment_disputes')
    .select(['order_number as orderNumber', 'amount', 'currency'])
    .where('organizer_id', '=', param('organizerId'))
    // A literal: SQLite compares the condition of an index only with literals.
    .where('status', '=', sql.lit('open'))
    .orderBy('created_at', 'desc')
    .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/** Lists the open disputes of an organizer, the newest first. */
export function listOpenDisputes(db: Db, organizerId: string, limit: number): Promise<OrderMoney[]> {
  return openDisputes(db, { organizerId, limit });
}

const refundsWithoutTickets = statement<OfOrganizer, OrderMoney>((db, param) =>
  db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['p.order_number as orderNumber', 'r.amount', 'r.currency'])
    .where('r.organizer_id', '=', param('organizerId'))
    .where('p.organizer_id', '=', param('organizerId'))
    .where('r.asks_tickets', '=', sql.lit(1))
    .orderBy('r.id', 'desc')
    .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/** Lists refunds that were made at the provider, and for which the organizer must say which tickets become void. The newest first. */
export function listRefundsWithoutTickets(db: Db, organizerId: string, limit: number): Promise<OrderMoney[]> {
  return refundsWithoutTickets(db, { organizerId, limit });
}

/** Ends all questions which tickets of an order its refunds void, because it has none left. */
export async function endTicketQuestions(tx: Db, organizerId: string, orderNumber: string): Promise<void> {
  await sql`update payment_refunds set asks_tickets = 0
    where organizer_id = ${organizerId} and asks_tickets = 1
      and payment_id in (select p.id from payments as p
        where p.organizer_id = ${organizerId} and p.order_number = ${orderNumber})`.execute(tx);
}

/**
 * Ends the question which tickets of an order a refund voids.
 *
 * @returns whether the refund belongs to the order and was asking
 */
export async function endTicketQuestion(
  tx: Db,
  organizerId: string,
  { orderNumber, refundId, now }: { orderNumber: string; refundId: string; now: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`update payment_refunds set asks_tickets = 0, updated_at = ${now}
    where organizer_id = ${organizerId} and id = ${refundId} and asks_tickets = 1
      and payment_id in (select p.id from payments as p
        where p.organizer_id = ${organizerId} and p.order_number = ${orderNumber})
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Finds a dispute by the provider's id; undefined if none is stored. */
export function findDispute(tx: Db, organizerId: string, reference: string) {
  return tx
    .selectFrom('payment_disputes')
    .select(['status', 'amount'])
    .where('organizer_id', '=', organizerId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Stores a dispute, or the new status of one. */
export async function storeDispute(
  tx: Db,
  { organizer_id, id: payment_id, order_number, currency }: PaymentRow,
  { reference, amount, reason, status }: DisputeChange,
  now: string,
): Promise<void> {
  const change = { status, updated_at: now };
  const key = { organizer_id, reference };
  await tx
    .insertInto('payment_disputes')
    .values({ ...key, payment_id, order_number, amount, currency, reason, created_at: now, ...change })
    .onConflict((conflict) => conflict.columns(['organizer_id', 'reference']).doUpdateSet(change))
    .execute();
}

import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Receiver, Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { balanceChangeOf, balanceColumns } from './balance.ts';
import type { LedgerLine } from './ledger.ts';

/** The amounts (minor units) and counts that a ledger entry adds to the settlement. A missing value is zero. */
interface LedgerValues {
  readonly ordersPaid?: number;
  readonly ticketsSold?: number;
  readonly gross?: number;
  readonly refunds?: number;
  readonly platformFees?: number;
  readonly paymentFees?: number;
  readonly taxes?: number;
  readonly paidOut?: number;
}

/** An item of an order in a refund. */
interface RefundedItem {
  readonly itemId: string;
  readonly quantity: number;
  readonly ticketIds: readonly string[];
}

/** A new entry in the ledger of an event. */
export interface Posting extends LedgerValues {
  readonly kind: Tables['ledger_entries']['kind'];
  readonly eventId: string;
  readonly currency: string;
  readonly orderNumber?: string;
  readonly reference?: string;
  /** Who received the money of a sale, or paid a refund. */
  readonly receivedBy?: Receiver;
  /** The items that were sold or refunded. */
  readonly lines?: readonly LedgerLine[];
  /** The items and tickets of a refund. */
  readonly refundedItems?: readonly RefundedItem[];
  /** The time of the payment, the refund or the payout, RFC 3339. */
  readonly at: string;
}

/** Creates the settlement of a new event. */
export async function openSettlement(
  tx: Db,
  organizerId: string,
  event: { id: string; currency: string },
  now: string,
): Promise<void> {
  await tx
    .insertInto('settlements')
    .values({
      organizer_id: organizerId,
      id: newId('stl', Date.parse(now)),
      event_id: event.id,
      currency: event.currency,
      status: 'open',
      entry_count: 0,
      orders_paid: 0,
      tickets_sold: 0,
      gross: 0,
      refunds: 0,
      platform_fees: 0,
      payment_fees: 0,
      taxes: 0,
      paid_out: 0,
      collected_by_organizer: 0,
      collected_by_nobody: 0,
      deductions_of_nobody: 0,
      held: 0,
      updated_at: now,
    })
    .execute();
}

/**
 * Inserts ledger entries and adds their values to the settlements of their events, in the caller's transaction. Each value of a
 * settlement is therefore always the sum of its entries. If the balance of a paid settlement is no longer zero, its status
 * becomes `final` again, until the balance is zero.
 *
 * @returns the ids of the entries
 */
export async function postEntries(
  tx: Db,
  organizerId: string,
  postings: readonly Posting[],
  now: string,
): Promise<string[]> {
  // The settlements are locked before the entries are inserted, so the entries of an event are numbered in the sequence of the
  // commits. A reader that sees an entry therefore also sees all entries before it.
  const sums = sumByEvent(postings);
  await lockEvents(tx, organizerId, [...sums.keys()]);
  const lastPositions = new Map<string, number>();
  for (const [eventId, sum] of sums) {
    const entryCount = await addToSettlement(tx, organizerId, eventId, sum, now);
    lastPositions.set(eventId, entryCount - sum.entryCount);
  }
  const rows = postings.map((posting) => {
    const position = (lastPositions.get(posting.eventId) ?? 0) + 1;
    lastPositions.set(posting.eventId, position);
    return {
      organizer_id: organizerId,
      id: newId('led', Date.parse(posting.at)),
      event_id: posting.eventId,
      kind: posting.kind,
      order_number: posting.orderNumber ?? null,
      reference: posting.reference ?? null,
      currency: posting.currency,
      orders_paid: posting.ordersPaid ?? 0,
      tickets_sold: posting.ticketsSold ?? 0,
      gross: posting.gross ?? 0,
      refunds: posting.refunds ?? 0,
      platform_fees: posting.platformFees ?? 0,
      payment_fees: posting.paymentFees ?? 0,
      taxes: posting.taxes ?? 0,
      paid_out: posting.paidOut ?? 0,
      created_at: posting.at,
      position,
      lines: posting.lines === undefined ? null : JSON.stringify(posting.lines),
      received_by: posting.receivedBy ?? null,
      refunded_items: posting.refundedItems === undefined ? null : JSON.stringify(posting.refundedItems),
    };
  });
  await dialectOf(tx).insertMany(tx, 'ledger_entries', rows);
  return rows.map(({ id }) => id);
}

const lockEventRows = statement<{ organizerId: string; eventIds: unknown }, { id: string }>((db, param) => {
  const { isInList, forKeyShare } = dialectOf(db);
  return sql`select id from events where organizer_id = ${param('organizerId')}
    and ${isInList(sql.ref('id'), param('eventIds'))} order by id ${forKeyShare}`;
});

/**
 * Locks events as the foreign keys of ledger entries do. On PostgreSQL, such a lock can wait for a transaction that has changed the
 * event, for example one that has assigned bibs. That transaction may then wait for the settlement, so the settlement must not be
 * locked before the event.
 */
async function lockEvents(tx: Db, organizerId: string, eventIds: readonly string[]): Promise<void> {
  await lockEventRows(tx, { organizerId, eventIds: dialectOf(tx).listOf(eventIds) });
}

/** The sums of the postings of one event. */
type EventSum = Required<LedgerValues> & CollectedElsewhere & { readonly balance: number; readonly entryCount: number };

/** The amounts that the platform has not received. */
interface CollectedElsewhere {
  readonly collectedByOrganizer: number;
  readonly collectedByNobody: number;
  readonly deductionsOfNobody: number;
}

function collectedElsewhere(posting: Posting): CollectedElsewhere {
  const { receivedBy, gross = 0, refunds = 0, platformFees = 0, paymentFees = 0, taxes = 0 } = posting;
  return {
    collectedByOrganizer: receivedBy === 'organizer' ? gross - refunds : 0,
    collectedByNobody: receivedBy === 'nobody' ? gross - refunds : 0,
    deductionsOfNobody: receivedBy === 'nobody' ? platformFees + paymentFees + taxes : 0,
  };
}

const zeroValues: Required<LedgerValues> = {
  ordersPaid: 0,
  ticketsSold: 0,
  gross: 0,
  refunds: 0,
  platformFees: 0,
  paymentFees: 0,
  taxes: 0,
  paidOut: 0,
};

const zeroSum: EventSum = {
  ...zeroValues,
  ...{ collectedByOrganizer: 0, collectedByNobody: 0, deductionsOfNobody: 0, balance: 0, entryCount: 0 },
};

function sumByEvent(postings: readonly Posting[]): Map<string, EventSum> {
  const sums = new Map<string, Record<keyof EventSum, number>>();
  for (const posting of postings) {
    const sum = sums.get(posting.eventId) ?? { ...zeroSum };
    sum.entryCount += 1;
    sum.balance += balanceChangeOf(posting);
    for (const name of Object.keys(zeroValues) as (keyof LedgerValues)[]) sum[name] += posting[name] ?? 0;
    const elsewhere = collectedElsewhere(posting);
    for (const name of Object.keys(elsewhere) as (keyof CollectedElsewhere)[]) sum[name] += elsewhere[name];
    sums.set(posting.eventId, sum);
  }
  // Settlements are always updated in the order of their event ids, which prevents deadlocks.
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Addition extends EventSum {
  organizerId: string;
  eventId: string;
  now: string;
}

const addSum = statement<Addition, { entry_count: number }>((db, param) =>
  db
    .updateTable('settlements')
    .set({
      entry_count: sql`entry_count + ${param('entryCount')}`,
      orders_paid: sql`orders_paid + ${param('ordersPaid')}`,
      tickets_sold: sql`tickets_sold + ${param('ticketsSold')}`,
      gross: sql`gross + ${param('gross')}`,
      refunds: sql`refunds + ${param('refunds')}`,
      platform_fees: sql`platform_fees + ${param('platformFees')}`,
      payment_fees: sql`payment_fees + ${param('paymentFees')}`,
      taxes: sql`taxes + ${param('taxes')}`,
      paid_out: sql`paid_out + ${param('paidOut')}`,
      collected_by_organizer: sql`collected_by_organizer + ${param('collectedByOrganizer')}`,
      collected_by_nobody: sql`collected_by_nobody + ${param('collectedByNobody')}`,
      deductions_of_nobody: sql`deductions_of_nobody + ${param('deductionsOfNobody')}`,
      status: sql<'open' | 'final' | 'paid'>`case
        when status = 'open' then 'open'
        when ${balanceColumns} + ${param('balance')} = 0 then 'paid'
        else 'final' end`,
      updated_at: latestUpdateTime(param('now')),
    })
    .where('organizer_id', '=', param('organizerId'))
    .where('event_id', '=', param('eventId'))
    .returning('entry_count'),
);

/** @returns the number of ledger entries of the event, including the entries of the sum */
async function addToSettlement(
  tx: Db,
  organizerId: string,
  eventId: string,
  sum: EventSum,
  now: string,
): Promise<number> {
  const [row] = await addSum(tx, { ...sum, organizerId, eventId, now });
  if (row === undefined) throw new Error(`The event ${eventId} has no settlement.`);
  return row.entry_count;
}

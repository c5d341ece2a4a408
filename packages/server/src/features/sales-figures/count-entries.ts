import { sql } from 'kysely';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { listEntriesAfter } from '../settlements/index.ts';
import { changeChannel } from '../webhooks/index.ts';
import { sumEntries } from './sum-entries.ts';

/** An event whose ledger has entries that are not in the sums yet. */
export interface UncountedEvent {
  readonly organizerId: string;
  readonly eventId: string;
  /** The time zone of the organizer. */
  readonly timezone: string;
}

/** The maximum number of events in one run of the worker. */
export const maxEventsPerRun = 100;
/** The maximum number of ledger entries that one transaction counts. */
const maxEntriesPerTransaction = 500;
/** The maximum number of rows of one statement. Both databases limit the number of its parameters. */
const maxRowsPerStatement = 500;

const findUncounted = statement<{ limit: number }, UncountedEvent>((db, param) =>
  db
    .selectFrom('settlements as s')
    .innerJoin('organizers as o', 'o.id', 's.organizer_id')
    .leftJoin('figure_watermarks as w', (join) =>
      join.onRef('w.organizer_id', '=', 's.organizer_id').onRef('w.event_id', '=', 's.event_id'),
    )
    .select(['s.organizer_id as organizerId', 's.event_id as eventId', 'o.timezone'])
    .where(sql<boolean>`s.entry_count > coalesce(w.position, 0)`)
    .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/**
 * Finds events whose ledgers have entries that are not in the sums yet, of all organizers. It reads the settlement of each event, about
 * 1 ms for 1,000 events. An index would have to change with each sale. The worker pauses in proportion to this time.
 */
export async function findUncountedEvents(db: Db): Promise<UncountedEvent[]> {
  return findUncounted(db, { limit: maxEventsPerRun });
}

/**
 * Adds the next ledger entries of an event to the sums, and moves the watermark of the event in the same transaction. The watermark
 * is locked, so two workers never count the same entry. The transaction locks no row that a sale locks.
 *
 * @returns whether the event can have more entries that are not counted
 */
export async function countEntries(db: Db, { organizerId, eventId, timezone }: UncountedEvent): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const position = await lockWatermark(tx, organizerId, eventId);
    const limit = maxEntriesPerTransaction;
    const entries = await listEntriesAfter(tx, organizerId, eventId, { position, limit });
    const lastEntry = entries.at(-1);
    if (lastEntry === undefined) return false;
    const sums = sumEntries(entries, timezone);
    for (let start = 0; start < sums.length; start += maxRowsPerStatement) {
      await addSums(tx, sums.slice(start, start + maxRowsPerStatement));
    }
    await tx
      .updateTable('figure_watermarks')
      .set({ position: lastEntry.position })
      .where('organizer_id', '=', organizerId)
      .where('event_id', '=', eventId)
      .execute();
    await announceOnCommit(tx, changeChannel);
    return entries.length === limit;
  });
}

async function lockWatermark(tx: Db, organizerId: string, eventId: string): Promise<number> {
  await tx
    .insertInto('figure_watermarks')
    .values({ organizer_id: organizerId, event_id: eventId, position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<{ position: number }>`select position from figure_watermarks
    where organizer_id = ${organizerId} and event_id = ${eventId} ${dialectOf(tx).forUpdate}`.execute(tx);
  return rows[0]!.position;
}

const sumColumns = [
  'orders',
  'units',
  'units_refunded',
  'gross',
  'refunds',
  'fees',
  'taxes',
  'paid_out',
  'outside',
] as const satisfies readonly (keyof Tables['figure_days'])[];

async function addSums(tx: Db, rows: readonly Tables['figure_days'][]): Promise<void> {
  await tx
    .insertInto('figure_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organizer_id', 'scope', 'day', 'currency', 'event_id', 'offer_id'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            sumColumns.map((column) => [column, eb(`figure_days.${column}`, '+', eb.ref(`excluded.${column}`))]),
          ),
        ),
    )
    .execute();
}

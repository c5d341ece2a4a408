import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from './dialect.ts';
import type { Tables } from './tables.ts';

/** The number of rows per batch. It is small, so that other transactions do not wait long for the locks. */
const batchSize = 500;
/** The maximum number of batches per call. The next call deletes the remaining rows. */
const maxBatches = 2_000;

/**
 * Deletes rows in batches, each in a separate transaction. Any number of processes can run this at the same time.
 *
 * @param key the columns of the table's primary key
 * @param selection `where …` and, if an index supports it, `order by …`
 * @param organizerId the organizer of the rows; null for rows of all organizers, or of none
 */
export async function deleteInBatches<T extends keyof Tables>(
  db: Db,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  selection: RawBuilder<unknown>,
  organizerId: string | null = null,
): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const ofOrganizer = organizerId === null ? sql`` : sql`organizer_id = ${organizerId} and`;
  const { correlatesOrganizers, forUpdateSkipLocked } = dialectOf(db);
  // No lock spans the servers of several organizers. Without it, processes that run this at the same time wait for each other.
  const lock = correlatesOrganizers || organizerId !== null ? forUpdateSkipLocked : sql``;
  const batch = sql`delete from ${sql.table(table)} where ${ofOrganizer} (${columns}) in (
    select ${columns} from ${sql.table(table)} ${selection}
    limit ${sql.lit(batchSize)} ${lock})`;
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const { numAffectedRows } = await batch.execute(db);
    if (numAffectedRows !== BigInt(batchSize)) return;
  }
}

import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { newId } from '../../platform/ids.ts';

/** The slug of the sandbox of a live organizer. No live organizer can have a slug with a dot. */
export const sandboxSlugOf = (liveSlug: string) => `${liveSlug}.test`;

/** The sandbox of a live organizer: an organizer with its own data, for tests. */
export interface Sandbox {
  readonly id: string;
  readonly slug: string;
  /** The id of the live organizer. */
  readonly liveId: string;
  /** By how much its clock is ahead of the clock of the server, in milliseconds. */
  readonly clockOffsetMs: number;
  /** Since when its data is being deleted, RFC 3339; null if no reset is in progress. */
  readonly resetStartedAt: string | null;
}

type SandboxRow = Omit<Sandbox, 'liveId'> & { readonly liveId: string | null };

function sandboxes(db: Db) {
  return db
    .selectFrom('organizers')
    .select([
      'id',
      'slug',
      'sandbox_of as liveId',
      'clock_offset_ms as clockOffsetMs',
      'reset_started_at as resetStartedAt',
    ])
    .where('sandbox_of', 'is not', null);
}

const findById = statement<{ id: string }, SandboxRow>((db, param) => sandboxes(db).where('id', '=', param('id')));

/** The sandbox with this id of an organizer; null if the organizer is live. */
export async function findSandbox(db: Db, organizerId: string): Promise<Sandbox | null> {
  const [row] = await findById(db, { id: organizerId });
  return (row as Sandbox | undefined) ?? null;
}

/** The sandbox of a live organizer; null if it has none yet. */
export async function findSandboxOf(db: Db, liveId: string): Promise<Sandbox | null> {
  const row = await sandboxes(db).where('sandbox_of', '=', liveId).executeTakeFirst();
  return (row as Sandbox | undefined) ?? null;
}

/**
 * Creates the sandbox of a live organizer, with the settings of the live organizer except its bank account. If it already has a
 * sandbox, nothing changes.
 *
 * @param nowMs milliseconds since the epoch, by the server's clock
 * @returns whether it was created
 * @throws Error if there is no organizer with this id
 */
export async function insertSandbox(tx: Db, liveId: string, nowMs: number): Promise<boolean> {
  const live = await tx
    .selectFrom('organizers')
    .selectAll()
    .where('id', '=', liveId)
    .where('sandbox_of', 'is', null)
    // A change of the slug waits until there is a sandbox that follows it.
    .modifyEnd(dialectOf(tx).forUpdate)
    .executeTakeFirstOrThrow();
  const now = new Date(nowMs).toISOString();
  const inserted = await tx
    .insertInto('organizers')
    .values({
      ...live,
      id: newId('org', nowMs),
      slug: sandboxSlugOf(live.slug),
      account_holder: null,
      iban: null,
      bic: null,
      payment_text: null,
      sandbox_of: liveId,
      clock_offset_ms: 0,
      version: 0,
      reset_started_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** How far the clocks of sandboxes were moved. Clocks that were not moved are missing. */
export async function listClockOffsets(db: Db): Promise<{ organizerId: string; offsetMs: number }[]> {
  return db
    .selectFrom('organizers')
    .select(['id as organizerId', 'clock_offset_ms as offsetMs'])
    .where('clock_offset_ms', '>', 0)
    .execute();
}

/**
 * Moves the clock of a sandbox forward, unless another request has moved it further, or its data is being deleted.
 *
 * @returns whether it was moved
 */
export async function raiseClockOffset(tx: Db, organizerId: string, offsetMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('organizers')
    .set({ clock_offset_ms: offsetMs })
    .where('id', '=', organizerId)
    .where('sandbox_of', 'is not', null)
    .where('reset_started_at', 'is', null)
    .where('clock_offset_ms', '<', offsetMs)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Begins the reset of a sandbox: from now on, it sells nothing.
 *
 * @param now RFC 3339
 * @returns false if a reset is already in progress
 */
export async function beginReset(tx: Db, organizerId: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('organizers')
    .set({ reset_started_at: now, suspended_at: now })
    .where('id', '=', organizerId)
    .where('sandbox_of', 'is not', null)
    .where('reset_started_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The sandboxes whose data is being deleted. */
export async function listResets(db: Db): Promise<{ organizerId: string; startedAt: string }[]> {
  const rows = await db
    .selectFrom('organizers')
    .select(['id as organizerId', 'reset_started_at as startedAt'])
    .where('reset_started_at', 'is not', null)
    .execute();
  return rows as { organizerId: string; startedAt: string }[];
}

/** Ends the reset of a sandbox: its clock is that of the server, and it can sell again unless its live organizer is suspended. */
export async function endReset(tx: Db, organizerId: string): Promise<void> {
  await tx
    .updateTable('organizers as s')
    .set((eb) => ({
      clock_offset_ms: 0,
      reset_started_at: null,
      suspended_at: eb
        .selectFrom('organizers as live')
        .select('live.suspended_at')
        .whereRef('live.id', '=', 's.sandbox_of'),
    }))
    .where('s.id', '=', organizerId)
    .where('s.reset_started_at', 'is not', null)
    .execute();
}

import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** Sandboxes: organizers for tests, each with a reference to its live organizer, a clock of its own and the state of its reset. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'organizers', { sandbox_of: 'text?', clock_offset_ms: 'integer', reset_started_at: 'text?' });
  // A live organizer has at most one sandbox.
  await createIndex(db, 'organizers_sandbox_of', 'organizers (sandbox_of)', {
    unique: true,
    where: 'sandbox_of is not null',
  });
  await createIndex(db, 'organizers_moved_clock', 'organizers (id)', { where: 'clock_offset_ms > 0' });
  await createIndex(db, 'organizers_in_reset', 'organizers (id)', { where: 'reset_started_at is not null' });
}

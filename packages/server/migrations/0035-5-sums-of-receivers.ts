import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The sums of what the platform has not collected, and of the open disputes. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'settlements', {
    // Amounts minus refunds.
    collected_by_organizer: 'integer',
    collected_by_nobody: 'integer',
    // The fees and taxes of what nobody collected.
    deductions_of_nobody: 'integer',
    // The amounts of open disputes.
    held: 'integer',
  });
}

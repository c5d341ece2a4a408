import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The rules of a ticket type about the ages of its holders and about their categories: JSON. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ticket_types', { age_rule: 'text?', category_rule: 'text?' });
}

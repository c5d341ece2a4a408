import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../src/platform/database/dialect.ts';

/** The language of buyers whose own language is not known, or has no texts. */
export async function up(db: Kysely<never>): Promise<void> {
  const { types } = dialectOf(db);
  await sql`alter table events add column default_language ${types.text} not null default 'en'`.execute(db);
}

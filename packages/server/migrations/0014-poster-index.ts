import type { Kysely } from 'kysely';
import { createIndex } from '../src/platform/database/create-table.ts';

/** Finds the events that use an uploaded poster. The expression is `posterIdOf` of the catalog. */
export async function up(db: Kysely<never>): Promise<void> {
  const posterId =
    "(case when poster_url like '%.webp' then substr(poster_url, length(poster_url) - 36, 32) " +
    'else substr(poster_url, length(poster_url) - 35, 32) end)';
  await createIndex(db, 'events_by_poster', `events (organizer_id, ${posterId})`);
}

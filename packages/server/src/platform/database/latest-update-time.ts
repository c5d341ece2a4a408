import { type RawBuilder, sql } from 'kysely';

/** The later of `now` and `updated_at`, because the clock of the process that made the last change can be ahead. */
export function latestUpdateTime(now: RawBuilder<string> | string): RawBuilder<string> {
  return sql`case when updated_at < ${now} then ${now} else updated_at end`;
}

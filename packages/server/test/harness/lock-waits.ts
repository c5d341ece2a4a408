import { sql } from 'kysely';
import { type Db, dialectOf } from '../../src/platform/database/dialect.ts';

/** The number of statements that wait for a lock in a PostgreSQL database. On Citus, they wait on a worker. */
export async function countLockWaits(db: Db): Promise<number> {
  const activity = sql.table(dialectOf(db).sharding === 'citus' ? 'citus_stat_activity' : 'pg_stat_activity');
  const { rows } = await sql`select 1 from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

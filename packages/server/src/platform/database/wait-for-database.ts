import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, dialectOf } from './dialect.ts';

/** A restart of PostgreSQL takes seconds. */
const maxWaitMs = 30_000;
const pauseMs = 250;

/**
 * Waits for at most 30 s until the database accepts connections, if the reason passes by itself, such as a restart of PostgreSQL. Says
 * so on standard error.
 *
 * @throws the error of the last connection; at once, if it does not pass by itself
 */
export async function waitForDatabase(db: Db): Promise<void> {
  let startedMs: number | null = null;
  for (;;) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (dialectOf(db).classifyConnectionError(error) !== 'temporary') throw error;
      if (startedMs === null) {
        const reason = (error as Error).message || (error as { code?: string }).code;
        process.stderr.write(
          `warning: PostgreSQL is not available: ${reason}. Waiting up to ${maxWaitMs / 1_000} s.\n`,
        );
      }
      startedMs ??= performance.now();
      if (performance.now() - startedMs > maxWaitMs) throw error;
      await pause(pauseMs);
    }
  }
}

import type { ServiceClock } from './clock.ts';
import type { Secrets } from './crypto.ts';
import type { Db } from './database/dialect.ts';
import type { Running } from './lifecycle.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { repeat } from './repeat.ts';

/** The services that all jobs use. A service that only one job needs is an argument of the function that creates this job. */
export interface JobContext {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Background work. Any number of processes can run the same job at the same time. */
export interface Job {
  /** The name in log lines. */
  readonly name: string;
  start(context: JobContext): Running | Promise<Running>;
  /**
   * Releases the leases of a server that has stopped. Called before any process starts its jobs, and only if no other
   * server can use the database.
   *
   * @param now the current time in RFC 3339
   */
  readonly releaseLeases?: (db: Db, now: string) => Promise<void>;
}

/** The pause between two runs of a job that deletes old rows. */
export const purgeIntervalMs = 60_000;

/**
 * Creates a job that calls a function repeatedly. In one process, two calls never run at the same time.
 *
 * @param intervalMs the pause after each call
 */
export function repeatingJob(name: string, intervalMs: number, work: (context: JobContext) => Promise<unknown>): Job {
  return { name, start: (context) => ({ drain: repeat(name, intervalMs, context.log, () => work(context)) }) };
}

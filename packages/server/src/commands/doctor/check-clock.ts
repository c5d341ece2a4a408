import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { type CheckResult, checked, error, type Finding, skipped, warning } from './finding.ts';

/** Differences below this do not matter. */
const maxOffsetMs = 5_000;
/** With larger differences, codes and sessions end too early, and payment providers and receivers of webhooks reject signatures. */
const seriousOffsetMs = 60_000;

/** The difference between another clock and the clock of this machine. */
export interface ClockReference {
  readonly name: string;
  /** The other clock minus the clock of this machine, in milliseconds. */
  readonly offsetMs: number;
}

/**
 * The smallest difference between another clock and the clock of this machine that explains a response.
 *
 * @param otherMs the time of the other clock, which it sent after `startedMs`
 * @param startedMs when this machine sent its request
 * @param precisionMs the other clock was at most this much later than `otherMs`
 * @returns the other clock minus the clock of this machine, in milliseconds; 0 if the delay of the response explains the times
 */
export function clockOffset(otherMs: number, startedMs: number, precisionMs = 1): number {
  const endedMs = Date.now();
  if (otherMs > endedMs) return otherMs - endedMs;
  return Math.min(0, otherMs + precisionMs - startedMs);
}

/**
 * Reads the clock of PostgreSQL.
 *
 * @returns as `clockOffset`
 */
export async function readClockOffset(db: Db): Promise<number> {
  const startedMs = Date.now();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return clockOffset(rows[0]!.now, startedMs);
}

/**
 * Compares the clock of this machine with other clocks.
 *
 * @param databaseFiles the files of SQLite. A file that was changed in the future shows that the clock was set back.
 */
export function checkClock(references: readonly ClockReference[], databaseFiles: readonly string[]): CheckResult {
  const action = 'Synchronize the clock of this machine, for example with "timedatectl set-ntp true".';
  const findings = references.flatMap(({ name, offsetMs }): Finding[] => {
    if (Math.abs(offsetMs) < maxOffsetMs) return [];
    const seconds = Math.round(Math.abs(offsetMs) / 1_000);
    const problem = `The clock of this machine is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the clock of ${name}.`;
    return [Math.abs(offsetMs) < seriousOffsetMs ? warning(problem, action) : error(problem, action)];
  });
  const changeTimesMs = databaseFiles.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const lastChangeMs = Math.max(0, ...changeTimesMs);
  if (lastChangeMs - Date.now() > seriousOffsetMs) {
    const time = new Date(lastChangeMs).toISOString();
    findings.push(
      error(`The clock was set back: the database was changed at ${time}, which is in the future.`, action),
    );
  }
  if (references.length === 0 && lastChangeMs === 0) return skipped('clock', 'there is no other clock to compare with');
  const names = [...references.map(({ name }) => name), ...(lastChangeMs === 0 ? [] : ['the files of the database'])];
  return checked('clock', `compared with ${names.join(' and ')}`, findings);
}

import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { runPrepared, statement } from '../../platform/database/statement.ts';
import type { FinishedAttempt } from './record-outcomes.ts';

const hourMs = 3_600_000;
/** The maximum number of rows that a prepared statement inserts. */
const preparedRowsMax = 32;

/** The mantissas of the upper bounds: ten for each power of ten, each about a quarter above the previous one (ISO 3, R10). */
const mantissas = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8];
/** Upper bounds of latencies, in milliseconds. Attempts take at most 15 s. */
const latencyBounds = [
  ...[1, 2, 3, 4, 5, 6, 8],
  ...[10, 100, 1_000].flatMap((unit) => mantissas.map((mantissa) => Math.round(mantissa * unit))),
  ...[10_000, 12_500, 16_000, 20_000],
];

/** The upper bound under which a latency is counted. */
export function latencyBound(latencyMs: number): number {
  return latencyBounds.find((bound) => latencyMs <= bound) ?? latencyBounds.at(-1)!;
}

type CountRow = readonly [organizerId: string, endpointId: string, hour: string, outcome: string, latencyMs: number];

/**
 * Counts attempts by endpoint, hour, outcome and latency. Call it last in a transaction: other workers wait for these rows, and
 * with no locks after these there is no deadlock.
 */
export async function countAttempts(tx: Db, attempts: readonly FinishedAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const counts = new Map<string, { row: CountRow; attempts: number }>();
  for (const { delivery, outcome, startedAtMs } of attempts) {
    const row: CountRow = [
      delivery.organizerId,
      delivery.endpointId,
      startOfHour(startedAtMs),
      outcome.error === null ? 'succeeded' : 'failed',
      latencyBound(outcome.latencyMs),
    ];
    const key = row.join(' ');
    const counted = counts.get(key);
    if (counted === undefined) counts.set(key, { row, attempts: 1 });
    else counted.attempts += 1;
  }
  // All workers lock the rows in the same order.
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const values = sorted.map(([, { row, attempts }]) => sql`(${sql.join([...row, attempts])})`);
  const query = sql`insert into webhook_attempt_counts (organizer_id, endpoint_id, hour, outcome, latency_ms, attempts)
    values ${sql.join(values)}
    on conflict (organizer_id, endpoint_id, hour, outcome, latency_ms)
    do update set attempts = webhook_attempt_counts.attempts + excluded.attempts`;
  // The text depends on the number of rows. More rows than these are rare, and each number would be a prepared statement of its own.
  if (sorted.length <= preparedRowsMax) await runPrepared(tx, query);
  else await query.execute(tx);
}

/** The attempts to an endpoint in a period. */
export interface AttemptSummary {
  readonly succeeded: number;
  readonly failed: number;
  /** Half of the attempts took at most this long; null without attempts. */
  readonly latencyMedianMs: number | null;
  readonly latencyHighMs: number | null;
  /** One entry for each hour of the period, oldest first. */
  readonly hours: { readonly start: string; readonly succeeded: number; readonly failed: number }[];
}

const readCounts = statement<
  { organizerId: string; endpointId: string; since: string },
  { hour: string; outcome: 'succeeded' | 'failed'; latency_ms: number; attempts: number }
>((db, param) =>
  db
    .selectFrom('webhook_attempt_counts')
    .select(['hour', 'outcome', 'latency_ms', 'attempts'])
    .where('organizer_id', '=', param('organizerId'))
    .where('endpoint_id', '=', param('endpointId'))
    .where('hour', '>=', param('since')),
);

/** Summarizes the attempts of the current hour and the 23 hours before it. It reads counts, not attempts. */
export async function summarizeAttempts(
  db: Db,
  organizerId: string,
  endpointId: string,
  nowMs: number,
): Promise<AttemptSummary> {
  const starts = Array.from({ length: 24 }, (_, index) => startOfHour(nowMs - (23 - index) * hourMs));
  const rows = await readCounts(db, { organizerId, endpointId, since: starts[0]! });
  const total = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((sum, row) => (matches(row) ? sum + Number(row.attempts) : sum), 0);
  return {
    succeeded: total(({ outcome }) => outcome === 'succeeded'),
    failed: total(({ outcome }) => outcome === 'failed'),
    latencyMedianMs: percentile(rows, 0.5),
    latencyHighMs: percentile(rows, 0.95),
    hours: starts.map((start) => ({
      start,
      succeeded: total(({ hour, outcome }) => hour === start && outcome === 'succeeded'),
      failed: total(({ hour, outcome }) => hour === start && outcome === 'failed'),
    })),
  };
}

/** The smallest counted latency that at least this share of the attempts did not exceed; null without attempts. */
function percentile(rows: readonly { latency_ms: number; attempts: number }[], share: number): number | null {
  const sorted = [...rows].sort((a, b) => a.latency_ms - b.latency_ms);
  const total = sorted.reduce((sum, { attempts }) => sum + attempts, 0);
  let counted = 0;
  return (
    sorted.find(({ attempts }) => {
      counted += attempts;
      return counted >= total * share;
    })?.latency_ms ?? null
  );
}

/** The start of the hour of a time, in the stored format. */
export function startOfHour(epochMs: number): string {
  return timestamp(epochMs - (epochMs % hourMs));
}

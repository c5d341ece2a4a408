import { type RawBuilder, sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { scanNewest } from '../../platform/database/scan.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { firstIdOf } from '../../platform/ids.ts';
import type { StoredProblem } from './stored-problem.ts';

/** The filters of the log. Filters that are undefined are not applied. */
export interface RequestFilters {
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  /** A status such as `404`, or a class such as `4xx`. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly minLatencyMs?: number | undefined;
  /** RFC 3339. */
  readonly since?: string | undefined;
  /** RFC 3339, exclusive. */
  readonly until?: string | undefined;
}

/** A logged request. */
export interface LoggedRequest {
  readonly id: string;
  readonly keyId: string;
  readonly startedAt: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly problem: (StoredProblem & { readonly code: string }) | null;
}

/** A page of an organizer's logged requests, newest first. It can have fewer rows than its limit although there are more pages. */
export async function listRequests(
  db: Db,
  organizerId: string,
  { limit, cursor, ...filters }: RequestFilters & { limit: number; cursor?: string | undefined },
): Promise<{ data: LoggedRequest[]; hasMore: boolean; nextCursor: string | null }> {
  const scan = { limit, idPrefix: 'req' as const, cursor, ...conditionsOf(filters) };
  const { rows, ...rest } = await scanNewest(db, 'request_log_entries', organizerId, scan);
  return { data: rows.map(toLoggedRequest), ...rest };
}

/** Divides filters into the range of an index and conditions that are checked for each row of the range. */
function conditionsOf(query: RequestFilters): { range: RawBuilder<boolean>[]; filters: RawBuilder<boolean>[] } {
  const { requestId, keyId, method, route, status, code, minLatencyMs, since, until } = query;
  const range: RawBuilder<boolean>[] = [];
  const filters: RawBuilder<boolean>[] = [];
  if (requestId !== undefined) range.push(sql<boolean>`t.id = ${requestId}`);
  if (since !== undefined) range.push(sql<boolean>`t.id >= ${firstIdOf('req', Date.parse(since))}`);
  if (until !== undefined) range.push(sql<boolean>`t.id < ${firstIdOf('req', Date.parse(until))}`);
  const isFailed = code !== undefined || (status !== undefined && status >= '4');
  // The same text as in the condition of the partial index of failed requests.
  if (isFailed) range.push(sql<boolean>`t.status >= 400`);
  if (keyId !== undefined) (isFailed ? filters : range).push(sql<boolean>`t.key_id = ${keyId}`);
  if (method !== undefined) filters.push(sql<boolean>`t.method = ${method}`);
  if (route !== undefined) filters.push(sql<boolean>`t.route = ${route}`);
  if (code !== undefined) filters.push(sql<boolean>`t.code = ${code}`);
  if (minLatencyMs !== undefined) filters.push(sql<boolean>`t.latency_ms >= ${minLatencyMs}`);
  if (status !== undefined) {
    const [lowest, highest] = [status.replace('xx', '00'), status.replace('xx', '99')].map(Number);
    filters.push(sql<boolean>`t.status between ${lowest} and ${highest}`);
  }
  return { range, filters };
}

function toLoggedRequest(row: Tables['request_log_entries']): LoggedRequest {
  return {
    id: row.id,
    keyId: row.key_id,
    startedAt: row.started_at,
    method: row.method,
    route: row.route,
    status: row.status,
    latencyMs: row.latency_ms,
    problem:
      row.code === null || row.problem === null
        ? null
        : { code: row.code, ...(JSON.parse(row.problem) as StoredProblem) },
  };
}

/** The number of requests. */
interface RequestCounts {
  readonly requests: number;
  /** Responses with a status of 400 or above, except those of `limitRefusals`. */
  readonly errors: number;
  /** Requests that a rate limit rejected. */
  readonly limitRefusals: number;
}

/** The number of requests over time and by key. */
export interface Usage {
  readonly interval: Interval;
  /** All intervals of the period, oldest first. */
  readonly series: (RequestCounts & { readonly start: string })[];
  /** The keys that were used in the period, most requests first. */
  readonly keys: (RequestCounts & { readonly keyId: string })[];
}

export type Interval = 'hour' | 'day';

const hourMs = 3_600_000;
const intervalMs: Readonly<Record<Interval, number>> = { hour: hourMs, day: 24 * hourMs };

/** Periods up to now, in hours or in days of UTC. */
export const periods = {
  '24h': { interval: 'hour', count: 24 },
  '7d': { interval: 'hour', count: 7 * 24 },
  '30d': { interval: 'day', count: 30 },
  '90d': { interval: 'day', count: 90 },
} as const satisfies Record<string, { interval: Interval; count: number }>;

export type Period = keyof typeof periods;

const counts = {
  requests: sql<number>`cast(sum(requests) as bigint)`.as('requests'),
  errors: sql<number>`cast(sum(errors) as bigint)`.as('errors'),
  limitRefusals: sql<number>`cast(sum(limit_refusals) as bigint)`.as('limitRefusals'),
};

/**
 * Counts an organizer's requests in a period up to now, of one key or of all.
 *
 * @param nowMs milliseconds since the epoch
 */
export async function readUsage(
  db: Db,
  organizerId: string,
  { period, keyId }: { period: Period; keyId?: string | undefined },
  nowMs: number,
): Promise<Usage> {
  const { interval, count } = periods[period];
  const stepMs = intervalMs[interval];
  const firstMs = (Math.floor(nowMs / stepMs) - count + 1) * stepMs;
  const starts = Array.from({ length: count }, (_, index) => timestamp(firstMs + index * stepMs));
  const prefixLength = interval === 'hour' ? '2026-11-20T09'.length : '2026-11-20'.length;
  const start = sql<string>`substr(hour, 1, ${sql.lit(prefixLength)})`;
  let usage = db
    .selectFrom('key_usage')
    .select(Object.values(counts))
    .where('organizer_id', '=', organizerId)
    .where('hour', '>=', timestamp(firstMs));
  if (keyId !== undefined) usage = usage.where('key_id', '=', keyId);
  const rows = await usage.select(start.as('start')).groupBy(start).execute();
  const countsByStart = new Map(rows.map(({ start: prefix, ...row }) => [prefix, row]));
  const none: RequestCounts = { requests: 0, errors: 0, limitRefusals: 0 };
  return {
    interval,
    series: starts.map((time) => ({ start: time, ...(countsByStart.get(time.slice(0, prefixLength)) ?? none) })),
    keys: await usage
      .select('key_id as keyId')
      .groupBy('key_id')
      .orderBy('requests', 'desc')
      .orderBy('key_id')
      .limit(keysMax)
      .execute(),
  };
}

/** The maximum number of keys in a response. */
export const keysMax = 200;

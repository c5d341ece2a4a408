import { type RawBuilder, sql } from 'kysely';
import { type ServiceClock, timestamp } from '../clock.ts';
import { type Db, dialectOf } from '../database/dialect.ts';
import type { Param } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** The tables that have the columns of a queue. */
type QueueTable = {
  [T in keyof Tables]: Tables[T] extends { status: string; next_attempt_at: string | null; attempt_count: number }
    ? T
    : never;
}[keyof Tables];

/**
 * A table whose rows workers claim with a lease. `next_attempt_at` is the time at which a row is due. A claim sets it to
 * the time at which the lease expires. At that time, the row is due again. This time also identifies the lease.
 */
export interface LeasedTable<T extends QueueTable = QueueTable> {
  readonly table: T;
  /** The status of rows that are due or claimed. */
  readonly status: Tables[T]['status'];
  readonly leaseMs: number;
  /** The maximum `attempt_count` of a row that was claimed and has not failed yet. */
  readonly attemptsBeforeFailure: 0 | 1;
}

/** The time parameters of every claim, in RFC 3339. */
export interface ClaimTimes {
  readonly now: string;
  readonly leaseExpiresAt: string;
}

/** The organizers whose rows a claim takes: those whose clock is `now` of the claim. */
export interface ClaimedOrganizers {
  /** The sandbox whose rows are claimed; empty for all organizers that use the server's clock. */
  readonly only: string;
  /** The list of the sandboxes whose clocks were moved. Their rows are claimed only by a claim for one of them. */
  readonly moved: unknown;
}

/** The claims that together take the due rows of all organizers: one by the server's clock, and one for each moved clock. */
export function claimsByClock(db: Db, clock: ServiceClock): { nowMs: number; organizers: ClaimedOrganizers }[] {
  const moved = dialectOf(db).listOf([...clock.moved.keys()]);
  return [
    { nowMs: clock.now(), organizers: { only: '', moved } },
    ...[...clock.moved].map(([only, own]) => ({ nowMs: own.now(), organizers: { only, moved } })),
  ];
}

/** The condition that a row belongs to the organizers of a claim. */
export function isOfClaim<P extends ClaimedOrganizers>(db: Db, param: Param<P>): RawBuilder<boolean> {
  const only = sql`cast(${param('only')} as text)`;
  const isMoved = dialectOf(db).isInList(sql`organizer_id`, param('moved'));
  return sql<boolean>`case when ${only} = '' then organizer_id is null or not ${isMoved} else organizer_id = ${only} end`;
}

export interface Lease {
  leaseExpiresAt: string;
}

/**
 * Claims rows that are due, in one short transaction. Before that, it reads without a transaction, because most polls find no
 * row.
 *
 * @param findDue returns a row if at least one row is due
 * @param claim runs the conditional update that sets `next_attempt_at`
 */
export async function claimDue<P extends ClaimTimes, R extends object>(
  db: Db,
  params: P,
  findDue: (db: Db, params: P) => Promise<unknown[]>,
  claim: (tx: Db, params: P) => Promise<R[]>,
): Promise<(R & Lease)[]> {
  if ((await findDue(db, params)).length === 0) return [];
  const rows = await db.transaction().execute(async (tx) => claim(tx, params));
  return rows.map((row) => ({ ...row, leaseExpiresAt: params.leaseExpiresAt }));
}

export function claimTimes({ leaseMs }: LeasedTable, nowMs: number): ClaimTimes {
  return { now: timestamp(nowMs), leaseExpiresAt: timestamp(nowMs + leaseMs) };
}

/** A condition that is true while the row has this lease. Without the lease, a worker must not record a result. */
export function hasLease({ status }: LeasedTable, { leaseExpiresAt }: Lease): RawBuilder<boolean> {
  return sql<boolean>`status = ${sql.lit(status)} and next_attempt_at = ${leaseExpiresAt}`;
}

/**
 * Releases the leases after a crash, so that claimed rows are due now. Call it only while no worker can run. Rows whose
 * retry is due within the length of a lease also become due, because they cannot be distinguished from claimed rows. All
 * rows that have not failed yet also become due, because the clock may have been set back after they were claimed.
 *
 * @param now the current time in RFC 3339
 */
export async function releaseLeases(
  db: Db,
  { table, status, leaseMs, attemptsBeforeFailure }: LeasedTable,
  now: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set next_attempt_at = ${now}
    where status = ${sql.lit(status)} and next_attempt_at > ${now}
      and (next_attempt_at <= ${timestamp(Date.parse(now) + leaseMs)}
        or attempt_count <= ${sql.lit(attemptsBeforeFailure)})`.execute(db);
}

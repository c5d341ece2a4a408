import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { assertIdCursor } from '../../platform/database/page.ts';
import { scanNewest } from '../../platform/database/scan.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Scope } from './scopes.ts';

type Row = Tables['scope_requests'];

export type ScopeRequestStatus = Row['status'];

/** A request of a member for a scope that only the operator grants. */
export interface ScopeRequest {
  readonly id: string;
  readonly keyId: string;
  readonly scope: Scope;
  readonly reason: string;
  readonly status: ScopeRequestStatus;
  /** The id of the user. */
  readonly requestedBy: string;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** The text of the operator for the member; null without one. */
  readonly note: string | null;
}

/** A request with its organizer, key and member, for the operator. */
export interface OperatorScopeRequest extends ScopeRequest {
  readonly organizerId: string;
  readonly organizerSlug: string;
  readonly organizerName: string;
  readonly keyName: string;
  readonly keyLast4: string;
  readonly requestedByEmail: string;
}

/** The outcome of a request. */
export interface Decision {
  readonly status: Exclude<ScopeRequestStatus, 'pending'>;
  readonly decidedBy: string;
  readonly at: string;
  readonly note?: string | null;
}

interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** A page of an organizer's requests, newest first. */
export async function listScopeRequests(
  db: Db,
  organizerId: string,
  query: {
    limit: number;
    cursor?: string | undefined;
    keyId?: string | undefined;
    status?: ScopeRequestStatus | undefined;
  },
): Promise<Page<ScopeRequest>> {
  const filters = [
    ...(query.keyId === undefined ? [] : [sql<boolean>`t.key_id = ${query.keyId}`]),
    ...(query.status === undefined ? [] : [sql<boolean>`t.status = ${query.status}`]),
  ];
  const { rows, ...rest } = await scanNewest(db, 'scope_requests', organizerId, { ...query, idPrefix: 'srq', filters });
  return { data: rows.map(toScopeRequest), ...rest };
}

const selectForOperator = (db: Db) =>
  db
    .selectFrom('scope_requests as r')
    .innerJoin('organizers as o', 'o.id', 'r.organizer_id')
    .innerJoin('api_keys as k', (join) =>
      join.onRef('k.organizer_id', '=', 'r.organizer_id').onRef('k.id', '=', 'r.key_id'),
    )
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .selectAll('r')
    .select(['o.slug', 'o.name as organizer_name', 'k.name as key_name', 'k.last4', 'u.email']);

type OperatorRow = Awaited<ReturnType<ReturnType<typeof selectForOperator>['executeTakeFirstOrThrow']>>;

/**
 * A page of the requests of all organizers with a status, newest first, for the operator.
 *
 * @throws ApiError `invalid_cursor` if the cursor is not an id
 */
export async function listScopeRequestsForOperator(
  db: Db,
  { status, limit, cursor }: { status: ScopeRequestStatus; limit: number; cursor?: string | undefined },
): Promise<Page<OperatorScopeRequest>> {
  assertIdCursor('srq', cursor);
  let query = selectForOperator(db)
    .where('r.status', '=', status)
    .orderBy('r.id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where('r.id', '<', cursor);
  const rows = await query.execute();
  const data = rows.slice(0, limit).map(toOperatorScopeRequest);
  const hasMore = rows.length > limit;
  return { data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/** A request of any organizer, for the operator; null if there is none. */
export async function findScopeRequest(db: Db, id: string): Promise<OperatorScopeRequest | null> {
  const row = await selectForOperator(db).where('r.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toOperatorScopeRequest(row);
}

/**
 * Decides a pending request. Of several concurrent decisions, one succeeds.
 *
 * @returns whether the request was pending
 */
export async function closeScopeRequest(
  tx: Db,
  organizerId: string,
  id: string,
  { status, decidedBy, at, note = null }: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scope_requests')
    .set({ status, decided_by: decidedBy, decided_at: at, note })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Closes the pending requests of a key: those for one scope, or all. */
export async function closeScopeRequests(
  tx: Db,
  organizerId: string,
  keyId: string,
  { status, decidedBy, at, note = null }: Decision,
  scope?: Scope,
): Promise<void> {
  let update = tx
    .updateTable('scope_requests')
    .set({ status, decided_by: decidedBy, decided_at: at, note })
    .where('organizer_id', '=', organizerId)
    .where('key_id', '=', keyId)
    .where('status', '=', 'pending');
  if (scope !== undefined) update = update.where('scope', '=', scope);
  await update.execute();
}

/** The scopes of the pending requests for a key that others than this actor have made. */
export async function listRequestedScopes(
  tx: Db,
  organizerId: string,
  { keyId, byOthersThan }: { keyId: string; byOthersThan: string },
): Promise<Scope[]> {
  const rows = await tx
    .selectFrom('scope_requests')
    .select('scope')
    .where('organizer_id', '=', organizerId)
    .where('key_id', '=', keyId)
    .where('status', '=', 'pending')
    .where('requested_by', '<>', byOthersThan)
    .execute();
  return rows.map(({ scope }) => scope as Scope);
}

/** Moves the pending requests of a key to the key that replaces it. */
export async function moveScopeRequests(
  tx: Db,
  organizerId: string,
  { fromKeyId, toKeyId }: { fromKeyId: string; toKeyId: string },
): Promise<void> {
  await tx
    .updateTable('scope_requests')
    .set({ key_id: toKeyId })
    .where('organizer_id', '=', organizerId)
    .where('key_id', '=', fromKeyId)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Inserts a pending request.
 *
 * @returns whether it was inserted: there is at most one pending request for a scope of a key
 */
export async function insertScopeRequest(tx: Db, row: Row): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('scope_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function toScopeRequest(row: Row): ScopeRequest {
  return {
    id: row.id,
    keyId: row.key_id,
    scope: row.scope as Scope,
    reason: row.reason,
    status: row.status,
    requestedBy: row.requested_by,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    note: row.note,
  };
}

function toOperatorScopeRequest(row: OperatorRow): OperatorScopeRequest {
  return {
    ...toScopeRequest(row),
    organizerId: row.organizer_id,
    organizerSlug: row.slug,
    organizerName: row.organizer_name,
    keyName: row.key_name,
    keyLast4: row.last4,
    requestedByEmail: row.email,
  };
}

import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { scanNewest } from '../../platform/database/scan.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { firstIdOf } from '../../platform/ids.ts';
import type { Origin } from '../../platform/scope.ts';
import type { AuditAction } from './actions.ts';

/** A recorded action. */
export interface AuditEntry extends Origin {
  readonly id: string;
  readonly at: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The filters of the audit log. Filters that are undefined are not applied. */
export interface AuditFilters {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  /** RFC 3339 in UTC. */
  readonly since?: string | undefined;
  /** RFC 3339 in UTC, exclusive. */
  readonly until?: string | undefined;
}

/**
 * An organizer's audit entries, newest first.
 *
 * @param query.since only actions at or after this time (RFC 3339 in UTC)
 */
export async function listAudit(
  db: Db,
  organizerId: string,
  query: { since?: string; limit: number },
): Promise<AuditEntry[]> {
  let entries = db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit);
  if (query.since !== undefined) entries = entries.where('created_at', '>=', query.since);
  return (await entries.execute()).map(toEntry);
}

/**
 * The audit entries of actions that belong to no organizer, newest first.
 *
 * @param query.since only actions at or after this time (RFC 3339 in UTC)
 */
export async function listServiceAudit(db: Db, query: { since?: string; limit: number }): Promise<AuditEntry[]> {
  let entries = db.selectFrom('service_audit_entries').selectAll().orderBy('id', 'desc').limit(query.limit);
  if (query.since !== undefined) entries = entries.where('id', '>=', firstIdOf('aud', Date.parse(query.since)));
  return (await entries.execute()).map(toEntry);
}

/** A page of an organizer's audit entries, newest first. It can have fewer rows than its limit although there are more pages. */
export async function listAuditPage(
  db: Db,
  organizerId: string,
  { limit, cursor, ...filters }: AuditFilters & { limit: number; cursor?: string | undefined },
): Promise<{ data: AuditEntry[]; hasMore: boolean; nextCursor: string | null }> {
  const scan = { limit, idPrefix: 'aud' as const, cursor, ...conditionsOf(filters) };
  const { rows, ...rest } = await scanNewest(db, 'audit_entries', organizerId, scan);
  return { data: rows.map(toEntry), ...rest };
}

/** The number of entries that are read at a time. */
const batchSize = 500;

/** All audit entries of an organizer that the filters select, newest first, in batches. */
export async function* readAudit(
  db: Db,
  organizerId: string,
  filters: AuditFilters,
): AsyncGenerator<readonly AuditEntry[]> {
  let cursor: string | undefined;
  do {
    const page = await listAuditPage(db, organizerId, { ...filters, limit: batchSize, cursor });
    yield page.data;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function conditionsOf({ action, actor, since, until }: AuditFilters) {
  const range: RawBuilder<boolean>[] = [];
  const filters: RawBuilder<boolean>[] = [];
  if (since !== undefined) range.push(sql<boolean>`t.id >= ${firstIdOf('aud', Date.parse(since))}`);
  if (until !== undefined) range.push(sql<boolean>`t.id < ${firstIdOf('aud', Date.parse(until))}`);
  if (action !== undefined) filters.push(sql<boolean>`t.action = ${action}`);
  if (actor !== undefined) filters.push(sql<boolean>`t.actor = ${actor}`);
  return { range, filters };
}

/**
 * The changes of some resources, newest first. Reads of personal data are left out.
 *
 * @param subjects the ids or numbers of the resources
 */
export async function listChangesOf(
  db: Db,
  organizerId: string,
  subjects: readonly string[],
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(db).isOneOf(eb.ref('subject'), subjects))
    .where(sql<boolean>`(action <> ${'order.personal_data.read' satisfies AuditAction}) is true`)
    // With the plain column, SQLite would read all entries of the organizer in this order.
    .orderBy(sql`cast(created_at as text)`, 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

function toEntry(row: Tables['service_audit_entries']): AuditEntry {
  return {
    id: row.id,
    at: row.created_at,
    actor: row.actor,
    action: row.action as AuditAction,
    subject: row.subject,
    details: JSON.parse(row.details) as AuditEntry['details'],
    address: row.address,
    requestId: row.request_id,
  };
}

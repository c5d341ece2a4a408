import type { Db } from '../../platform/database/dialect.ts';
import type { AuditAction, AuditOrigin } from './record-audit.ts';

/** A recorded action. */
export interface AuditEntry extends AuditOrigin {
  readonly id: string;
  readonly at: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
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
  return (await entries.execute()).map((row) => ({
    id: row.id,
    at: row.created_at,
    actor: row.actor,
    action: row.action as AuditAction,
    subject: row.subject,
    details: JSON.parse(row.details) as AuditEntry['details'],
    address: row.address,
    requestId: row.request_id,
  }));
}

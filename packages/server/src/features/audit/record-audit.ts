import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';

/** What is written down when it happens. */
export type AuditAction =
  | 'key.create'
  | 'key.roll'
  | 'key.revoke'
  | 'key.grant'
  | 'key.ungrant'
  | 'order.personal_data.read';

/** Who does something, and from where. */
export interface AuditOrigin {
  /** The id of a key, or `operator`. */
  readonly actor: string;
  /** The client's address; null at the command line. */
  readonly address: string | null;
  /** The `Request-Id` of the answer; null at the command line. */
  readonly requestId: string | null;
}

/** Whoever runs the service, at the command line. */
export const byOperator: AuditOrigin = { actor: 'operator', address: null, requestId: null };

/**
 * Writes down who did what. Called in the transaction of the change that it tells of, both are committed or neither;
 * called outside any, it is committed when this returns.
 *
 * @param entry.subject the id or number of what it was done to
 * @param entry.details names and settings: never a personal value, never a key
 * @param entry.at RFC 3339
 */
export async function recordAudit(
  db: Db,
  organizerId: string,
  entry: AuditOrigin & {
    readonly action: AuditAction;
    readonly subject: string;
    readonly details: Readonly<Record<string, unknown>>;
    readonly at: string;
  },
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      organizer_id: organizerId,
      id: newId('aud', Date.parse(entry.at)),
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details),
      address: entry.address,
      request_id: entry.requestId,
      created_at: entry.at,
    })
    .execute();
}

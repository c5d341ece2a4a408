import { userInfo } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';

/** The actions that the audit records. */
export type AuditAction =
  | 'buyer.search'
  | 'data.export'
  | 'data.import'
  | 'key.create'
  | 'key.grant'
  | 'key.revoke'
  | 'key.roll'
  | 'key.ungrant'
  | 'order.cancel'
  | 'order.pay'
  | 'order.personal_data.read'
  | 'order.refund'
  | 'order.send_tickets'
  | 'organizer.create'
  | 'organizer.set_fees'
  | 'organizer.set_hold_limits'
  | 'organizer.update'
  | 'refund.retry'
  | 'settlement.finalize'
  | 'settlement.payout'
  | 'ticket.undo_use'
  | 'ticket.use'
  | 'webhook.add'
  | 'webhook.disable'
  | 'webhook.enable'
  | 'webhook.replay'
  | 'webhook.resend'
  | 'webhook.rotate'
  | 'webhook.test'
  | 'webhook.update';

/** Who does something, and from where. */
export interface AuditOrigin {
  /** The id of a key, or `cli:` and the name of the operating-system user who ran the command. */
  readonly actor: string;
  /** The client's address; null at the command line. */
  readonly address: string | null;
  /** The `Request-Id` of the answer; null at the command line. */
  readonly requestId: string | null;
}

/** The operator of the service, at the command line. */
export const byOperator: AuditOrigin = { actor: `cli:${userName()}`, address: null, requestId: null };

/** The caller of a keyed plane. */
export function byCaller({ key, ip, id }: Pick<FastifyRequest, 'key' | 'ip' | 'id'>): AuditOrigin {
  return { actor: key.id, address: ip, requestId: id };
}

/** The operating-system user of this process; its number where the system has no name for it, as in containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** What an entry says of the action. */
interface NewEntry {
  readonly action: AuditAction;
  /** The id or number of what it was done to. */
  readonly subject: string;
  /** Settings and amounts: never a personal value, never a secret, never free text that somebody entered. */
  readonly details: Readonly<Record<string, unknown>>;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * Records who did what. Called in the transaction of the change, both are committed or neither; called outside any, the
 * entry is committed when this returns.
 *
 * @returns the id of the entry
 */
export async function recordAudit(db: Db, organizerId: string, entry: AuditOrigin & NewEntry): Promise<string> {
  const row = rowOf(organizerId, entry);
  await db.insertInto('audit_entries').values(row).execute();
  return row.id;
}

/** Records several actions in one transaction of its own: all of them are committed when this returns, or none. */
export async function recordAudits(
  db: Db,
  organizerId: string,
  entries: readonly (AuditOrigin & NewEntry)[],
): Promise<void> {
  const rows = entries.map((entry) => rowOf(organizerId, entry));
  await db.transaction().execute((tx) => dialectOf(tx).insertMany(tx, 'audit_entries', rows));
}

function rowOf(organizerId: string, entry: AuditOrigin & NewEntry): Tables['audit_entries'] {
  return {
    organizer_id: organizerId,
    id: newId('aud', Date.parse(entry.at)),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    details: JSON.stringify(entry.details),
    address: entry.address,
    request_id: entry.requestId,
    created_at: entry.at,
  };
}

/**
 * Records an action that takes several transactions: one entry, whose details each transaction updates.
 *
 * @param entryId null in the first transaction, then the id that this returned
 * @returns the id of the entry
 */
export async function recordAuditProgress(
  tx: Db,
  organizerId: string,
  entryId: string | null,
  entry: AuditOrigin & NewEntry,
): Promise<string> {
  if (entryId === null) return recordAudit(tx, organizerId, entry);
  await tx
    .updateTable('audit_entries')
    .set({ details: JSON.stringify(entry.details) })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', entryId)
    .execute();
  return entryId;
}

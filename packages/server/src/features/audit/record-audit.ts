import type { FastifyRequest } from 'fastify';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import { newId } from '../../platform/ids.ts';
import type { AuditAction } from './actions.ts';
import type { AuditDetailName, AuditDetails } from './details.ts';
import { operatorName } from './operator-name.ts';

/** The actor of an action, and the request that caused it. */
export interface AuditOrigin {
  /** The actor of a principal, such as the id of a key, or `cli:` and the name of the person who ran the command. */
  readonly actor: string;
  /** The IP address of the client; null at the command line. */
  readonly address: string | null;
  /** The `Request-Id` of the response; null at the command line. */
  readonly requestId: string | null;
}

/** The operator of the service, at the command line. */
export const byOperator: AuditOrigin = { actor: `cli:${operatorName()}`, address: null, requestId: null };

/** The caller of an API. */
export function auditOrigin(
  { actor }: Pick<OrganizerPrincipal, 'actor'>,
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
): AuditOrigin {
  return { actor, address: ip, requestId: id };
}

/** The action of a new entry. */
interface NewEntry<D extends object> {
  readonly action: AuditAction;
  /** The id or number of the resource. */
  readonly subject: string;
  /** Settings and amounts; no personal data, no secrets, and no free text. */
  readonly details: AuditDetails<D>;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * Records an action. In the transaction of a change, the entry is committed with the change or not at all. Outside a
 * transaction, the entry is committed when this returns.
 *
 * @returns the id of the entry
 */
export async function recordAudit<D extends object>(
  db: Db,
  organizerId: string,
  entry: AuditOrigin & NewEntry<D>,
): Promise<string> {
  const row = toRow(organizerId, entry);
  await db.insertInto('audit_entries').values(row).execute();
  return row.id;
}

/** Records an action that belongs to no organizer, as `recordAudit` does. */
export async function recordServiceAudit<D extends object>(db: Db, entry: AuditOrigin & NewEntry<D>): Promise<void> {
  await db.insertInto('service_audit_entries').values(toServiceRow(entry)).execute();
}

/** An action on several resources, with the same details for each. */
interface ActionOnSubjects {
  readonly action: AuditAction;
  readonly subjects: readonly string[];
  readonly details: { readonly [Name in AuditDetailName]?: unknown };
}

/** Records an entry for each subject of the actions, all or none. They are committed when this returns. */
export async function recordAuditEntries(
  db: Db,
  organizerId: string,
  origin: AuditOrigin,
  at: string,
  actions: readonly ActionOnSubjects[],
): Promise<void> {
  const rows: Tables['audit_entries'][] = [];
  const epochMs = Date.parse(at);
  for (const { action, subjects, details } of actions) {
    const detailsJson = JSON.stringify(details);
    for (const subject of subjects) {
      rows.push({
        organizer_id: organizerId,
        id: newId('aud', epochMs),
        actor: origin.actor,
        action,
        subject,
        details: detailsJson,
        address: origin.address,
        request_id: origin.requestId,
        created_at: at,
      });
    }
  }
  await dialectOf(db).insertMany(db, 'audit_entries', rows);
}

function toRow<D extends object>(organizerId: string, entry: AuditOrigin & NewEntry<D>): Tables['audit_entries'] {
  return { organizer_id: organizerId, ...toServiceRow(entry) };
}

function toServiceRow<D extends object>(entry: AuditOrigin & NewEntry<D>): Tables['service_audit_entries'] {
  return {
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
 * Records an action that consists of several transactions. There is one entry, and each transaction updates its details.
 *
 * @param entryId null in the first transaction, then the id that this returned
 * @returns the id of the entry
 */
export async function recordAuditProgress<D extends object>(
  tx: Db,
  organizerId: string,
  entryId: string | null,
  entry: AuditOrigin & NewEntry<D>,
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

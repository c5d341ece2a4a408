import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerOrigin, Origin, RequestScope } from '../../platform/scope.ts';
import type { AuditAction } from './actions.ts';
import type { AuditDetailName, AuditDetails } from './details.ts';
import { operatorName } from './operator-name.ts';

/** The operator of the service, at the command line. */
export const byOperator: Origin = { actor: `cli:${operatorName()}`, address: null, requestId: null };

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
  { organizerId, origin }: OrganizerOrigin,
  entry: NewEntry<D>,
): Promise<string> {
  const row = { organizer_id: organizerId, ...toServiceRow({ ...origin, ...entry }) };
  await dialectOf(db).insertMany(db, 'audit_entries', [row]);
  return row.id;
}

/** Records an action that belongs to no organizer, as `recordAudit` does. */
export async function recordServiceAudit<D extends object>(db: Db, entry: Origin & NewEntry<D>): Promise<void> {
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
  { organizerId, clock, origin }: RequestScope,
  actions: readonly ActionOnSubjects[],
): Promise<void> {
  const rows: Tables['audit_entries'][] = [];
  const epochMs = clock.now();
  const at = timestamp(epochMs);
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

function toServiceRow<D extends object>(entry: Origin & NewEntry<D>): Tables['service_audit_entries'] {
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
  scope: OrganizerOrigin,
  entryId: string | null,
  entry: NewEntry<D>,
): Promise<string> {
  if (entryId === null) return recordAudit(tx, scope, entry);
  await tx
    .updateTable('audit_entries')
    .set({ details: JSON.stringify(entry.details) })
    .where('organizer_id', '=', scope.organizerId)
    .where('id', '=', entryId)
    .execute();
  return entryId;
}

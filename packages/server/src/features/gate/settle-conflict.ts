import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { readConflict, type ScanConflict } from './scan-records.ts';

/**
 * Marks a conflict as settled, once. A repeated call changes nothing: the first note remains.
 *
 * @param note what was found out; can be empty
 * @throws ApiError `scan_not_found` if the organizer has no such conflict
 */
export async function settleConflict(
  db: Db,
  scope: RequestScope,
  { scanId, note }: { readonly scanId: string; readonly note: string },
): Promise<ScanConflict> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const at = timestamp(scope.clock.now());
    if ((await readConflict(tx, organizerId, scanId)) === null) {
      throw new ApiError('scan_not_found', { scanId: scanId.slice(0, 100) });
    }
    const inserted = await tx
      .insertInto('settled_conflicts')
      .values({
        organizer_id: organizerId,
        scan_id: scanId,
        settled_at: at,
        settled_by: scope.origin.actor,
        note: note.trim(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('scan_id')
      .execute();
    if (inserted.length === 1) {
      await recordAudit(tx, scope, { action: 'conflict.settle', subject: scanId, details: {}, at });
    }
    const settled = await readConflict(tx, organizerId, scanId);
    if (settled === null) throw new Error('A conflict has disappeared.');
    return settled;
  });
}

/** Removes what members have written about conflicts of the tickets of an order. */
export async function removeNotes(tx: Db, organizerId: string, ticketIds: readonly string[]): Promise<void> {
  await sql`update settled_conflicts set note = '' where organizer_id = ${organizerId} and note <> '' and scan_id in (
    select s.id from gate_scans as s
    where s.organizer_id = ${organizerId} and ${dialectOf(tx).isOneOf(sql.ref('s.ticket_id'), ticketIds)})`.execute(tx);
}

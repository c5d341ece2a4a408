import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { emitCheckInUndone, lockTicket, type PassState, restoreTicket } from '../tickets/index.ts';
import { countScan, outcomeOf } from './count-scans.ts';
import { canUseGate, type ScanningDevice, storeScan } from './scan-ticket.ts';
import type { ScanView } from './schema.gate.ts';
import { readScan, viewStoredScan } from './view-scan.ts';

/**
 * Undoes a scan that admitted a holder or let one out, once. The ticket gets the state that it had before the scan. The undo is a row
 * of its own; the row of the scan does not change. A repeated call changes nothing.
 *
 * @throws ApiError `scan_not_found` if the event of the device has no such scan
 * @throws ApiError `scan_at_other_gate` if the device cannot use the gate of the scan
 * @throws ApiError `scan_not_admitted` if the scan has changed nothing
 * @throws ApiError `ticket_changed_since_scan` if the ticket was scanned again, refunded, or changed without a scan
 */
export async function undoScan(
  db: Db,
  scope: RequestScope,
  device: Pick<ScanningDevice, 'id' | 'eventId' | 'gateIds'>,
  scanId: string,
): Promise<ScanView> {
  const { organizerId } = scope;
  const { eventId } = device;
  await db.transaction().execute(async (tx) => {
    const scan = await readScan(tx, organizerId, { eventId, scanId });
    if (!canUseGate(device, scan.gate_id)) throw new ApiError('scan_at_other_gate', { scanId });
    const { ticket_id: ticketId, ticket_before: ticketBefore } = scan;
    if (scan.result !== 'admitted' || ticketId === null || ticketBefore === null) {
      throw new ApiError('scan_not_admitted', { scanId });
    }
    const nowMs = scope.clock.now();
    const now = timestamp(nowMs);
    const { undone_at: _, ...row } = scan;
    const undo = {
      ...row,
      id: newId('scn', nowMs),
      device_id: device.id,
      // No nonce of a device has a colon.
      nonce: `undo:${scanId}`,
      scanned_at: now,
      received_at: now,
      offline: 0,
      device_result: null,
      device_reason: null,
      result: 'undone',
      reason: null,
      forced: 0,
      ticket_before: null,
      undo_of: scanId,
    } as const;
    // Concurrent requests wait here for each other.
    if (!(await storeScan(tx, undo))) return;
    await lockTicket(tx, organizerId, { id: ticketId });
    const before = JSON.parse(ticketBefore) as PassState;
    if (!(await restoreTicket(tx, organizerId, { ticketId, scanId }, before, now))) {
      throw new ApiError('ticket_changed_since_scan', { scanId });
    }
    if (before.status === 'valid') await emitCheckInUndone(tx, organizerId, ticketId, now);
    await recordAudit(tx, scope, { action: 'ticket.undo_use', subject: ticketId, details: { scan: scanId }, at: now });
    await countScan(tx, scan, outcomeOf(scan), -1);
  });
  return viewStoredScan(db, await readScan(db, organizerId, { eventId, scanId }));
}

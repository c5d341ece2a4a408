import { sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { parseTimestamp, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import { emitTicketUsed, lockTicket, type PassState, type ScannedTicket } from '../tickets/index.ts';
import { countScan, outcomeOf } from './count-scans.ts';
import { decide, refused } from './decide.ts';
import type { Gate } from './gates.ts';
import { timeOfScan } from './scan-time.ts';
import type { OfflineScan, ScanRequest, ScanView } from './schema.gate.ts';
import { readRepeatedScan, scanColumns, viewScan } from './view-scan.ts';

/** The device that scans. */
export interface ScanningDevice {
  readonly id: string;
  readonly eventId: string;
  /** The gates of the event, with archived ones. */
  readonly gates: readonly Gate[];
  /** The gates that the device can use; null for all. */
  readonly gateIds: readonly string[] | null;
}

/** A scan whose nonce was stored before. The transaction that found this changes nothing. */
class RepeatedScan extends Error {
  readonly scan: Tables['gate_scans'];

  constructor(scan: Tables['gate_scans']) {
    super();
    this.scan = scan;
  }
}

const insertScan = statement<Tables['gate_scans'], { id: string }>(
  (_, param) =>
    sql<{ id: string }>`insert into gate_scans (${sql.join(scanColumns.map((column) => sql.ref(column)))})
    values (${sql.join(scanColumns.map((column) => param(column)))}) on conflict do nothing returning id`,
);

/** @returns whether the row was inserted: there is one row for each nonce of a device, and one undo for each scan */
export async function storeScan(tx: Db, row: Tables['gate_scans']): Promise<boolean> {
  return (await insertScan(tx, row)).length === 1;
}

/**
 * Decides about a scanned ticket and stores the scan, once for each nonce of the device. Several concurrent scans of a ticket wait for
 * each other. A forced scan at a gate that the device cannot use is stored, and admits nobody.
 *
 * @throws ApiError `gate_not_found` if the device cannot use the gate
 * @throws ApiError `scan_needs_one_ticket` if the request has no ticket, or two
 * @throws ApiError `nonce_reused` if another scan has the nonce
 */
export async function scanTicket(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  device: ScanningDevice,
  request: ScanRequest | OfflineScan,
): Promise<ScanView> {
  const gate = gateOf(device, request);
  const ticketRef = ticketOf(request);
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const scannedAt = parseTimestamp(request.scannedAt) ?? now;
  const offline = 'offline' in request ? request : null;
  // A ticket that was scanned with a network is decided by the clock of the server.
  const at = offline === null ? now : timeOfScan({ scannedAt, receivedAt: now });
  try {
    return await db.transaction().execute(async (tx) => {
      const ticket = await lockTicket(tx, organizerId, ticketRef);
      const scanId = newId('scn', nowMs);
      const toDecide = { scanId, eventId: device.eventId, gate, direction: request.direction, at, now };
      const isForced = request.force === true;
      const decision =
        offline?.deviceResult === 'refused'
          ? refused(offline.deviceReason ?? 'unknown')
          : isForced && !canUseGate(device, gate.id)
            ? refused('wrong_gate')
            : await decide(tx, organizerId, ticket, { ...toDecide, isForced });
      const row: Tables['gate_scans'] = {
        organizer_id: organizerId,
        id: scanId,
        event_id: device.eventId,
        gate_id: gate.id,
        device_id: device.id,
        ticket_id: ticket?.id ?? null,
        nonce: request.nonce,
        direction: request.direction,
        scanned_at: scannedAt,
        received_at: now,
        offline: offline === null ? 0 : 1,
        device_result: offline?.deviceResult ?? null,
        device_reason: offline?.deviceReason ?? null,
        result: decision.result,
        reason: decision.reason,
        forced: decision.isForced ? 1 : 0,
        conflict: offline?.deviceResult === 'admitted' && decision.result === 'refused' ? 1 : 0,
        ticket_before: ticket === null ? null : JSON.stringify(passState(ticket)),
        undo_of: null,
      };
      if (!(await storeScan(tx, row))) throw new RepeatedScan(row);
      const isFirstUse = decision.result === 'admitted' && ticket?.status === 'valid';
      if (isFirstUse) await emitTicketUsed(tx, organizerId, ticket.id, { id: gate.id, name: gate.name }, now);
      // Last, because scans of the same device wait for this row.
      await countScan(tx, row, outcomeOf(row), 1);
      return viewScan(tx, row, { ticket: ticketAfter(ticket, row, at), replayed: false, undoneAt: null });
    });
  } catch (error) {
    if (!(error instanceof RepeatedScan)) throw error;
    return readRepeatedScan(db, error.scan);
  }
}

/**
 * Stores the scans of a device that was offline, in their order, each in its own transaction. If a request fails in between, the device
 * sends all of them again.
 *
 * @throws ApiError as `scanTicket`
 */
export async function scanBatch(
  db: Db,
  scope: OrganizerTime,
  device: ScanningDevice,
  scans: readonly OfflineScan[],
): Promise<ScanView[]> {
  for (const scan of scans) {
    gateOf(device, scan);
    ticketOf(scan);
  }
  const results: ScanView[] = [];
  for (const scan of scans) results.push(await scanTicket(db, scope, device, scan));
  return results;
}

/** Whether a device is for a gate of its event. */
export function canUseGate({ gateIds }: Pick<ScanningDevice, 'gateIds'>, gateId: string): boolean {
  return gateIds === null || gateIds.includes(gateId);
}

/**
 * The gate of a scan. A scan without a network is accepted at every gate of the event, because its holder is inside: the gate can have
 * been archived since, and a phone that was paired for another gate sends the scans that it made there.
 */
function gateOf(device: ScanningDevice, request: ScanRequest | OfflineScan): Gate {
  const { gateId } = request;
  const gate = device.gates.find(({ id }) => id === gateId);
  const isUsable = gate?.archivedAt === null && canUseGate(device, gateId);
  if (gate === undefined || !(isUsable || 'offline' in request)) throw new ApiError('gate_not_found', { gateId });
  return gate;
}

/** @throws ApiError `scan_needs_one_ticket` if the request has no ticket, or two */
export function ticketOf({
  qrValue,
  ticketId,
}: Pick<ScanRequest, 'qrValue' | 'ticketId'>): { qrValue: string } | { id: string } {
  if (qrValue !== undefined && ticketId === undefined) return { qrValue };
  if (qrValue === undefined && ticketId !== undefined) return { id: ticketId };
  throw new ApiError('scan_needs_one_ticket', {}, { fields: [fieldError('qrValue', 'required', {})] });
}

function passState({ status, usedAt, inside, lastScanId }: PassState): PassState {
  return { status, usedAt, inside, lastScanId };
}

/** The ticket after the scan. */
function ticketAfter(ticket: ScannedTicket | null, row: Tables['gate_scans'], at: string): ScannedTicket | null {
  if (ticket === null || row.result !== 'admitted') return ticket;
  return {
    ...ticket,
    status: 'used',
    usedAt: ticket.usedAt ?? at,
    inside: row.direction === 'entry' ? 1 : 0,
    lastScanId: row.id,
  };
}

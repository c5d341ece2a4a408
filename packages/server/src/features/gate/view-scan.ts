import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findScannedTicket, type PassState, type ScannedTicket } from '../tickets/index.ts';
import { hasImplausibleTime, timeOfScan } from './scan-time.ts';
import type { GateTicketView, RefusalReason, ScanView } from './schema.gate.ts';

type ScanRow = Tables['gate_scans'];
type StoredScan = ScanRow & { readonly undone_at: string | null };
type PreviousScan = NonNullable<ScanView['previous']>;

/** All columns of `gate_scans`. */
export const scanColumns = [
  'organizer_id',
  'id',
  'event_id',
  'gate_id',
  'device_id',
  'ticket_id',
  'nonce',
  'direction',
  'scanned_at',
  'received_at',
  'offline',
  'device_result',
  'device_reason',
  'result',
  'reason',
  'forced',
  'conflict',
  'ticket_before',
  'undo_of',
] as const;

const selectStored = (
  organizerId: unknown,
) => sql`${sql.join(scanColumns.map((column) => sql.ref(`s.${column}`)))}, (select u.received_at from gate_scans as u
  where u.organizer_id = ${organizerId} and u.undo_of = s.id) as undone_at`;

const findByNonce = statement<{ organizerId: string; deviceId: string; nonce: string }, StoredScan>(
  (_, param) => sql<StoredScan>`select ${selectStored(param('organizerId'))} from gate_scans as s
    where s.organizer_id = ${param('organizerId')} and s.device_id = ${param('deviceId')} and s.nonce = ${param('nonce')}`,
);

/**
 * The stored scan that has the device and the nonce of a repeated one.
 *
 * @throws ApiError `nonce_reused` if it has another ticket or direction. The scans of a device that was offline are not compared.
 */
export async function readRepeatedScan(db: Db, scan: ScanRow): Promise<ScanView> {
  const { organizer_id: organizerId, device_id: deviceId, nonce } = scan;
  const [row] = await findByNonce(db, { organizerId, deviceId, nonce });
  if (row === undefined)
    throw new Error('A scan was not inserted because of a conflict, but no scan with its nonce exists.');
  const isSame = row.ticket_id === scan.ticket_id && row.direction === scan.direction;
  if (scan.offline === 0 && !isSame) throw new ApiError('nonce_reused', {});
  return viewStoredScan(db, row);
}

/**
 * @param scan.eventId undefined for a scan of any event
 * @throws ApiError `scan_not_found` if there is no such scan
 */
export async function readScan(
  db: Db,
  organizerId: string,
  { eventId, scanId }: { eventId?: string; scanId: string },
): Promise<StoredScan> {
  const { rows } = await sql<StoredScan>`select ${selectStored(organizerId)} from gate_scans as s
    where s.organizer_id = ${organizerId} and s.id = ${scanId} and s.result <> 'undone'`.execute(db);
  const [row] = rows;
  if (row === undefined || (eventId !== undefined && row.event_id !== eventId))
    throw new ApiError('scan_not_found', { scanId: scanId.slice(0, 100) });
  return row;
}

/** A stored scan with the current state of its ticket. */
export async function viewStoredScan(db: Db, row: StoredScan): Promise<ScanView> {
  const ticket = row.ticket_id === null ? null : await findScannedTicket(db, row.organizer_id, { id: row.ticket_id });
  return viewScan(db, row, { ticket, replayed: true, undoneAt: row.undone_at });
}

/** A scan as the API returns it. A ticket of another event is not shown. */
export async function viewScan(
  db: Db,
  row: ScanRow,
  {
    ticket,
    replayed,
    undoneAt,
  }: { readonly ticket: ScannedTicket | null; readonly replayed: boolean; readonly undoneAt: string | null },
): Promise<ScanView> {
  const isOfEvent = ticket !== null && ticket.eventId === row.event_id;
  return {
    id: row.id,
    result: row.result === 'admitted' ? 'admitted' : 'refused',
    reason: row.reason as RefusalReason | null,
    direction: row.direction,
    gateId: row.gate_id,
    scannedAt: row.scanned_at,
    receivedAt: row.received_at,
    forced: row.forced === 1,
    conflict: row.conflict === 1,
    implausibleTime: hasImplausibleTime({ scannedAt: row.scanned_at, receivedAt: row.received_at }),
    replayed,
    undoneAt,
    ticket: isOfEvent ? viewTicket(ticket) : null,
    previous:
      isOfEvent && row.ticket_before !== null ? await findPrevious(db, row.organizer_id, row.ticket_before) : null,
  };
}

/** A ticket as a gate shows it. */
export function viewTicket(ticket: ScannedTicket): GateTicketView {
  const { id, ticketTypeId, ticketTypeName, category, bib, holderName, status } = ticket;
  const inside = status === 'used' ? ticket.inside !== 0 : null;
  const addons = JSON.parse(ticket.addons) as GateTicketView['addons'];
  return { id, ticketTypeId, ticketTypeName, category, bib, holderName, status, inside, addons };
}

const findPlace = statement<
  { organizerId: string; scanId: string },
  Omit<PreviousScan, 'scanId' | 'at'> & { scannedAt: string; receivedAt: string }
>(
  (_, param) => sql`
    select s.gate_id as "gateId", g.name as "gateName", d.name as "deviceName", s.scanned_at as "scannedAt",
      s.received_at as "receivedAt", s.direction
    from gate_scans as s
    join gates as g on g.organizer_id = ${param('organizerId')} and g.id = s.gate_id
    join gate_devices as d on d.organizer_id = ${param('organizerId')} and d.id = s.device_id
    where s.organizer_id = ${param('organizerId')} and s.id = ${param('scanId')}`,
);

/**
 * When and where a ticket was last used before a scan; null if it was not.
 *
 * @param ticketBefore the `PassState` of the ticket before the scan, as JSON
 */
async function findPrevious(db: Db, organizerId: string, ticketBefore: string): Promise<PreviousScan | null> {
  const { usedAt, lastScanId, inside } = JSON.parse(ticketBefore) as PassState;
  if (lastScanId !== null) {
    const [place] = await findPlace(db, { organizerId, scanId: lastScanId });
    if (place !== undefined) {
      const { scannedAt, receivedAt, ...where } = place;
      return { scanId: lastScanId, ...where, at: timeOfScan({ scannedAt, receivedAt }) };
    }
  }
  if (usedAt === null) return null;
  const direction = inside === 0 ? 'exit' : 'entry';
  return { scanId: null, gateId: null, gateName: null, deviceName: null, at: usedAt, direction };
}

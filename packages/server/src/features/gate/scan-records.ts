import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';

/** A scan as the dashboard shows it. */
interface ScanRecord {
  readonly id: string;
  readonly eventId: string;
  readonly gateId: string;
  readonly gateName: string;
  readonly deviceId: string;
  readonly deviceName: string;
  /** null if the organizer has no such ticket. */
  readonly ticketId: string | null;
  readonly direction: 'entry' | 'exit';
  /** By the clock of the device. */
  readonly scannedAt: string;
  readonly receivedAt: string;
  readonly isOffline: boolean;
  readonly result: 'admitted' | 'refused';
  readonly reason: string | null;
  readonly isForced: boolean;
  readonly isConflict: boolean;
  /** null if the scan was not undone. */
  readonly undoneAt: string | null;
}

type Row = Omit<ScanRecord, 'isOffline' | 'isForced' | 'isConflict'> & {
  readonly offline: 0 | 1;
  readonly forced: 0 | 1;
  readonly conflict: 0 | 1;
};

const maxScansOfTicket = 200;

/** The latest scans of a ticket, newest first. */
export function listScansOfTicket(db: Db, organizerId: string, ticketId: string): Promise<ScanRecord[]> {
  return readScans(db, organizerId, sql`s.ticket_id = ${ticketId}`, maxScansOfTicket);
}

/**
 * Lists the scans of an event for which a device has admitted the holder offline although the server would have refused the ticket,
 * newest first.
 *
 * @param page.before the id of the last scan of the previous page
 */
export function listConflicts(
  db: Db,
  organizerId: string,
  eventId: string,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<ScanRecord[]> {
  const older = page.before === undefined ? sql`` : sql`and s.id < ${page.before}`;
  return readScans(db, organizerId, sql`s.event_id = ${eventId} and s.conflict = 1 ${older}`, page.limit);
}

async function readScans(
  db: Db,
  organizerId: string,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<ScanRecord[]> {
  const { rows } = await sql<Row>`
    select s.id, s.event_id as "eventId", s.gate_id as "gateId", g.name as "gateName", s.device_id as "deviceId",
      d.name as "deviceName", s.ticket_id as "ticketId", s.direction, s.scanned_at as "scannedAt", s.received_at as "receivedAt",
      s.offline, s.result, s.reason, s.forced, s.conflict,
      (select u.received_at from gate_scans as u where u.organizer_id = s.organizer_id and u.undo_of = s.id) as "undoneAt"
    from gate_scans as s
    join gates as g on g.organizer_id = s.organizer_id and g.id = s.gate_id
    join gate_devices as d on d.organizer_id = s.organizer_id and d.id = s.device_id
    where s.organizer_id = ${organizerId} and ${condition} and s.result <> 'undone'
    order by s.id desc limit ${limit}`.execute(db);
  return rows.map(({ offline, forced, conflict, ...row }) => ({
    ...row,
    isOffline: offline === 1,
    isForced: forced === 1,
    isConflict: conflict === 1,
  }));
}

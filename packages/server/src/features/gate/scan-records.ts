import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { assertIdCursor } from '../../platform/database/page.ts';
import { findScannedTicket, type PassState, type ScannedTicket } from '../tickets/index.ts';
import type { RefusalReason } from './schema.gate.ts';

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
  readonly reason: RefusalReason | null;
  readonly isForced: boolean;
  readonly isConflict: boolean;
  /** null if the scan was not undone. */
  readonly undoneAt: string | null;
}

/** A conflict: a scan for which a device has admitted the holder offline although the server would have refused the ticket. */
export interface ScanConflict extends ScanRecord {
  /** null if the organizer has no such ticket. */
  readonly ticket: {
    readonly id: string;
    readonly orderNumber: string;
    readonly ticketTypeName: string;
    readonly bib: string;
  } | null;
  /** The scan before, which had changed the ticket; null if there was none. */
  readonly previous: ScanRecord | null;
}

type Row = Omit<ScanRecord, 'isOffline' | 'isForced' | 'isConflict'> & {
  readonly offline: 0 | 1;
  readonly forced: 0 | 1;
  readonly conflict: 0 | 1;
  /** JSON of `PassState`. */
  readonly ticketBefore: string | null;
};

const maxScansOfTickets = 500;

/** The latest scans of tickets, newest first. */
export async function listScansOfTickets(
  db: Db,
  organizerId: string,
  ticketIds: readonly string[],
): Promise<ScanRecord[]> {
  const isOfTickets = dialectOf(db).isOneOf(sql.ref('s.ticket_id'), ticketIds);
  return (await readScans(db, organizerId, isOfTickets, maxScansOfTickets)).map(toRecord);
}

/**
 * A page of the conflicts of an event, newest first.
 *
 * @param page.cursor the id of the last conflict of the previous page
 * @throws ApiError `invalid_cursor` if the cursor is not the id of a scan
 */
export async function listConflicts(
  db: Db,
  organizerId: string,
  eventId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ data: ScanConflict[]; hasMore: boolean; nextCursor: string | null }> {
  assertIdCursor('scn', cursor);
  const older = cursor === undefined ? sql`` : sql`and s.id < ${cursor}`;
  const isConflict = sql`s.event_id = ${eventId} and s.conflict = 1 ${older}`;
  const found = await readScans(db, organizerId, isConflict, limit + 1);
  const rows = found.slice(0, limit);
  const previousIds = rows.flatMap((row) => lastScanOf(row) ?? []);
  const isPrevious = dialectOf(db).isOneOf(sql.ref('s.id'), previousIds);
  const previous = new Map((await readScans(db, organizerId, isPrevious, limit)).map((row) => [row.id, toRecord(row)]));
  const data: ScanConflict[] = [];
  for (const row of rows) {
    const record = toRecord(row);
    const ticket = record.ticketId === null ? null : await findScannedTicket(db, organizerId, { id: record.ticketId });
    data.push({
      ...record,
      ticket: ticket === null ? null : viewConflictTicket(ticket),
      previous: previous.get(lastScanOf(row) ?? '') ?? null,
    });
  }
  const hasMore = found.length > limit;
  return { data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

function viewConflictTicket({ id, orderNumber, ticketTypeName, bib }: ScannedTicket): ScanConflict['ticket'] {
  return { id, orderNumber, ticketTypeName, bib };
}

/** The scan that had changed the ticket before this one. */
function lastScanOf({ ticketBefore }: Row): string | null {
  return ticketBefore === null ? null : (JSON.parse(ticketBefore) as PassState).lastScanId;
}

async function readScans(
  db: Db,
  organizerId: string,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.event_id as "eventId", s.gate_id as "gateId", g.name as "gateName", s.device_id as "deviceId",
      d.name as "deviceName", s.ticket_id as "ticketId", s.direction, s.scanned_at as "scannedAt", s.received_at as "receivedAt",
      s.offline, s.result, s.reason, s.forced, s.conflict, s.ticket_before as "ticketBefore",
      (select u.received_at from gate_scans as u where u.organizer_id = s.organizer_id and u.undo_of = s.id) as "undoneAt"
    from gate_scans as s
    join gates as g on g.organizer_id = s.organizer_id and g.id = s.gate_id
    join gate_devices as d on d.organizer_id = s.organizer_id and d.id = s.device_id
    where s.organizer_id = ${organizerId} and ${condition} and s.result <> 'undone'
    order by s.id desc limit ${limit}`.execute(db);
  return rows;
}

function toRecord({ offline, forced, conflict, ticketBefore: _, ...row }: Row): ScanRecord {
  return { ...row, isOffline: offline === 1, isForced: forced === 1, isConflict: conflict === 1 };
}

/** The number of the latest scans that `readScanMark` compares. A scan that is committed late is among them. */
const markedScans = 20;

/** A text that changes with each scan and each undo of the organizer. */
export async function readScanMark(db: Db, organizerId: string): Promise<string> {
  const rows = await db
    .selectFrom('gate_scans')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .orderBy('id', 'desc')
    .limit(markedScans)
    .execute();
  return rows.map(({ id }) => id).join(' ');
}

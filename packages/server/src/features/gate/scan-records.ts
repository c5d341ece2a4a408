import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { assertIdCursor } from '../../platform/database/page.ts';
import { findScannedTicket, type PassState, type ScannedTicket } from '../tickets/index.ts';
import { hasImplausibleTime } from './scan-time.ts';
import type { RefusalReason } from './schema.gate.ts';

/** A scan as the dashboard shows it. */
interface ScanRecord {
  readonly id: string;
  readonly eventId: string;
  readonly gateId: string;
  readonly gateName: string;
  readonly deviceId: string;
  readonly deviceName: string;
  /** `key` for a check-in by the API; the device then has the name of the key. */
  readonly source: 'device' | 'key';
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
  /** Whether the clock of the device was wrong. */
  readonly hasImplausibleTime: boolean;
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
  /** null if nobody has settled it yet. */
  readonly settled: { readonly at: string; readonly by: string; readonly note: string } | null;
}

interface ConflictPage {
  readonly limit: number;
  /** The id of the last conflict of the previous page. */
  readonly cursor?: string | undefined;
  /** Only conflicts that nobody has settled yet, or only those that somebody has. */
  readonly status?: 'open' | 'settled' | undefined;
}

type Row = Omit<ScanRecord, 'isOffline' | 'isForced' | 'isConflict' | 'hasImplausibleTime'> & {
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
 * @throws ApiError `invalid_cursor` if the cursor is not the id of a scan
 */
export async function listConflicts(
  db: Db,
  organizerId: string,
  eventId: string,
  { limit, cursor, status }: ConflictPage,
): Promise<{ data: ScanConflict[]; hasMore: boolean; nextCursor: string | null }> {
  assertIdCursor('scn', cursor);
  const older = cursor === undefined ? sql`` : sql`and s.id < ${cursor}`;
  const settled = sql`exists (select 1 from settled_conflicts as c where c.organizer_id = ${organizerId} and c.scan_id = s.id)`;
  const inStatus = { all: sql``, open: sql`and not ${settled}`, settled: sql`and ${settled}` }[status ?? 'all'];
  const isConflict = sql`s.event_id = ${eventId} and s.conflict = 1 ${older} ${inStatus}`;
  const found = await readScans(db, organizerId, isConflict, limit + 1);
  const data = await viewConflicts(db, organizerId, found.slice(0, limit));
  const hasMore = found.length > limit;
  return { data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/** A conflict; null if the organizer has none with this id. */
export async function readConflict(db: Db, organizerId: string, scanId: string): Promise<ScanConflict | null> {
  const rows = await readScans(db, organizerId, sql`s.id = ${scanId} and s.conflict = 1`, 1);
  return (await viewConflicts(db, organizerId, rows))[0] ?? null;
}

async function viewConflicts(db: Db, organizerId: string, rows: readonly Row[]): Promise<ScanConflict[]> {
  const previousIds = rows.flatMap((row) => lastScanOf(row) ?? []);
  const isPrevious = dialectOf(db).isOneOf(sql.ref('s.id'), previousIds);
  const previous = new Map(
    (await readScans(db, organizerId, isPrevious, previousIds.length)).map((row) => [row.id, toRecord(row)]),
  );
  const settledById = await readSettled(
    db,
    organizerId,
    rows.map(({ id }) => id),
  );
  const data: ScanConflict[] = [];
  for (const row of rows) {
    const record = toRecord(row);
    const ticket = record.ticketId === null ? null : await findScannedTicket(db, organizerId, { id: record.ticketId });
    data.push({
      ...record,
      ticket: ticket === null ? null : viewConflictTicket(ticket),
      previous: previous.get(lastScanOf(row) ?? '') ?? null,
      settled: settledById.get(row.id) ?? null,
    });
  }
  return data;
}

async function readSettled(
  db: Db,
  organizerId: string,
  scanIds: readonly string[],
): Promise<Map<string, ScanConflict['settled']>> {
  const rows = await db
    .selectFrom('settled_conflicts')
    .select(['scan_id', 'settled_at', 'settled_by', 'note'])
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(db).isOneOf(eb.ref('scan_id'), scanIds))
    .execute();
  return new Map(rows.map(({ scan_id, settled_at: at, settled_by: by, note }) => [scan_id, { at, by, note }]));
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
      d.name as "deviceName", case when d.key_id is null then 'device' else 'key' end as source, s.ticket_id as "ticketId", s.direction, s.scanned_at as "scannedAt", s.received_at as "receivedAt",
      s.offline, s.result, s.reason, s.forced, s.conflict, s.ticket_before as "ticketBefore",
      (select u.received_at from gate_scans as u where u.organizer_id = ${organizerId} and u.undo_of = s.id) as "undoneAt"
    from gate_scans as s
    join gates as g on g.organizer_id = ${organizerId} and g.id = s.gate_id
    join gate_devices as d on d.organizer_id = ${organizerId} and d.id = s.device_id
    where s.organizer_id = ${organizerId} and ${condition} and s.result <> 'undone'
    order by s.id desc limit ${limit}`.execute(db);
  return rows;
}

function toRecord({ offline, forced, conflict, ticketBefore: _, ...row }: Row): ScanRecord {
  return {
    ...row,
    isOffline: offline === 1,
    isForced: forced === 1,
    isConflict: conflict === 1,
    hasImplausibleTime: hasImplausibleTime(row),
  };
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

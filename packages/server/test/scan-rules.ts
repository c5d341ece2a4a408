import type { PassState } from '../src/features/tickets/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import type { Tables } from '../src/platform/database/tables.ts';

type Scan = Tables['gate_scans'] & { readonly before: PassState | null };

/**
 * Checks all scans of an organizer, and returns each violation as text. No ticket was admitted twice without an exit or an undo in
 * between, the tickets have the state after their last scan, and the counters equal the scans. Tickets must not have been used or
 * undone in the dashboard.
 */
export async function scanViolations(db: Db, organizerId: string): Promise<string[]> {
  const rows = await db.selectFrom('gate_scans').selectAll().where('organizer_id', '=', organizerId).execute();
  const scans: Scan[] = rows.map((row) => ({
    ...row,
    before: row.ticket_before === null ? null : JSON.parse(row.ticket_before),
  }));
  const undone = new Set(scans.flatMap(({ undo_of }) => undo_of ?? []));
  const ofTickets = Object.groupBy(scans.filter(isPassed), ({ ticket_id }) => ticket_id ?? '');
  const violations = Object.entries(ofTickets).flatMap(([ticketId, all = []]) => [
    ...all.flatMap((scan) => wrongPassage(scan)),
    ...repeatedPassages(all.filter(({ id }) => !undone.has(id))).map((ids) => `${ticketId}: ${ids} from one state`),
  ]);
  violations.push(...(await wrongTickets(db, organizerId, scans, undone)));
  violations.push(...(await wrongCounters(db, organizerId, scans, undone)));
  return violations;
}

/** Whether the scan has changed its ticket. */
function isPassed({ result, forced }: Scan): boolean {
  return result === 'admitted' && forced === 0;
}

function wrongPassage({ id, before, direction, ticket_id }: Scan): string[] {
  if (before === null) return [`${id} has no state`];
  const { status, inside } = before;
  const isAllowed =
    direction === 'exit'
      ? status === 'used' && inside !== 0
      : status === 'valid' || (status === 'used' && inside === 0);
  return isAllowed ? [] : [`${ticket_id}: ${direction} ${id} from ${JSON.stringify(before)}`];
}

/** The ids of scans that followed the same scan of their ticket. */
function repeatedPassages(scans: readonly Scan[]): string[] {
  const byPrevious = Object.groupBy(scans, ({ before }) => before?.lastScanId ?? 'none');
  return Object.values(byPrevious).flatMap((all = []) => (all.length > 1 ? all.map(({ id }) => id).join(' ') : []));
}

/** The tickets whose last scan is not the end of the chain of their scans that were not undone. */
async function wrongTickets(
  db: Db,
  organizerId: string,
  scans: readonly Scan[],
  undone: ReadonlySet<string>,
): Promise<string[]> {
  const byId = new Map(scans.map((scan) => [scan.id, scan]));
  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'status', 'inside', 'last_scan_id'])
    .where('organizer_id', '=', organizerId)
    .execute();
  return tickets.flatMap(({ id, status, inside, last_scan_id: last }) => {
    const lengthOfChain = (scanId: string | null): number => {
      let length = 0;
      for (let next = scanId; next !== null; next = byId.get(next)?.before?.lastScanId ?? null) {
        if (undone.has(next) || !byId.has(next)) return Number.NaN;
        length += 1;
      }
      return length;
    };
    const passed = scans.filter((scan) => scan.ticket_id === id && scan.result === 'admitted' && !undone.has(scan.id));
    const lastScan = last === null ? undefined : byId.get(last);
    const expected = lastScan === undefined ? null : lastScan.direction === 'entry' ? 1 : 0;
    const isRight =
      lengthOfChain(last) === passed.length && inside === expected && (status === 'used') === (last !== null);
    return isRight ? [] : [`${id} is ${status}, inside ${inside}, after ${passed.length} scans, last ${last}`];
  });
}

async function wrongCounters(
  db: Db,
  organizerId: string,
  scans: readonly Scan[],
  undone: ReadonlySet<string>,
): Promise<string[]> {
  const expected = new Map<string, number>();
  for (const scan of scans) {
    if (scan.result === 'undone' || undone.has(scan.id)) continue;
    const passed = scan.direction === 'entry' ? 'admitted' : 'exited';
    const refused = scan.conflict === 1 ? 'conflict' : scan.reason;
    const key = `${scan.gate_id} ${scan.device_id} ${scan.result === 'admitted' ? passed : refused}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const counters = await db.selectFrom('gate_minutes').selectAll().where('organizer_id', '=', organizerId).execute();
  for (const { gate_id, device_id, outcome, scan_count } of counters) {
    const key = `${gate_id} ${device_id} ${outcome}`;
    expected.set(key, (expected.get(key) ?? 0) - scan_count);
  }
  return [...expected].filter(([, difference]) => difference !== 0).map(([key, difference]) => `${key}: ${difference}`);
}

import { sql } from 'kysely';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { hasImplausibleTime, timeOfScan } from './scan-time.ts';

/** The channel on which every scan and every undo is announced. */
export const scanChannel = 'gate_scans';

type Scan = Tables['gate_scans'];

type Counter = Omit<Tables['gate_minutes'], 'scan_count'> & { change: number };

const addToCounter = statement<Counter, { scan_count: number }>(
  (_, param) => sql<{ scan_count: number }>`
    insert into gate_minutes as m (organizer_id, event_id, gate_id, device_id, minute, outcome, scan_count)
    values (${param('organizer_id')}, ${param('event_id')}, ${param('gate_id')}, ${param('device_id')}, ${param('minute')},
      ${param('outcome')}, ${param('change')})
    on conflict (organizer_id, event_id, gate_id, minute, device_id, outcome)
    do update set scan_count = m.scan_count + excluded.scan_count returning scan_count`,
);

/**
 * Changes the counter of a scan's outcome. Counters of different devices are different rows.
 *
 * @param change 1 for a new scan, -1 for an undone one
 */
export async function countScan(tx: Db, scan: Scan, outcome: string, change: 1 | -1): Promise<void> {
  const { organizer_id, event_id, gate_id, device_id } = scan;
  await addToCounter(tx, { organizer_id, event_id, gate_id, device_id, minute: minuteOf(scan), outcome, change });
  await announceOnCommit(tx, scanChannel);
}

/** The outcome under which a scan is counted. */
export function outcomeOf({ result, direction, reason, conflict }: Scan): string {
  if (result === 'admitted') return direction === 'entry' ? 'admitted' : 'exited';
  return conflict === 1 ? 'conflict' : (reason ?? 'unknown');
}

/** The minute of scans whose time is not known. It is before all others, so it is in the totals and in no chart. */
const unknownMinute = '';

/** The begin of the minute in which a scan is counted. Without a network, only the clock of the device knows it. */
function minuteOf({ scanned_at: scannedAt, received_at: receivedAt, offline }: Scan): string {
  const times = { scannedAt, receivedAt };
  if (offline === 1 && hasImplausibleTime(times)) return unknownMinute;
  const at = offline === 1 ? timeOfScan(times) : receivedAt;
  return `${at.slice(0, 16)}:00.000Z`;
}

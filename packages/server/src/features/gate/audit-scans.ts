import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { firstIdOf } from '../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { auditedHourMs } from './devices.ts';

/** A scan is stored a little later than the time in its id. */
const settleMs = 60_000;
const devicesPerPage = 500;
/** The maximum number of ticket ids in one entry. The table of the scans has all. */
const maxIds = 1_000;

/**
 * Records which tickets each device has scanned, and so whose names it has shown: one entry for each device and hour in which it
 * scanned. Any number of processes can run this at the same time.
 */
export async function auditScans(db: Db, clock: ServiceClock): Promise<void> {
  let page = await readUsedDevices(db, { organizer_id: '', id: '' });
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const { organizer_id: organizerId, id, audited_until: from } of page) {
      const nowMs = clock.of(organizerId).now() - settleMs;
      const until = timestamp(nowMs - (nowMs % auditedHourMs));
      if (from < until) await auditDevice(db, organizerId, id, { from, until });
    }
    page = page.length < devicesPerPage ? [] : await readUsedDevices(db, last);
  }
}

type UsedDevice = Pick<Tables['gate_devices'], 'organizer_id' | 'id' | 'audited_until'>;

/** A page of the devices that may have scans which are not audited yet. */
async function readUsedDevices(db: Db, after: Pick<UsedDevice, 'organizer_id' | 'id'>): Promise<UsedDevice[]> {
  return db
    .selectFrom('gate_devices')
    .select(['organizer_id', 'id', 'audited_until'])
    .where((eb) => eb('last_seen_at', '>=', eb.ref('audited_until')))
    .where(sql<boolean>`(organizer_id, id) > (${after.organizer_id}, ${after.id})`)
    .orderBy('organizer_id')
    .orderBy('id')
    .limit(devicesPerPage)
    .execute();
}

async function auditDevice(
  db: Db,
  organizerId: string,
  deviceId: string,
  { from, until }: { from: string; until: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
    const { numUpdatedRows } = await tx
      .updateTable('gate_devices')
      .set({ audited_until: until })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', deviceId)
      .where('audited_until', '=', from)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const { rows } = await sql<{ ticketId: string | null; receivedAt: string }>`
      select s.ticket_id as "ticketId", s.received_at as "receivedAt" from gate_scans as s
      where s.organizer_id = ${organizerId} and s.device_id = ${deviceId} and s.id >= ${firstIdOf('scn', fromMs)}
        and s.id < ${firstIdOf('scn', untilMs)} and s.result <> 'undone' order by s.id`.execute(tx);
    for (const [hour, scans] of Map.groupBy(rows, ({ receivedAt }) => receivedAt.slice(0, 13))) {
      const tickets = [...new Set(scans.flatMap(({ ticketId }) => ticketId ?? []))];
      const details = { hour: `${hour}:00:00.000Z`, scans: scans.length, tickets: tickets.slice(0, maxIds) };
      const entry = { action: 'device.scan', subject: deviceId, details, at: until } as const;
      await recordAudit(tx, { organizerId, origin: { actor: deviceId, address: null, requestId: null } }, entry);
    }
  });
}

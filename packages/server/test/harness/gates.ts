import { byOperator } from '../../src/features/audit/index.ts';
import {
  addDevice,
  addGate,
  type CreatedDevice,
  type Gate,
  listGates,
  type NewDevice,
  type NewGate,
  type ScanningDevice,
} from '../../src/features/gate/index.ts';
import type { Organizer } from '../../src/features/organizers/index.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import { testSecrets } from './app.ts';
import { importAll, orderLine, raceLines } from './fixtures.ts';

/** A ticket to scan. */
export interface TestTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly qrValue: string;
}

/** Imports the race of `raceLines` with paid orders of one ticket each, whose QR contents are `qr-<number>-<slug of the organizer>`. */
export async function importTickets(
  db: Db,
  organizer: Organizer,
  count: number,
  clock: Clock = systemClock,
): Promise<{ eventId: string; tickets: TestTicket[] }> {
  const qrValues = Array.from({ length: count }, (_, index) => `qr-${index}-${organizer.slug}`);
  const orders = qrValues.map((qrValue, index) => {
    const attendee = { ticketTypeId: 'run-10', holderName: `Holder ${index}`, qrValue };
    return orderLine(`order-${index}`, { attendees: [attendee] });
  });
  await importAll(db, organizer, [...raceLines(), ...orders], clock);
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'order_number as orderNumber', 'qr_value as qrValue', 'event_id as eventId'])
    .where('organizer_id', '=', organizer.id)
    .where('qr_value', 'in', qrValues)
    .orderBy('holder_name')
    .execute();
  return { eventId: rows[0]?.eventId ?? '', tickets: rows };
}

/** Adds a gate to the race. */
export function makeGate(db: Db, organizer: Organizer, fields: Partial<NewGate> = {}): Promise<Gate> {
  return addGate(db, organizerScope(organizer.id, systemClock, byOperator), {
    event: 'race',
    name: 'Main entrance',
    ...fields,
  });
}

/** Adds a device to the race. */
export function makeDevice(db: Db, organizer: Organizer, fields: Partial<NewDevice> = {}): Promise<CreatedDevice> {
  const scope = organizerScope(organizer.id, systemClock, byOperator);
  return addDevice(db, scope, { event: 'race', name: 'Phone', roles: ['gate'], ...fields }, testSecrets);
}

export interface TestScanner extends ScanningDevice {
  readonly organizerId: string;
}

/** Adds a device and returns it as the functions that scan expect it. */
export async function makeScanner(db: Db, organizer: Organizer, fields: Partial<NewDevice> = {}): Promise<TestScanner> {
  const { device } = await makeDevice(db, organizer, fields);
  const { id, eventId, gateIds } = device;
  return { organizerId: organizer.id, id, eventId, gateIds, gates: await listGates(db, organizer.id, eventId) };
}

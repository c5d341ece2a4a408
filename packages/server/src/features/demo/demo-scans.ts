import { createSecretKey, randomBytes } from 'node:crypto';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Origin, RequestScope } from '../../platform/scope.ts';
import {
  addDevice,
  addGate,
  type DeviceRole,
  type Gate,
  listGates,
  pairDevice,
  type ScanningDevice,
  scanBatch,
  scanTicket,
  setDeviceStatus,
} from '../gate/index.ts';
import { readChangedTickets } from '../tickets/index.ts';
import type { PlannedEvent } from './plan-event.ts';
import { Random } from './random.ts';
import { dayMs, hourMs, minuteMs } from './time.ts';

/** The number of tickets that are imported as valid, because the gates scan them. Each scan is a transaction, so it takes a millisecond. */
export const scannedTicketsMax = 90;
/** Each of so many tickets is scanned a second time. */
const repeatedEvery = 20;
/** Each of so many holders leaves, and half of them come back. */
const leavingEvery = 10;
const maxTickets = 5_000;
const doorsOpenMs = 0.75 * hourMs;
const arrivalMs = 4 * hourMs;

interface DemoScan {
  readonly atMs: number;
  readonly ticketId: string;
  readonly isExit: boolean;
}

/**
 * Adds gates and phones to an event that has begun, and scans tickets there as its visitors arrived. Two phones were offline for a
 * while and have let in the same ticket, so there is one conflict.
 */
export async function scanDemoTickets(
  db: Db,
  organizerId: string,
  event: PlannedEvent,
  { seed, clock, origin }: { readonly seed: number; readonly clock: Clock; readonly origin: Origin },
): Promise<void> {
  const clockAt = (nowMs: number): Clock => ({ now: () => nowMs, monotonicNow: () => clock.monotonicNow() });
  const preparation = { organizerId, clock: clockAt(event.startsMs - dayMs), origin };
  const add = (name: string, fields: object) => addGate(db, preparation, { event: event.externalId, name, ...fields });
  const main = await add('Main entrance', { direction: 'both', reentry: true });
  const river = await add('River gate', { direction: 'entry' });
  const phones = [];
  for (const [name, roles, gate] of [
    ['Main entrance 1', ['gate'], main],
    ['Main entrance 2', ['gate'], main],
    ['River gate 1', ['gate'], river],
    ['Orchard bar', ['bar'], null],
  ] as const) {
    phones.push(await pairPhone(db, preparation, { event, name, roles, gate }));
  }
  const [first, second, third] = phones as [ScanningDevice, ScanningDevice, ScanningDevice];
  const start = { updatedAt: '', id: '' };
  const tickets = await readChangedTickets(db, organizerId, main.eventId, start, {
    limit: maxTickets,
    withBuyers: false,
  });
  const ticketIds = tickets.filter(({ status }) => status === 'valid').map(({ id }) => id);
  const scans = planScans(ticketIds.slice(0, scannedTicketsMax), event, new Random(seed, 'scans'));
  for (const [index, { atMs, ticketId, isExit }] of scans.entries()) {
    const device = isExit || index % 3 === 0 ? first : index % 3 === 1 ? second : third;
    const gateId = device === third ? river.id : main.id;
    const scan = { ticketId, nonce: `demo-scan-${index}`, scannedAt: timestamp(atMs), gateId };
    await scanTicket(db, { organizerId, clock: clockAt(atMs) }, device, {
      ...scan,
      direction: isExit ? 'exit' : 'entry',
    });
  }
  const last = scans.at(-1);
  if (last !== undefined) {
    const atMs = last.atMs + minuteMs;
    const offline = { offline: true, deviceResult: 'admitted', deviceReason: null } as const;
    const scan = { ticketId: last.ticketId, nonce: 'demo-offline', gateId: river.id, direction: 'entry' } as const;
    const sent = { organizerId, clock: clockAt(atMs + 5 * minuteMs) };
    await scanBatch(db, sent, third, [{ ...scan, ...offline, scannedAt: timestamp(atMs) }]);
  }
  const lastContact = timestamp((last?.atMs ?? event.startsMs) + 10 * minuteMs);
  for (const [index, { id }] of phones.entries()) {
    const status = { battery: 0.9 - 0.15 * index, appVersion: 'demo', queueLength: 0 };
    await setDeviceStatus(db, organizerId, id, status, lastContact);
  }
}

/** The scans of an evening, oldest first. */
function planScans(ticketIds: readonly string[], { startsMs }: PlannedEvent, random: Random): DemoScan[] {
  const scans: DemoScan[] = [];
  for (const [index, ticketId] of ticketIds.entries()) {
    const atMs = Math.floor(startsMs - doorsOpenMs + random.next() ** 2 * arrivalMs);
    scans.push({ atMs, ticketId, isExit: false });
    if (index % repeatedEvery === 1) scans.push({ atMs: atMs + minuteMs, ticketId, isExit: false });
    if (index % leavingEvery !== 2) continue;
    scans.push({ atMs: atMs + hourMs, ticketId, isExit: true });
    if (index % (2 * leavingEvery) === 2) scans.push({ atMs: atMs + 2 * hourMs, ticketId, isExit: false });
  }
  return scans.sort((a, b) => a.atMs - b.atMs);
}

interface NewPhone {
  readonly event: PlannedEvent;
  readonly name: string;
  readonly roles: readonly DeviceRole[];
  readonly gate: Gate | null;
}

/** Adds a phone that was paired. Nobody has its token. */
async function pairPhone(db: Db, scope: RequestScope, { event, name, roles, gate }: NewPhone): Promise<ScanningDevice> {
  const secrets = { gateKey: createSecretKey(randomBytes(32)) };
  const newDevice = { event: event.externalId, name, roles, gates: gate === null ? null : [gate.id] };
  const added = await addDevice(db, scope, newDevice, secrets);
  await pairDevice(db, added.pairingCode, { clockOf: () => scope.clock, secrets }, scope.origin);
  const { id, eventId, gateIds } = added.device;
  return { id, eventId, gateIds, gates: await listGates(db, scope.organizerId, eventId) };
}

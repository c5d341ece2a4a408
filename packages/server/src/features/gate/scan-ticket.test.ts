import { describe, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import {
  importTickets,
  makeGate,
  makeScanner,
  type TestScanner,
  type TestTicket,
} from '../../../test/harness/gates.ts';
import { scanViolations } from '../../../test/scan-rules.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { refundOrder } from '../orders/index.ts';
import { undoTicketUse, useTicket } from '../tickets/index.ts';
import type { Gate, NewGate } from './gates.ts';
import { scanBatch, scanTicket, undoScan } from './index.ts';
import type { OfflineScan, ScanRequest, ScanView } from './schema.gate.ts';

interface Entrance {
  readonly db: Db;
  readonly gate: Gate;
  readonly devices: readonly TestScanner[];
  readonly tickets: readonly TestTicket[];
}

async function openEntrance(
  db: Db,
  {
    ticketCount = 1,
    deviceCount = 1,
    gate: fields = {},
  }: { ticketCount?: number; deviceCount?: number; gate?: Partial<NewGate> } = {},
): Promise<Entrance> {
  const organizer = await makeOrganizer(db);
  const { tickets } = await importTickets(db, organizer, ticketCount);
  const gate = await makeGate(db, organizer, fields);
  const devices: TestScanner[] = [];
  for (let i = 0; i < deviceCount; i += 1) devices.push(await makeScanner(db, organizer));
  return { db, gate, devices, tickets };
}

let nonceCount = 0;
function nonce(): string {
  nonceCount += 1;
  return `nonce-${nonceCount}-of-test`;
}

function request(gate: Gate, ticket: TestTicket, fields: Partial<ScanRequest> = {}): ScanRequest {
  const scannedAt = new Date().toISOString();
  return { qrValue: ticket.qrValue, nonce: nonce(), scannedAt, gateId: gate.id, direction: 'entry', ...fields };
}

const scopeOf = ({ organizerId }: { organizerId: string }) => organizerScope(organizerId, systemClock, byOperator);

const scan = ({ db, gate, devices, tickets }: Entrance, fields: Partial<ScanRequest> = {}, device = 0) =>
  scanTicket(db, scopeOf(devices[device]!), devices[device]!, request(gate, tickets[0]!, fields));

const offline = (result: 'admitted' | 'refused', fields: ScanRequest): OfflineScan => ({
  ...fields,
  offline: true,
  deviceResult: result,
  deviceReason: result === 'admitted' ? null : 'already_used',
});

const undo = ({ db, devices }: Entrance, { id }: ScanView) => undoScan(db, scopeOf(devices[0]!), devices[0]!, id);

async function eventTypes({ db, devices }: Entrance): Promise<string[]> {
  const events = db.selectFrom('webhook_events').select('type').where('organizer_id', '=', devices[0]!.organizerId);
  return (await events.orderBy('sequence').execute())
    .map(({ type }) => type)
    .filter((type) => type.startsWith('ticket.'));
}

const tally = (results: readonly ScanView[]) => Object.groupBy(results, ({ result, reason }) => reason ?? result);

describeOnBoth('scans', (kind) => {
  const t = useDatabase(kind);

  test('of a hundred requests that scan one ticket at the same time, one is admitted', async () => {
    const entrance = await openEntrance(t.db, { deviceCount: 10 });
    const results = await Promise.all(Array.from({ length: 100 }, (_, i) => scan(entrance, {}, i % 10)));
    const { admitted = [], already_used: used = [] } = tally(results);
    expect([admitted.length, used.length]).toEqual([1, 99]);
    expect(new Set(used.map(({ previous }) => previous?.scanId))).toEqual(new Set([admitted[0]?.id]));
    expect(await eventTypes(entrance)).toEqual(['ticket.used']);
    expect(await scanViolations(t.db, entrance.devices[0]!.organizerId)).toEqual([]);
  });

  test('a repeated nonce returns the stored scan, even if the requests arrive at the same time', async () => {
    const entrance = await openEntrance(t.db, { deviceCount: 2 });
    const fields = { nonce: nonce() };
    const results = await Promise.all(Array.from({ length: 20 }, () => scan(entrance, fields)));
    expect(new Set(results.map(({ id, result }) => `${id} ${result}`)).size).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(results[0]).toMatchObject({ result: 'admitted', reason: null });
    // Another device can have the same nonce.
    expect(await scan(entrance, fields, 1)).toMatchObject({ result: 'refused', replayed: false });
    expect(await scanViolations(t.db, entrance.devices[0]!.organizerId)).toEqual([]);
  });

  test('mixed with exits, undos, refunds and repeated nonces, no ticket is admitted twice', async () => {
    const entrance = await openEntrance(t.db, {
      ticketCount: 8,
      deviceCount: 6,
      gate: { direction: 'both', reentry: true },
    });
    const { db, gate, devices, tickets } = entrance;
    const admitted: ScanView[] = [];
    let refunds = 0;
    const step = async (client: number, number: number) => {
      const device = devices[client % devices.length]!;
      // The prime factors make every client meet every ticket with every action.
      const ticket = tickets[(client * 3 + number) % tickets.length]!;
      const action = (client + number * 5) % 11;
      if (action === 0) {
        const last = admitted.pop();
        if (last !== undefined) await undoScan(db, scopeOf(device), device, last.id).catch(expectInvalidState);
        return;
      }
      if (action === 1 && number > 8 && refunds < 3) {
        refunds += 1;
        await refundOrder(db, scopeOf(device), ticket.orderNumber, []).catch(expectInvalidState);
        return;
      }
      const fields = request(gate, ticket, { direction: action < 6 ? 'entry' : 'exit' });
      const repeats = await Promise.all(
        [fields, ...(action % 3 === 0 ? [fields] : [])].map((repeated) =>
          scanTicket(db, scopeOf(device), device, repeated),
        ),
      );
      expect(new Set(repeats.map(({ id }) => id)).size).toBe(1);
      if (repeats[0]!.result === 'admitted') admitted.push(repeats[0]!);
    };
    const clients = Array.from({ length: 12 }, async (_, client) => {
      for (let number = 0; number < 12; number += 1) await step(client, number);
    });
    await Promise.all(clients);
    expect(admitted.length).toBeGreaterThan(10);
    expect(await scanViolations(t.db, entrance.devices[0]!.organizerId)).toEqual([]);
  });

  test('an undo restores the state before the scan once, and not if the ticket was scanned since', async () => {
    const entrance = await openEntrance(t.db, { gate: { direction: 'both', reentry: true } });
    const entry = await scan(entrance);
    const exit = await scan(entrance, { direction: 'exit' });
    expect(exit).toMatchObject({ result: 'admitted', ticket: { status: 'used', inside: false } });
    await expect(undo(entrance, entry)).rejects.toMatchObject({ reason: 'ticket_changed_since_scan' });
    const undone = await Promise.all([undo(entrance, exit), undo(entrance, exit), undo(entrance, exit)]);
    expect(undone[0]).toMatchObject({ id: exit.id, ticket: { status: 'used', inside: true } });
    expect(new Set(undone.map(({ undoneAt }) => undoneAt)).size).toBe(1);
    expect(undone[0]?.undoneAt).not.toBeNull();
    expect(await undo(entrance, entry)).toMatchObject({ ticket: { status: 'valid', inside: null } });
    expect(await eventTypes(entrance)).toEqual(['ticket.used', 'ticket.check_in_undone']);
    expect(await scan(entrance)).toMatchObject({ result: 'admitted', previous: null });
    expect(await scanViolations(t.db, entrance.devices[0]!.organizerId)).toEqual([]);
  });

  test('a ticket that two devices admitted offline is stored twice, with one conflict', async () => {
    const entrance = await openEntrance(t.db, { ticketCount: 2, deviceCount: 2 });
    const { db, gate, devices, tickets } = entrance;
    const [ticket, otherTicket] = [tickets[0]!, tickets[1]!];
    const batches = devices.map((device) => {
      const scans = [
        offline('admitted', request(gate, ticket)),
        offline('refused', request(gate, otherTicket)),
        offline('admitted', request(gate, ticket, { qrValue: 'not a ticket' })),
      ];
      return { device, scans };
    });
    const send = () => Promise.all(batches.map(({ device, scans }) => scanBatch(db, scopeOf(device), device, scans)));
    const results = (await send()).flat();
    const ofTicket = results.filter(({ ticket: found }) => found?.id === ticket.id);
    expect(ofTicket.map(({ result }) => result).sort()).toEqual(['admitted', 'refused']);
    expect(ofTicket.filter(({ conflict }) => conflict)).toHaveLength(1);
    // What the device refused is not decided again.
    expect(results.filter(({ ticket: found }) => found?.id === otherTicket.id)).toMatchObject(
      [1, 2].map(() => ({ result: 'refused', reason: 'already_used', conflict: false })),
    );
    expect(results.filter(({ reason }) => reason === 'unknown')).toMatchObject([
      { conflict: true },
      { conflict: true },
    ]);
    expect((await send()).flat().map(({ id }) => id)).toEqual(results.map(({ id }) => id));
    const rows = db.selectFrom('gate_scans').select('id').where('organizer_id', '=', devices[0]!.organizerId);
    expect(await rows.execute()).toHaveLength(results.length);
    expect(await scanViolations(t.db, entrance.devices[0]!.organizerId)).toEqual([]);
  });

  test('spaces, line ends and the wrong case do not make a ticket unknown, and never find another one', async () => {
    const entrance = await openEntrance(t.db, { ticketCount: 4 });
    const { db, tickets } = entrance;
    const contents = ['plain-1', 'CASE-2', 'case-2', 'MiXed-3'];
    for (const [index, { id }] of tickets.entries()) {
      await db.updateTable('tickets').set({ qr_value: contents[index]! }).where('id', '=', id).execute();
    }
    const found = async (qrValue: string) => {
      const { ticket } = await scan(entrance, { qrValue });
      return ticket === null ? null : contents[tickets.findIndex(({ id }) => id === ticket.id)];
    };
    for (const [qrValue, content] of [
      ['plain-1', 'plain-1'],
      ['\t PLAIN-1\r\n', 'plain-1'],
      ['CASE-2', 'CASE-2'],
      ['case-2\n', 'case-2'],
      ['Case-2', null],
      ['mIxED-3', 'MiXed-3'],
      ['mixed-3', null],
      [' \n', null],
    ] as const) {
      expect(await found(qrValue), JSON.stringify(qrValue)).toBe(content);
    }
  });

  test('the dashboard and the gates use the same ticket: each use and each undo shows to the other', async () => {
    const entrance = await openEntrance(t.db, { gate: { direction: 'both' } });
    const { db, devices, tickets } = entrance;
    const { organizerId } = devices[0]!;
    await useTicket(db, scopeOf({ organizerId }), tickets[0]!.id);
    expect(await scan(entrance)).toMatchObject({
      result: 'refused',
      reason: 'already_used',
      previous: { scanId: null, direction: 'entry' },
    });
    await undoTicketUse(db, scopeOf({ organizerId }), tickets[0]!.id);
    const entry = await scan(entrance);
    expect(entry).toMatchObject({ result: 'admitted', previous: null });
    await undoTicketUse(db, scopeOf({ organizerId }), tickets[0]!.id);
    await expect(undo(entrance, entry)).rejects.toMatchObject({ reason: 'ticket_changed_since_scan' });
    expect(await eventTypes(entrance)).toEqual([
      'ticket.used',
      'ticket.check_in_undone',
      'ticket.used',
      'ticket.check_in_undone',
    ]);
  });
});

describe('a gate', () => {
  const t = useDatabase('sqlite');

  test.each([
    ['without re-entry refuses a holder who left', {}, ['entry', 'exit', 'entry'], 'exited'],
    ['for entries lets nobody out', { direction: 'entry' }, ['entry', 'exit'], 'wrong_direction'],
    ['for exits lets nobody in', { direction: 'exit' }, ['entry'], 'wrong_direction'],
    ['lets only holders out who are inside', {}, ['exit'], 'not_inside'],
    ['refuses other ticket types', { ticketTypes: ['run-21'] }, ['entry'], 'wrong_gate'],
    ['refuses other categories', { categories: ['W40'] }, ['entry'], 'wrong_gate'],
    ['refuses entries before it opens', { opensAt: '2083-01-01T00:00:00.000Z' }, ['entry'], 'not_open'],
    ['refuses entries after it has closed', { closesAt: '2023-01-01T00:00:00.000Z' }, ['entry'], 'closed'],
  ] as const)('%s', async (_, fields, directions, reason) => {
    const entrance = await openEntrance(t.db, { gate: { direction: 'both', ...fields } });
    const results: ScanView[] = [];
    for (const direction of directions) results.push(await scan(entrance, { direction }));
    expect(results.at(-1)).toMatchObject({ result: 'refused', reason });
    for (const result of results.slice(0, -1)) expect(result).toMatchObject({ result: 'admitted' });
  });

  test('admits a holder by force, except with a ticket that is void, unknown or of another event', async () => {
    const entrance = await openEntrance(t.db, { ticketCount: 2, gate: { opensAt: '2083-01-01T00:00:00.000Z' } });
    const { db, tickets, devices } = entrance;
    expect(await scan(entrance, { force: true })).toMatchObject({
      result: 'admitted',
      reason: 'not_open',
      forced: true,
    });
    const again = await scan(entrance, { force: true });
    expect(again).toMatchObject({ result: 'admitted', forced: true });
    expect(await scan(entrance, { force: true, qrValue: 'unknown' })).toMatchObject({
      result: 'refused',
      reason: 'unknown',
    });
    await refundOrder(db, scopeOf(devices[0]!), tickets[1]!.orderNumber, []);
    const ofVoid = { force: true, qrValue: tickets[1]!.qrValue };
    expect(await scan(entrance, ofVoid)).toMatchObject({ result: 'refused', reason: 'void', forced: false });
    const otherEvent = { ...devices[0]!, eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd' };
    const other = scanTicket(db, scopeOf(otherEvent), otherEvent, request(entrance.gate, tickets[0]!, { force: true }));
    // The gate belongs to an event, so a device of another event has other gates. Here, only the rule about tickets is tested.
    expect(await other).toMatchObject({ result: 'refused', reason: 'wrong_event', ticket: null });
  });
});

function expectInvalidState(error: unknown): void {
  expect(error).toMatchObject({ code: 'invalid_state' });
}

import { expect, test } from 'vitest';
import { byOperator, listAudit } from '../src/features/audit/index.ts';
import { deleteEvent } from '../src/features/catalog/http.ts';
import { auditScans } from '../src/features/gate/audit-scans.ts';
import { changeGate, listDevices, listGates, listScansOfTickets } from '../src/features/gate/index.ts';
import type { CheckInView } from '../src/features/gate/schema.check-ins.ts';
import { refundOrder } from '../src/features/orders/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { importTickets, makeDevice, makeGate } from './harness/gates.ts';
import {
  expectFieldProblem,
  expectLimitHeaders,
  expectProblem,
  jsonOf,
  read,
  type TestResponse,
} from './harness/responses.ts';
import { scanViolations } from './scan-rules.ts';

const hourMs = 60 * 60_000;
const limits = { api: 1, gate: 1_000_000 };

describeOnBoth('check-ins with a key', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: limits }));

  /** An event with tickets, keys that can check them in, and functions that send requests. */
  async function setUp({ ticketCount = 1 } = {}) {
    const organizer = await makeOrganizer(t.db);
    const { eventId, tickets } = await importTickets(t.db, organizer, ticketCount);
    const ofKey = (...granted: string[]) => makeKey(t.db, organizer.id, { granted });
    const keys = { first: await ofKey('tickets:write'), second: await ofKey('tickets:write', 'orders:read:pii') };
    const post = async (path: string, key: string, body?: object): Promise<TestResponse> => {
      const content =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return read(await app.request(path, { method: 'POST', key, ...content }));
    };
    const send = (fields: object = {}, { key } = keys.first) =>
      post('/api/v1/check-ins', key, {
        ...{ eventId, nonce: crypto.randomUUID() },
        ...('ticketId' in fields ? {} : { qrValue: tickets[0]!.qrValue }),
        ...fields,
      });
    const checkIn = async (fields?: object, key = keys.first) => resultOf(await send(fields, key));
    const undo = (id: string, { key } = keys.first) => post(`/api/v1/check-ins/${id}/undo`, key);
    return { organizer, eventId, tickets, keys, post, send, checkIn, undo };
  }

  function resultOf(response: TestResponse): CheckInView {
    expect(response.status, response.text).toBe(200);
    return jsonOf<CheckInView & Record<string, unknown>>(response);
  }

  async function eventTypes(organizerId: string): Promise<string[]> {
    const events = t.db.selectFrom('webhook_events').select('type').where('organizer_id', '=', organizerId);
    return (await events.orderBy('sequence').execute())
      .map(({ type }) => type)
      .filter((type) => /^ticket\.(used|check)/.test(type));
  }

  test('of turnstiles with two keys and phones that scan one ticket at the same time, one admits its holder', async () => {
    const { organizer, tickets, keys, post, send } = await setUp();
    const { id: gateId } = await makeGate(t.db, organizer);
    const { token } = await makeDevice(t.db, organizer);
    const scan = () => {
      const { qrValue } = tickets[0]!;
      const scanned = { qrValue, gateId, nonce: crypto.randomUUID(), direction: 'entry' };
      return post('/api/gate/v1/scans', token, { ...scanned, scannedAt: timestamp(systemClock.now()) });
    };
    const senders = [send, () => send({}, keys.second), scan];
    const responses = await Promise.all(Array.from({ length: 30 }, (_, index) => senders[index % 3]!()));
    const results = responses.map((response) => resultOf(response));
    const [admitted, ...others] = results.filter(({ result }) => result === 'admitted');
    expect(others).toEqual([]);
    const refused = results.filter(({ result }) => result === 'refused');
    expect(refused.map(({ reason }) => reason)).toEqual(Array(29).fill('already_used'));
    expect(new Set(refused.map(({ previous }) => previous?.scanId))).toEqual(new Set([admitted?.id]));
    expect(await eventTypes(organizer.id)).toEqual(['ticket.used']);
    expect(await scanViolations(t.db, organizer.id)).toEqual([]);
  });

  test('are decided as at a gate, once for each nonce of a key', async () => {
    const { organizer, tickets, keys, send, checkIn } = await setUp({ ticketCount: 2 });
    const [{ id, qrValue }, refunded] = [tickets[0]!, tickets[1]!];
    await makeGate(t.db, organizer, { direction: 'both' });
    await refundOrder(t.db, organizerScope(organizer.id, systemClock, byOperator), refunded.orderNumber, []);
    await importAll(t.db, organizer, raceLines({ prefix: 'other-' }));
    const { eventId } = await makeGate(t.db, organizer, { event: 'other-race' });
    expect(await checkIn({ ticketId: refunded.id })).toMatchObject({ result: 'refused', reason: 'void' });
    expect(await checkIn({ qrValue: 'another' })).toMatchObject({ result: 'refused', reason: 'unknown', ticket: null });
    expect(await checkIn({ eventId })).toMatchObject({ reason: 'wrong_event', ticket: null });

    const first = { nonce: 'turnstile-1-0001', qrValue: ` ${qrValue}\n` };
    const entry = await checkIn(first);
    expect(entry).toMatchObject({ result: 'admitted', replayed: false, ticket: { id, status: 'used', inside: true } });
    expect(await checkIn(first)).toEqual({ ...entry, replayed: true });
    // Another key can have the same nonce.
    expect(await checkIn(first, keys.second)).toMatchObject({ result: 'refused', reason: 'already_used' });
    expect(await checkIn({ force: true })).toMatchObject({ result: 'admitted', forced: true });
    expect(await checkIn({ direction: 'exit', scannedAt: '2026-11-20T09:00:00Z' })).toMatchObject({
      result: 'admitted',
      scannedAt: '2026-11-20T09:00:00.000Z',
      ticket: { inside: false },
    });
    expect(await checkIn()).toMatchObject({ result: 'refused', reason: 'exited' });

    expectFieldProblem(await send({ ticketId: id, qrValue }), 'qrValue');
    expectProblem(await send({ gateId: 'gat_01kamz0g5ve4q8v5x2c4g6t0yd' }), 404, 'not_found');
    expect(await scanViolations(t.db, organizer.id)).toEqual([]);
  });

  test('with the nonce of another ticket or direction are an error and change nothing, except the scans of a batch', async () => {
    const { organizer, tickets, post, send, checkIn } = await setUp({ ticketCount: 2 });
    const { id: gateId } = await makeGate(t.db, organizer, { direction: 'both' });
    const { token } = await makeDevice(t.db, organizer);
    const { id: ticketId, qrValue } = tickets[1]!;
    const others = [{ qrValue: 'another' }, { qrValue }, { direction: 'exit' }];
    const nonce = 'counter-0001';
    const entry = await checkIn({ nonce });
    for (const fields of others)
      expect(expectProblem(await send({ nonce, ...fields }), 409, 'idempotency_conflict').reason).toBe('nonce_reused');
    expect(await checkIn({ nonce, ticketId: tickets[0]!.id })).toEqual({ ...entry, replayed: true });
    expect(await checkIn({ ticketId })).toMatchObject({ result: 'admitted' });

    const scannedAt = timestamp(systemClock.now());
    const scan = { nonce, gateId, direction: 'entry', scannedAt, qrValue: tickets[0]!.qrValue };
    const sendScan = (fields: object) => post('/api/gate/v1/scans', token, { ...scan, ...fields });
    const { id } = resultOf(await sendScan({}));
    for (const fields of others) expectProblem(await sendScan(fields), 409, 'idempotency_conflict');
    expect(resultOf(await sendScan({}))).toMatchObject({ id, replayed: true });
    const offline = { ...scan, qrValue: 'another', offline: true, deviceResult: 'refused', deviceReason: 'unknown' };
    const batch = await post('/api/gate/v1/scans/batch', token, { scans: [offline] });
    expect(jsonOf(batch)).toMatchObject({ results: [{ id, replayed: true }] });
    expect(await scanViolations(t.db, organizer.id)).toEqual([]);
  });

  test('have the limit of a device, apart from that of the other requests of the key', async () => {
    const { send, undo } = await setUp();
    const response = await send();
    for (const limited of [response, await undo(resultOf(response).id)]) expectLimitHeaders(limited, limits.gate);
  });

  test('show the holder only to a key with the scope for personal data, and each response with a holder is audited', async () => {
    const { organizer, tickets, keys, send, checkIn, undo } = await setUp();
    const withoutScope = await checkIn();
    expect(withoutScope.ticket).toEqual({
      id: tickets[0]!.id,
      ticketTypeId: expect.any(String),
      ticketTypeName: '10 km',
      status: 'used',
      inside: true,
      addons: [],
    });
    const nonce = 'of-the-second-key';
    const { id, ticket } = await checkIn({ nonce }, keys.second);
    expect(ticket).toMatchObject({ holderName: 'Holder 0', bib: expect.any(String), category: null });
    expectProblem(await undo(id, keys.second), 409, 'invalid_state');
    expect(resultOf(await undo(withoutScope.id, keys.second)).ticket).not.toHaveProperty('holderName');

    const responses = [await send({ nonce }, keys.second), await send({ qrValue: 'another' }, keys.second)];
    expect(responses.map((response) => resultOf(response).ticket?.holderName)).toEqual(['Holder 0', undefined]);
    const later = { ...systemClock, now: () => systemClock.now() + 2 * hourMs };
    await auditScans(t.db, { ...later, of: () => later });
    const entries = (await listAudit(t.db, organizer.id, { limit: 100 })).filter(({ action }) =>
      ['device.scan', 'order.personal_data.read'].includes(action),
    );
    const read = { actor: keys.second.id, action: 'order.personal_data.read', subject: tickets[0]!.orderNumber };
    const details = { fields: ['holderName', 'bib', 'category'] };
    expect(entries).toMatchObject([{ ...read, details, requestId: responses[0]!.headers.get('request-id') }, read]);
  });

  test('are in the scans of the ticket with the name of the key, and the key is no device to manage', async () => {
    const { organizer, eventId, tickets, checkIn } = await setUp();
    const { id } = await checkIn();
    expect(await listScansOfTickets(t.db, organizer.id, [tickets[0]!.id])).toMatchObject([
      { id, source: 'key', deviceName: 'Test', gateName: 'API', result: 'admitted' },
    ]);
    expect(await listDevices(t.db, organizer.id, eventId)).toEqual([]);
  });

  test('use the only gate of the event, which the first check-in adds', async () => {
    const { organizer, eventId, tickets, send, checkIn } = await setUp({ ticketCount: 8 });
    const results = await Promise.all(tickets.map(({ qrValue }) => checkIn({ qrValue })));
    const gates = await listGates(t.db, organizer.id, eventId);
    expect(gates).toMatchObject([{ name: 'API', direction: 'entry', reentry: false, ticketTypeIds: null }]);
    expect(results.map(({ result, gateId }) => [result, gateId])).toEqual(Array(8).fill(['admitted', gates[0]!.id]));
    const other = await makeGate(t.db, organizer, { direction: 'exit' });
    const response = await send();
    expectFieldProblem(response, 'gateId');
    expect(expectProblem(response, 400, 'invalid_request').detail).toContain(`${gates[0]!.id}, ${other.id}`);
    expect(await checkIn({ gateId: other.id })).toMatchObject({ reason: 'wrong_direction', gateId: other.id });
    const scope = organizerScope(organizer.id, systemClock, byOperator);
    for (const { id } of [gates[0]!, other]) await changeGate(t.db, scope, id, { isArchived: true });
    expect(expectProblem(await send(), 400, 'invalid_request').detail).toContain('archived');
  });

  test('that are no tickets of an event without gates leave it without gates, so that it can be deleted', async () => {
    const { organizer, send } = await setUp();
    await importAll(t.db, organizer, raceLines({ prefix: 'other-' }));
    const others = t.db.selectFrom('events').select('id').where('organizer_id', '=', organizer.id);
    const { id: eventId } = await others.where('external_id', '=', 'other-race').executeTakeFirstOrThrow();
    for (const fields of [{}, { qrValue: 'another' }])
      expect(expectProblem(await send({ eventId, ...fields }), 400, 'invalid_request').reason).toBe('gate_needed');
    expectProblem(await send({ eventId, gateId: 'gat_01kamz0g5ve4q8v5x2c4g6t0yd' }), 404, 'not_found');
    const scope = organizerScope(organizer.id, systemClock, byOperator);
    await t.db.transaction().execute((tx) => deleteEvent(tx, scope, eventId));
    expectProblem(await send({ eventId }), 404, 'not_found');
  });

  test('can be undone once, also those of a device, as long as the ticket has not changed since', async () => {
    const { organizer, tickets, post, checkIn, undo } = await setUp();
    const gate = await makeGate(t.db, organizer, { direction: 'both', reentry: true });
    const { token } = await makeDevice(t.db, organizer);
    const scanned = { qrValue: tickets[0]!.qrValue, nonce: crypto.randomUUID(), gateId: gate.id, direction: 'entry' };
    const { id } = resultOf(
      await post('/api/gate/v1/scans', token, { ...scanned, scannedAt: timestamp(systemClock.now()) }),
    );
    const exit = await checkIn({ direction: 'exit' });
    expectProblem(await undo(id), 409, 'invalid_state');
    const undone = (await Promise.all([undo(exit.id), undo(exit.id), undo(exit.id)])).map(resultOf);
    expect(new Set(undone.map(({ undoneAt }) => undoneAt)).size).toBe(1);
    expect(undone[0]).toMatchObject({ id: exit.id, ticket: { status: 'used', inside: true } });
    expect(resultOf(await undo(id))).toMatchObject({ id, ticket: { status: 'valid', inside: null } });
    expect(await eventTypes(organizer.id)).toEqual(['ticket.used', 'ticket.check_in_undone']);
    expect(await checkIn()).toMatchObject({ result: 'admitted', previous: null });
    expect(await scanViolations(t.db, organizer.id)).toEqual([]);
  });
});

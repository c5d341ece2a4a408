import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { addDevice, changeGate, type DeviceRole, type NewDevice, revokeDevice } from '../src/features/gate/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { testSecrets, useApp } from './harness/app.ts';
import { conformanceCheck, type Document, type ExpectConforms } from './harness/conformance.ts';
import { type DatabaseKind, describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { makeGate } from './harness/gates.ts';
import { expectLimitHeaders, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { createOrganizerData, createSandboxData, type OrganizerData } from './keyed-routes.ts';

const prefix = '/api/gate/v1';
const limits = { gate: 777_777, failedAuth: 888_888 };

/** What a device of one event uses. */
interface Place {
  readonly data: OrganizerData;
  /** The ids that no device of another event may see. */
  readonly secrets: readonly string[];
  readonly gateId: string;
  readonly scanId: string;
  readonly consumptionId: string;
  readonly entitlementId: string;
  readonly ticketId: string;
  readonly qrValue: string;
}

interface GateRoute {
  /** The role that can use the route; null for every device. */
  readonly role: DeviceRole | null;
  readonly path?: (place: Place) => string;
  readonly body?: (place: Place) => object;
  /** The response to the device of another event, if it names what belongs to this event. */
  readonly ofOther?: 404 | 200;
  /** A limit of the route, instead of that of the plane. */
  readonly limit?: number;
}

let nonceCount = 0;
function scanBody({ gateId, qrValue }: Place): object {
  nonceCount += 1;
  return {
    gateId,
    qrValue,
    nonce: `nonce-of-route-${nonceCount}`,
    scannedAt: '2026-11-20T09:00:00Z',
    direction: 'entry',
  };
}
const offlineBody = (place: Place) => ({
  scans: [{ ...scanBody(place), offline: true, deviceResult: 'refused', deviceReason: 'unknown' }],
});

/** Every route of the plane. The suite fails if a route is missing here. */
const gateRoutes: Readonly<Record<string, GateRoute>> = {
  'GET /device': { role: null },
  'POST /device/status': { role: null, body: () => ({ battery: 0.5, appVersion: '1.0.0', queueLength: 3 }) },
  'POST /scans': { role: 'gate', body: scanBody, ofOther: 404 },
  'POST /scans/batch': { role: 'gate', body: offlineBody, ofOther: 404 },
  'POST /scans/:id/undo': { role: 'gate', path: ({ scanId }) => `/scans/${scanId}/undo`, ofOther: 404 },
  'GET /search': { role: 'gate', path: ({ data }) => `/search?q=${data.orderNumber}`, ofOther: 200, limit: 120 },
  'GET /stats': { role: 'gate', ofOther: 200 },
  'GET /stats/stream': { role: 'gate' },
  'GET /offline-bundle': { role: 'gate', limit: 12 },
  'POST /entitlements/lookup': { role: 'bar', body: ({ qrValue }) => ({ qrValue }), ofOther: 200 },
  'POST /entitlements/consume': {
    role: 'bar',
    body: ({ entitlementId }) => ({ entitlementId, units: 1, ref: `gate ${entitlementId}` }),
    ofOther: 404,
  },
  'POST /consumptions/:id/reverse': {
    role: 'bar',
    path: ({ consumptionId }) => `/consumptions/${consumptionId}/reverse`,
    body: () => ({ reason: 'The wrong drink' }),
    ofOther: 404,
  },
};
const routes = Object.entries(gateRoutes).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, pattern: path, ...route };
});
type Route = (typeof routes)[number];

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi/gate.json'), 'utf8')) as Document;

class MovableClock implements Clock {
  offsetMs = 0;
  now = () => systemClock.now() + this.offsetMs;
  monotonicNow = () => systemClock.monotonicNow() + this.offsetMs;
}

describeOnBoth('the plane of gates', (kind: DatabaseKind) => {
  const t = useDatabase(kind);
  const clock = new MovableClock();
  const app = useApp(() => ({ db: t.db, clock, rateLimits: limits }));
  let place: Place;
  let tokens: Record<'gate' | 'bar' | 'both' | 'otherEvent' | 'otherOrganizer', string>;
  let expectConforms: ExpectConforms;

  beforeAll(async () => {
    expectConforms = conformanceCheck(document);
    const live = await createOrganizerData(t.db);
    const sandbox = await createSandboxData(t.db, live.organizer);
    const [own, other] = kind === 'sqlite' ? [live, sandbox] : [sandbox, live];
    place = await openPlace(own);
    tokens = {
      gate: await tokenOf(own, { roles: ['gate'] }),
      bar: await tokenOf(own, { roles: ['bar'] }),
      both: await tokenOf(own, { roles: ['gate', 'bar'] }),
      otherEvent: await tokenOf(own, { roles: ['gate', 'bar'], event: await otherEventOf(own) }),
      otherOrganizer: await tokenOf(other, { roles: ['gate', 'bar'] }),
    };
    const scan = await send(route('POST /scans'), { token: tokens.gate });
    const consumed = await send(route('POST /entitlements/consume'), { token: tokens.bar });
    expect([scan.status, consumed.status]).toEqual([200, 200]);
    const scanId = jsonOf<{ id: string }>(scan).id;
    const consumptionId = jsonOf<{ consumption: { id: string } }>(consumed).consumption.id;
    place = { ...place, scanId, consumptionId, secrets: [...place.secrets, scanId, consumptionId] };
  });

  const route = (name: string) =>
    elementAt(
      routes.filter((candidate) => candidate.name === name),
      0,
    );

  async function openPlace(data: OrganizerData): Promise<Place> {
    const { organizer, eventId } = data;
    const gate = await makeGate(t.db, organizer, { event: eventId, direction: 'both', reentry: true });
    const { id: ticketId, qr_value: qrValue } = await t.db
      .selectFrom('tickets')
      .select(['id', 'qr_value'])
      .where('organizer_id', '=', organizer.id)
      .where('id', '=', data.ticketId)
      .executeTakeFirstOrThrow();
    const secrets = [gate.id, ticketId, data.entitlementId, data.orderNumber];
    const { entitlementId } = data;
    return { data, gateId: gate.id, scanId: '', consumptionId: '', entitlementId, ticketId, qrValue, secrets };
  }

  async function makeDevice({ organizer, eventId }: OrganizerData, fields: Partial<NewDevice>) {
    const newDevice = { event: eventId, name: 'Phone', roles: ['gate'] as const, ...fields };
    return addDevice(t.db, organizerScope(organizer.id, systemClock, byOperator), newDevice, testSecrets);
  }
  const tokenOf = async (data: OrganizerData, fields: Partial<NewDevice>) => (await makeDevice(data, fields)).token;

  async function otherEventOf({ organizer, eventId }: OrganizerData): Promise<string> {
    const events = t.db.selectFrom('events').select('id').where('organizer_id', '=', organizer.id);
    return (await events.where('id', '<>', eventId).executeTakeFirstOrThrow()).id;
  }

  /** Sends the request of a route, which is valid unless it is changed. */
  async function send(
    { method, pattern, path = () => pattern, body }: Route,
    { token, query = '', extra = {} }: { token?: string; query?: string; extra?: object } = {},
  ): Promise<TestResponse> {
    const stop = new AbortController();
    const response = await fetch(`${app.url}${prefix}${path(place)}${query}`, {
      method,
      signal: stop.signal,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify({ ...body(place), ...extra }) }),
    });
    // A stream has no end.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const result = isStream ? { status: response.status, headers: response.headers, text: '' } : await read(response);
    stop.abort();
    return result;
  }

  test('has exactly the routes of the table, and the pairing', () => {
    const registered = app.routes
      .filter(({ url }) => url.startsWith(`${prefix}/`))
      .map(({ method, url }) => `${method} ${url.slice(prefix.length)}`);
    expect([...Object.keys(gateRoutes), 'POST /pair'].sort()).toEqual(registered.sort());
  });

  test.each(routes)('$name needs the token of a device', async (current) => {
    const missing = await send(current);
    expectProblem(missing, 401, 'missing_key');
    expect(missing.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expectLimitHeaders(missing, limits.failedAuth);
    const { key } = await makeKey(t.db, place.data.organizer.id);
    const unknown = `gd_${tokens.gate.slice(3).split('').reverse().join('')}`;
    for (const token of [
      key,
      generateKey('secret'),
      `${tokens.both.slice(0, -1)}!`,
      unknown,
      tokens.both.toUpperCase(),
    ]) {
      expectProblem(await send(current, { token }), 401, 'invalid_key');
    }
  });

  test.each(routes)('$name can be used by exactly the devices that have its role', async (current) => {
    for (const role of ['gate', 'bar', 'both'] as const) {
      const response = await send(current, { token: tokens[role] });
      expectLimitHeaders(response, current.limit ?? limits.gate);
      expect(response.headers.get('request-id')).toMatch(/^req_/);
      if (current.role === null || role === 'both' || role === current.role) {
        expect(response.status, response.text).toBe(200);
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
        const documentedPath = prefix + current.pattern.replace(':id', '{id}');
        if (isJson) expectConforms(documentedPath, current.method.toLowerCase(), response);
      } else {
        const problem = expectProblem(response, 403, 'insufficient_scope');
        expect(problem).toMatchObject({ reason: 'device_lacks_role', params: { role: current.role } });
        expect(response.headers.get('www-authenticate')).toContain(`scope="${current.role}"`);
      }
    }
  });

  test.each(routes)('$name gives nothing to devices of another event or another organizer', async (current) => {
    for (const token of [tokens.otherEvent, tokens.otherOrganizer]) {
      const response = await send(current, { token });
      expect(response.status, response.text).toBe(current.ofOther ?? 200);
      for (const secret of place.secrets) {
        const named =
          new URL(`http://x${current.path?.(place) ?? ''}`).pathname.includes(secret) || response.status === 404;
        if (!named) expect(response.text).not.toContain(secret);
      }
    }
  });

  test.each(routes)('$name rejects unknown fields and parameters', async (current) => {
    const query = `${current.path?.(place).includes('?') ? '&' : '?'}unknown=1`;
    expectProblem(await send(current, { token: tokens.both, query }), 400, 'invalid_request');
    if (current.body === undefined) return;
    expectProblem(await send(current, { token: tokens.both, extra: { unknown: 1 } }), 400, 'invalid_request');
  });

  test('does not show a ticket of another event at its own gate', async () => {
    const otherEvent = await otherEventOf(place.data);
    const gate = await makeGate(t.db, place.data.organizer, { event: otherEvent });
    const body = { ...scanBody({ ...place, gateId: gate.id }) };
    clock.offsetMs += 1_000;
    const response = await post('/scans', tokens.otherEvent, body);
    expect(jsonOf(response)).toMatchObject({ result: 'refused', reason: 'wrong_event', ticket: null, previous: null });
  });

  const post = async (path: string, token: string | null, body: object): Promise<TestResponse> =>
    read(
      await fetch(app.url + prefix + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
    );
  const get = async (path: string, token: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(app.url + prefix + path, { headers: { ...headers, authorization: `Bearer ${token}` } });

  test('pairs a device once, within 15 minutes, and replaces its token', async () => {
    const { device, pairingCode, token } = await makeDevice(place.data, {});
    expect((await get('/device', token)).status).toBe(200);
    const typed = `${pairingCode.slice(0, 4).toLowerCase()}-${pairingCode.slice(4)}`;
    const paired = await post('/pair', null, { code: typed });
    expectConforms(`${prefix}/pair`, 'post', paired);
    const result = jsonOf<{ token: string; device: { id: string } }>(paired);
    expect(result.device.id).toBe(device.id);
    clock.offsetMs += 1_000;
    expect((await get('/device', token)).status).toBe(401);
    expect((await get('/device', result.token)).status).toBe(200);
    expectProblem(await post('/pair', null, { code: pairingCode }), 404, 'not_found');
    expectProblem(await post('/pair', null, { code: 'K7MP-3XQ9' }), 404, 'not_found');
    const late = await makeDevice(place.data, {});
    clock.offsetMs += 15 * 60_000;
    expect(expectProblem(await post('/pair', null, { code: late.pairingCode }), 404, 'not_found').reason).toBe(
      'pairing_code_not_found',
    );
  });

  test('rejects a device within a second after its revocation, and after it has expired', async () => {
    const { device, token } = await makeDevice(place.data, {});
    expect((await get('/device', token)).status).toBe(200);
    await revokeDevice(t.db, organizerScope(place.data.organizer.id, systemClock, byOperator), device.id);
    clock.offsetMs += 999;
    expect((await get('/device', token)).status).toBe(401);
    const expiring = await makeDevice(place.data, {});
    const past = new Date(clock.now() - 1).toISOString();
    await t.db.updateTable('gate_devices').set({ expires_at: past }).where('id', '=', expiring.device.id).execute();
    expect((await get('/device', expiring.token)).status).toBe(401);
  });

  test('uses a changed gate within a second, and accepts scans without a network also at an archived gate', async () => {
    const { organizer, eventId } = place.data;
    const gate = await makeGate(t.db, organizer, { event: eventId });
    const token = await tokenOf(place.data, { gates: [gate.id] });
    const atGate = { ...place, gateId: gate.id };
    expect((await post('/scans', token, scanBody(atGate))).status).toBe(200);
    expectProblem(await post('/scans', token, scanBody(place)), 404, 'not_found');
    await changeGate(t.db, organizerScope(organizer.id, systemClock, byOperator), gate.id, { isArchived: true });
    clock.offsetMs += 1_000;
    expectProblem(await post('/scans', token, scanBody(atGate)), 404, 'not_found');
    expect((await post('/scans/batch', token, offlineBody(atGate))).status).toBe(200);
  });

  test('keeps a forced scan at a gate that the device cannot use, but does not admit, and undoes no scan of such a gate', async () => {
    const { organizer, eventId } = place.data;
    const [own, other] = [
      await makeGate(t.db, organizer, { event: eventId, name: 'Own', reentry: true, direction: 'both' }),
      await makeGate(t.db, organizer, { event: eventId, name: 'Other', reentry: true, direction: 'both' }),
    ];
    const limited = await tokenOf(place.data, { gates: [own.id] });
    const unlimited = await tokenOf(place.data, {});
    const forced = async (gateId: string, token: string) => {
      const scan = { ...scanBody({ ...place, gateId }), force: true, offline: true };
      const body = { scans: [{ ...scan, deviceResult: 'admitted', deviceReason: null }] };
      const response = await post('/scans/batch', token, body);
      expectConforms(`${prefix}/scans/batch`, 'post', response);
      return elementAt(jsonOf<{ results: { id: string; result: string }[] }>(response).results, 0);
    };
    expect(await forced(other.id, limited)).toMatchObject({
      ...{ gateId: other.id, result: 'refused', reason: 'wrong_gate', forced: false, conflict: true },
    });
    expect(await forced(own.id, limited)).toMatchObject({ result: 'admitted', forced: true, conflict: false });
    const there = await forced(other.id, unlimited);
    expect(there).toMatchObject({ result: 'admitted', forced: true });
    const undo = (token: string) => post(`/scans/${there.id}/undo`, token, {});
    const problem = expectProblem(await undo(limited), 404, 'not_found');
    expect(problem).toMatchObject({ reason: 'scan_at_other_gate', params: { scanId: there.id } });
    expect(jsonOf(await undo(unlimited))).toMatchObject({ id: there.id, undoneAt: expect.any(String) });
    // A repeated undo would change nothing, and does not show the scan either.
    expectProblem(await undo(limited), 404, 'not_found');
  });
});

describe('the limits of gates', () => {
  const t = useDatabase('sqlite');
  const app = useApp(() => ({ db: t.db, rateLimits: { gate: 3, failedAuth: 2 } }));

  test('count the requests of each device, and failed attempts of each IP address', async () => {
    const data = await createOrganizerData(t.db);
    const newDevice = { event: data.eventId, name: 'Phone', roles: ['gate'] as const };
    const devices = [1, 2].map(() =>
      addDevice(t.db, organizerScope(data.organizer.id, systemClock, byOperator), newDevice, testSecrets),
    );
    for (const { token } of await Promise.all(devices)) {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i += 1) {
        statuses.push((await app.request(`${prefix}/device`, { key: token })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    for (const [init, codes] of [
      [{ method: 'GET', path: '/device' }, ['missing_key', 'missing_key', 'too_many_failed_attempts']],
      [{ method: 'POST', path: '/pair' }, ['not_found', 'not_found', 'rate_limited']],
    ] as const) {
      const isPost = init.method === 'POST';
      for (const code of codes) {
        const response = await read(
          await app.request(prefix + init.path, {
            method: init.method,
            ...(isPost
              ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code: 'K7MP-3XQ9' }) }
              : {}),
          }),
        );
        expectProblem(response, code === 'missing_key' ? 401 : code === 'not_found' ? 404 : 429, code);
      }
    }
  });
});

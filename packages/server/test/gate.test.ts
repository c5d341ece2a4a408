import { createDecipheriv, createHash, createPublicKey, hash, hkdfSync, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byOperator, listAudit } from '../src/features/audit/index.ts';
import { auditScans } from '../src/features/gate/audit-scans.ts';
import {
  addDevice,
  listConflicts,
  listDevices,
  listScansOfTickets,
  type NewDevice,
  readAdmissions,
  readStats,
  renameDevice,
  renewPairingCode,
  revokeDevice,
  scanTicket,
  settleConflict,
} from '../src/features/gate/index.ts';
import { correctHolder, invalidateLinks, refundOrder } from '../src/features/orders/index.ts';
import { type Organizer, setReverseWithinSeconds } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { dialectOf } from '../src/platform/database/dialect.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { testSecrets, useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { importTickets, makeGate, makeScanner } from './harness/gates.ts';
import { expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';
import { waitUntil } from './harness/wait.ts';
import { expectWebhookBody } from './harness/webhook-schemas.ts';
import { violations } from './invariants.ts';

const prefix = '/api/gate/v1';
const hourMs = 60 * 60_000;
/** As this service makes them. */
const secretQr = '7Z3KQ9MX2PAB4CDEFGHJKMNPQRSTVWXY';
const attendees = [
  { holderName: 'Ada Lovelace', bib: '7', category: 'W40', qrValue: 'qr of Ada' },
  {
    holderName: `Grace Brewster Murray ${'Hopper '.repeat(10).trim()}`,
    bib: '8',
    category: null,
    qrValue: secretQr,
  },
  { holderName: 'Émilie du Châtelet', bib: '009', category: null, qrValue: 'qr of Émilie' },
  { holderName: 'Jan Łoś', bib: '10', category: null, qrValue: 'qr of long' },
];
/** Of the second and the fourth attendee. */
const shirtAndPasta = [
  { kind: 'addon' as const, addonId: 'shirt', attendee: 0, quantity: 1 },
  { kind: 'addon' as const, addonId: 'pasta', attendee: 0, quantity: 2 },
];
const bothAddons = 'Shirt L\n2 × Pasta “al dente”, with a dessert, a drink, a coffee and a cake';
const longBuyer = Array.from({ length: 15 }, (_, index) => `Buyer${index * 1_111_111}`).join(' ');

interface TicketRecord {
  readonly revision: number;
  readonly state: number;
  readonly type: number;
  readonly text: Buffer;
}
interface Bundle {
  readonly kind: number;
  readonly head: { eventId: string; cursor: string; version: number; ticketTypeIds: string[] };
  readonly records: ReadonlyMap<string, TicketRecord>;
}

const keyOf = (qrValue: string) => hash('sha256', `organizer-gate-v1\0${qrValue}`, 'hex').slice(0, 24);

/** Reads a bundle as `docs/gate.md` describes it, and verifies its signature. */
function readBundle(bytes: Buffer, bundleKey: string): Bundle {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bundleKey, 'base64').toString('base64url') },
    format: 'jwk',
  });
  const digest = createHash('sha256').update(bytes.subarray(0, -64)).digest();
  expect(verify(null, digest, key, bytes.subarray(-64))).toBe(true);
  expect(bytes.toString('latin1', 0, 4)).toBe('OGB1');
  const headEnd = 7 + bytes.readUInt16LE(5);
  const records = new Map<string, TicketRecord>();
  let offset = headEnd;
  while (bytes.toString('hex', offset, offset + 12) !== 'ff'.repeat(12)) {
    const length = bytes.readUInt8(offset + 21);
    records.set(bytes.toString('hex', offset, offset + 12), {
      revision: bytes.readUIntLE(offset + 12, 6),
      state: bytes.readUInt8(offset + 18),
      type: bytes.readUInt16LE(offset + 19),
      text: bytes.subarray(offset + 22, offset + 22 + length),
    });
    offset += 22 + length;
  }
  expect(bytes.readUInt32LE(offset + 12)).toBe(records.size);
  expect(bytes.length).toBe(offset + 16 + 64);
  return { kind: bytes.readUInt8(4), head: JSON.parse(bytes.toString('utf8', 7, headEnd)), records };
}

function decryptRecord({ text }: TicketRecord, qrValue: string): string {
  const derived = Buffer.from(hkdfSync('sha256', qrValue, text.subarray(0, 16), 'organizer-gate-v2', 44));
  const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32));
  decipher.setAuthTag(text.subarray(-16));
  return decipher.update(text.subarray(16, -16), undefined, 'utf8') + decipher.final('utf8');
}

describeOnBoth('a gate and a bar', (kind) => {
  const t = useDatabase(kind);
  const clock = new TestClock();
  const app = useApp(() => ({ db: t.db, clock, rateLimits: { gate: 1_000_000 } }));
  let organizer: Organizer;
  let eventId: string;
  let gateId: string;
  let token: string;
  const stop = new AbortController();
  afterAll(() => stop.abort());

  beforeAll(async () => {
    organizer = await makeOrganizer(t.db, clock);
    const orders = attendees.map((attendee, index) =>
      orderLine(`order-${index}`, {
        items: [
          { kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 },
          { kind: 'addon', addonId: 'beer', quantity: 1 },
          ...(index % 2 === 1 ? shirtAndPasta : []),
        ],
        attendees: [{ ticketTypeId: 'run-10', ...attendee }],
        ...(index === 3 ? { buyer: { email: 'order-3@example.com', name: longBuyer } } : {}),
      }),
    );
    const ofHolders = (externalId: string, name: string) =>
      ({ type: 'addon', externalId, eventId: 'race', name, price: 0, assignedTo: 'holder', maxPerHolder: 2 }) as const;
    const addons = [
      ofHolders('shirt', 'Shirt L'),
      ofHolders('pasta', 'Pasta “al dente”, with a dessert, a drink, a coffee and a cake'),
    ];
    await importAll(t.db, organizer, [...raceLines(), ...addons, ...orders], clock);
    const gate = await makeGate(t.db, organizer, { direction: 'both', reentry: true });
    gateId = gate.id;
    eventId = gate.eventId;
    token = await makeToken({ roles: ['gate', 'bar'] });
  });

  const makeToken = async (fields: Partial<NewDevice>) => {
    const newDevice = { event: 'race', name: 'Phone', roles: ['gate'] as const, ...fields };
    return (await addDevice(t.db, { organizerId: organizer.id, clock, origin: byOperator }, newDevice, testSecrets))
      .token;
  };
  const post = async (path: string, body: object, key = token): Promise<TestResponse> => {
    const headers = { 'content-type': 'application/json' };
    return read(await app.request(prefix + path, { method: 'POST', key, headers, body: JSON.stringify(body) }));
  };
  const get = async (path: string, key = token) => read(await app.request(prefix + path, { key }));
  let nonceCount = 0;
  const scan = (qrValue: string, fields: object = {}) => {
    nonceCount += 1;
    const scannedAt = new Date(clock.now()).toISOString();
    const body = { qrValue, nonce: `nonce-${nonceCount}-${kind}`, scannedAt, gateId, direction: 'entry', ...fields };
    return post('/scans', body).then((response) => jsonOf<{ id: string; ticket: { id: string } }>(response));
  };
  const ticketOf = (qrValue: string) =>
    t.db.selectFrom('tickets').selectAll().where('qr_value', '=', qrValue).executeTakeFirstOrThrow();
  const bundle = async (path = '', key = token) => {
    const response = await app.request(`${prefix}/offline-bundle${path}`, { key });
    expect(response.status).toBe(200);
    const { bundleKey } = jsonOf<{ bundleKey: string }>(await get('/device', key));
    return { response, ...readBundle(Buffer.from(await response.arrayBuffer()), bundleKey) };
  };

  test('has a bundle from which only a holder of the ticket can read a name, and then only the changes', async () => {
    const complete = await bundle();
    expect([complete.kind, complete.records.size, complete.head.eventId]).toEqual([0, attendees.length, eventId]);
    for (const { holderName, bib, category, qrValue } of attendees) {
      const record = complete.records.get(keyOf(qrValue))!;
      expect(record.state).toBe(0);
      // Imported QR contents can be guessed, so they protect no name.
      const shown = qrValue === secretQr ? holderName : null;
      const addons =
        holderName.startsWith('Grace') || holderName.startsWith('Jan') ? [null, null, null, bothAddons] : [];
      expect(JSON.parse(decryptRecord(record, qrValue))).toEqual([shown, bib, category, ...addons]);
      expect(() => decryptRecord(record, 'another ticket')).toThrow();
      expect(record.text.toString('utf8')).not.toContain(holderName.slice(0, 5));
    }
    // The details are encrypted once and stored, for all devices. A change of the name encrypts them again.
    const again = await bundle('', await makeToken({ name: 'Second phone' }));
    expect(again.records).toEqual(complete.records);
    const rename = (holder_name: string) =>
      t.db.updateTable('tickets').set({ holder_name }).where('qr_value', '=', secretQr).execute();
    await rename('Grace H.');
    const renamed = (await bundle('', await makeToken({ name: 'Third phone' }))).records.get(keyOf(secretQr))!;
    expect(JSON.parse(decryptRecord(renamed, secretQr))[0]).toBe('Grace H.');
    await rename(attendees[1]!.holderName);
    const tag = complete.response.headers.get('etag')!;
    const unchanged = await app.request(`${prefix}/offline-bundle`, { key: token, headers: { 'if-none-match': tag } });
    expect(unchanged.status).toBe(304);
    const carrying = await bundle('', await makeToken({ carriesNames: true }));
    const plain = carrying.records.get(keyOf('qr of Ada'))!;
    const { id: ticketId, order_number: orderNumber } = await ticketOf('qr of Ada');
    const plainText = JSON.parse(plain.text.toString('utf8'));
    const ofBuyer = 'order-0@example.com buyer order 0';
    expect([plain.state, plainText]).toEqual([0x80, ['Ada Lovelace', '7', 'W40', ticketId, orderNumber, ofBuyer]]);
    // The words that have no place are left out, also because of add-ons, of which the first are there.
    const { order_number: longNumber } = await ticketOf('qr of long');
    const long = JSON.parse(carrying.records.get(keyOf('qr of long'))!.text.toString('utf8'));
    const someWords = expect.stringMatching(/^order-3@example\.com( buyer\d+)+$/);
    expect(long.slice(4)).toEqual([longNumber, someWords, 'Shirt L\n…']);

    clock.advance(60_000);
    const entry = await scan('qr of Ada');
    const shown = { bib: '8', addons: [{ name: 'Shirt L', unitsTotal: 1 }, { unitsTotal: 2 }] };
    expect(await scan(secretQr)).toMatchObject({ result: 'admitted', ticket: shown });
    await scan(secretQr, { direction: 'exit' });
    const changes = await bundle(`?since=${complete.response.headers.get('bundle-cursor')}`);
    expect(changes.kind).toBe(1);
    const states = ['qr of Ada', secretQr].map((qrValue) => changes.records.get(keyOf(qrValue))?.state);
    expect(states).toEqual([1, 2]);
    expect(changes.response.headers.get('etag')).not.toBe(tag);
    clock.advance(60_000);
    await post(`/scans/${entry.id}/undo`, {});
    const later = await bundle(`?since=${changes.response.headers.get('bundle-cursor')}`);
    expect(later.records.get(keyOf('qr of Ada'))?.state).toBe(0);
  });

  test('accepts only the new QR code of a ticket, and a device without a network after the next changes', async () => {
    const own = await makeOrganizer(t.db, clock);
    const { tickets } = await importTickets(t.db, own, 2, clock);
    const ownGate = await makeGate(t.db, own);
    const newDevice = { event: 'race', name: 'Phone', roles: ['gate'] as const };
    const { token: key } = await addDevice(
      t.db,
      { organizerId: own.id, clock, origin: byOperator },
      newDevice,
      testSecrets,
    );
    const complete = await bundle('', key);
    const oldCodes: string[] = [];
    let code = tickets[0]!.qrValue;
    // The device misses the code between the two replacements.
    for (let count = 1; count <= 2; count += 1) {
      clock.advance(60_000);
      oldCodes.push(code);
      await invalidateLinks(t.db, organizerScope(own.id, clock, byOperator), tickets[0]!.orderNumber, {
        replaceQrCodes: true,
      });
      const row = t.db.selectFrom('tickets').select('qr_value').where('id', '=', tickets[0]!.id);
      code = (await row.executeTakeFirstOrThrow()).qr_value;
    }
    const changes = await bundle(`?since=${complete.response.headers.get('bundle-cursor')}`, key);
    const stateOf = (qrValue: string) => changes.records.get(keyOf(qrValue))?.state;
    expect([...oldCodes.map(stateOf), stateOf(code)]).toEqual([3, 3, 0]);
    expect(JSON.parse(decryptRecord(changes.records.get(keyOf(code))!, code))[0]).toBe('Holder 0');
    const again = await bundle('', key);
    expect(oldCodes.map((old) => again.records.has(keyOf(old)))).toEqual([false, false]);
    const scanAt = async (qrValue: string, nonce: string) => {
      const scannedAt = new Date(clock.now()).toISOString();
      const body = { qrValue, nonce, scannedAt, gateId: ownGate.id, direction: 'entry' };
      return jsonOf<{ result: string; reason: string | null }>(await post('/scans', body, key));
    };
    expect(await scanAt(oldCodes[0]!, 'old-code-1')).toMatchObject({ result: 'refused', reason: 'unknown' });
    expect(await scanAt(code, 'new-code-1')).toMatchObject({ result: 'admitted' });
  });

  test('is found by holder, buyer, bib, order number and address, and the search is in the audit log', async () => {
    const { order_number: orderNumber } = await ticketOf('qr of Ada');
    for (const [text, names] of [
      // All but one have a buyer with this first name. The holder is first.
      ['ada', ['Ada Lovelace', attendees[1]!.holderName, 'Émilie du Châtelet']],
      ['LOVEL', ['Ada Lovelace']],
      ['7', ['Ada Lovelace']],
      [orderNumber.toLowerCase(), ['Ada Lovelace']],
      ['émi', ['Émilie du Châtelet']],
      ['CHAT emilie', ['Émilie du Châtelet']],
      ['9', ['Émilie du Châtelet']],
      ['los buyer1111111', ['Jan Łoś']],
      ['buyer0 los buyer2222222', ['Jan Łoś']],
      ['order-2@EXAMPLE', ['Émilie du Châtelet']],
      ['buyer, ada du', ['Émilie du Châtelet']],
      ['nobody', []],
    ] as const) {
      const { tickets } = jsonOf<{ tickets: { holderName: string }[] }>(
        await get(`/search?q=${encodeURIComponent(`${text} `)}`),
      );
      expect(
        tickets.map(({ holderName }) => holderName),
        text,
      ).toEqual(names);
    }
    const entries = (await listAudit(t.db, organizer.id, { limit: 100 })).filter(
      ({ action }) => action === 'device.search',
    );
    const { id: ticketId } = await ticketOf('qr of Ada');
    expect(entries).toHaveLength(12);
    expect(entries.filter(({ details }) => JSON.stringify(details).includes(ticketId))).toHaveLength(4);
    expect(JSON.stringify(entries)).not.toMatch(/nobody|lovel/i);
  });

  test('shows the add-ons of a holder with the person, also in a search by the bib or the name, and at the bar', async () => {
    const addons = [{ name: 'Shirt L' }, { unitsTotal: 2 }];
    for (const text of ['10', 'los jan']) {
      const found = jsonOf(await get(`/search?q=${encodeURIComponent(text)}`));
      expect(found).toMatchObject({ tickets: [{ holderName: 'Jan Łoś', addons }] });
    }
    interface Guest {
      readonly ticket: { readonly id: string };
      readonly entitlements: readonly {
        readonly id: string;
        readonly name: string;
        readonly ticketId: string | null;
      }[];
    }
    const { ticket, entitlements } = jsonOf<Guest>(await post('/entitlements/lookup', { qrValue: 'qr of long' }));
    expect(ticket).toMatchObject({ holderName: 'Jan Łoś', bib: '10', addons });
    expect(entitlements.map(({ name, ticketId }) => [name.split(' ')[0], ticketId])).toEqual([
      ['Shirt', ticket.id],
      ['Pasta', ticket.id],
      ['Drinks', null],
    ]);
    const entitlementId = elementAt(entitlements, 0).id;
    const consume = (ref: string) => post('/entitlements/consume', { entitlementId, units: 1, ref });
    expect((await consume('shirt')).status).toBe(200);
    expectProblem(await consume('another shirt'), 409, 'insufficient_units');
  });

  test('streams the numbers of scans, and ends the stream of a revoked device', async () => {
    const { device, token: key } = await addDevice(
      t.db,
      { organizerId: organizer.id, clock, origin: byOperator },
      { event: 'race', name: 'Phone 2', roles: ['gate'] },
      testSecrets,
    );
    const response = await app.request(`${prefix}/stats/stream`, { key, signal: stop.signal });
    let text = '';
    let isEnded = false;
    (async () => {
      for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
      isEnded = true;
    })().catch(() => {});
    const last = () => JSON.parse(/data: (.*)\n\n$/.exec(text)?.[1] ?? '{}') as { admitted?: number };
    await waitUntil(() => last().admitted !== undefined);
    const before = jsonOf<{ admitted: number; inside: number }>(await get('/stats'));
    expect(last()).toEqual(before);
    expect(await readStats(t.db, organizer.id, eventId, clock.now())).toEqual(before);
    await scan('qr of Émilie');
    await scan('qr of Émilie');
    await waitUntil(() => last().admitted === before.admitted + 1);
    const after = jsonOf<{ refused: object; gates: { minutes: object[] }[] }>(await get('/stats'));
    expect(after).toMatchObject({ inside: before.inside + 1, refused: { already_used: 1 } });
    expect(elementAt(after.gates, 0).minutes.at(-1)).toMatchObject({ admitted: 1, exited: 0, refused: 1 });
    const gates = await Promise.all(
      (['hour', 'today', 'event'] as const).map(async (period) => {
        const view = await readAdmissions(t.db, organizer.id, eventId, { period, nowMs: clock.now() });
        return view.gates.map(({ steps }) => steps.reduce((sum, { admitted }) => sum + admitted, 0));
      }),
    );
    expect(gates).toEqual([1, 2, 3].map(() => [before.admitted + 1]));
    await revokeDevice(t.db, organizerScope(organizer.id, clock, byOperator), device.id);
    clock.advance(1_000);
    await scan('qr of Émilie');
    await waitUntil(() => isEnded);
  });

  test('hands out units, and reverses each consumption once, within the time of the organizer', async () => {
    const found = jsonOf<{ ticket: { holderName: null }; entitlements: { id: string; unitsRemaining: number }[] }>(
      await post('/entitlements/lookup', { qrValue: 'qr of Ada' }),
    );
    expect(found).toMatchObject({ ticket: { bib: '7', holderName: null }, entitlements: [{ unitsRemaining: 5 }] });
    const { id: entitlementId } = elementAt(found.entitlements, 0);
    const consume = async (ref: string) => {
      const response = await post('/entitlements/consume', { entitlementId, units: 2, ref });
      return jsonOf<{ consumption: { id: string }; replayed: boolean }>(response);
    };
    const first = await consume('first');
    expect(await consume('first')).toMatchObject({ consumption: first.consumption, replayed: true });
    const reverse = (id: string) => post(`/consumptions/${id}/reverse`, { reason: 'The wrong drink' });
    const results = await Promise.all(Array.from({ length: 5 }, () => reverse(first.consumption.id)));
    const reversed = results.map((response) => jsonOf<{ replayed: boolean; entitlement: object }>(response));
    expect(reversed.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const { entitlement } of reversed) expect(entitlement).toMatchObject({ unitsConsumed: 0, unitsRemaining: 5 });
    const repeated = await post('/entitlements/consume', { entitlementId, units: 2, ref: 'first' });
    expect(expectProblem(repeated, 409, 'ref_conflict').reason).toBe('ref_of_reversed_consumption');
    const events = t.db.selectFrom('webhook_events').select(['type', 'body']).where('organizer_id', '=', organizer.id);
    const ofAddons = (await events.where('type', 'like', 'addon.%').orderBy('sequence').execute()).slice(-2);
    expect(ofAddons.map(({ type }) => type)).toEqual(['addon.consumed', 'addon.consumption_reversed']);
    for (const { body } of ofAddons) expectWebhookBody(JSON.parse(body));

    await setReverseWithinSeconds(t.db, organizerScope(organizer.id, clock, byOperator), 60);
    const second = await consume('second');
    const third = await consume('third');
    clock.advance(60_000);
    expect((await reverse(second.consumption.id)).status).toBe(200);
    clock.advance(1);
    expect(expectProblem(await reverse(third.consumption.id), 409, 'invalid_state').reason).toBe('reversal_too_late');
    // A repeated request succeeds also after this time.
    expect(jsonOf(await reverse(second.consumption.id))).toMatchObject({ replayed: true });
    const { order_number: orderNumber } = await ticketOf('qr of Ada');
    await refundOrder(t.db, organizerScope(organizer.id, clock, byOperator), orderNumber, []);
    expect(await violations(t.db)).toEqual([]);
  });

  test('emits ticket.used with the gate, and shows conflicts and the scans of a ticket', async () => {
    const { id: ticketId } = await ticketOf(secretQr);
    const used = t.db.selectFrom('webhook_events').select('body').where('type', '=', 'ticket.used');
    const [event] = await used.where('object_id', '=', ticketId).execute();
    const body = JSON.parse(event!.body) as { data: { gate: object; usedAt: string } };
    expect(body.data).toMatchObject({ gate: { id: gateId, name: 'Main entrance' }, usedAt: expect.any(String) });
    expectWebhookBody(body);
    const offline = {
      qrValue: 'qr of Émilie',
      nonce: `offline-${kind}`,
      scannedAt: new Date(clock.now()).toISOString(),
    };
    const decided = { gateId, direction: 'entry', offline: true, deviceResult: 'admitted', deviceReason: null };
    const batch = await post('/scans/batch', { scans: [{ ...offline, ...decided }] });
    expect(jsonOf(batch)).toMatchObject({ results: [{ result: 'refused', reason: 'already_used', conflict: true }] });
    const { data: conflicts } = await listConflicts(t.db, organizer.id, eventId, { limit: 10 });
    expect(conflicts).toMatchObject([{ gateName: 'Main entrance', isConflict: true, isOffline: true }]);
    expect(
      (await listConflicts(t.db, organizer.id, eventId, { limit: 10, cursor: elementAt(conflicts, 0).id })).data,
    ).toEqual([]);
    const { id: scanId } = elementAt(conflicts, 0);
    const settle = (note: string, id = scanId) =>
      settleConflict(t.db, organizerScope(organizer.id, clock, byOperator), { scanId: id, note });
    const settled = { at: new Date(clock.now()).toISOString(), by: byOperator.actor, note: 'She showed her ID.' };
    expect(await settle(' She showed her ID. ')).toMatchObject({ id: scanId, settled });
    expect(await settle('Too late')).toMatchObject({ settled });
    for (const [status, ids] of [
      ['open', []],
      ['settled', [scanId]],
    ] as const) {
      const { data } = await listConflicts(t.db, organizer.id, eventId, { limit: 10, status });
      expect(data.map(({ id }) => id)).toEqual(ids);
    }
    const settlements = (await listAudit(t.db, organizer.id, { limit: 100 })).filter(
      ({ action }) => action === 'conflict.settle',
    );
    expect(settlements).toMatchObject([{ subject: scanId, details: {} }]);
    const { id: ordinaryScanId } = elementAt(await listScansOfTickets(t.db, organizer.id, [ticketId]), 0);
    await expect(settle('', ordinaryScanId)).rejects.toMatchObject({ reason: 'scan_not_found' });
    expect(await listScansOfTickets(t.db, organizer.id, [ticketId])).toMatchObject([
      { direction: 'exit', result: 'admitted' },
      { direction: 'entry', result: 'admitted' },
    ]);
  });

  test('keeps a scan whose time cannot be right, and leaves it out of charts, which have a limited number of steps', async () => {
    const before = await readStats(t.db, organizer.id, eventId, clock.now());
    const offline = { gateId, direction: 'entry', offline: true, deviceResult: 'refused', deviceReason: 'unknown' };
    const day = 24 * hourMs;
    const times = [
      0,
      clock.now() - 7 * day - 1,
      clock.now() - 7 * day,
      clock.now() + 5 * 60_000 + 1,
      clock.now() + 60_000,
    ];
    const scans = times.map((atMs, index) => {
      const scannedAt = new Date(atMs).toISOString();
      return { qrValue: 'no ticket', nonce: `wrong-clock-${index}-${kind}`, scannedAt, ...offline };
    });
    const { results } = jsonOf<{ results: object[] }>(await post('/scans/batch', { scans }));
    const flags = [true, true, false, true, false].map((implausibleTime) => ({ implausibleTime }));
    expect(results).toMatchObject(flags);
    const after = await readStats(t.db, organizer.id, eventId, clock.now());
    expect(after.refused).toEqual({ ...before.refused, unknown: (before.refused.unknown ?? 0) + times.length });
    // The version before counted such a scan in 1970.
    const old = { organizer_id: organizer.id, event_id: eventId, gate_id: gateId, device_id: 'dev_old', scan_count: 1 };
    await t.db
      .insertInto('gate_minutes')
      .values({ ...old, minute: '1970-01-01T00:00:00.000Z', outcome: 'unknown' })
      .execute();
    const { from, until, gates } = await readAdmissions(t.db, organizer.id, eventId, {
      period: 'event',
      nowMs: clock.now(),
    });
    expect((Date.parse(until) - Date.parse(from)) / hourMs).toBeLessThan(504);
    expect(
      elementAt(gates, 0)
        .steps.map(({ at }) => at)
        .filter((at) => at < from),
    ).toEqual([]);
    expect(Date.parse(from)).toBe(Math.floor(times[2]! / hourMs) * hourMs);
  });

  test('stores what a device reports, and records the tickets that it has scanned once for each hour', async () => {
    await post('/device/status', { battery: 0.42, appVersion: '1.2.3', queueLength: 5 });
    const [device] = await listDevices(t.db, organizer.id, eventId);
    expect(device).toMatchObject({ battery: 0.42, appVersion: '1.2.3', queueLength: 5 });
    expect(
      await renameDevice(t.db, organizerScope(organizer.id, clock, byOperator), device!.id, ' Phone 9 '),
    ).toMatchObject({
      name: 'Phone 9',
    });
    const { pairingCode } = await renewPairingCode(
      t.db,
      { organizerId: organizer.id, clock, origin: byOperator },
      device!.id,
      testSecrets,
    );
    expect((await post('/pair', { code: pairingCode })).status).toBe(200);
    const clocks = { ...systemClock, now: () => clock.now(), of: () => clock };
    clock.advance(2 * 60 * 60_000);
    await Promise.all([auditScans(t.db, clocks), auditScans(t.db, clocks)]);
    await auditScans(t.db, clocks);
    const entries = (await listAudit(t.db, organizer.id, { limit: 100 })).filter(
      ({ action }) => action === 'device.scan',
    );
    const ownScans = t.db.selectFrom('gate_scans').select('id').where('device_id', '=', device!.id);
    const scanCount = (await ownScans.where('result', '<>', 'undone').execute()).length;
    expect(entries).toMatchObject([{ subject: device!.id, details: { scans: scanCount } }]);
    const { tickets } = entries[0]!.details as { tickets: string[] };
    // The ticket of the long order was not scanned.
    expect(new Set(tickets).size).toBe(attendees.length - 1);
  });

  test('does not exceed the limits of gates and devices with requests at the same time, and audits each device in one run', async () => {
    const other = await makeOrganizer(t.db, clock);
    await importAll(t.db, other, raceLines(), clock);
    const [gate, device] = [await makeGate(t.db, other), await makeScanner(t.db, other)];
    const copies = <R extends object>(row: R, count: number, fields: (index: number) => Partial<R>) =>
      Array.from({ length: count }, (_, index) => ({ ...row, ...fields(index) }));
    const gateRow = await t.db.selectFrom('gates').selectAll().where('id', '=', gate.id).executeTakeFirstOrThrow();
    const gateRows = copies(gateRow, 197, (index) => ({ id: `gat_copy_${index}` }));
    await dialectOf(t.db).insertMany(t.db, 'gates', gateRows as never);
    const deviceRow = await t.db
      .selectFrom('gate_devices')
      .selectAll()
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow();
    const deviceRows = copies(
      deviceRow,
      1_997,
      (index) => ({ id: `dev_copy_${index}`, pairing_code_hash: null, token_hash: `hash ${kind} ${index}` }) as never,
    );
    await dialectOf(t.db).insertMany(t.db, 'gate_devices', deviceRows as never);
    const attempt = async (add: () => Promise<unknown>) => {
      const results = await Promise.allSettled(Array.from({ length: 8 }, add));
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? result.reason.reason : []));
      return [results.length - reasons.length, ...new Set(reasons)];
    };
    expect(await attempt(() => makeGate(t.db, other))).toEqual([2, 'too_many_gates']);
    expect(await attempt(() => makeScanner(t.db, other))).toEqual([2, 'too_many_devices']);

    const scanner = { ...device, id: 'dev_copy_999' };
    const nowMs = clock.now();
    const request = { qrValue: 'no ticket', nonce: `audited-${kind}`, scannedAt: new Date(nowMs).toISOString() };
    await scanTicket(
      t.db,
      { organizerId: other.id, clock },
      { ...scanner, gates: [gate] },
      { ...request, gateId: gate.id, direction: 'entry' },
    );
    clock.advance(2 * hourMs);
    const hourOf = (ms: number) => new Date(ms - (ms % hourMs)).toISOString();
    const audit = (fields: object) => t.db.updateTable('gate_devices').set(fields).where('organizer_id', '=', other.id);
    const now = new Date(clock.now()).toISOString();
    await audit({ audited_until: hourOf(clock.now() - 60_000), last_seen_at: now }).execute();
    await audit({ audited_until: hourOf(nowMs) })
      .where('id', '=', scanner.id)
      .execute();
    await auditScans(t.db, { ...systemClock, now: () => clock.now(), of: () => clock });
    const entries = await listAudit(t.db, other.id, { limit: 10 });
    expect(entries.filter(({ action }) => action === 'device.scan')).toMatchObject([{ subject: scanner.id }]);
  });

  test('keeps no encrypted copy of a name that was corrected', async () => {
    await bundle('', await makeToken({ name: 'Last phone' }));
    const { id: ticketId, organizer_id: organizerId, order_number: orderNumber } = await ticketOf(secretQr);
    const stored = () =>
      t.db.selectFrom('offline_details').select('ticket_id').where('ticket_id', '=', ticketId).execute();
    expect(await stored()).toHaveLength(1);
    const scope = organizerScope(organizerId, clock, byOperator);
    await correctHolder(t.db, scope, { orderNumber, ticketId }, { holderName: 'Grace H.' }, null);
    expect(await stored()).toEqual([]);
  });
});

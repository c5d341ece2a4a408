import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventTypes } from '../src/deployments/webhook-types.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { claimPublicSlug } from '../src/features/catalog/public-slugs.ts';
import { loadTemplates } from '../src/features/mail/index.ts';
import { expireOrders, refundOrder } from '../src/features/orders/index.ts';
import {
  findSandboxOf,
  getOrganizer,
  type Organizer,
  resumeOrganizer,
  type Sandbox,
  SandboxClocks,
  suspendOrganizer,
} from '../src/features/organizers/index.ts';
import { processRefunds } from '../src/features/received-money/send-refunds.ts';
import { openSandbox, prepareSandboxMails } from '../src/features/sandboxes/index.ts';
import { continueResets, deletedTables } from '../src/features/sandboxes/reset-sandbox.ts';
import { finalizeSettlement } from '../src/features/settlements/index.ts';
import { type Triggered, trigger, triggerTypes } from '../src/features/triggers/index.ts';
import { getDelivery } from '../src/features/webhooks/index.ts';
import { type ServiceClock, systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import { createLogTo } from '../src/platform/log.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp, useApp } from './harness/app.ts';
import { Buyer, type ReservedBody } from './harness/checkout.ts';
import { type DashboardClient, signIn, signInOperator } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizerWithBankAccount, orderLine, raceLines } from './harness/fixtures.ts';
import { providersOf, receivingServices } from './harness/payment-providers.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { makeEndpoint, newestDelivery, startWorker, webhookSecrets } from './harness/webhooks.ts';
import { tableOwners } from './table-owners.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const secret = /^sk_test_[0-9A-Za-z]{38}$/;
/** The tables whose rows a reset keeps. Only live organizers have members. */
const keptTables: readonly (keyof Tables)[] = [
  'members',
  'invitations',
  'api_keys',
  'key_successors',
  'scope_requests',
  'request_log_entries',
  'key_usage',
  'webhook_endpoints',
  'webhook_secrets',
  'deleted_webhook_events',
  'organizer_slugs',
  'public_slugs',
  'start_list_views',
];
const tables = Object.keys(tableOwners) as (keyof Tables)[];

/** Runs work whose database fails after a number of statements, like a process that is killed. */
async function killAfter(db: Db, statements: number, work: (db: Db) => Promise<void>): Promise<void> {
  let left = statements;
  const failing = db.withPlugin({
    transformQuery: ({ node }) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(work(failing)).rejects.toThrow('killed');
}

describeOnBoth('a sandbox', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));
  /** The deployment of an operator who has not enabled the method `test`. */
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ db: t.db, paymentProviders: await providersOf('manual') });
  });
  afterAll(() => shop.close());
  let live: Organizer;
  let sandbox: Sandbox;
  let owner: DashboardClient;

  const inSandbox = (client: DashboardClient, method: string, path: string, body?: object): Promise<TestResponse> =>
    client.request(`/dashboard/api/organizers/${sandbox.slug}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const moveBy = async (ms: number) => {
    const { now } = jsonOf<{ now: string }>(await inSandbox(owner, 'GET', '/sandbox'));
    return inSandbox(owner, 'POST', '/sandbox/clock', { now: timestamp(Date.parse(now) + ms) });
  };
  const asOrganizer = () => ({ ...live, id: sandbox.id, slug: sandbox.slug });
  /** The clocks of another process. */
  const otherClocks = async () => {
    const clocks = new SandboxClocks(t.db, systemClock);
    await clocks.refresh();
    return clocks;
  };
  const buyerOf = (url = app.url) => new Buyer(() => url, `buyer-${randomBytes(4).toString('hex')}@example.com`);
  const eventOf = async (organizerId: string) => {
    const row = (table: 'events' | 'ticket_types') =>
      t.db
        .selectFrom(table)
        .select('id')
        .where('organizer_id', '=', organizerId)
        .orderBy('id')
        .executeTakeFirstOrThrow();
    return {
      eventId: (await row('events')).id,
      items: [{ ticketTypeId: (await row('ticket_types')).id, quantity: 1 }],
    };
  };
  const statusOf = async (organizerId: string, { orderNumber }: ReservedBody) =>
    (
      await t.db
        .selectFrom('orders')
        .select('status')
        .where('organizer_id', '=', organizerId)
        .where('order_number', '=', orderNumber)
        .executeTakeFirstOrThrow()
    ).status;
  const reserve = async (organizerId: string) =>
    jsonOf<ReservedBody>(await buyerOf().reserve(await eventOf(organizerId)));

  beforeEach(async () => {
    live = await makeOrganizerWithBankAccount(t.db);
    owner = await signIn(app, { organizer: live, role: 'owner' });
    sandbox = await openSandbox(t.db, organizerScope(live.id, systemClock, byOperator));
    // The same events in both, with the same slugs.
    await importAll(t.db, live, [...raceLines(), orderLine('one')]);
    await importAll(t.db, asOrganizer(), [...raceLines(), orderLine('one')]);
  });

  test('is opened only by its own keys, which keep their prefix', async () => {
    const liveKey = await makeKey(t.db, live.id);
    const testKey = await makeKey(t.db, sandbox.id);
    expect(testKey.key).toMatch(secret);
    expect(liveKey.key).not.toMatch(/_test_/);
    const rolled = await inSandbox(owner, 'POST', `/keys/${testKey.id}/roll`, { graceSeconds: 60 });
    expect(jsonOf<{ key: string }>(rolled).key).toMatch(secret);
    expect(jsonOf<{ data: object[] }>(await inSandbox(owner, 'GET', '/keys')).data).toMatchObject([
      { prefix: 'sk_test_' },
      { prefix: 'sk_test_' },
    ]);
    const idsOf = async (key: string) => {
      const response = await app.request('/api/v1/orders', { key });
      return ((await response.json()) as { data: { orderNumber: string }[] }).data.map((order) => order.orderNumber);
    };
    const [liveOrders, testOrders] = [await idsOf(liveKey.key), await idsOf(testKey.key)];
    expect([liveOrders.length, testOrders.length]).toEqual([1, 1]);
    for (const [key, number] of [
      [testKey.key, liveOrders[0]],
      [liveKey.key, testOrders[0]],
    ] as const) {
      expect((await app.request(`/api/v1/orders/${number}`, { key })).status).toBe(404);
    }
  });

  test('has the members of its organizer, and is not in the lists of the operator', async () => {
    const viewer = await signIn(app, { organizer: live, role: 'viewer' });
    const stranger = await signIn(app, { organizer: await makeOrganizerWithBankAccount(t.db), role: 'owner' });
    expect((await inSandbox(viewer, 'GET', '/events')).status).toBe(200);
    expect((await inSandbox(viewer, 'POST', '/sandbox/reset')).status).toBe(403);
    expect((await inSandbox(stranger, 'GET', '/events')).status).toBe(404);
    expectProblem(await inSandbox(owner, 'GET', '/members'), 403, 'not_permitted');
    expectProblem(await inSandbox(owner, 'PUT', '/sandbox'), 409, 'invalid_state');
    expectProblem(await owner.post('/sandbox/reset'), 409, 'invalid_state');
    expect(jsonOf(await owner.put('/sandbox'))).toMatchObject({ slug: `${live.slug}.test`, isClockMoved: false });
    const { organizers } = jsonOf<{ organizers: object[] }>(await owner.request('/dashboard/api/account/me'));
    expect(organizers).toMatchObject([
      { slug: live.slug, sandboxOf: null },
      { slug: sandbox.slug, sandboxOf: live.slug },
    ]);

    const operator = await signInOperator(app);
    const found = await operator.get(`/organizers?text=${live.slug}`);
    expect(jsonOf<{ data: { slug: string }[] }>(found).data.map(({ slug }) => slug)).toEqual([live.slug]);
    expect((await operator.get(`/organizers/${sandbox.slug}/settings`)).status).toBe(404);
    const { eventId } = await eventOf(sandbox.id);
    await finalizeSettlement(t.db, organizerScope(sandbox.id, systemClock, byOperator), eventId);
    const { text } = await operator.get('/payouts?state=due');
    expect(text).not.toContain(sandbox.slug);
  });

  test('is suspended while its organizer is, and can also be suspended alone', async () => {
    const mailOwners = async () => {};
    const scopeOf = ({ id }: { id: string }) => organizerScope(id, systemClock, byOperator);
    const suspend = (organizer: { id: string }) => suspendOrganizer(t.db, scopeOf(organizer), mailOwners);
    const resume = (organizer: { id: string }) => resumeOrganizer(t.db, scopeOf(organizer), mailOwners);
    const areSuspended = () =>
      Promise.all([live, sandbox].map(async ({ slug }) => (await getOrganizer(t.db, slug)).suspendedAt !== null));
    await suspend(live);
    await expect(resume(sandbox)).rejects.toThrow(`Run "organizers resume ${live.slug}".`);
    expect(await areSuspended()).toEqual([true, true]);
    await resume(live);
    expect(await areSuspended()).toEqual([false, false]);
    await suspend(sandbox);
    expect(await areSuspended()).toEqual([false, true]);
    await resume(sandbox);
    expect(await areSuspended()).toEqual([false, false]);
  });

  test('is paid only by the method that moves no money, whatever the operator has enabled', async () => {
    const buyer = buyerOf(shop.url);
    const cart = await eventOf(sandbox.id);
    expect(jsonOf(await buyer.quote(cart))).toMatchObject({ paymentMethods: ['test'] });
    expect(jsonOf(await buyer.quote(await eventOf(live.id)))).toMatchObject({ paymentMethods: ['manual'] });
    const reserved = jsonOf<ReservedBody>(await buyer.reserve(cart));
    expectProblem(await buyer.pay(reserved, 'manual'), 400, 'invalid_request');
    expect(jsonOf(await buyer.pay(reserved, 'test'))).toMatchObject({ status: 'paid' });
    const liveOrder = jsonOf<ReservedBody>(await buyer.reserve(await eventOf(live.id)));
    expectProblem(await buyer.pay(liveOrder, 'test'), 400, 'invalid_request');
  });

  test('has pages with a notice that search engines do not list, and none at the slugs of live events', async () => {
    const [{ eventId }, liveEvent] = [await eventOf(sandbox.id), await eventOf(live.id)];
    const pageOf = async (ref: string) => (await app.request(`/e/${ref}`)).text();
    const [page, livePage] = [await pageOf(eventId), await pageOf(liveEvent.eventId)];
    expect(page).toContain('Test mode');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(livePage).not.toContain('Test mode');
    expect(livePage).not.toContain('noindex');
    const events = await t.db
      .updateTable('events')
      .set({ slug: live.slug })
      .where('organizer_id', 'in', [live.id, sandbox.id])
      .returning(['organizer_id', 'id'])
      .execute();
    // The event of the sandbox is the first one that is published with the slug.
    for (const { organizer_id, id } of events.sort((a) => (a.organizer_id === sandbox.id ? -1 : 1))) {
      await t.db.transaction().execute((tx) => claimPublicSlug(tx, organizer_id, { id, slug: live.slug }));
    }
    const bySlug = await app.request(`/e/${live.slug}`);
    expect(bySlug.status).toBe(200);
    expect(await bySlug.text()).toContain(liveEvent.eventId);
  });

  test('sends e-mails to members only, with a marked subject', async () => {
    const { otpMail } = await loadTemplates();
    const marked = {
      subject: '[Test] Your tickets',
      text: expect.stringMatching(/^This is a test/),
      html: expect.stringMatching(/<body[\s\S]*This is a test/),
    };
    const message = {
      ...otpMail({ to: 'buyer@example.com', code: '123456', validMinutes: 10, cartUrl: null, language: 'en' }),
      subject: 'Your tickets',
    };
    const toMember = { ...message, to: owner.email.toUpperCase() };
    const bySmtp = prepareSandboxMails({ recipients: 'members' })(t);
    expect(await bySmtp(sandbox.id, message)).toBeNull();
    expect(await bySmtp(sandbox.id, toMember)).toEqual({ ...toMember, ...marked });
    expect(await bySmtp(live.id, message)).toEqual(message);
    expect(await bySmtp(null, message)).toEqual(message);
    const toFiles = prepareSandboxMails({ recipients: 'all' })(t);
    expect(await toFiles(sandbox.id, message)).toMatchObject(marked);
  });

  test('has a clock that can only be moved forward, by at most a year', async () => {
    const moved = jsonOf<{ now: string; clockLimit: string }>(await moveBy(3 * dayMs));
    expect(Date.parse(moved.now) - systemClock.now()).toBeGreaterThan(3 * dayMs - hourMs);
    expectProblem(await moveBy(-hourMs), 409, 'invalid_state');
    expectProblem(await moveBy(363 * dayMs), 409, 'invalid_state');
    expect((await moveBy(361 * dayMs)).status).toBe(200);
    const clocks = await otherClocks();
    expect(clocks.of(sandbox.id).now() - clocks.now()).toBeGreaterThan(363 * dayMs);
    expect(clocks.of(live.id).now() - clocks.now()).toBeLessThan(hourMs);
  });

  test('uses its clock for each row, and the clock of the server for keys and for live organizers', async () => {
    const { key } = await makeKey(t.db, sandbox.id, { granted: ['events:write'] });
    const [liveOrder, testOrder] = [await reserve(live.id), await reserve(sandbox.id)];
    const cart = await eventOf(sandbox.id);
    const idempotencyKey = randomBytes(16).toString('hex');
    const repeating = buyerOf();
    const first = await repeating.reserve(cart, idempotencyKey);
    const movedBefore = timestamp(systemClock.now());
    const movedAt = timestamp(systemClock.now() + 2 * dayMs - hourMs);
    await moveBy(2 * dayMs);

    const clocks = await otherClocks();
    await expireOrders(t.db, clocks);
    expect(await statusOf(sandbox.id, testOrder)).toBe('expired');
    expect(await statusOf(live.id, liveOrder)).toBe('pending');
    // The stored response has expired too.
    const second = await repeating.reserve(cart, idempotencyKey);
    expect(jsonOf<ReservedBody>(second).orderNumber).not.toBe(jsonOf<ReservedBody>(first).orderNumber);

    const buyer = buyerOf();
    const paid = jsonOf<ReservedBody>(await buyer.reserve(cart));
    expect(jsonOf(await buyer.pay(paid))).toMatchObject({ status: 'paid' });
    await refundOrder(t.db, organizerScope(sandbox.id, clocks, byOperator), paid.orderNumber, []);
    await processRefunds({ ...receivingServices(t.db, clocks), paymentProviders: await providersOf('test') });
    const refunds = t.db.selectFrom('payment_refunds').select('status').where('organizer_id', '=', sandbox.id);
    expect(await refunds.execute()).toEqual([{ status: 'succeeded' }]);
    const patch = { method: 'PATCH', key, headers: { 'content-type': 'application/json' }, body: '{"name":"Later"}' };
    expect((await app.request(`/api/v1/events/${cart.eventId}`, patch)).status).toBe(200);
    const byHand = { ...cart, buyer: { email: owner.email }, sale: 'box_office' };
    expect((await inSandbox(owner, 'POST', '/orders', byHand)).status).toBe(201);
    expect((await inSandbox(owner, 'PATCH', '/settings/profile', { contactPhone: '+49 40 5550123' })).status).toBe(200);

    const written = new Set<string>();
    const atServerTime: string[] = [];
    for (const [table] of deletedTables) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where organizer_id = ${sandbox.id}`.execute(t.db);
      for (const row of rows) {
        for (const column of ['created_at', 'updated_at', 'issued_at', 'paid_at']) {
          const time = String(row[column] ?? '');
          if (time > movedAt) written.add(table);
          else if (time > movedBefore) atServerTime.push(`${table}.${column}`);
        }
      }
    }
    expect(atServerTime).toEqual([]);
    expect([...written].sort()).toEqual([
      'audit_entries',
      'events',
      'idempotency_records',
      'ledger_entries',
      'order_mails',
      'orders',
      'payment_refunds',
      'payments',
      'settlements',
      'tickets',
      'webhook_events',
    ]);
    const liveTimes = await t.db
      .selectFrom('audit_entries')
      .select('created_at')
      .where('organizer_id', '=', live.id)
      .where('created_at', '>', timestamp(systemClock.now() + hourMs))
      .execute();
    expect(liveTimes).toEqual([]);
    const keys = await t.db
      .selectFrom('api_keys')
      .select('created_at')
      .where('organizer_id', '=', sandbox.id)
      .execute();
    expect(keys.every(({ created_at }) => created_at < movedAt)).toBe(true);
  });

  test('sends webhooks again when its clock is moved, signed at the time of the server', async () => {
    const receiver = await startReceiver();
    receiver.behave(respond(500));
    const clocks = await otherClocks();
    const endpoint = await makeEndpoint(t.db, sandbox.id, receiver.url);
    const worker = startWorker(t.db, { clock: clocks });
    await reserve(sandbox.id);
    const attemptCount = async () => (await newestDelivery(t.db, sandbox.id, endpoint.id)).attemptCount;
    await eventually(async () => expect(await attemptCount()).toBe(1));
    for (const attempts of [2, 3, 4]) {
      await moveBy(hourMs);
      await clocks.refresh();
      worker.poll();
      await eventually(async () => expect(await attemptCount()).toBe(attempts));
    }
    const seconds = Number(receiver.requests.at(-1)?.headers['webhook-timestamp']);
    expect(Math.abs(seconds * 1_000 - systemClock.now())).toBeLessThan(hourMs);
    const rows = await t.db
      .selectFrom('webhook_attempts')
      .select('started_at')
      .where('organizer_id', '=', sandbox.id)
      .orderBy('started_at')
      .execute();
    expect(Date.parse(rows.at(-1)!.started_at) - systemClock.now()).toBeGreaterThan(2 * hourMs);
  });

  // A trigger makes its changes by operations that have suites on both databases.
  if (kind === 'sqlite') {
    test('gets events of each type that a trigger makes happen, and no other organizer does', async () => {
      const [receiver, liveReceiver] = [await startReceiver(), await startReceiver()];
      await makeEndpoint(t.db, sandbox.id, receiver.url);
      await makeEndpoint(t.db, live.id, liveReceiver.url);
      startWorker(t.db);
      const { logger: log } = createLogTo('silent', { write: () => {} });
      const services = { db: t.db, clock: systemClock, secrets: webhookSecrets, log, origin: byOperator };
      expect([...triggerTypes].sort()).toEqual([...eventTypes].sort());
      for (const type of triggerTypes) {
        const { emitted } = await trigger(services, sandbox.id, type);
        // The job expires the order.
        expect(emitted).toContain(type === 'order.expired' ? 'order.created' : type);
      }
      const later: ServiceClock = { ...systemClock, now: () => systemClock.now() + 3_000 };
      await expireOrders(t.db, { ...later, of: () => later });
      const typesOf = ({ requests }: typeof receiver) =>
        new Set(requests.map(({ body }) => (JSON.parse(String(body)) as { type: string }).type));
      await eventually(() => expect([...typesOf(receiver)].sort()).toEqual([...eventTypes].sort()));
      expect(liveReceiver.requests).toEqual([]);
      await expect(trigger(services, live.id, 'order.paid')).rejects.toMatchObject({ reason: 'sandbox_only' });
      await expect(trigger(services, sandbox.id, 'order.lost')).rejects.toThrow('cannot be triggered');
    });
  }

  test('can be triggered by any of its secret keys over HTTP, and by no other key', async () => {
    const request = (key: string, body: object) =>
      app.request('/api/v1/sandbox/triggers', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const keyOf = async (organizerId: string, fields: object) => (await makeKey(t.db, organizerId, fields)).key;
    const secretKey = await keyOf(sandbox.id, { scopes: ['settlements:read'] });
    const response = await request(secretKey, { type: 'order.refunded' });
    expect(response.status).toBe(201);
    const made = (await response.json()) as Triggered;
    const { type, emitted } = made;
    expect(type).toBe('order.refunded');
    expect(emitted).toEqual(expect.arrayContaining(['event.published', 'order.paid', 'order.refunded']));

    // The response names what was made, and a later trigger can use the event again.
    const { key: reading } = await makeKey(t.db, sandbox.id);
    const receiver = await startReceiver();
    const { id: endpointId } = await makeEndpoint(t.db, sandbox.id, receiver.url);
    const used = (await (await request(secretKey, { type: 'ticket.used', eventId: made.eventId })).json()) as Triggered;
    expect(used.eventId).toBe(made.eventId);
    expect(used.emitted).toEqual([
      ...['order.created', 'order.paid', 'ticket.issued', 'addon.granted', 'settlement.updated', 'payment.received'],
      'ticket.used',
    ]);
    const order = await app.request(`/api/v1/orders/${used.orderNumber}`, { key: reading });
    const { eventId, tickets } = (await order.json()) as { eventId: string; tickets: { id: string }[] };
    expect([eventId, tickets.map(({ id }) => id)]).toEqual([made.eventId, used.ticketIds]);
    for (const { id, type: emittedType, deliveryIds } of used.events) {
      const event = await app.request(`/api/v1/webhook-events/${id}`, { key: reading });
      expect(await event.json()).toMatchObject({ id, type: emittedType });
      const sent = await Promise.all(deliveryIds.map((deliveryId) => getDelivery(t.db, sandbox.id, deliveryId)));
      expect(sent.filter((delivery) => delivery.endpointId === endpointId)).toMatchObject([{ eventId: id }]);
    }
    expect(used.events.at(-1)).toMatchObject({ type: 'ticket.used', objectId: used.ticketIds[0] });
    const refunds = await t.db
      .selectFrom('audit_entries')
      .select('actor')
      .where('organizer_id', '=', sandbox.id)
      .where('action', '=', 'order.refund')
      .execute();
    expect(refunds.some(({ actor }) => actor.startsWith('key_'))).toBe(true);

    const publishableKey = await keyOf(sandbox.id, { kind: 'publishable' });
    const rejected: [key: string, body: object, status: number, code: string][] = [
      [await keyOf(live.id, {}), { type: 'order.paid' }, 409, 'invalid_state'],
      [publishableKey, { type: 'order.paid' }, 403, 'insufficient_scope'],
      [publishableKey, {}, 403, 'insufficient_scope'],
      [`${secretKey}x`, { type: 'order.paid' }, 401, 'invalid_key'],
      [secretKey, { type: 'order.lost' }, 400, 'invalid_request'],
      [secretKey, { type: 'order.paid', colour: 'red' }, 400, 'invalid_request'],
      [secretKey, {}, 400, 'invalid_request'],
      [secretKey, { type: 'order.paid', eventId: 'evt_unknown' }, 404, 'not_found'],
    ];
    for (const [key, body, status, code] of rejected) {
      const failure = await request(key, body);
      expect({ status: failure.status, body: await failure.json() }).toMatchObject({ status, body: { code } });
    }
  });

  test('loses its data by a reset, but not its keys, endpoints and settings', async () => {
    const { key } = await makeKey(t.db, sandbox.id);
    const endpoint = await makeEndpoint(t.db, sandbox.id, 'http://127.0.0.1:49151/');
    const buyer = buyerOf();
    const reserved = jsonOf<ReservedBody>(await buyer.reserve(await eventOf(sandbox.id)));
    expect(jsonOf(await buyer.pay(reserved))).toMatchObject({ status: 'paid' });
    await moveBy(dayMs);
    const countOf = async (organizerId: string) => {
      const counts: Record<string, number> = {};
      for (const [table] of deletedTables) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(table)} where organizer_id = ${organizerId}`.execute(t.db);
        counts[table] = Number(rows[0]?.count);
      }
      return counts;
    };
    const liveBefore = await countOf(live.id);
    const newestEvent = () =>
      t.db
        .selectFrom('webhook_events')
        .select('sequence')
        .where('organizer_id', '=', sandbox.id)
        .orderBy('sequence', 'desc')
        .executeTakeFirstOrThrow();
    const newestBefore = await newestEvent();
    expect((await inSandbox(owner, 'POST', '/sandbox/reset')).status).toBe(202);

    // In another process, whose cache does not have the key.
    const rejected = await shop.request('/api/v1/orders', { key });
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get('retry-after')).not.toBeNull();
    expectProblem(
      await inSandbox(owner, 'POST', '/sandbox/clock', { now: '2030-01-01T00:00:00Z' }),
      503,
      'unavailable',
    );
    expectProblem(await buyer.quote(await eventOf(sandbox.id)), 404, 'not_found');
    await continueResets(t.db, await otherClocks());
    expect((await countOf(sandbox.id))['orders']).toBeGreaterThan(0);

    const later: ServiceClock = { ...systemClock, now: () => systemClock.now() + 3_000 };
    for (const statements of [3, 9, 20]) await killAfter(t.db, statements, (db) => continueResets(db, later));
    await continueResets(t.db, later);
    expect(new Set(Object.values(await countOf(sandbox.id)))).toEqual(new Set([0]));
    expect(await findSandboxOf(t.db, live.id)).toMatchObject({ clockOffsetMs: 0, resetStartedAt: null });
    const liveAfter = await countOf(live.id);
    // The audit log of the live organizer has the reset.
    expect(liveAfter).toEqual({ ...liveBefore, audit_entries: liveBefore['audit_entries']! + 1 });
    await importAll(t.db, asOrganizer(), raceLines());
    const { eventId } = await eventOf(sandbox.id);
    // Sequences of webhook events are not used again.
    const newer = jsonOf<ReservedBody>(await buyerOf().reserve(await eventOf(sandbox.id)));
    expect(newer.orderNumber).not.toBe(reserved.orderNumber);
    const { sequence } = await newestEvent();
    expect(sequence).toBeGreaterThan(newestBefore.sequence);
    const onSale = await app.request(`/api/public/v1/events/${eventId}`);
    expect(onSale.status).toBe(200);
    const endpoints = await inSandbox(owner, 'GET', '/webhook-endpoints');
    expect(endpoints.text).toContain(endpoint.id);
    await eventually(async () => expect((await app.request('/api/v1/events', { key })).status).toBe(200));
  });

  test('is reset in each table with data of organizers', async () => {
    const ofOrganizers: string[] = [];
    for (const table of tables) {
      const isOfOrganizers = await sql`select organizer_id from ${sql.table(table)} limit 0`.execute(t.db).then(
        () => true,
        () => false,
      );
      if (isOfOrganizers) ofOrganizers.push(table);
    }
    const named = [...deletedTables.map(([table]) => table), ...keptTables];
    expect(named.sort()).toEqual(ofOrganizers.sort());
  });
});

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Erasure, Person } from '#shared/dashboard-api';
import { byOperator } from '../src/features/audit/index.ts';
import { consumeByHand } from '../src/features/entitlements/index.ts';
import { scanBatch, settleConflict } from '../src/features/gate/index.ts';
import { listMailIdsOfOrder } from '../src/features/mail/index.ts';
import {
  cancelOrder,
  correctHolder,
  payOrder,
  readOrder,
  refundOrder,
  removeOldAnswers,
} from '../src/features/orders/index.ts';
import { SandboxClocks, setPersonalDataDays } from '../src/features/organizers/index.ts';
import { applyRetention, erasePerson, previewRetention } from '../src/features/privacy/index.ts';
import { openSandboxOf } from '../src/features/sandboxes/index.ts';
import { storeOfflineDetails } from '../src/features/tickets/index.ts';
import { exportOrganizer } from '../src/features/transfer/index.ts';
import { dialectOf } from '../src/platform/database/dialect.ts';
import { outboxTransport } from '../src/platform/mail/outbox.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { exportLines, importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { makeGate, makeScanner } from './harness/gates.ts';
import { PublicSite, type Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { runHere } from './harness/run-here.ts';
import { makeEndpoint } from './harness/webhooks.ts';
import { violations } from './invariants.ts';
import { tracesInFiles, tracesInTables } from './personal-data-traces.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const email = 'Wendeline.Run+Autumn@Mailbox-Nine.example';
const buyer = { email, name: 'Wendeline Ørstrowski', phone: '+49 151 7353791' };
const holderName = 'Quilla Zantafio';
const answer = 'peanutallergy';
const note = 'Jobstwinter says that it was her sister';
/** Parts of all that was known of the person, also before a correction, folded as a search folds them. */
const traces = ['wendeline', 'rstrowski', 'mailbox-nine', '7353791', 'quilla', 'zantafio', answer, 'jobstwinter'];
const former = ['oldholder', 'formervexler'];

/** Adds a question to the event of a shop, and returns its id. */
async function ask({ organizerApi, event }: Shop, fields: object, eventId = event.id): Promise<string> {
  const question = { kind: 'text', label: 'Allergies', ...fields };
  const response = await organizerApi.post(`/events/${eventId}/questions`, question);
  expect(response.status).toBe(201);
  return jsonOf<{ id: string }>(response).id;
}

describeOnBoth('the erasure of a person', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let env: Record<string, string>;
  let questions: Record<'buyer' | 'holder', string>;

  beforeEach(async () => {
    site = await PublicSite.start(database.db);
    shop = await site.shop();
    questions = {
      buyer: await ask(shop, { askedOf: 'buyer' }),
      holder: await ask(shop, { askedOf: 'holder' }),
    };
    env = { ...database.env, MASTER_KEY: 'a master key that only the tests use' };
    return async () => {
      expect(await violations(database.db)).toEqual([]);
      await site.close();
    };
  });

  const organizer = () => shop.organizerApi.organizer;
  const scope = (organizerId = organizer().id) => organizerScope(organizerId, site.clock, byOperator);
  const privacy = async (...args: string[]) => {
    const result = await runHere(['privacy', ...args], env);
    expect(result).toMatchObject({ code: 0 });
    return result.stdout;
  };
  const erase = async () =>
    JSON.parse(await privacy('erase', email.toUpperCase(), '--organizer', organizer().slug, '--json')) as Erasure;

  /** Buys two tickets and drinks, with one named holder. Returns the number of the order. */
  async function buy(): Promise<string> {
    const prepared = await site.buyer().preparePayment(shop, {
      buyer: { ...buyer, answers: { [questions.buyer]: answer } },
      items: [{ ticketTypeId: shop.half.id, quantity: 2 }],
      addons: [{ addonId: shop.drinks.id, quantity: 1 }],
      attendees: [{ ticketTypeId: shop.half.id, holderName, answers: { [questions.holder]: note } }],
    });
    const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
    expect((await site.buyer().post('/pay', prepared, headers)).status).toBe(200);
    return prepared.orderNumber;
  }

  /** Leaves traces of the person in every table that can have them. Returns the numbers of the orders. */
  async function plant(): Promise<string[]> {
    const { db } = database;
    const { id: organizerId } = organizer();
    const endpoint = await makeEndpoint(db, organizerId, 'https://127.0.0.1/');
    const [bought, refunded] = [await buy(), await buy()];
    await refundOrder(db, scope(), refunded, { amount: 100, reason: 'The start was late' });
    await importAll(db, organizer(), raceLines());
    await importAll(db, organizer(), [
      orderLine('imported', {
        buyer,
        attendees: [{ ticketTypeId: 'run-10', holderName, fields: { Diet: answer } }],
      }),
    ]);
    const { order_number: imported } = await db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizerId)
      .where('external_id', '=', 'imported')
      .executeTakeFirstOrThrow();
    // Corrected, by a key that may read personal data, so that the response is stored.
    const { key } = await makeKey(db, organizerId, { granted: ['orders:read:pii', 'orders:write'] });
    const { tickets } = await readOrder(db, organizerId, bought);
    const ticketId = first(tickets).id;
    await correctHolder(db, scope(), { orderNumber: bought, ticketId }, { holderName: 'Oldholder Formervexler' }, null);
    const patched = await site.app.request(`/api/v1/tickets/${ticketId}`, {
      method: 'PATCH',
      key,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'correct once' },
      body: JSON.stringify({ holderName }),
    });
    expect(patched.status).toBe(200);
    await site.buyer().post('/otp', { email });
    await answerWebhooks(endpoint.id);
    await useAtTheEvent(ticketId);
    await leaveMails(bought, buyer.name, note);
    const sandbox = await openSandboxOf(db, organizer().slug, site.clock, byOperator);
    const sandboxOrganizer = { ...organizer(), id: sandbox.id, slug: sandbox.slug };
    await importAll(db, sandboxOrganizer, [...raceLines(), orderLine('imported', { buyer })]);
    return [bought, refunded, imported].sort();
  }

  /** The receiver of all webhooks has answered with the e-mail address. */
  async function answerWebhooks(endpointId: string): Promise<void> {
    const { db } = database;
    const { id: organizerId } = organizer();
    await db
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', next_attempt_at: null })
      .where('endpoint_id', '=', endpointId)
      .execute();
    const deliveries = await db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
      .select('d.id')
      .where('d.organizer_id', '=', organizerId)
      .where('e.order_number', 'is not', null)
      .execute();
    await dialectOf(db).insertMany(
      db,
      'webhook_attempts',
      deliveries.map(({ id }) => ({
        organizer_id: organizerId,
        delivery_id: id,
        id: `att_${id}`,
        started_at: '2026-11-20T09:00:00.000Z',
        latency_ms: 1,
        response_status: 500,
        response_body: `Cannot read the order of ${email}`,
        error: null,
        request_url: null,
        request_headers: null,
        problem: null,
      })),
    );
  }

  /** Scans a ticket with a conflict, consumes a drink by hand, and gives a phone its details. */
  async function useAtTheEvent(ticketId: string): Promise<void> {
    const { db } = database;
    const { id: organizerId } = organizer();
    const gate = await makeGate(db, organizer(), { event: shop.event.id });
    const scanner = await makeScanner(db, organizer(), { event: shop.event.id });
    const scannedAt = new Date(site.clock.now()).toISOString();
    const scan = { gateId: gate.id, ticketId, direction: 'entry' as const, scannedAt, offline: true as const };
    const admitted = { deviceResult: 'admitted' as const, deviceReason: null };
    const nonces = [1, 2].map(() => randomBytes(16).toString('hex'));
    await scanBatch(db, scope(), scanner, nonces.map((nonce) => ({ ...scan, ...admitted, nonce })) as never);
    const conflict = await db
      .selectFrom('gate_scans')
      .select('id')
      .where('organizer_id', '=', organizerId)
      .where('conflict', '=', 1)
      .executeTakeFirstOrThrow();
    await settleConflict(db, scope(), { scanId: conflict.id, note });
    const addons = await db
      .selectFrom('entitlements')
      .select(['id', 'ticket_id'])
      .where('organizer_id', '=', organizerId)
      .execute();
    const { id: entitlementId } = addons.find(({ ticket_id: id }) => id === ticketId) ?? first(addons);
    await consumeByHand(db, scope(), { entitlementId, units: 1, ref: 'by hand', reason: note });
    const encrypted = Buffer.from(`{"holderName":"${holderName}"}`).toString('base64');
    await storeOfflineDetails(db, organizerId, [{ id: ticketId, encrypted, isStored: false }]);
  }

  /** A mail about the order that has failed, and one that was written to a file. */
  async function leaveMails(orderNumber: string, text: string, sentence: string | null): Promise<void> {
    const { db } = database;
    const [id = ''] = await listMailIdsOfOrder(db, organizer().id, orderNumber);
    await db
      .updateTable('order_mails')
      .set({ status: 'failed', next_attempt_at: null, note: sentence })
      .where('id', '=', id)
      .execute();
    mkdirSync(join(database.dataDir, 'outbox'), { recursive: true });
    const outbox = outboxTransport(join(database.dataDir, 'outbox'), 'tickets@localhost');
    await outbox.send(id, { to: email, subject: 'Your tickets', text, html: text });
  }

  test('leaves no trace in any table or file, and keeps what the accounts need', async () => {
    const numbers = await plant();
    const { db, dataDir } = database;
    const money = async () =>
      JSON.stringify([
        await db
          .selectFrom('orders')
          .select(['order_number', 'total', 'refunded_total', 'status', 'paid_at', 'tax'])
          .orderBy('order_number')
          .execute(),
        await db.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
        await db.selectFrom('payments').selectAll().orderBy('id').execute(),
        await db.selectFrom('settlements').selectAll().orderBy('event_id').execute(),
      ]);
    const before = await money();
    const places = new Set((await tracesInTables(db, [...traces, ...former])).map((trace) => trace.split(':', 1)[0]));
    expect([...places]).toEqual([
      'answers.answers',
      'answers.words',
      'consumptions.reason',
      'entitlements.buyer_email',
      'offline_details.encrypted',
      'order_mails.note',
      'orders.buyer_email',
      'orders.buyer_name',
      'orders.buyer_phone',
      'orders.searched_as',
      'search_words.word',
      'settled_conflicts.note',
      'tickets.fields',
      'tickets.holder_name',
      'tickets.searched_as',
      'webhook_attempts.response_body',
    ]);
    expect(tracesInFiles(dataDir, traces)).not.toEqual([]);

    const known = JSON.parse(await privacy('show', email, '--organizer', organizer().slug)) as Person;
    const live = defined(
      known.organizers.find(({ isSandbox }) => !isSandbox),
      'the live organizer',
    );
    expect(live.orders.map(({ detail }) => detail.order.orderNumber).sort()).toEqual(numbers);
    expect(known.organizers.map(({ orders }) => orders.length)).toEqual([3, 1]);
    const page = await privacy('show', email, '--organizer', organizer().slug, '--page');
    for (const text of ['Wendeline Ørstrowski', holderName, answer, ...numbers]) expect(page).toContain(text);

    const erasure = await erase();
    expect(erasure.organizers.map(({ removed, kept }) => [[...removed].sort(), kept])).toEqual([
      [numbers, []],
      [[expect.any(String)], []],
    ]);
    await privacy('erase', email);
    expect(await tracesInTables(db, [...traces, ...former])).toEqual([]);
    if (kind === 'sqlite') {
      await dialectOf(db).overwriteDeleted(db);
      expect(tracesInFiles(dataDir, [...traces, ...former])).toEqual([]);
    } else expect(tracesInFiles(dataDir, traces)).toEqual([]);
    expect(await money()).toBe(before);
    expect(JSON.parse(await privacy('show', email))).toMatchObject({ organizers: [] });
    const types = (await shop.organizerApi.emittedEvents()).map(({ type }) => type);
    expect(types.filter((type) => type === 'order.anonymized')).toHaveLength(3);
    // The bare audit entry says how many orders, and nothing of the person.
    const entries = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'person.erase').execute();
    expect(entries.map(({ details }) => details)).toContain('{"orders":3}');

    // Phones, copies and the import follow.
    const again = await importAll(db, organizer(), [orderLine('imported', { buyer })]);
    expect(again).toMatchObject({ created: { order: 0 }, unchanged: 1 });
    const exported = (await exportLines(db, organizer().id)).filter((line) => line.includes('removed@removed.invalid'));
    expect(exported).toHaveLength(3);
    const copy = await makeOrganizer(db);
    await importAll(db, copy, await exportLines(db, organizer().id));
    const copied = db.selectFrom('orders').select('anonymized_at').where('organizer_id', '=', copy.id);
    expect((await copied.execute()).every((row) => row.anonymized_at !== null)).toBe(true);
    expect(await tracesInTables(db, traces)).toEqual([]);
  });

  test('keeps an order that can still be paid, and says so; a repeated erasure changes nothing', async () => {
    const paid = await buy();
    const pending = (await site.buyer().preparePayment(shop, { buyer })).orderNumber;
    expect(first((await erase()).organizers)).toMatchObject({
      removed: [paid],
      kept: [{ orderNumber: pending, reason: 'pending' }],
    });
    await cancelOrder(database.db, scope(), pending);
    expect(first((await erase()).organizers)).toMatchObject({ removed: [pending], kept: [] });
    expect(first((await erase()).organizers)).toMatchObject({ removed: [], kept: [] });
    // Nothing personal is added to an erased order.
    const { tickets } = await readOrder(database.db, organizer().id, paid);
    const ticket = { orderNumber: paid, ticketId: first(tickets).id };
    await expect(correctHolder(database.db, scope(), ticket, { holderName }, null)).rejects.toMatchObject({
      reason: 'personal_data_removed',
    });
    // The tickets are refunded as before.
    await refundOrder(database.db, scope(), paid, []);
    expect(await tracesInTables(database.db, traces)).toEqual([]);
  });

  test('is decided against a payment, a refund, a correction and an import of the same order', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { db } = database;
      const prepared = await site
        .buyer()
        .preparePayment(shop, { buyer, items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
      const paid = await buy();
      const { tickets } = await readOrder(db, organizer().id, paid);
      const ticket = { orderNumber: paid, ticketId: first(tickets).id };
      await importAll(db, organizer(), raceLines());
      const line = orderLine(`import-${round}`, { buyer });
      const organizers = [{ organizer: organizer(), isSandbox: false, scope: scope() }];
      const [corrected, ...others] = await Promise.allSettled([
        correctHolder(db, scope(), ticket, { holderName }, null),
        payOrder(db, scope(), prepared.orderNumber),
        refundOrder(db, scope(), paid, []),
        importAll(db, organizer(), [line]),
        erasePerson(db, organizers, email, { outboxFolder: database.dataDir }),
        erasePerson(db, organizers, email, { outboxFolder: database.dataDir }),
      ]);
      // An erased order can be paid, if it was pending, and refunded; its holders can no longer be corrected.
      expect(others.filter(({ status }) => status === 'rejected')).toEqual([]);
      if (corrected.status === 'rejected') expect(corrected.reason).toMatchObject({ reason: 'personal_data_removed' });
      await importAll(db, organizer(), [line]);
      await erase();
      expect(await tracesInTables(db, traces)).toEqual([]);
    }
  });

  test('does not wait for an export, which is of the time of its start; later ones have no trace', async () => {
    const bought = await buy();
    const lines: string[] = [];
    let erasure: Erasure | undefined;
    await exportOrganizer(database.db, scope(), async (text) => {
      erasure ??= await erase();
      lines.push(...text.split('\n'));
    });
    expect(first(defined(erasure, 'The erasure').organizers).removed).toEqual([bought]);
    const order = defined(
      lines.find((line) => line.includes(bought)),
      'The line of the order',
    );
    expect(traces.filter((trace) => order.toLowerCase().includes(trace))).toEqual(traces);
    expect(await tracesInTables(database.db, traces)).toEqual([]);
    const later = (await exportLines(database.db, organizer().id)).join().toLowerCase();
    expect(traces.filter((trace) => later.includes(trace))).toEqual([]);
  });

  test('removes a ticket holder from an order of another buyer, and keeps the buyer and the other holders', async () => {
    const { db, dataDir } = database;
    const { id: organizerId } = organizer();
    const endpoint = await makeEndpoint(db, organizerId, 'https://127.0.0.1/');
    const emails = {
      buyer: await ask(shop, { askedOf: 'buyer', kind: 'email', label: 'E-mail of a friend' }),
      holder: await ask(shop, { askedOf: 'holder', kind: 'email', label: 'E-mail' }),
    };
    const shirt = await shop.organizerApi.addon(shop.event.id, { name: 'Shirt', assignedTo: 'holder' });
    const other = { email: 'someone.else@example.com', name: 'Friedlinde Staysmann' };
    const attendee = (name: string, text: string, address: string) => ({
      ...{ ticketTypeId: shop.half.id, holderName: name },
      answers: { [questions.holder]: text, [emails.holder]: address },
      addons: [{ addonId: shirt.id, quantity: 1 }],
    });
    const reserve = () =>
      site.buyer().preparePayment(shop, {
        buyer: { ...other, answers: { [questions.buyer]: 'staysanswer', [emails.buyer]: email } },
        items: [{ ticketTypeId: shop.half.id, quantity: 2 }],
        attendees: [
          attendee(holderName, answer, email.toUpperCase()),
          attendee('Ottokar Staysmann', 'staysanswer', 'otto@example.com'),
        ],
      });
    const prepared = await reserve();
    expect((await site.buyer().post('/pay', prepared)).status).toBe(200);
    const bought = prepared.orderNumber;
    const ticketId = first((await readOrder(db, organizerId, bought)).tickets).id;
    for (const name of ['Oldholder Formervexler', holderName])
      await correctHolder(db, scope(), { orderNumber: bought, ticketId }, { holderName: name }, null);
    const fields = { 'E-mail': email, Diet: answer };
    await importAll(db, organizer(), [
      ...raceLines(),
      orderLine('imported', { buyer: other, attendees: [{ ticketTypeId: 'run-10', holderName, fields }] }),
    ]);
    await answerWebhooks(endpoint.id);
    await useAtTheEvent(ticketId);
    await leaveMails(bought, holderName, null);
    const pending = (await reserve()).orderNumber;
    const before = await tracesInTables(db, [...traces, ...former]);
    expect([...new Set(before.map((trace) => trace.split(':', 1)[0]))]).toEqual([
      'answers.answers',
      'answers.words',
      'consumptions.reason',
      'offline_details.encrypted',
      'orders.attendees',
      'search_words.word',
      'settled_conflicts.note',
      'tickets.fields',
      'tickets.holder_name',
      'tickets.searched_as',
      'webhook_attempts.response_body',
    ]);

    const owner = await signIn(site.app, { organizer: organizer(), role: 'owner' });
    const known = first(jsonOf<Person>(await owner.post('/privacy/person', { email })).organizers);
    const others = known.otherOrders;
    expect(known.orders).toEqual([]);
    const imported = defined(
      others.find(({ orderNumber }) => ![bought, pending].includes(orderNumber)),
      'the imported ticket',
    );
    const summary = others.map((found) => [found.orderNumber, found.ticket?.holderName ?? null, found.scans.length]);
    expect(summary.sort()).toEqual(
      [
        [bought, holderName, 2],
        [bought, null, 0],
        [imported.orderNumber, holderName, 0],
        [pending, null, 0],
        [pending, null, 0],
      ].sort(),
    );
    const since = (await shop.organizerApi.emittedEvents()).length;
    const erasure = first((await erase()).organizers);
    expect(erasure).toMatchObject({ removed: [], kept: [{ orderNumber: pending, reason: 'pending' }], ordersLeft: 0 });
    expect(new Map(erasure.otherOrders.map((order) => [order.orderNumber, order.ticketIds]))).toEqual(
      new Map([
        [bought, [ticketId]],
        [imported.orderNumber, [imported.ticketId]],
      ]),
    );
    const events = (await shop.organizerApi.emittedEvents()).slice(since);
    expect(events.map(({ type, data }) => [type, data['id'] ?? data['orderNumber'], data['changed']])).toEqual(
      erasure.otherOrders.flatMap(({ orderNumber, ticketIds }) => [
        [
          'order.updated',
          orderNumber,
          [...(orderNumber === bought ? ['buyer.answers'] : []), 'tickets.holderName', 'tickets.answers'],
        ],
        ['ticket.updated', ticketIds[0], ['holderName', 'answers']],
      ]),
    );
    // The rest is removed as soon as the order can no longer be paid.
    await cancelOrder(db, scope(), pending);
    const { organizers } = jsonOf<Erasure>(await owner.post('/privacy/erasures', { email }));
    expect(first(organizers)).toMatchObject({ otherOrders: [{ orderNumber: pending, ticketIds: [] }], kept: [] });
    await privacy('erase', email);
    expect(await tracesInTables(db, [...traces, ...former])).toEqual([]);
    expect(tracesInFiles(dataDir, [...traces, ...former])).toEqual([]);
    const stays = (await tracesInTables(db, ['staysmann', 'staysanswer', 'someone.else', 'otto@example.com'])).map(
      (trace) => trace.split(':', 1)[0],
    );
    expect(new Set(stays)).toEqual(
      new Set([
        'answers.answers',
        'answers.words',
        'entitlements.buyer_email',
        'orders.buyer_email',
        'orders.buyer_name',
        'orders.searched_as',
        'search_words.word',
        'tickets.holder_name',
        'tickets.searched_as',
      ]),
    );
    const entries = await db
      .selectFrom('audit_entries')
      .select(['subject', 'details'])
      .where('action', '=', 'order.erase_person')
      .where('organizer_id', '=', organizerId)
      .execute();
    expect(new Map(entries.map(({ subject, details }) => [subject, details]))).toEqual(
      new Map([
        [bought, '{"tickets":1}'],
        [imported.orderNumber, '{"tickets":1}'],
        [pending, '{"tickets":0}'],
      ]),
    );
    // The buyer can give the ticket to somebody else.
    await correctHolder(db, scope(), { orderNumber: bought, ticketId }, { holderName: 'Nova Holder' }, null);
  });

  test('finds a ticket holder in an order of another buyer by the answer to a question', async () => {
    const question = await ask(shop, { askedOf: 'holder', kind: 'email', label: 'E-mail' });
    const other = { email: 'someone.else@example.com' };
    const cart = { items: [{ ticketTypeId: shop.half.id, quantity: 1 }], buyer: other };
    const orderOf = async (address: string) => {
      const attendees = [{ ticketTypeId: shop.half.id, holderName: 'Zoe', answers: { [question]: address } }];
      const prepared = await site.buyer().preparePayment(shop, { ...cart, attendees });
      expect((await site.buyer().post('/pay', prepared)).status).toBe(200);
      return prepared.orderNumber;
    };
    const orderNumber = await orderOf(email.toUpperCase());
    await orderOf(`x${email}`);
    await orderOf(email.replace('@', '@other.'));
    const owner = await signIn(site.app, { organizer: organizer(), role: 'owner' });
    const known = first(jsonOf<Person>(await owner.post('/privacy/person', { email })).organizers);
    expect(known.orders).toEqual([]);
    expect(known.otherOrders).toMatchObject([{ orderNumber, answers: [{ questionId: question }] }]);
  });

  // A killed erasure of more orders has a test on both databases.
  if (kind === 'sqlite') {
    test('reads and erases at most 200 orders in a request, and says how many are left', async () => {
      const lines = Array.from({ length: 201 }, (_, index) => orderLine(`group-${index}`, { buyer }));
      await importAll(database.db, organizer(), [...raceLines(), ...lines]);
      const owner = await signIn(site.app, { organizer: organizer(), role: 'owner' });
      const known = first(jsonOf<Person>(await owner.post('/privacy/person', { email })).organizers);
      expect([known.orders.length, known.ordersLeft]).toEqual([200, 1]);
      const eraseStep = async () => first(jsonOf<Erasure>(await owner.post('/privacy/erasures', { email })).organizers);
      const steps = [await eraseStep(), await eraseStep()];
      expect(steps.map(({ removed, ordersLeft }) => [removed.length, ordersLeft])).toEqual([
        [200, 1],
        [1, 0],
      ]);
    });
  }

  test('is for owners, and counts as a search', async () => {
    const paid = await buy();
    const [owner, manager] = [
      await signIn(site.app, { organizer: organizer(), role: 'owner' }),
      await signIn(site.app, { organizer: organizer(), role: 'manager' }),
    ];
    expectProblem(await manager.post('/privacy/erasures', { email }), 403, 'not_permitted');
    const person = jsonOf<Person>(await owner.post('/privacy/person', { email }));
    expect(person.organizers[0]!.orders.map(({ detail }) => detail.order.buyer)).toEqual([
      { ...buyer, answers: [expect.objectContaining({ text: answer })] },
    ]);
    const other = await signIn(site.app, { organizer: await makeOrganizer(database.db), role: 'owner' });
    expect(jsonOf<Erasure>(await other.post('/privacy/erasures', { email })).organizers[0]).toMatchObject({
      removed: [],
    });
    expect(jsonOf<Erasure>(await owner.post('/privacy/erasures', { email })).organizers[0]).toMatchObject({
      removed: [paid],
      kept: [],
    });
  });
});

describeOnBoth('the retention of personal data', (kind) => {
  const database = useDatabase(kind);

  test('removes personal data the set number of days after an event, after a dry run has counted it', async () => {
    const { db } = database;
    const site = await PublicSite.start(db);
    const shop = await site.shop();
    const { organizer } = shop.organizerApi;
    const clock = new SandboxClocks(db, site.clock);
    const env = { ...database.env };
    const ended = await shop.organizerApi.event({
      status: 'published',
      startsAt: new Date(site.clock.now() + dayMs).toISOString(),
    });
    const offer = await shop.organizerApi.ticketType(ended.id);
    const soon = await ask(shop, { askedOf: 'buyer', retentionDays: 10 }, ended.id);
    const later = await ask(shop, { askedOf: 'buyer' }, ended.id);
    const buyAt = async (eventId: string, ticketTypeId: string, answers = {}) => {
      const cart = { eventId, items: [{ ticketTypeId, quantity: 1 }], buyer: { ...buyer, answers } };
      const prepared = await site.buyer().preparePayment(shop, cart);
      expect((await site.buyer().post('/pay', prepared)).status).toBe(200);
      return prepared.orderNumber;
    };
    const answers = { [soon]: 'Nuts', [later]: 'Large' };
    const past = [await buyAt(ended.id, offer.id, answers), await buyAt(ended.id, offer.id)];
    const future = await buyAt(shop.event.id, shop.half.id);
    const emailsOf = async (numbers: readonly string[]) => {
      const rows = await db.selectFrom('orders').select('buyer_email').where('order_number', 'in', numbers).execute();
      return [...new Set(rows.map((row) => row.buyer_email))];
    };
    await applyRetention(db, clock);
    expect(await emailsOf(past)).toEqual([email]);
    await setPersonalDataDays(db, organizerScope(organizer.id, clock, byOperator), 30);
    const moved = await shop.organizerApi.patch(`/events/${ended.id}`, { startsAt: '1700-01-01T00:00:00Z' });
    const [error] = expectProblem(moved, 400, 'invalid_request').errors ?? [];
    expect(error).toMatchObject({ path: 'startsAt', code: 'retention_over', params: { days: 30 } });
    const storedAnswers = async () => {
      const rows = await db.selectFrom('answers').select('answers').where('order_number', 'in', past).execute();
      return [...new Set(rows.map((row) => Object.keys(JSON.parse(row.answers) as object).join(' ')))];
    };
    site.clock.advance(11 * dayMs - 1);
    await removeOldAnswers(db, clock);
    expect(await storedAnswers()).toEqual([`${soon} ${later}`]);
    site.clock.advance(1);
    const counting = organizerScope(organizer.id, clock, byOperator);
    expect(await previewRetention(db, counting, 30)).toEqual({
      events: [],
      questions: [
        { eventId: ended.id, eventName: 'Race', endedAt: ended.startsAt, id: soon, label: 'Allergies', answers: 1 },
      ],
    });
    await Promise.all([removeOldAnswers(db, clock), removeOldAnswers(db, clock)]);
    expect(await storedAnswers()).toEqual([later]);
    site.clock.advance(20 * dayMs - 1);
    await applyRetention(db, clock);
    expect(await emailsOf(past)).toEqual([email]);
    site.clock.advance(1);
    const counted = await previewRetention(db, organizerScope(organizer.id, clock, byOperator), 30);
    expect(counted).toEqual({
      events: [{ id: ended.id, name: 'Race', endedAt: ended.startsAt, orders: 2, tickets: 2 }],
      questions: [],
    });
    expect(await emailsOf(past)).toEqual([email]);
    await Promise.all([applyRetention(db, clock), applyRetention(db, clock)]);
    expect(await emailsOf(past)).toEqual(['removed@removed.invalid']);
    expect(await storedAnswers()).toEqual([]);
    expect(await emailsOf([future])).toEqual([email]);
    const anonymized = (await shop.organizerApi.emittedEvents()).filter(({ type }) => type === 'order.anonymized');
    expect(anonymized.map(({ data }) => data['orderNumber']).sort()).toEqual([...past].sort());
    const { stdout } = await runHere(['privacy', 'retention', '--organizer', organizer.slug, '--json'], env);
    expect(JSON.parse(stdout)).toEqual({ days: 30, dryRun: false, events: [], questions: [] });
    await site.close();
  });
});

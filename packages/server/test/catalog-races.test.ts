import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../src/errors/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import type { EventRef } from '../src/features/catalog/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import type { LineFailure } from '../src/features/transfer/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { type EventView, inDefaultLanguage, OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first, last } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000 };

describeOnBoth('concurrent catalog writes', (kind) => {
  const database = useDatabase(kind);
  /** A second connection to the same database, like that of another process. */
  let secondDb: Db;
  let apps: TestApp[];
  let catalog: OrganizerApi;
  let turn = 0;

  beforeAll(async () => {
    secondDb = openDatabase(database);
    apps = [await startApp({ db: database.db, rateLimits }), await startApp({ db: secondDb, rateLimits })];
  });
  beforeEach(async () => {
    // Requests alternate between the two applications.
    const request: TestApp['request'] = (...args) => {
      turn += 1;
      return elementAt(apps, turn % 2).request(...args);
    };
    catalog = await OrganizerApi.create(database.db, { request });
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await secondDb.destroy();
  });

  /** Imports the running race of `raceLines`. Returns its event with the paths of a ticket type and an add-on. */
  async function importRunningRace(quantity: number): Promise<{ event: EventRef; paths: string[] }> {
    await importAll(database.db, catalog.organizer, raceLines({ quantity }));
    const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
    const event = first(data);
    const ticketType = defined(
      event.ticketTypes.find(({ price }) => price === 2000),
      'The ticket type run-10',
    );
    const paths = [
      `/events/${event.id}/ticket-types/${ticketType.id}`,
      `/events/${event.id}/addons/${first(event.addons).id}`,
    ];
    return { event: { id: event.id, currency: String(event['currency']) }, paths };
  }

  const items = [
    { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 },
    { kind: 'addon' as const, addonId: 'beer', quantity: 1 },
  ];
  const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

  /** Returns undefined if the call failed with a conflict (409), and rethrows every other error. */
  async function undefinedIfConflict<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return undefined;
      throw error;
    }
  }

  test('never leave a quantity below the sold and reserved units during sales, payments and refunds', async () => {
    const { paths } = await importRunningRace(30);
    const pendingOrderLines = indexes(10).map((index) => {
      return orderLine(`p${index}`, { items, status: 'pending', orderNumber: `PPPPPPPPP${index}` });
    });
    await importAll(database.db, catalog.organizer, pendingOrderLines);
    const failures: LineFailure[] = [];
    const { id } = catalog.organizer;
    const sales = indexes(16).map((index) =>
      importAll(
        index % 2 ? database.db : secondDb,
        catalog.organizer,
        [orderLine(`s${index}`, { items })],
        systemClock,
        failures,
      ),
    );
    const payments = indexes(10).map((index) =>
      undefinedIfConflict(payOrder(secondDb, organizerScope(id, systemClock, byOperator), `PPPPPPPPP${index}`)),
    );
    const refunds = payments.map(async (payment, index) => {
      const order = await payment;
      if (order && index % 2)
        await undefinedIfConflict(
          refundOrder(database.db, organizerScope(id, systemClock, byOperator), order.orderNumber, []),
        );
    });
    const patches = paths.flatMap((path) =>
      indexes(8).map((index) => catalog.patch(path, { quantity: 12 + ((index * 7) % 20), name: `Name ${index}` })),
    );
    await Promise.all([...sales, ...refunds]);
    let successCount = 0;
    for (const response of await Promise.all(patches)) {
      if (response.status === 200) successCount += 1;
      else expectProblem(response, 409, 'capacity_below_sold');
    }
    expect(await violations(database.db)).toEqual([]);
    expect(successCount).toBeGreaterThan(0);
    for (const failure of failures) expect(first(failure.errors).path).toMatch(/^items\.\d\.quantity$/);
    expect((await catalog.emittedTypes()).filter((type) => type === 'event.updated')).toHaveLength(successCount);
  });

  test('never store conflicting values of two fields: one write is rejected', async () => {
    const { id } = await catalog.event();
    for (let round = 0; round < 10; round += 1) {
      const ticketType = await catalog.ticketType(id, { minPerOrder: 1, maxPerOrder: 10 });
      const path = `/events/${id}/ticket-types/${ticketType.id}`;
      const responses = await Promise.all([
        catalog.patch(path, { minPerOrder: 5 }),
        catalog.patch(path, { maxPerOrder: 3 }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('publish an event once, and emit one webhook event', async () => {
    const { id } = await catalog.event();
    await catalog.ticketType(id);
    const typesBefore = await catalog.emittedTypes();
    const responses = await Promise.all(indexes(20).map(() => catalog.patch(`/events/${id}`, { status: 'published' })));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(first(responses).status).toBe(200);
    expect((await catalog.emittedTypes()).slice(typesBefore.length)).toEqual(['event.published']);
  });

  test('end in one consistent status if they set different statuses, and each status change emits one webhook event', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await catalog.event();
      await catalog.ticketType(id);
      const countBefore = (await catalog.emittedEvents()).length;
      const responses = await Promise.all(
        (['published', 'archived', 'published'] as const).map((status) => catalog.patch(`/events/${id}`, { status })),
      );
      const types = (await catalog.emittedTypes()).slice(countBefore);
      expect([['event.archived'], ['event.published', 'event.archived']]).toContainEqual(types);
      for (const response of responses) if (response.status !== 200) expectProblem(response, 409, 'invalid_state');
      expect((await catalog.get(id))['status']).toBe('archived');
    }
  });

  test('assign a slug to only one event, and derive different slugs from the same name', async () => {
    const startsAt = '2083-05-01T06:00:00Z';
    const responsesWithSlug = await Promise.all(
      indexes(10).map((index) => catalog.post('/events', { name: `${index}`, startsAt, slug: 'one' })),
    );
    expect(responsesWithSlug.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responsesWithSlug)
      if (response.status !== 201) expectProblem(response, 409, 'invalid_state');
    const otherEvents = await Promise.all(indexes(4).map(() => catalog.event()));
    const patchResponses = await Promise.all(
      otherEvents.map(({ id }) => catalog.patch(`/events/${id}`, { slug: 'two' })),
    );
    expect(patchResponses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const eventsWithSameName = await Promise.all(indexes(20).map(() => catalog.event({ name: 'Same' })));
    expect(new Set(eventsWithSameName.map(({ slug }) => slug)).size).toBe(20);
  });

  test('do not lose updates: the event contains every patch', async () => {
    const { id } = await catalog.event();
    const ticketType = await catalog.ticketType(id);
    const patches = [
      { name: 'Name' },
      { description: 'Description' },
      { venue: { city: 'Bonn' } },
      { venue: { name: 'Hall' } },
      { posterUrl: 'https://example.com/a.png' },
      { endsAt: '2083-05-02T06:00:00Z' },
    ];
    const responses = await Promise.all([
      ...patches.map((patch) => catalog.patch(`/events/${id}`, patch)),
      ...['a', 'b', 'c'].map((name) => catalog.post(`/events/${id}/ticket-types`, { name, price: 1 })),
      catalog.patch(`/events/${id}/ticket-types/${ticketType.id}`, { category: '21K' }),
    ]);
    for (const { status, text } of responses) expect([200, 201], text).toContain(status);
    const event = await catalog.get(id);
    expect(event).toMatchObject({ name: 'Name', description: 'Description', venue: { name: 'Hall', city: 'Bonn' } });
    expect(event.ticketTypes.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    const emittedEvents = await catalog.emittedEvents();
    expect(emittedEvents).toHaveLength(12);
    expect(last(emittedEvents).data).toEqual(inDefaultLanguage(event));
  });

  test('change a currency only before the first order', async () => {
    for (let round = 0; round < 8; round += 1) {
      catalog = await OrganizerApi.create(database.db, first(apps));
      const { event } = await importRunningRace(10);
      const newTicketType = {
        type: 'ticketType' as const,
        externalId: 'later',
        eventId: 'race',
        name: 'Later',
        price: 1,
      };
      const [response] = await Promise.all([
        catalog.patch(`/events/${event.id}`, { currency: 'CHF' }),
        importAll(secondDb, catalog.organizer, [newTicketType, orderLine('one', { items })]),
      ]);
      if (response!.status !== 200) expectProblem(response!, 409, 'invalid_state');
      const currency = response!.status === 200 ? 'CHF' : 'EUR';
      for (const table of ['events', 'ticket_types', 'addons', 'orders', 'settlements', 'ledger_entries'] as const) {
        const rows = await database.db
          .selectFrom(table)
          .select('currency')
          .where('organizer_id', '=', catalog.organizer.id)
          .execute();
        expect(new Set(rows.map((row) => row.currency)), table).toEqual(new Set([currency]));
      }
    }
  });
});

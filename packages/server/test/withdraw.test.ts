import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { type EventView, inDefaultLanguage } from './harness/catalog.ts';
import { Buyer, createSale, expirePendingOrders, outcomeOf, readStock, type Sale } from './harness/checkout.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { randomDelay } from './harness/wait.ts';
import { violations } from './invariants.ts';

describeOnBoth('what was never sold', (kind) => {
  const database = useDatabase(kind);
  /** A second connection to the same database, like that of another process. */
  let secondDb: Db;
  let apps: TestApp[];
  let sale: Sale;
  let owner: DashboardClient;

  beforeAll(async () => {
    const rateLimits = { api: 1_000_000, public: 1_000_000 };
    secondDb = openDatabase(database);
    apps = [await startApp({ db: database.db, rateLimits }), await startApp({ db: secondDb, rateLimits })];
  });
  beforeEach(async () => {
    sale = await createSale(database.db, first(apps), null);
    owner = await signIn(first(apps), { organizer: sale.catalog.organizer, role: 'owner' });
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await secondDb.destroy();
  });

  const buyer = () => new Buyer(() => elementAt(apps, 1).url, 'ada@example.com');
  const withdraw = () => owner.patch(`/events/${sale.eventId}`, { status: 'draft' });

  describe('a ticket type or an add-on', () => {
    test('is deleted: the event and its webhook event no longer have it, and it cannot be reserved', async () => {
      const before = await sale.catalog.get(sale.eventId);
      for (const id of [sale.ticketA, sale.drinks]) {
        const response = await owner.delete(sale.offerPath(id));
        expect(response.status, response.text).toBe(200);
      }
      const event = await sale.catalog.get(sale.eventId);
      expect(event.ticketTypes).toEqual(before.ticketTypes.filter(({ id }) => id !== sale.ticketA));
      expect(event.addons).toEqual([]);
      const events = await sale.catalog.emittedEvents();
      expect(events.slice(-2).map(({ type }) => type)).toEqual(['event.updated', 'event.updated']);
      expect(events.at(-1)?.data).toEqual(inDefaultLanguage(event));
      expect(outcomeOf(await buyer().reserve(sale.cart({ [sale.ticketA]: 1 })))).toBe('400 invalid_request');
      expectProblem(await owner.delete(sale.offerPath(sale.ticketA)), 404, 'not_found');
    });

    test('stays if an order has it, also one that has expired, or if a gate names it', async () => {
      await buyer().reserve(sale.cart({ [sale.ticketA]: 1, [sale.drinks]: 1 }));
      const ticketTypeIds = [sale.ticketB];
      await owner.post(`/events/${sale.eventId}/gates`, { name: 'North', ticketTypeIds });
      await expirePendingOrders(database.db);
      for (const id of [sale.ticketA, sale.drinks]) {
        const problem = expectProblem(await owner.delete(sale.offerPath(id)), 409, 'invalid_state');
        expect(problem.reason).toBe('offer_in_order');
      }
      const problem = expectProblem(await owner.delete(sale.offerPath(sale.ticketB)), 409, 'invalid_state');
      expect(problem.reason).toBe('offer_in_gate');
      const { id: unsold } = await sale.catalog.ticketType(sale.eventId, { name: 'Unsold', price: 500 });
      const body = { askedOf: 'holder', kind: 'boolean', label: 'Bus', offerIds: [unsold] };
      const question = jsonOf<{ id: string }>(await owner.post(`/events/${sale.eventId}/questions`, body));
      const refused = expectProblem(await owner.delete(sale.offerPath(unsold)), 409, 'invalid_state');
      expect(refused.reason).toBe('offer_in_question');
      await owner.patch(`/events/${sale.eventId}/questions/${question.id}`, { offerIds: null });
      expect((await owner.delete(sale.offerPath(unsold))).status).toBe(200);
      expect((await readStock(database.db, sale.eventId)).size).toBe(4);
    });

    test('is either deleted or reserved if both happen at the same time', async () => {
      const outcomes = new Set<string>();
      for (let round = 0; round < 12; round += 1) {
        const { id } = await sale.catalog.ticketType(sale.eventId, { name: `Round ${round}`, price: 500 });
        const [reserved, deleted] = await Promise.all([
          randomDelay(8).then(() => buyer().reserve(sale.cart({ [id]: 1, [sale.drinks]: 1 }))),
          randomDelay(8).then(() => owner.delete(sale.offerPath(id))),
        ]);
        outcomes.add(`${outcomeOf(reserved)}, ${outcomeOf(deleted)}`);
      }
      for (const outcome of outcomes) {
        expect(['201, 409 invalid_state', '400 invalid_request, 200']).toContain(outcome);
      }
    });
  });

  describe('a published event', () => {
    test('becomes a draft again and can be published again, and others get its new status', async () => {
      const { publicSlug } = await sale.catalog.get(sale.eventId);
      const page = () => first(apps).request(`/e/${publicSlug}`, {});
      expect((await page()).status).toBe(200);
      const event = jsonOf<EventView>(await withdraw());
      expect(event['status']).toBe('draft');
      expect((await page()).status).toBe(404);
      const [emitted] = (await sale.catalog.emittedEvents()).slice(-1);
      expect(emitted).toMatchObject({ type: 'event.updated', data: inDefaultLanguage(event) });
      expect(outcomeOf(await buyer().reserve(sale.cart({ [sale.free]: 1 })))).toBe('404 not_found');
      expect((await sale.catalog.patch(`/events/${sale.eventId}`, { status: 'published' })).status).toBe(200);
      expect((await page()).status).toBe(200);
    });

    test('stays published if it has an order, also one that has expired', async () => {
      await buyer().reserve(sale.cart({ [sale.free]: 1 }));
      await expirePendingOrders(database.db);
      const problem = expectProblem(await withdraw(), 409, 'invalid_state');
      expect([problem.reason, problem.errors?.map(({ path }) => path)]).toEqual(['event_has_orders', ['status']]);
    });

    test('is either withdrawn or reserved from if both happen at the same time', async () => {
      const outcomes = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        sale = await createSale(database.db, first(apps), null);
        owner = await signIn(first(apps), { organizer: sale.catalog.organizer, role: 'owner' });
        const [reserved, withdrawn] = await Promise.all([
          randomDelay(8).then(() => buyer().reserve(sale.cart({ [sale.ticketA]: 1, [sale.drinks]: 1 }))),
          randomDelay(8).then(withdraw),
        ]);
        outcomes.add(`${outcomeOf(reserved)}, ${outcomeOf(withdrawn)}`);
      }
      for (const outcome of outcomes) {
        expect(['201, 409 invalid_state', '404 not_found, 200']).toContain(outcome);
      }
    });
  });
});

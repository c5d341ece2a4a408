import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { payOrder } from '../src/features/orders/index.ts';
import { finalizeSettlement, payOutSettlement, readSettlement } from '../src/features/settlements/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import type { EventView, Offer } from './harness/catalog.ts';
import { Buyer, countDeadlocks, createSale, inParallel, outcomeOf, roundRobin, type Sale } from './harness/checkout.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { propertyRuns } from './harness/property-runs.ts';
import { jsonOf } from './harness/responses.ts';
import { randomDelay } from './harness/wait.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };

describe.skipIf(inject('postgresUrl') === null)('transactions of one event on PostgreSQL', () => {
  let database: TestDatabase;
  /** Two connections to the same database, like those of two processes. */
  let connections: Db[];
  let apps: TestApp[];

  beforeEach(async () => {
    database = await createDatabase('postgres');
    connections = [openDatabase(database), openDatabase(database)];
    apps = await Promise.all(connections.map((db) => startApp({ db, rateLimits })));
  });
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(connections.map((db) => db.destroy())); // PostgreSQL reports the deadlocks of a session when it ends.
    expect(await countDeadlocks(database.db)).toBe(0);
    expect(await violations(database.db)).toEqual([]);
    await database.drop();
  });

  /** Repeatedly adds a ticket type to an event and reserves it, until `isOver` returns true. Returns the outcomes. */
  async function addAndReserve(sale: Sale, worker: number, isOver: () => boolean): Promise<string[]> {
    const buyer = new Buyer(() => elementAt(apps, worker % 2).url, `buyer-${worker}@example.com`);
    const outcomes: string[] = [];
    for (let count = 0; count < 4 || !isOver(); count += 1) {
      const addResponse = await sale.catalog.post(`/events/${sale.eventId}/ticket-types`, {
        name: `${worker} ${count}`,
        price: 500,
      });
      outcomes.push(`added ${outcomeOf(addResponse)}`);
      const id = addResponse.status === 201 ? jsonOf<Offer>(addResponse).id : sale.ticketA;
      outcomes.push(`reserved ${outcomeOf(await buyer.reserve(sale.cart({ [id]: 1, [sale.drinks]: 1 })))}`);
    }
    return outcomes;
  }

  const successes = ['added 201', 'reserved 201'];
  test.for([
    ['its currency', { currency: 'CHF' }, successes],
    ['its status', { status: 'archived' }, [...successes, 'added 409 invalid_state', 'reserved 404 not_found']],
  ] as const)(
    'do not deadlock if %s changes while ticket types are added and reserved, and all rows have one currency',
    async ([, change, allowed]) => {
      const [changeOutcomes, otherOutcomes]: [string[], string[]] = [[], []];
      for (let round = 0; round < propertyRuns(6); round += 1) {
        const sale = await createSale(database.db, roundRobin(apps.map(({ url }) => url)), null);
        let isOver = false;
        const changeEvent = async () => {
          changeOutcomes.push(outcomeOf(await sale.catalog.patch(`/events/${sale.eventId}`, change)).slice(0, 3));
        };
        // Before any reservation, a change succeeds. Before any change, a reservation succeeds.
        if (round === 0) await changeEvent();
        if (round === 1) otherOutcomes.push(...(await addAndReserve(sale, 0, () => true)));
        const changing = (async () => {
          for (let count = 0; count < 4; count += 1) {
            await randomDelay(20);
            await changeEvent();
          }
          isOver = true;
        })();
        otherOutcomes.push(...(await inParallel(4, (worker) => addAndReserve(sale, worker, () => isOver))).flat());
        await changing;
        const event = jsonOf<EventView>(await sale.catalog.send('GET', `/events/${sale.eventId}`));
        for (const table of ['ticket_types', 'addons', 'orders', 'settlements'] as const) {
          const rows = await database.db
            .selectFrom(table)
            .select('currency')
            .where('event_id', '=', sale.eventId)
            .execute();
          expect(new Set([event['currency'], ...rows.map(({ currency }) => currency)]).size, table).toBe(1);
        }
      }
      // The change can be rejected (409), or fail with 503 because of a conflict. No other request fails because of it.
      expect(['200', '409', '503']).toEqual(expect.arrayContaining([...new Set(changeOutcomes)]));
      expect(changeOutcomes).toContain('200');
      expect(allowed).toEqual(expect.arrayContaining([...new Set(otherOutcomes)]));
      expect(otherOutcomes).toContain('reserved 201');
    },
  );

  test('do not deadlock when payouts and payments run during imports', async () => {
    for (let round = 0; round < propertyRuns(5); round += 1) {
      const organizer = await makeOrganizer(database.db);
      const numbers = Array.from({ length: 6 }, (_, index) => `AAAAAAAA${String(index).padStart(2, '0')}`);
      const pendingLines = numbers.map((orderNumber) => orderLine(orderNumber, { orderNumber, status: 'pending' }));
      await importAll(database.db, organizer, [...raceLines(), ...pendingLines, orderLine('paid')]);
      const { id: eventId } = await database.db
        .selectFrom('events')
        .select('id')
        .where('organizer_id', '=', organizer.id)
        .executeTakeFirstOrThrow();
      await finalizeSettlement(database.db, organizerScope(organizer.id, systemClock, byOperator), eventId);
      await Promise.all([
        ...Array.from({ length: 8 }, (_, index) =>
          importAll(elementAt(connections, index % 2), organizer, [
            orderLine(`new-${index}`),
            orderLine(`more-${index}`),
          ]),
        ),
        ...Array.from({ length: 8 }, (_, index) =>
          payOutSettlement(
            elementAt(connections, index % 2),
            organizerScope(organizer.id, systemClock, byOperator),
            eventId,
            { amount: 1 },
          ),
        ),
        ...numbers.map((number, index) =>
          payOrder(elementAt(connections, index % 2), organizerScope(organizer.id, systemClock, byOperator), number),
        ),
      ]);
      const settlement = await readSettlement(database.db, organizer.id, eventId);
      expect(settlement).toMatchObject({ ordersPaid: 23, paidOut: 8, status: 'final' });
    }
  });
});

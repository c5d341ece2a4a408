import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine } from './harness/fixtures.ts';
import { propertyRuns } from './harness/property-runs.ts';
import { jsonOf, type PageBody, read } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

type Row = Record<string, string>;

interface List {
  readonly path: string;
  readonly table: 'orders' | 'tickets' | 'events' | 'settlements' | 'entitlements';
  /** The columns that the list is sorted by, each with its field in responses. */
  readonly sortKeys: readonly [column: string, field: string][];
}

const lists: readonly List[] = [
  {
    path: '/api/v1/orders',
    table: 'orders',
    sortKeys: [
      ['created_at', 'createdAt'],
      ['order_number', 'orderNumber'],
    ],
  },
  {
    path: '/api/v1/tickets',
    table: 'tickets',
    sortKeys: [
      ['issued_at', 'issuedAt'],
      ['id', 'id'],
    ],
  },
  {
    path: '/api/v1/events',
    table: 'events',
    sortKeys: [
      ['created_at', 'createdAt'],
      ['id', 'id'],
    ],
  },
  { path: '/api/v1/settlements', table: 'settlements', sortKeys: [['id', 'id']] },
  {
    path: '/api/v1/addons',
    table: 'entitlements',
    sortKeys: [
      ['created_at', 'createdAt'],
      ['id', 'id'],
    ],
  },
];

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

const startTime = timestamp(startMs);

/** A random timestamp. It has only six possible values, so many rows have equal timestamps. */
const anyTime = fc.nat(5).map((minutes) => timestamp(startMs + minutes * 60_000));

/** A step of a test: the limit of the next page, and the times of the rows that are added after it. */
const pagingStep = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  addedTimes: fc.array(anyTime, { maxLength: 3 }),
});

let externalIdCount = 0;

function nextExternalId(): string {
  externalIdCount += 1;
  return `row-${externalIdCount}`;
}

function eventLine(externalId: string, createdAt: string): ImportLine {
  const timestamps = { createdAt, updatedAt: createdAt };
  const startsAt = '2083-05-01T06:00:00Z';
  return { type: 'event', externalId, name: 'Race', status: 'published', startsAt, ...timestamps };
}

/** The lines of the ticket type and the add-on of an event. */
function offerLines(eventId: string): ImportLine[] {
  return [
    { type: 'ticketType', externalId: `${eventId}-seat`, eventId, name: 'Seat', price: 2000 },
    { type: 'addon', externalId: `${eventId}-drink`, eventId, name: 'Drink', price: 300 },
  ];
}

/** The line of an order with two tickets and an add-on. */
function orderOf(eventId: string, createdAt: string): ImportLine {
  return orderLine(nextExternalId(), {
    eventId,
    items: [
      { kind: 'ticket', ticketTypeId: `${eventId}-seat`, quantity: 2 },
      { kind: 'addon', addonId: `${eventId}-drink`, quantity: 1 },
    ],
    createdAt,
    updatedAt: createdAt,
  });
}

/** The lines of an event, and of an order for it, that were created at this time. */
function linesCreatedAt(createdAt: string): ImportLine[] {
  const eventId = nextExternalId();
  return [eventLine(eventId, createdAt), ...offerLines(eventId), orderOf(eventId, createdAt)];
}

describeOnBoth('paging', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000 } }));

  async function createCaller(): Promise<{ organizer: Organizer; key: string }> {
    const organizer = await makeOrganizer(database.db);
    return { organizer, key: (await makeKey(database.db, organizer.id)).key };
  }

  async function page(
    key: string,
    path: string,
    query: Record<string, string | null | number>,
  ): Promise<PageBody<Row>> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== null) parameters.set(name, String(value));
    const response = await read(await app.request(`${path}?${parameters}`, { key }));
    expect(response.status, response.text).toBe(200);
    return jsonOf(response);
  }

  const rowsOf = async (list: List, organizer: Organizer) =>
    (await database.db
      .selectFrom(list.table)
      .selectAll()
      .where('organizer_id', '=', organizer.id)
      .execute()) as unknown as Row[];

  test.each(lists)(
    'returns each row of $table that existed at the start once and in order, even if rows are added between the pages',
    async (list) => {
      const sortKeyOfRow = (row: Row) => list.sortKeys.map(([column]) => row[column]).join(' ');
      // An event has one settlement. All orders are for one event.
      const isOfEvents = list.table === 'events' || list.table === 'settlements';
      const sortKeyOfItem = (row: Row) => list.sortKeys.map(([, field]) => row[field]).join(' ');
      await fc.assert(
        fc.asyncProperty(fc.array(anyTime, { maxLength: 10 }), fc.infiniteStream(pagingStep), async (times, steps) => {
          const { organizer, key } = await createCaller();
          const eventId = nextExternalId();
          if (!isOfEvents)
            await importAll(database.db, organizer, [eventLine(eventId, startTime), ...offerLines(eventId)]);
          const addRows = (createdTimes: readonly string[]) => {
            const lineAt = (time: string) => (isOfEvents ? eventLine(nextExternalId(), time) : orderOf(eventId, time));
            return importAll(database.db, organizer, createdTimes.map(lineAt));
          };
          await addRows(times);
          const sortKeysAtStart = (await rowsOf(list, organizer)).map((row) => sortKeyOfRow(row));
          const receivedSortKeys: string[] = [];
          let cursor: string | null = null;
          do {
            const { limit, addedTimes } = defined(steps.next().value, 'The step');
            const { data, hasMore, nextCursor } = await page(key, list.path, { limit, cursor });
            expect(nextCursor !== null).toBe(hasMore);
            if (hasMore) expect(data).toHaveLength(limit);
            else expect(data.length).toBeLessThanOrEqual(limit);
            receivedSortKeys.push(...data.map((row) => sortKeyOfItem(row)));
            cursor = nextCursor;
            // After 60 rows, no more rows are added, so that the list ends.
            if (receivedSortKeys.length < 60 && addedTimes.length > 0) await addRows(addedTimes);
          } while (cursor !== null);
          expect(receivedSortKeys).toEqual([...new Set(receivedSortKeys)].sort().reverse());
          expect(receivedSortKeys.filter((sortKey) => sortKeysAtStart.includes(sortKey))).toEqual(
            sortKeysAtStart.sort().reverse(),
          );
        }),
        { numRuns: propertyRuns(kind === 'sqlite' ? 8 : 5) },
      );
    },
  );

  describe('with changes', () => {
    /** A client that reads changes with `updatedSince`, and stores the latest state of each row. */
    class ChangeReader {
      readonly rows = new Map<string, Row>();
      readonly #next: (query: Record<string, string | null | number>) => Promise<PageBody<Row>>;
      readonly #idField: string;
      readonly #since: string;
      #cursor: string | null = null;
      #lastPosition = '';
      done = false;

      constructor(key: string, path: string, idField: string, since: string) {
        this.#next = (query) => page(key, path, query);
        this.#idField = idField;
        this.#since = since;
      }

      async read(limit: number): Promise<void> {
        if (this.done) return;
        const { data, nextCursor } = await this.#next({ limit, updatedSince: this.#since, cursor: this.#cursor });
        for (const row of data) {
          const position = `${row['updatedAt']} ${row[this.#idField]}`;
          expect(position > this.#lastPosition, `${position} must come after ${this.#lastPosition}`).toBe(true);
          this.#lastPosition = position;
          this.rows.set(String(row[this.#idField]), row);
        }
        this.#cursor = nextCursor;
        this.done = nextCursor === null;
      }
    }

    /** A step of a test: the limit of the next pages, and the index of the order that is changed after them; null for none. */
    const readingStep = fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      orderIndex: fc.option(fc.nat(30), { nil: null }),
    });

    test('a client that reads with `updatedSince` gets the latest state of every changed row, oldest change first', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyTime, { minLength: 1, maxLength: 8 }),
          anyTime,
          fc.infiniteStream(readingStep),
          async (times, since, steps) => {
            const clock = new TestClock('2026-02-01T00:00:00.000Z');
            const { organizer, key } = await createCaller();
            const pendingLines = times
              .flatMap(linesCreatedAt)
              .map((line) => (line.type === 'order' ? { ...line, status: 'pending' as const } : line));
            await importAll(database.db, organizer, [...pendingLines, ...times.flatMap(linesCreatedAt)], clock);
            const orders = await rowsOf(first(lists), organizer);
            const readers = {
              orders: new ChangeReader(key, '/api/v1/orders', 'orderNumber', since),
              tickets: new ChangeReader(key, '/api/v1/tickets', 'id', since),
            };
            let changesLeft = 20;
            while (!readers.orders.done || !readers.tickets.done) {
              const { limit, orderIndex } = defined(steps.next().value, 'The step');
              await readers.orders.read(limit);
              await readers.tickets.read(limit);
              if (orderIndex === null || changesLeft === 0) continue;
              changesLeft -= 1;
              clock.advance(1);
              await payOrRefund(organizer, String(orders[orderIndex % orders.length]?.['order_number']), clock);
            }
            await expectCurrentStates(organizer, readers, since, key);
          },
        ),
        { numRuns: propertyRuns(kind === 'sqlite' ? 8 : 5) },
      );
    });

    /** Pays a pending order, or refunds a paid order. */
    async function payOrRefund(organizer: Organizer, number: string, clock: TestClock): Promise<void> {
      const { status } = await database.db
        .selectFrom('orders')
        .select('status')
        .where('organizer_id', '=', organizer.id)
        .where('order_number', '=', number)
        .executeTakeFirstOrThrow();
      if (status === 'pending') await payOrder(database.db, organizerScope(organizer.id, clock, byOperator), number);
      else if (status === 'paid')
        await refundOrder(database.db, organizerScope(organizer.id, clock, byOperator), number, []);
    }

    /**
     * Asserts, for each list, that its reader and a second reader together have the current state of every changed row. The second
     * reader starts at an `updatedAt` that the first reader received, and gets at least the changes that the first did not receive.
     */
    async function expectCurrentStates(
      organizer: Organizer,
      readers: Record<'orders' | 'tickets', ChangeReader>,
      since: string,
      key: string,
    ): Promise<void> {
      for (const list of lists.slice(0, 2)) {
        const reader = readers[list.table as 'orders' | 'tickets'];
        const [idColumn, idField] = elementAt(list.sortKeys, 1);
        const receivedUpdatedAt = [...reader.rows.values()].at(-1)?.['updatedAt'] ?? since;
        const secondReader = new ChangeReader(
          key,
          list.path,
          idField,
          receivedUpdatedAt > since ? receivedUpdatedAt : since,
        );
        while (!secondReader.done) await secondReader.read(3);
        const receivedRows = new Map([...reader.rows, ...secondReader.rows]);
        const changedRows = (await rowsOf(list, organizer)).filter((row) => String(row['updated_at']) >= since);
        const state = (row: Row, updatedProperty: string, idProperty: string) =>
          `${row[idProperty]} ${row['status']} ${row[updatedProperty]}`;
        expect([...receivedRows.values()].map((row) => state(row, 'updatedAt', idField)).sort()).toEqual(
          changedRows.map((row) => state(row, 'updated_at', idColumn)).sort(),
        );
      }
    }
  });

  describe('with filters', () => {
    const statuses = {
      orders: ['pending', 'paid', 'refunded', 'cancelled'],
      tickets: ['valid', 'used', 'void'],
    } as const;
    let organizer: Organizer;
    let key: string;

    beforeAll(async () => {
      ({ organizer, key } = await createCaller());
      const lines = Array.from({ length: 16 }, (_, eventIndex) =>
        linesCreatedAt(timeOf(eventIndex)).flatMap((line) =>
          line.type === 'order' ? [0, 1, 2, 3].map((orderIndex) => variantOf(line, eventIndex, orderIndex)) : [line],
        ),
      );
      await importAll(database.db, organizer, lines.flat());
    });

    const timeOf = (minute: number) => timestamp(startMs + (minute % 6) * 60_000);

    /** A copy of the order line. Its status and its times vary independently, so that they occur in many combinations. */
    function variantOf(
      line: Extract<ImportLine, { type: 'order' }>,
      eventIndex: number,
      orderIndex: number,
    ): ImportLine {
      const status = elementAt(statuses.orders, orderIndex);
      const times = {
        createdAt: timeOf(eventIndex * 3 + orderIndex * 2),
        updatedAt: timeOf(eventIndex + orderIndex * orderIndex),
      };
      const order = { ...line, ...times, status, externalId: `${line.externalId}-${orderIndex}` };
      if (status !== 'paid') return order;
      return {
        ...order,
        attendees: [
          { ticketTypeId: defined(first(line.items).ticketTypeId, 'The ticket type'), status: 'used' as const },
        ],
      };
    }

    test('a page without `limit` has 50 rows', async () => {
      expect((await rowsOf(elementAt(lists, 1), organizer)).length).toBeGreaterThan(51);
      expect((await page(key, '/api/v1/tickets', {})).data).toHaveLength(50);
    });

    test.each(['orders', 'tickets'] as const)(
      'returns exactly the %s that match all filters, page by page',
      async (table) => {
        const list = defined(
          lists.find((candidate) => candidate.table === table),
          table,
        );
        const rows = await rowsOf(list, organizer);
        const [, [idColumn, idField]] = list.sortKeys as [[string, string], [string, string]];
        const [[timeColumn]] = list.sortKeys as [[string, string]];
        const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
        const filters = fc.record({
          limit: fc.integer({ min: 1, max: 7 }),
          status: option(fc.constantFrom(...statuses[table])),
          eventId: option(fc.constantFrom(...new Set(rows.map((row) => String(row['event_id']))), 'evt_nothing')),
          updatedSince: option(anyTime),
          createdSince: option(anyTime),
          createdBefore: option(anyTime),
        });
        await fc.assert(
          fc.asyncProperty(filters, async ({ limit, status, eventId, updatedSince, ...created }) => {
            const createdSince = updatedSince === null ? created.createdSince : null;
            const createdBefore = updatedSince === null ? created.createdBefore : null;
            const expectedSortKeys = rows
              .filter((row) => status === null || row['status'] === status)
              .filter((row) => eventId === null || row['event_id'] === eventId)
              .filter((row) => updatedSince === null || String(row['updated_at']) >= updatedSince)
              .filter((row) => createdSince === null || String(row[timeColumn]) >= createdSince)
              .filter((row) => createdBefore === null || String(row[timeColumn]) < createdBefore)
              .map((row) => `${row[updatedSince === null ? timeColumn : 'updated_at']} ${row[idColumn]}`)
              .sort();
            if (updatedSince === null) expectedSortKeys.reverse();
            const receivedIds: string[] = [];
            let cursor: string | null = null;
            do {
              const times = { updatedSince, createdSince, createdBefore };
              const { data, nextCursor } = await page(key, list.path, { limit, status, eventId, ...times, cursor });
              receivedIds.push(...data.map((row) => String(row[idField])));
              cursor = nextCursor;
            } while (cursor !== null);
            expect(receivedIds).toEqual(expectedSortKeys.map((sortKey) => sortKey.split(' ')[1]));
          }),
          { numRuns: propertyRuns(30) },
        );
      },
    );
  });
});

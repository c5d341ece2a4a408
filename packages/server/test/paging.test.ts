import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine } from './harness/fixtures.ts';
import { jsonOf, type PageBody, read } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

type Row = Record<string, string>;

interface List {
  readonly path: string;
  readonly table: 'orders' | 'tickets' | 'events' | 'settlements' | 'entitlements';
  /** The columns of the sort order, and the fields that show them. */
  readonly newest: readonly [column: string, field: string][];
}

const lists: readonly List[] = [
  {
    path: '/api/v1/orders',
    table: 'orders',
    newest: [
      ['created_at', 'createdAt'],
      ['order_number', 'orderNumber'],
    ],
  },
  {
    path: '/api/v1/tickets',
    table: 'tickets',
    newest: [
      ['issued_at', 'issuedAt'],
      ['id', 'id'],
    ],
  },
  {
    path: '/api/v1/events',
    table: 'events',
    newest: [
      ['created_at', 'createdAt'],
      ['id', 'id'],
    ],
  },
  { path: '/api/v1/settlements', table: 'settlements', newest: [['id', 'id']] },
  {
    path: '/api/v1/addons',
    table: 'entitlements',
    newest: [
      ['created_at', 'createdAt'],
      ['id', 'id'],
    ],
  },
];

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

/** One of few times, because rows with equal times are the difficult case. */
const moment = fc.nat(5).map((minutes) => timestamp(startMs + minutes * 60_000));

/** A step between two pages: rows are added with these times, and the next page has this limit. */
const step = fc.record({ limit: fc.integer({ min: 1, max: 5 }), added: fc.array(moment, { maxLength: 3 }) });

let externalIds = 0;

/** Creates an event and an order of two tickets and an add-on, at a given time. */
function linesAt(at: string): ImportLine[] {
  externalIds += 1;
  const id = `row-${externalIds}`;
  const times = { createdAt: at, updatedAt: at };
  return [
    { type: 'event', externalId: id, name: 'Race', status: 'published', startsAt: '2027-05-01T06:00:00Z', ...times },
    { type: 'ticketType', externalId: `${id}-seat`, eventId: id, name: 'Seat', price: 2000 },
    { type: 'addon', externalId: `${id}-drink`, eventId: id, name: 'Drink', price: 300 },
    orderLine(id, {
      eventId: id,
      items: [
        { kind: 'ticket', ticketTypeId: `${id}-seat`, quantity: 2 },
        { kind: 'addon', addonId: `${id}-drink`, quantity: 1 },
      ],
      ...times,
    }),
  ];
}

describeOnBoth('paging', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: { api: 1_000_000 } }));

  async function caller(): Promise<{ organizer: Organizer; key: string }> {
    const organizer = await makeOrganizer(t.db);
    return { organizer, key: (await makeKey(t.db, organizer.id)).key };
  }

  async function page(
    key: string,
    path: string,
    query: Record<string, string | null | number>,
  ): Promise<PageBody<Row>> {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== null) given.set(name, String(value));
    const response = await read(await app.request(`${path}?${given}`, { key }));
    expect(response.status, response.text).toBe(200);
    return jsonOf(response);
  }

  const rowsOf = async (list: List, organizer: Organizer) =>
    (await t.db
      .selectFrom(list.table)
      .selectAll()
      .where('organizer_id', '=', organizer.id)
      .execute()) as unknown as Row[];

  test.each(lists)(
    'through $table every row that was there comes once and in order, whatever is added meanwhile',
    async (list) => {
      const place = (row: Row, of: 0 | 1) => list.newest.map((key) => row[key[of]]!).join(' ');
      await fc.assert(
        fc.asyncProperty(fc.array(moment, { maxLength: 10 }), fc.infiniteStream(step), async (moments, steps) => {
          const { organizer, key } = await caller();
          await importAll(t.db, organizer, moments.flatMap(linesAt));
          const before = (await rowsOf(list, organizer)).map((row) => place(row, 0));
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const { limit, added } = steps.next().value!;
            const { data, hasMore, nextCursor } = await page(key, list.path, { limit, cursor });
            expect(nextCursor !== null).toBe(hasMore);
            if (hasMore) expect(data).toHaveLength(limit);
            else expect(data.length).toBeLessThanOrEqual(limit);
            seen.push(...data.map((row) => place(row, 1)));
            cursor = nextCursor;
            // The last steps add no rows: otherwise the list would not end.
            if (seen.length < 60) await importAll(t.db, organizer, added.flatMap(linesAt));
          } while (cursor !== null);
          expect(seen).toEqual([...new Set(seen)].sort().reverse());
          expect(seen.filter((row) => before.includes(row))).toEqual(before.sort().reverse());
        }),
        { numRuns: kind === 'sqlite' ? 20 : 12 },
      );
    },
  );

  describe('with changes', () => {
    /** A client that follows changes stores the last state of each row. */
    class Follower {
      readonly known = new Map<string, Row>();
      readonly #next: (query: Record<string, string | null | number>) => Promise<PageBody<Row>>;
      readonly #id: string;
      readonly #since: string;
      #cursor: string | null = null;
      #last = '';
      done = false;

      constructor(key: string, path: string, id: string, since: string) {
        this.#next = (query) => page(key, path, query);
        this.#id = id;
        this.#since = since;
      }

      async read(limit: number): Promise<void> {
        if (this.done) return;
        const { data, nextCursor } = await this.#next({ limit, updatedSince: this.#since, cursor: this.#cursor });
        for (const row of data) {
          const place = `${row['updatedAt']} ${row[this.#id]}`;
          expect(place > this.#last, `${place} comes after ${this.#last}`).toBe(true);
          this.#last = place;
          this.known.set(row[this.#id]!, row);
        }
        this.#cursor = nextCursor;
        this.done = nextCursor === null;
      }
    }

    const change = fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      order: fc.option(fc.nat(30), { nil: null }),
    });

    test('a client that follows `updatedSince` gets the last state of every changed row, oldest change first', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(moment, { minLength: 1, maxLength: 8 }),
          moment,
          fc.infiniteStream(change),
          async (moments, since, changes) => {
            const clock = new TestClock('2026-02-01T00:00:00.000Z');
            const { organizer, key } = await caller();
            const pending = moments
              .flatMap(linesAt)
              .map((line) => (line.type === 'order' ? { ...line, status: 'pending' as const } : line));
            await importAll(t.db, organizer, [...pending, ...moments.flatMap(linesAt)], clock);
            const orders = await rowsOf(lists[0]!, organizer);
            const followers = {
              orders: new Follower(key, '/api/v1/orders', 'orderNumber', since),
              tickets: new Follower(key, '/api/v1/tickets', 'id', since),
            };
            let changesLeft = 20;
            while (!followers.orders.done || !followers.tickets.done) {
              const { limit, order } = changes.next().value!;
              await followers.orders.read(limit);
              await followers.tickets.read(limit);
              if (order === null || changesLeft === 0) continue;
              changesLeft -= 1;
              clock.advance(1);
              await moveOn(organizer, orders[order % orders.length]!['order_number']!, clock);
            }
            // The next round starts where this one ended and has what changed since.
            await expectFollowed(organizer, followers, since, key);
          },
        ),
        { numRuns: kind === 'sqlite' ? 20 : 12 },
      );
    });

    /** Pays a pending order, refunds a paid one. */
    async function moveOn(organizer: Organizer, number: string, clock: TestClock): Promise<void> {
      const { status } = await t.db
        .selectFrom('orders')
        .select('status')
        .where('organizer_id', '=', organizer.id)
        .where('order_number', '=', number)
        .executeTakeFirstOrThrow();
      if (status === 'pending') await payOrder(t.db, organizer.id, number, clock, byOperator);
      else if (status === 'paid') await refundOrder(t.db, organizer.id, number, [], clock, byOperator);
    }

    async function expectFollowed(
      organizer: Organizer,
      followers: Record<'orders' | 'tickets', Follower>,
      since: string,
      key: string,
    ): Promise<void> {
      for (const list of lists.slice(0, 2)) {
        const follower = followers[list.table as 'orders' | 'tickets'];
        const id = list.newest[1]!;
        const last = [...follower.known.values()].at(-1)?.['updatedAt'] ?? since;
        const rest = new Follower(key, list.path, id[1], last > since ? last : since);
        while (!rest.done) await rest.read(3);
        const known = new Map([...follower.known, ...rest.known]);
        const changed = (await rowsOf(list, organizer)).filter((row) => row['updated_at']! >= since);
        const state = (row: Row, updated: string, number: string) => `${row[number]} ${row['status']} ${row[updated]}`;
        expect([...known.values()].map((row) => state(row, 'updatedAt', id[1])).sort()).toEqual(
          changed.map((row) => state(row, 'updated_at', id[0])).sort(),
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
      ({ organizer, key } = await caller());
      const lines = Array.from({ length: 16 }, (_, event) =>
        linesAt(at(event)).flatMap((line) =>
          line.type === 'order' ? [0, 1, 2, 3].map((turn) => variant(line, event, turn)) : [line],
        ),
      );
      await importAll(t.db, organizer, lines.flat());
    });

    const at = (minute: number) => timestamp(startMs + (minute % 6) * 60_000);

    /** The states of orders alternate, with another period than their times. */
    function variant(line: Extract<ImportLine, { type: 'order' }>, event: number, turn: number): ImportLine {
      const status = statuses.orders[turn]!;
      const times = { createdAt: at(event * 3 + turn * 2), updatedAt: at(event + turn * turn) };
      const order = { ...line, ...times, status, externalId: `${line.externalId}-${turn}` };
      if (status !== 'paid') return order;
      return { ...order, attendees: [{ ticketTypeId: line.items[0]!.ticketTypeId!, status: 'used' as const }] };
    }

    test('a page has 50 rows by default', async () => {
      expect((await rowsOf(lists[1]!, organizer)).length).toBeGreaterThan(51);
      expect((await page(key, '/api/v1/tickets', {})).data).toHaveLength(50);
    });

    test.each(['orders', 'tickets'] as const)('%s: filters can be combined, and apply to each page', async (table) => {
      const list = lists.find((one) => one.table === table)!;
      const rows = await rowsOf(list, organizer);
      const [, [idColumn, idField]] = list.newest as [[string, string], [string, string]];
      const [[timeColumn]] = list.newest as [[string, string]];
      const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
      const filters = fc.record({
        limit: fc.integer({ min: 1, max: 7 }),
        status: option(fc.constantFrom(...statuses[table])),
        eventId: option(fc.constantFrom(...new Set(rows.map((row) => row['event_id']!)), 'evt_nothing')),
        updatedSince: option(moment),
        createdSince: option(moment),
        createdBefore: option(moment),
      });
      await fc.assert(
        fc.asyncProperty(filters, async ({ limit, status, eventId, updatedSince, ...created }) => {
          const createdSince = updatedSince === null ? created.createdSince : null;
          const createdBefore = updatedSince === null ? created.createdBefore : null;
          const expected = rows
            .filter((row) => status === null || row['status'] === status)
            .filter((row) => eventId === null || row['event_id'] === eventId)
            .filter((row) => updatedSince === null || row['updated_at']! >= updatedSince)
            .filter((row) => createdSince === null || row[timeColumn]! >= createdSince)
            .filter((row) => createdBefore === null || row[timeColumn]! < createdBefore)
            .map((row) => `${row[updatedSince === null ? timeColumn : 'updated_at']} ${row[idColumn]}`)
            .sort();
          if (updatedSince === null) expected.reverse();
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const times = { updatedSince, createdSince, createdBefore };
            const { data, nextCursor } = await page(key, list.path, { limit, status, eventId, ...times, cursor });
            seen.push(...data.map((row) => row[idField]!));
            cursor = nextCursor;
          } while (cursor !== null);
          expect(seen).toEqual(expected.map((row) => row.split(' ')[1]));
        }),
        { numRuns: 100 },
      );
    });
  });
});

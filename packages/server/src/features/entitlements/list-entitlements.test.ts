import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnBoth } from '../../../test/harness/databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine } from '../../../test/harness/fixtures.ts';
import { jsonOf, type PageBody, read } from '../../../test/harness/responses.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { consume, type EntitlementBody, startTills, type Tills } from '../../../test/harness/till.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { readOrder, refundOrder } from '../orders/index.ts';
import type { ImportLine } from '../transfer/index.ts';

const startMs = Date.parse('2083-01-01T00:00:00.000Z');
const timeAt = (minute: number) => new Date(startMs + minute * 60_000).toISOString();

const buyers = ['ada@example.com', 'Lin@Example.com', 'ÖZGE@example.com'];
const types = ['drink', 'shirt', 'parking space'];
const events = ['one', 'two'];

/** Two events with an add-on of each type. */
const catalog: ImportLine[] = events.flatMap((event): ImportLine[] => [
  { type: 'event', externalId: event, name: event, status: 'published', startsAt: '2083-05-01T06:00:00Z' },
  ...types.map((addonType): ImportLine => {
    const externalId = `${event}-${addonType}`;
    return {
      type: 'addon',
      externalId,
      eventId: event,
      name: `A ${addonType}`,
      addonType,
      price: 100,
      unitsPerPurchase: 2,
    };
  }),
]);

/** Orders with different combinations of buyers, events, types, times and remaining units. */
const orders: ImportLine[] = Array.from({ length: 72 }, (_, index) => {
  const event = events[index % 2]!;
  const consumed = index % 5 < 2;
  return orderLine(`order-${index}`, {
    eventId: event,
    buyer: { email: index % 7 === 0 ? buyers[index % 3]!.toUpperCase() : buyers[index % 3]! },
    items: [
      {
        kind: 'addon',
        addonId: `${event}-${types[(index >> 1) % 3]}`,
        quantity: 1,
        consumptions: consumed ? [{ ref: `ref-${index}`, units: 2, createdAt: timeAt(index % 4) }] : [],
      },
    ],
    createdAt: timeAt(index % 4),
    paidAt: timeAt(index % 4),
    updatedAt: timeAt((index * 7) % 11),
  });
});

describeOnBoth('the list of purchased add-ons', (kind) => {
  let tills: Tills;
  const clock = new TestClock('2083-06-01T00:00:00.000Z');

  beforeAll(async () => {
    tills = await startTills(kind, clock);
  });
  afterAll(() => tills.close());

  type Query = Record<string, string | number | boolean | null>;

  async function readPage(key: string, query: Query): Promise<PageBody<EntitlementBody>> {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== null) params.set(name, String(value));
    const response = await read(await tills.app.request(`/api/v1/addons?${params}`, { key }));
    expect(response.status, response.text).toBe(200);
    return jsonOf(response);
  }

  /** Reads all rows, page by page. */
  async function readAll(key: string, query: Query = {}): Promise<EntitlementBody[]> {
    const rows: EntitlementBody[] = [];
    for (let cursor: string | null = null; ; ) {
      const { data, nextCursor } = await readPage(key, { ...query, cursor });
      rows.push(...data);
      if (nextCursor === null) return rows;
      cursor = nextCursor;
    }
  }

  /** Creates an organizer with these orders. `emails` maps the number of each order to the e-mail address of its buyer. */
  async function createOrders() {
    const organizer = await makeOrganizer(tills.db);
    await importAll(tills.db, organizer, [...catalog, ...orders]);
    const { key } = await makeKey(tills.db, organizer.id);
    const rows = await tills.db
      .selectFrom('orders')
      .select(['order_number', 'buyer_email'])
      .where('organizer_id', '=', organizer.id)
      .execute();
    return { organizer, key, emails: new Map(rows.map((row) => [row.order_number, row.buyer_email.toLowerCase()])) };
  }

  test('every combination of filters returns the same rows as a filter in memory, equally sorted and page by page', async () => {
    const { organizer, key, emails } = await createOrders();
    const rows = await readAll(key);
    expect(rows).toHaveLength(orders.length);
    const eventIds = [...new Set(rows.map(({ eventId }) => eventId))];
    const combinations = [null, ...buyers, buyers[1]!.toUpperCase(), 'nobody@example.com'].flatMap((email) =>
      [null, eventIds[0]!, 'evt_nothing'].flatMap((eventId) =>
        [null, types[0]!, types[2]!, 'Drink'].flatMap((type) =>
          [null, true, false].flatMap((consumed) =>
            [null, timeAt(5)].map((updatedSince) => ({ email, eventId, type, consumed, updatedSince })),
          ),
        ),
      ),
    );
    for (const [index, query] of combinations.entries()) {
      const { email, eventId, type, consumed, updatedSince } = query;
      const time = updatedSince === null ? 'createdAt' : 'updatedAt';
      const expected = rows
        .filter((row) => email === null || emails.get(row.orderNumber) === email.toLowerCase())
        .filter((row) => eventId === null || row.eventId === eventId)
        .filter((row) => type === null || row.type === type)
        .filter((row) => consumed === null || row.consumed === consumed)
        .filter((row) => updatedSince === null || row.updatedAt >= updatedSince)
        .sort((a, b) => (`${a[time]} ${a.id}` < `${b[time]} ${b.id}` ? -1 : 1));
      if (updatedSince === null) expected.reverse();
      expect(await readAll(key, { ...query, limit: 3 + (index % 9) }), JSON.stringify(query)).toEqual(expected);
    }
    expect(organizer.id).toMatch(/^org_/);
  });

  test('contains the remaining units, but no personal data', async () => {
    const { key } = await createOrders();
    for (const row of await readAll(key)) {
      expect(Object.keys(row)).toEqual([
        ...[
          'id',
          'orderNumber',
          'eventId',
          'addonId',
          'ticketId',
          'name',
          'type',
          'unitsTotal',
          'unitsConsumed',
          'unitsRemaining',
        ],
        ...['consumed', 'createdAt', 'updatedAt'],
      ]);
      expect(row.name).toBe(`A ${row.type}`);
      expect(row.unitsRemaining).toBe(row.unitsTotal - row.unitsConsumed);
      expect(row.consumed).toBe(row.unitsRemaining === 0);
      expect(JSON.stringify(row)).not.toContain('@');
    }
    expect((await readPage(key, {})).data).toHaveLength(50);
    expect((await readPage(key, { limit: 200 })).data).toHaveLength(orders.length);
  });

  test('contains the name and type that the add-on had when it was granted', async () => {
    const { organizer, key } = await createOrders();
    const entitlementsBefore = await readAll(key, { type: 'drink' });
    await tills.db
      .updateTable('addons')
      .set({ name: 'Renamed', type: 'beverage' })
      .where('organizer_id', '=', organizer.id)
      .execute();
    expect(await readAll(key, { type: 'drink' })).toEqual(entitlementsBefore);
  });

  test('consumed and refunded units change the results of the filters `consumed` and `updatedSince`', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([2, 2, 2]);
    const idsWithConsumed = async (consumed: boolean) => (await readAll(key, { consumed })).map(({ id }) => id).sort();
    const consumeUnits = (entitlementId: string, units: number, ref: string) =>
      consume(tills.app.url, key, { entitlementId, units, ref });
    clock.advance(60_000);
    const since = new Date(clock.now()).toISOString();
    await consumeUnits(ids[0], 1, 'a');
    expect(await idsWithConsumed(true)).toEqual([]);
    clock.advance(1_000);
    await consumeUnits(ids[1], 2, 'b');
    clock.advance(1_000);
    await consumeUnits(ids[0], 1, 'c');
    expect(await idsWithConsumed(true)).toEqual([ids[0], ids[1]].sort());
    clock.advance(1_000);
    const entitlement = (await readAll(key)).find(({ id }) => id === ids[2]);
    const { items } = await readOrder(tills.db, organizer.id, entitlement!.orderNumber);
    await refundOrder(tills.db, organizerScope(organizer.id, clock, byOperator), entitlement!.orderNumber, [
      { itemId: items[0]!.id, quantity: 2 },
    ]);
    expect(await idsWithConsumed(true)).toEqual([...ids].sort());
    expect(await idsWithConsumed(false)).toEqual([]);
    const changed = await readAll(key, { updatedSince: since });
    expect(changed.map(({ id, unitsTotal }) => [id, unitsTotal])).toEqual([
      [ids[1], 2],
      [ids[0], 2],
      [ids[2], 0],
    ]);
  });

  test('the filter `email` accepts upper and lower case', async () => {
    const { key } = await createOrders();
    const letterCases = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 });
    const changeLetterCases = (text: string, isUpper: readonly boolean[]) =>
      [...text].map((char, index) => (isUpper[index] ? char.toUpperCase() : char.toLowerCase())).join('');
    const expected = await Promise.all(buyers.map((email) => readAll(key, { email })));
    expect(expected.map((rows) => rows.length)).toEqual([24, 24, 24]);
    await fc.assert(
      fc.asyncProperty(fc.nat(2), letterCases, async (buyerIndex, isUpper) => {
        expect(await readAll(key, { email: changeLetterCases(buyers[buyerIndex]!, isUpper) })).toEqual(
          expected[buyerIndex],
        );
      }),
      { numRuns: 15 },
    );
  });
});

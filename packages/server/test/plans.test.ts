import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ImportLine } from '../src/features/transfer/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { useDatabase } from './harness/databases.ts';
import { importAll, makeKey, orderLine } from './harness/fixtures.ts';
import { jsonOf, type PageBody, read } from './harness/responses.ts';
import { createOrganizerData, keyedOperations, keyedRoutes, type OrganizerData } from './keyed-routes.ts';

const buyer = { email: 'both@example.com' };
/** An order with two tickets and two add-ons, for the buyer's first event. */
const largeOrder = { orderNumber: 'PPPPPPPPPP', qrValue: 'QR-OF-THE-LARGE-ORDER' };

/** The filters of the lists: their columns, in the order of the indexes, and a value that leaves more than one row. */
const filters: Readonly<Record<string, { column: string; value: (own: OrganizerData, path: string) => string }>> = {
  email: { column: '(buyer_email|<expr>)', value: () => buyer.email },
  eventId: { column: 'event_id', value: (own) => own.eventId },
  status: { column: 'status', value: (_, path) => (path.endsWith('/tickets') ? 'valid' : 'paid') },
  type: { column: 'type', value: () => 'drink' },
  consumed: { column: 'consumed', value: () => 'false' },
  orderNumber: { column: 'order_number', value: () => largeOrder.orderNumber },
  qrValue: { column: 'order_number', value: () => largeOrder.qrValue },
  updatedSince: { column: 'updated_at', value: () => '2000-01-01T00:00:00Z' },
  createdSince: { column: 'created_at', value: () => '2000-01-01T00:00:00Z' },
  createdBefore: { column: 'created_at', value: () => '2100-01-01T00:00:00Z' },
};

const times = ['updatedSince', 'createdSince', 'createdBefore'];

/** Filters that are checked for each row that the index of the other filters finds; `order` if those rows are few and are sorted. */
function residualFilters(path: string, given: readonly string[]): readonly string[] {
  const changed = given.includes('updatedSince');
  if (path.endsWith('/orders') && given.includes('email')) return ['status', 'eventId', ...(changed ? ['order'] : [])];
  if (path.endsWith('/tickets')) return given.includes('orderNumber') ? ['eventId', 'status', 'order'] : [];
  if (!path.endsWith('/addons')) return [];
  if (given.includes('orderNumber')) return ['qrValue', 'email', 'eventId', 'type', 'consumed', 'order'];
  if (given.includes('qrValue')) return ['email', 'eventId', 'type', 'consumed', 'order'];
  if (given.includes('email')) return ['eventId', 'type', 'consumed', ...(changed ? ['order'] : [])];
  return changed ? ['type', 'consumed'] : [];
}

/** All subsets of these values. */
function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others, ...others.map((set) => [first, ...set])];
}

const combinations = (await keyedOperations('extended'))
  // The embed plane lists events by the same statements as a publishable key does.
  .filter(({ name, path }) => path.startsWith('/api/v1/') && keyedRoutes[name]?.list)
  .flatMap(({ path, parameters }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const names = query.filter((name) => !['limit', 'cursor', 'expand'].includes(name));
    const kinds = path.endsWith('/events') ? (['secret', 'publishable'] as const) : (['secret'] as const);
    // A list has one sort order: by creation or by change.
    const filterSets = subsets(names).filter(
      (given) =>
        !given.includes('updatedSince') || !(given.includes('createdSince') || given.includes('createdBefore')),
    );
    return kinds.flatMap((kind) => filterSets.map((given) => ({ kind, path, given })));
  });

describe('the query plan of SQLite for a page', () => {
  const run = vi.spyOn(StatementSync.prototype, 'all');
  const t = useDatabase('sqlite');
  let db: Db;
  let app: TestApp;
  let own: OrganizerData;
  let keys: { secret: string; publishable: string };
  let reader: DatabaseSync;

  beforeAll(async () => {
    own = await createOrganizerData(t.db);
    await importAll(t.db, own.organizer, [...['a-', 'b-'].flatMap(ordersOfBuyer), ...orderOfMany()]);
    keys = {
      secret: (await makeKey(t.db, own.organizer.id, { granted: ['orders:read:pii'] })).key,
      publishable: (await makeKey(t.db, own.organizer.id, { kind: 'publishable' })).key,
    };
    db = openDatabase(t);
    app = await startApp({ db, rateLimits: { api: 1_000_000 } });
    reader = new DatabaseSync(sqliteFile(t.dataDir), { readOnly: true });
  });
  afterAll(async () => {
    reader.close();
    run.mockRestore();
    await app.close();
    await db.destroy();
  });

  /** Two purchases of one buyer for an event. */
  function ordersOfBuyer(prefix: string) {
    const drink = { kind: 'addon' as const, addonId: `${prefix}beer`, quantity: 1 };
    return ['three', 'four'].map((name) => orderLine(`${prefix}${name}`, { buyer, items: [drink] }, prefix));
  }

  /** An order with more than one ticket and add-on, so that a page of one is not the last. */
  function orderOfMany(): ImportLine[] {
    const drink = (addonId: string) => ({ kind: 'addon' as const, addonId, quantity: 1 });
    const ticket = { kind: 'ticket' as const, ticketTypeId: 'a-run-10', quantity: 2 };
    const attendees = [{ ticketTypeId: 'a-run-10', qrValue: largeOrder.qrValue }, { ticketTypeId: 'a-run-10' }];
    const { orderNumber } = largeOrder;
    const items = [ticket, drink('a-beer'), drink('a-juice')];
    return [
      { type: 'addon', externalId: 'a-juice', eventId: 'a-race', name: 'Juice', addonType: 'drink', price: 300 },
      orderLine('a-many', { buyer, items, attendees, orderNumber }, 'a-'),
    ];
  }

  /** Reads a page, and returns it with the plan of its statement. */
  async function pageWithPlan(path: string, query: Record<string, string>, key: string) {
    run.mockClear();
    const response = await read(await app.request(`${path}?${new URLSearchParams(query)}`, { key }));
    expect(response.status, response.text).toBe(200);
    const resource = path.split('/').at(-1)!;
    const table = resource === 'addons' ? 'entitlements' : resource;
    const texts = run.mock.contexts
      .map((of) => (of as StatementSync).sourceSQL)
      .filter((text) => text.includes(`from "${table}" as t `));
    expect(texts).toHaveLength(1);
    const steps = reader.prepare(`explain query plan ${texts[0]}`).all() as { detail: string }[];
    return { page: jsonOf<PageBody>(response), plan: steps.map(({ detail }) => detail) };
  }

  /** Checks that one range of one index finds the rows, in their order unless they are `sorted` afterwards. */
  function expectRange(plan: readonly string[], bounds: RegExp, sorted: boolean): void {
    // A row has few dependent rows, such as an event's ticket types: they can be sorted separately.
    expect(plan.filter((step) => /^SCAN (?!page$)|TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual(
      sorted ? ['USE TEMP B-TREE FOR ORDER BY'] : [],
    );
    const search = plan.filter((step) => step.startsWith('SEARCH t '));
    expect(search).toEqual([expect.stringMatching(bounds)]);
  }

  test.each(combinations)('$path for a $kind key by $given is one range of an index', async ({ kind, path, given }) => {
    const query = Object.fromEntries(given.map((name) => [name, filters[name]!.value(own, path)]));
    const residual = residualFilters(path, given);
    const finding = [...given, ...(kind === 'publishable' ? ['status'] : [])].filter(
      (name) => !residual.includes(name),
    );
    const equal = Object.keys(filters).filter((name) => !times.includes(name) && finding.includes(name));
    const columns = ['organizer_id', ...equal.map((name) => filters[name]!.column)];
    const equals = columns.map((column) => `${column}=\\?`).join(' AND ');
    const sorted = residual.includes('order');
    const ordered = given.includes('updatedSince') ? 'updated_at' : '(created_at|issued_at|id)';
    const since = given.includes('updatedSince') || given.includes('createdSince') ? ` AND ${ordered}>\\?` : '';
    const continued = (isContinued: boolean) => {
      if (sorted) return '';
      const bound = ` AND \\(?${ordered}(,\\w+\\))?[<>]`;
      if (given.includes('updatedSince')) return isContinued ? bound : since;
      return since + (isContinued || given.includes('createdBefore') ? bound : '');
    };

    const first = await pageWithPlan(path, { ...query, limit: '1' }, keys[kind]);
    expectRange(first.plan, new RegExp(` INDEX \\w+ \\(${equals}${continued(false)}`), sorted);

    const isOneRow = path.endsWith('/settlements') && given.includes('eventId');
    expect(first.page.hasMore).toBe(!isOneRow);
    if (isOneRow) return;
    const second = await pageWithPlan(path, { ...query, limit: '1', cursor: first.page.nextCursor! }, keys[kind]);
    expectRange(second.plan, new RegExp(` INDEX \\w+ \\(${equals}${continued(true)}`), sorted);
  });

  test.each([{}, { status: 'paid' }, { email: buyer.email }])(
    'expanded orders by %j are one range of an index',
    async (query) => {
      const expand = 'buyer,feeBreakdown,items,tickets';
      const { plan } = await pageWithPlan('/api/v1/orders', { ...query, expand, limit: '2' }, keys.secret);
      expectRange(plan, / INDEX orders_newest/, false);
      for (const step of plan.filter((one) => one.startsWith('SEARCH'))) expect(step).toMatch(/organizer_id=\?/);
    },
  );
});

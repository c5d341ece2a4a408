import { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { refundOrder } from '../src/features/orders/index.ts';
import { createPayment, manualMethod } from '../src/features/payments/index.ts';
import type { ImportLine } from '../src/features/transfer/index.ts';
import { findPendingEndpoints } from '../src/features/webhooks/delivery-rows.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Db, dialectOf } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { describePlansOnBoth, useDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine } from './harness/fixtures.ts';
import { expectProblem, jsonOf, type PageBody, read } from './harness/responses.ts';
import { emitMany, makeEndpoint } from './harness/webhooks.ts';
import { createOrganizerData, keyedOperations, keyedRoutes, type OrganizerData } from './keyed-routes.ts';

const buyer = { email: 'both@example.com' };
/** An order of the same buyer with two tickets and two add-ons. */
const largeOrder = { orderNumber: 'PPPPPPPPPP', qrValue: 'QR-OF-THE-LARGE-ORDER' };

interface Filter {
  /** The column in the query plan. */
  readonly column: string;
  /** A value that matches more than one row. */
  readonly value: (data: OrganizerData, path: string) => string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The filters of the lists, in the order of their columns in the indexes. */
const filters: Readonly<Record<string, Filter>> = {
  externalId: { column: 'external_id', value: () => 'a-race' },
  slug: { column: 'slug', value: () => 'race' },
  ref: { column: 'ref', value: (data) => `consumed ${data.consumedId}` },
  entitlementId: { column: 'entitlement_id', value: (data) => data.consumedId },
  ticketTypeId: { column: 'ticket_type_id', value: (data) => data.ticketTypeId },
  email: { column: '(buyer_email|<expr>)', value: () => buyer.email },
  eventId: { column: 'event_id', value: (data) => data.eventId },
  status: { column: 'status', value: (_, path) => (/\/(tickets|attendees)$/.test(path) ? 'valid' : 'paid') },
  type: { column: 'type', value: () => 'drink' },
  consumed: { column: 'consumed', value: () => 'false' },
  orderNumber: { column: 'order_number', value: () => largeOrder.orderNumber },
  qrValue: { column: 'order_number', value: () => largeOrder.qrValue },
  updatedSince: { column: 'updated_at', value: () => '2000-01-01T00:00:00Z' },
  paidSince: { column: 'paid_at', value: () => '2000-01-01T00:00:00Z' },
  createdSince: { column: 'created_at', value: () => '2000-01-01T00:00:00Z' },
  createdBefore: { column: 'created_at', value: () => '2100-01-01T00:00:00Z' },
};

/** At most one row of a list has such a value. */
const uniqueFilters = ['externalId', 'slug', 'ref'];
const timeFilters = ['updatedSince', 'paidSince', 'createdSince', 'createdBefore'];

/**
 * The filters that the index does not apply: they are checked for each row that the index finds. Contains `order` if those
 * rows are also sorted after the search, because they are few.
 */
function residualFilters(path: string, names: readonly string[]): readonly string[] {
  const changed = names.includes('updatedSince') || names.includes('paidSince');
  const unique = uniqueFilters.find((name) => names.includes(name));
  if (unique !== undefined) return Object.keys(filters).filter((name) => name !== unique);
  if (path.endsWith('/orders') && names.includes('email')) return ['status', 'eventId', ...(changed ? ['order'] : [])];
  // The index finds at most one row of an event, which needs no sorting.
  if (path.endsWith('/settlements'))
    return changed ? ['updatedSince', ...(names.includes('eventId') ? [] : ['order'])] : [];
  if (path.endsWith('/payments')) return names.includes('orderNumber') ? [...timeFilters, 'order'] : [];
  if (path.endsWith('/refunds')) return names.includes('orderNumber') ? ['eventId', ...timeFilters, 'order'] : [];
  if (path.endsWith('/attendees')) return names.includes('ticketTypeId') ? ['eventId', 'status'] : [];
  if (path.endsWith('/consumptions')) return names.includes('entitlementId') ? ['order'] : [];
  if (path.endsWith('/tickets')) return names.includes('orderNumber') ? ['eventId', 'status', 'order'] : [];
  if (!path.endsWith('/addons')) return [];
  if (names.includes('orderNumber')) return ['qrValue', 'email', 'eventId', 'type', 'consumed', 'order'];
  if (names.includes('qrValue')) return ['email', 'eventId', 'type', 'consumed', 'order'];
  if (names.includes('email')) return ['eventId', 'type', 'consumed', ...(changed ? ['order'] : [])];
  return changed ? ['type', 'consumed'] : [];
}

/** Whether a combination of filters has an index, or its rows are few. Otherwise, the list rejects it. */
function isIndexed(path: string, names: readonly string[]): boolean {
  if (names.some((name) => uniqueFilters.includes(name)) || residualFilters(path, names).includes('order')) return true;
  const times = names.filter((name) => timeFilters.includes(name)).map((name) => name.replace(/Since|Before/, ''));
  return new Set(times).size <= 1 && !(names.includes('paidSince') && names.includes('status'));
}

/** All subsets of these values. */
function subsets([value, ...others]: readonly string[]): string[][] {
  if (value === undefined) return [[]];
  const withoutValue = subsets(others);
  return [...withoutValue, ...withoutValue.map((set) => [value, ...set])];
}

const combinations = (await keyedOperations('extended'))
  // The embed plane lists events with the same statements as the API does for a publishable key.
  // A search of deliveries has several statements with limits of their own, and endpoints are few.
  .filter(({ path }) => !path.startsWith('/api/v1/webhook-'))
  .filter(({ name, path }) => path.startsWith('/api/v1/') && keyedRoutes[name]?.list)
  .flatMap(({ path, parameters }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const filterNames = query.filter((name) => !['limit', 'cursor', 'expand', 'q'].includes(name));
    const kinds = path.endsWith('/events') ? (['secret', 'publishable'] as const) : (['secret'] as const);
    return kinds.flatMap((kind) => subsets(filterNames).map((names) => ({ kind, path, names })));
  });

describe('the query plan of SQLite for a page', () => {
  const statements = vi.spyOn(StatementSync.prototype, 'all');
  const database = useDatabase('sqlite');
  let db: Db;
  let app: TestApp;
  let data: OrganizerData;
  let keys: { secret: string; publishable: string };
  let reader: DatabaseSync;

  beforeAll(async () => {
    data = await createOrganizerData(database.db);
    await importAll(database.db, data.organizer, [...['a-', 'b-'].flatMap(smallOrderLines), ...largeOrderLines()]);
    await addMoney(data);
    keys = {
      secret: (await makeKey(database.db, data.organizer.id, { granted: ['orders:read:pii'] })).key,
      publishable: (await makeKey(database.db, data.organizer.id, { kind: 'publishable' })).key,
    };
    db = openDatabase(database);
    app = await startApp({ db, rateLimits: { api: 1_000_000 } });
    reader = new DatabaseSync(sqliteFile(database.dataDir), { readOnly: true });
  });
  afterAll(async () => {
    reader.close();
    statements.mockRestore();
    await app.close();
    await db.destroy();
  });

  /** Adds payments and refunds to the large order, so that each list has more than one row. */
  async function addMoney({ organizer: { id } }: OrganizerData): Promise<void> {
    const { orderNumber } = largeOrder;
    const payment = { orderNumber, method: manualMethod, amount: 900, currency: 'EUR' };
    for (const now of ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:01.000Z']) {
      await createPayment(database.db, id, payment, now);
      const amount = { amount: 1, reason: 'The start was an hour late' };
      await refundOrder(database.db, organizerScope(id, systemClock, byOperator), orderNumber, amount);
    }
  }

  /** Two orders of one buyer for one event. */
  function smallOrderLines(prefix: string) {
    const drink = { kind: 'addon' as const, addonId: `${prefix}beer`, quantity: 1 };
    return ['three', 'four'].map((name) => orderLine(`${prefix}${name}`, { buyer, items: [drink] }, prefix));
  }

  /** The large order: with two tickets and two add-ons, so that a page with one row is not the last page. */
  function largeOrderLines(): ImportLine[] {
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
    statements.mockClear();
    const response = await read(await app.request(`${path}?${new URLSearchParams(query)}`, { key }));
    expect(response.status, response.text).toBe(200);
    const resource = path.slice(path.lastIndexOf('/') + 1);
    const table = { addons: 'entitlements', attendees: 'tickets', refunds: 'ledger_entries' }[resource] ?? resource;
    const texts = statements.mock.contexts
      .map((statement) => (statement as StatementSync).sourceSQL)
      .filter((text) => text.includes(`from "${table}" as t `));
    expect(texts).toHaveLength(1);
    const steps = reader.prepare(`explain query plan ${texts[0]}`).all() as { detail: string }[];
    return { page: jsonOf<PageBody>(response), plan: steps.map(({ detail }) => detail) };
  }

  /** Checks that the rows are one range of one index, already sorted unless `sorted`: then they are sorted afterwards. */
  function expectRange(plan: readonly string[], bounds: RegExp, sorted: boolean): void {
    // Nested rows, such as the ticket types of an event, are few, so they may be sorted separately.
    expect(plan.filter((step) => /^SCAN (?!page$|json_each )|TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual(
      sorted ? ['USE TEMP B-TREE FOR ORDER BY'] : [],
    );
    const search = plan.filter((step) => step.startsWith('SEARCH t '));
    expect(search).toEqual([expect.stringMatching(bounds)]);
  }

  test.each(combinations.filter(({ path, names }) => isIndexed(path, names)))(
    '$path for a $kind key, filtered by $names, reads one range of an index',
    async ({ kind, path, names }) => {
      const query = Object.fromEntries(names.map((name) => [name, defined(filters[name], name).value(data, path)]));
      const residual = residualFilters(path, names);
      const indexed = [...names, ...(kind === 'publishable' ? ['status'] : [])].filter(
        (name) => !residual.includes(name),
      );
      const equalities = Object.keys(filters).filter((name) => !timeFilters.includes(name) && indexed.includes(name));
      const columns = ['organizer_id', ...equalities.map((name) => defined(filters[name], name).column)];
      const equalityTerms = columns.map((column) => `${column}=\\?`).join(' AND ');
      const sorted = residual.includes('order');
      const oldestFirst = ['updatedSince', 'paidSince'].find((name) => names.includes(name));
      const sortColumn =
        oldestFirst === undefined ? '(created_at|issued_at|id)' : defined(filters[oldestFirst], oldestFirst).column;
      const since = oldestFirst !== undefined || names.includes('createdSince') ? ` AND ${sortColumn}>\\?` : '';
      const rangeTerms = (isContinued: boolean) => {
        if (sorted || residual.includes('updatedSince')) return '';
        const bound = ` AND \\(?${sortColumn}(,\\w+\\))?[<>]`;
        if (oldestFirst !== undefined) return isContinued ? bound : since;
        return since + (isContinued || names.includes('createdBefore') ? bound : '');
      };

      const first = await pageWithPlan(path, { ...query, limit: '1' }, keys[kind]);
      expectRange(first.plan, new RegExp(` INDEX \\w+ \\(${equalityTerms}${rangeTerms(false)}`), sorted);

      const isOneRow =
        names.some((name) => uniqueFilters.includes(name)) ||
        (path.endsWith('/settlements') && names.includes('eventId'));
      expect(first.page.hasMore).toBe(!isOneRow);
      if (isOneRow) return;
      const second = await pageWithPlan(
        path,
        { ...query, limit: '1', cursor: defined(first.page.nextCursor, 'The cursor') },
        keys[kind],
      );
      expectRange(second.plan, new RegExp(` INDEX \\w+ \\(${equalityTerms}${rangeTerms(true)}`), sorted);
    },
  );

  test.each(combinations.filter(({ path, names }) => !isIndexed(path, names)))(
    '$path for a $kind key rejects $names, for which there is no index',
    async ({ kind, path, names }) => {
      const query = Object.fromEntries(names.map((name) => [name, defined(filters[name], name).value(data, path)]));
      const response = await read(await app.request(`${path}?${new URLSearchParams(query)}`, { key: keys[kind] }));
      expect(expectProblem(response, 400, 'invalid_request').reason).toBe('mixed_list_orders');
    },
  );

  test.each([
    { path: '/api/v1/orders', others: { eventId: [], status: ['refunded'] } },
    { path: '/api/v1/orders', others: { eventId: ['a', 'b'], status: ['refunded'] } },
    { path: '/api/v1/tickets', others: { eventId: ['a'], status: ['used', 'void'] } },
    { path: '/api/v1/attendees', others: { eventId: ['a', 'b', 'c', 'd'], status: ['used', 'void'] } },
    { path: '/api/v1/attendees', others: { ticketTypeId: ['a', 'b'] } },
    { path: '/api/v1/addons', others: { eventId: ['a'] } },
  ])('$path with $others too reads one range of an index for each combination', async ({ path, others }) => {
    const values = Object.entries(others).map(([name, more]) => [
      name,
      [defined(filters[name], name).value(data, path), ...more],
    ]) as [string, string[]][];
    const columns = values.map(([name]) => `${defined(filters[name], name).column}=\\?`).join(' AND ');
    for (const times of [{}, { updatedSince: '2000-01-01T00:00:00Z' }]) {
      const query = { ...Object.fromEntries(values), ...times, limit: '1' };
      const first = await pageWithPlan(path, query, keys.secret);
      const second = await pageWithPlan(
        path,
        { ...query, cursor: defined(first.page.nextCursor, 'The cursor') },
        keys.secret,
      );
      for (const { plan } of [first, second]) {
        const search = plan.filter((step) => step.startsWith('SEARCH t '));
        expect(search).toHaveLength(values.reduce((product, [, all]) => product * all.length, 1));
        for (const step of search)
          expect(step).toMatch(new RegExp(`INDEX \\w+ \\(organizer_id=\\? AND ${columns}( AND |\\))`));
        // The first rows of the ranges are sorted.
        expect(plan.filter((step) => /^SCAN t|TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual([
          'USE TEMP B-TREE FOR ORDER BY',
        ]);
      }
    }
  });

  test.each([{}, { status: 'paid' }, { email: buyer.email }])(
    'expanded orders filtered by %j read one range of an index',
    async (query) => {
      const expand = 'buyer,feeBreakdown,items,tickets';
      const { plan } = await pageWithPlan('/api/v1/orders', { ...query, expand, limit: '2' }, keys.secret);
      expectRange(plan, / INDEX orders_newest/, false);
      for (const step of plan.filter((line) => line.startsWith('SEARCH'))) expect(step).toMatch(/organizer_id=\?/);
    },
  );
});

describePlansOnBoth('the search for endpoints with pending deliveries', (kind) => {
  const database = useDatabase(kind);

  test('is one statement that reads one entry of an index for each endpoint, regardless of the number of its deliveries', async () => {
    const observed: string[] = [];
    const db = openDatabase(database, (_seconds, text) => observed.push(text));
    try {
      const endpointIds = [];
      for (const count of [3, 5_000, 250, 2]) {
        const { id } = await makeOrganizer(database.db);
        endpointIds.push((await makeEndpoint(database.db, id, 'https://127.0.0.1/')).id);
        await emitMany(database.db, id, count);
      }
      await database.db
        .updateTable('webhook_deliveries')
        .set({ status: 'succeeded', next_attempt_at: null })
        .where('endpoint_id', '=', endpointIds[3]!)
        .execute();
      const found = await findPendingEndpoints(db);
      expect(found.map(({ endpoint_id }) => endpoint_id).sort()).toEqual(endpointIds.slice(0, 3).sort());
      const texts = observed.filter((text) => text.includes('webhook_deliveries'));
      expect(texts).toHaveLength(1);
      await dialectOf(db).updateStatistics(database.db);
      const steps = await planOf(texts[0]!);
      if (kind === 'postgres') expect(steps.slice(1)).toEqual(['Limit', 'Index Scan webhook_deliveries_due']);
      else {
        expect(steps).toContain('SEARCH d USING INDEX webhook_deliveries_due (endpoint_id=?)');
        expect(steps.filter((step) => /USE TEMP|SCAN d/.test(step))).toEqual([]);
      }
    } finally {
      await db.destroy();
    }
  });

  async function planOf(text: string): Promise<string[]> {
    if (kind === 'sqlite') {
      const reader = new DatabaseSync(sqliteFile(database.dataDir), { readOnly: true });
      const steps = reader.prepare(`explain query plan ${text}`).all() as { detail: string }[];
      reader.close();
      return steps.map(({ detail }) => detail);
    }
    const explain = sql.raw<Record<string, [{ Plan: PlanNode }]>>(`explain (format json) ${text.replace('$1', "''")}`);
    const { rows } = await explain.execute(database.db);
    const steps: string[] = [];
    let node: PlanNode | undefined = rows[0]!['QUERY PLAN']![0].Plan;
    for (; node !== undefined; node = node.Plans?.[0]) {
      steps.push(`${node['Node Type']} ${node['Index Name'] ?? ''}`.trim());
    }
    return steps;
  }
});

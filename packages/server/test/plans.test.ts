import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { jsonOf, type PageBody, read } from './harness/answers.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { importAll, makeKey, orderLine } from './harness/fixtures.ts';
import { keyedOperations, keyedRoutes, makeWorld, type World } from './keyed-routes.ts';

const buyer = { email: 'both@example.com' };

/** The filters of the lists: their columns, in the order of the indexes, and a value that leaves more than one row. */
const filters: Readonly<Record<string, { column: string; value: (own: World, path: string) => string }>> = {
  email: { column: 'buyer_email', value: () => buyer.email },
  eventId: { column: 'event_id', value: (own) => own.eventId },
  status: { column: 'status', value: (_, path) => (path.endsWith('/tickets') ? 'valid' : 'paid') },
  type: { column: 'type', value: () => 'drink' },
  consumed: { column: 'consumed', value: () => 'false' },
  updatedSince: { column: 'updated_at', value: () => '2000-01-01T00:00:00Z' },
};

/** Filters of purchased add-ons that pass over rows of the range that the others find. */
function passedOver(path: string, given: readonly string[]): readonly string[] {
  if (!path.endsWith('/addons')) return [];
  if (given.includes('email')) return ['eventId', 'type', 'consumed', 'updatedSince'];
  return given.includes('updatedSince') ? ['type', 'consumed'] : [];
}

/** Every way to leave out some of these. */
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
    const names = query.filter((name) => name !== 'limit' && name !== 'cursor');
    const kinds = path.endsWith('/events') ? (['secret', 'publishable'] as const) : (['secret'] as const);
    return kinds.flatMap((kind) => subsets(names).map((given) => ({ kind, path, given })));
  });

describe('the plan that SQLite has for a page', () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  let t: TestDatabase;
  let db: Db;
  let app: TestApp;
  let own: World;
  let keys: { secret: string; publishable: string };
  let reader: DatabaseSync;

  beforeAll(async () => {
    t = await createDatabase('sqlite');
    own = await makeWorld(t.db);
    await importAll(t.db, own.organizer, ['a-', 'b-'].flatMap(ordersOfBuyer));
    keys = {
      secret: (await makeKey(t.db, own.organizer.id)).key,
      publishable: (await makeKey(t.db, own.organizer.id, { kind: 'publishable' })).key,
    };
    // A handle that has prepared nothing yet.
    db = openDatabase(t);
    app = await startApp({ db, rateLimits: { api: 1_000_000 } });
    reader = new DatabaseSync(sqliteFile(t.dataDir), { readOnly: true });
  });
  afterAll(async () => {
    reader.close();
    prepare.mockRestore();
    await app.close();
    await db.destroy();
    await t.drop();
  });

  /** Two purchases that one buyer made for an event of the world. */
  function ordersOfBuyer(prefix: string) {
    const items = [{ kind: 'addon' as const, addonId: `${prefix}beer`, quantity: 1 }];
    return ['three', 'four'].map((name) => orderLine(`${prefix}${name}`, { buyer, items }, prefix));
  }

  /** Reads a page, and gives it with the steps of the statement that gave it. */
  async function pageWithPlan(path: string, query: Record<string, string>, key: string) {
    prepare.mockClear();
    const answer = await read(await app.request(`${path}?${new URLSearchParams(query)}`, { key }));
    expect(answer.status, answer.text).toBe(200);
    const resource = path.split('/').at(-1)!;
    const table = resource === 'addons' ? 'entitlements' : resource;
    const texts = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes(`from "${table}" as t `));
    expect(texts).toHaveLength(1);
    const steps = reader.prepare(`explain query plan ${texts[0]}`).all() as { detail: string }[];
    return { page: jsonOf<PageBody>(answer), plan: steps.map(({ detail }) => detail) };
  }

  /** Checks that the rows are found by one range of one index, and put in order by it unless they are few. */
  function expectRange(plan: readonly string[], bounds: RegExp, sorted: boolean): void {
    // What hangs on a row (an event's ticket types) is few, and may be put in order by itself.
    expect(plan.filter((step) => /^SCAN (?!page$)|TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual(
      sorted ? ['USE TEMP B-TREE FOR ORDER BY'] : [],
    );
    const search = plan.filter((step) => step.startsWith('SEARCH t '));
    expect(search).toEqual([expect.stringMatching(bounds)]);
  }

  test.each(combinations)('$path for a $kind key by $given is one range of an index', async ({ kind, path, given }) => {
    const query = Object.fromEntries(given.map((name) => [name, filters[name]!.value(own, path)]));
    const passed = passedOver(path, given);
    const finding = [...given, ...(kind === 'publishable' ? ['status'] : [])].filter((name) => !passed.includes(name));
    const equal = Object.keys(filters).filter((name) => name !== 'updatedSince' && finding.includes(name));
    const columns = ['organizer_id', ...equal.map((name) => filters[name]!.column)];
    const equals = columns.map((column) => `${column}=\\?`).join(' AND ');
    const ordered = finding.includes('updatedSince') ? 'updated_at' : '(created_at|issued_at|id)';
    // What changed of the few rows of a buyer is put in order by itself.
    const sorted = given.includes('updatedSince') && passed.includes('updatedSince');

    const first = await pageWithPlan(path, { ...query, limit: '1' }, keys[kind]);
    const since = finding.includes('updatedSince') ? ' AND updated_at>\\?' : '';
    expectRange(first.plan, new RegExp(` INDEX \\w+ \\(${equals}${since}\\)$`), sorted);

    const isOneRow = path.endsWith('/settlements') && given.includes('eventId');
    expect(first.page.hasMore).toBe(!isOneRow);
    if (isOneRow) return;
    const second = await pageWithPlan(path, { ...query, limit: '1', cursor: first.page.nextCursor! }, keys[kind]);
    const after = sorted ? '\\)$' : ` AND \\(?${ordered}(,\\w+\\))?[<>]`;
    expectRange(second.plan, new RegExp(` INDEX \\w+ \\(${equals}${after}`), sorted);
  });
});

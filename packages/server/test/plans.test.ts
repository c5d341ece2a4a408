import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { jsonOf, type PageBody, read } from './harness/answers.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { keyedOperations, keyedRoutes, makeWorld, type World } from './keyed-routes.ts';

/** The filters of the lists: their columns, and a value that leaves more than one row. */
const filters: Readonly<Record<string, { column: string; value: (own: World, path: string) => string }>> = {
  eventId: { column: 'event_id', value: (own) => own.eventId },
  status: { column: 'status', value: (_, path) => (path.endsWith('/tickets') ? 'valid' : 'paid') },
  updatedSince: { column: 'updated_at', value: () => '2000-01-01T00:00:00Z' },
};

/** Every way to leave out some of these. */
function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others, ...others.map((set) => [first, ...set])];
}

const combinations = (await keyedOperations('extended'))
  .filter(({ name }) => keyedRoutes[name]?.list)
  .flatMap(({ path, parameters }) => {
    const names = parameters.map(({ name }) => name).filter((name) => name !== 'limit' && name !== 'cursor');
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

  /** Reads a page, and gives it with the steps of the statement that gave it. */
  async function pageWithPlan(path: string, query: Record<string, string>, key: string) {
    prepare.mockClear();
    const answer = await read(await app.request(`${path}?${new URLSearchParams(query)}`, { key }));
    expect(answer.status, answer.text).toBe(200);
    const table = path.split('/').at(-1)!;
    const texts = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes(`from "${table}" as t `));
    expect(texts).toHaveLength(1);
    const steps = reader.prepare(`explain query plan ${texts[0]}`).all() as { detail: string }[];
    return { page: jsonOf<PageBody>(answer), plan: steps.map(({ detail }) => detail) };
  }

  /** Checks that the rows are found and put in order by one range of one index. */
  function expectRange(plan: readonly string[], bounds: RegExp): void {
    // What hangs on a row (an event's ticket types) is few, and may be put in order by itself.
    expect(plan.filter((step) => /^SCAN (?!page$)|TEMP B-TREE FOR (?!json_group_array)/.test(step))).toEqual([]);
    const search = plan.filter((step) => step.startsWith('SEARCH t '));
    expect(search).toEqual([expect.stringMatching(bounds)]);
  }

  test.each(combinations)('$path for a $kind key by $given is one range of an index', async ({ kind, path, given }) => {
    const query = Object.fromEntries(given.map((name) => [name, filters[name]!.value(own, path)]));
    const equal = given.filter((name) => name !== 'updatedSince').map((name) => filters[name]!.column);
    if (kind === 'publishable') equal.push('status');
    const equals = ['organizer_id', ...equal.sort()].map((column) => `${column}=\\?`).join(' AND ');
    const order = given.includes('updatedSince') ? 'updated_at' : '(created_at|issued_at|id)';

    const first = await pageWithPlan(path, { ...query, limit: '1' }, keys[kind]);
    const since = given.includes('updatedSince') ? ' AND updated_at>\\?' : '';
    expectRange(first.plan, new RegExp(` INDEX \\w+ \\(${equals}${since}\\)$`));

    const isOneRow = path.endsWith('/settlements') && given.includes('eventId');
    expect(first.page.hasMore).toBe(!isOneRow);
    if (isOneRow) return;
    const second = await pageWithPlan(path, { ...query, limit: '1', cursor: first.page.nextCursor! }, keys[kind]);
    expectRange(second.plan, new RegExp(` INDEX \\w+ \\(${equals} AND \\(?${order}(,\\w+\\))?[<>]`));
  });
});

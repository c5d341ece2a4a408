import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertKey } from '../src/features/keys/create-key.ts';
import { createKey, revokeKey, type Scope, scopes } from '../src/features/keys/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import {
  type Answer,
  expectFieldProblem,
  expectLimitHeaders,
  expectNoLimitHeaders,
  expectProblem,
  jsonOf,
  type PageBody,
  read,
} from './harness/answers.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { keyedOperations, keyedRoutes, makeWorld, type Operation, type World } from './keyed-routes.ts';

const rateLimits = { api: 1_000_000, failedAuth: 999_999 };
const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What a limit may be mistaken for. */
const noNumbers = ['', 'ten', 'NaN', 'Infinity', '-Infinity', '1e400', 'null', '5,6', '1%00'];

interface Sending extends RequestInit {
  key?: string;
}

for (const deployment of ['baseline', 'extended'] as const) {
  const operations = await keyedOperations(deployment);
  const known = operations.filter(({ name }) => name in keyedRoutes);
  const lists = known.filter(({ name }) => keyedRoutes[name]!.list);
  const details = known.filter(({ name }) => keyedRoutes[name]!.namesOwn);

  describe(`the routes of ${deployment}`, () => {
    test('each has what the shared suite must know of it', () => {
      expect(operations.length).toBeGreaterThan(0);
      expect(operations.map(({ name }) => name).filter((name) => !(name in keyedRoutes))).toEqual([]);
    });
  });

  describeOnBoth(`every keyed route of ${deployment}`, (kind) => {
    let t: TestDatabase;
    let app: TestApp;
    let own: World;
    let other: World;
    let keys: { full: string; publishable: string; revoked: string; expired: string };

    beforeAll(async () => {
      t = await createDatabase(kind);
      app = await startApp({ db: t.db, deployment, rateLimits });
      [own, other] = [await makeWorld(t.db), await makeWorld(t.db)];
      const make = (options = {}) => makeKey(t.db, own.organizer.id, { deployment, ...options });
      const revoked = await make();
      await revokeKey(t.db, revoked.id, { now: Date.now });
      keys = {
        full: (await make()).key,
        publishable: (await make({ kind: 'publishable' })).key,
        revoked: revoked.key,
        expired: await expiredKey(t, own.organizer.id),
      };
    });
    afterAll(async () => {
      await app.close();
      await t.drop();
    });

    /** Sends a request, and checks what every answer must have. */
    async function send(path: string, { key, ...init }: Sending = {}): Promise<Answer> {
      const answer = await read(await app.request(path, key === undefined ? init : { ...init, key }));
      expect(answer.headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/);
      if (deployment === 'baseline') expectNoLimitHeaders(answer);
      else expectLimitHeaders(answer, answer.status === 401 ? rateLimits.failedAuth : rateLimits.api);
      return answer;
    }

    const keyWith = async (held: readonly Scope[]) => {
      const terms = { kind: 'secret' as const, name: 'Test', createdAtMs: Date.now(), expiresAt: null };
      return (await insertKey(t.db, own.organizer.id, { ...terms, scopes: held })).key;
    };

    /** Sends a request to a route, as its organizer would unless something else is given. */
    const call = ({ name, method }: Operation, given: Sending & { query?: string } = {}) => {
      const { query, ...init } = { key: keys.full, ...given };
      return send(pathOf(name, own) + (query === undefined ? '' : `?${query}`), { method, ...init });
    };

    describe.each(known)('$name', (operation) => {
      const { name, method } = operation;
      const { scope } = keyedRoutes[name]!;

      test('answers the key of its organizer', async () => {
        expect((await call(operation)).status).toBe(200);
      });

      test('without a key, or with one that is not sent as a bearer, is 401 and tells what to send', async () => {
        const withHeader = (authorization?: string) =>
          send(pathOf(name, own), { method, ...(authorization === undefined ? {} : { headers: { authorization } }) });
        for (const header of [undefined, '', 'Bearer', `Basic ${keys.full}`, keys.full, `Bearer ${keys.full} more`]) {
          const answer = await withHeader(header);
          expectProblem(answer, 401, 'missing_key');
          expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        }
        // The scheme is a word without case (RFC 9110, section 11.1).
        expect((await withHeader(`bearer ${keys.full}`)).status).toBe(200);
      });

      test('with a key that is mistyped, unknown, revoked or expired is 401', async () => {
        for (const key of [mistyped(keys.full, 20), generateKey('secret'), keys.revoked, keys.expired, 'sk_']) {
          const answer = await call(operation, { key });
          expectProblem(answer, 401, 'invalid_key');
          expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
        }
      });

      test('needs its scope, and no other', async () => {
        const answer = await call(operation, { key: await keyWith(scopes.filter((one) => one !== scope)) });
        expect(expectProblem(answer, 403, 'insufficient_scope').detail).toContain(` ${scope},`);
        const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
        expect(answer.headers.get('www-authenticate')).toBe(challenge);
        expect((await call(operation, { key: await keyWith([scope]) })).status).toBe(200);
      });

      test('takes a publishable key only where it reads events', async () => {
        const answer = await call(operation, { key: keys.publishable });
        if (scope === 'events:read') expect(answer.status).toBe(200);
        else expectProblem(answer, 403, 'insufficient_scope');
      });

      test('refuses a parameter that it does not know, by its name', async () => {
        for (const parameter of ['colour', 'Limit', 'page', 'organizerId']) {
          expectFieldProblem(await call(operation, { query: `${parameter}=1` }), parameter);
        }
      });

      test('refuses the methods that its path lacks, and names those that it has', async () => {
        const has = new Set([...operation.methods, ...(operation.methods.includes('GET') ? ['HEAD'] : [])]);
        for (const wrong of otherMethods.filter((one) => !has.has(one))) {
          const answer = await call(operation, { method: wrong });
          expectProblem(answer, 405, 'method_not_allowed');
          expect(new Set(answer.headers.get('allow')!.split(', '))).toEqual(has);
          expectProblem(await send(pathOf(name, own), { method: wrong }), 401, 'missing_key');
        }
      });
    });

    describe.each(lists)('$name as a list', (operation) => {
      const { limitMax, filters, other: otherPath } = keyedRoutes[operation.name]!.list!;
      const page = async (query: string) => jsonOf<PageBody>(await call(operation, { query }));

      test("shows the organizer's own alone", async () => {
        const ids = async (world: World) => {
          const { key } = await makeKey(t.db, world.organizer.id, { deployment });
          return identities(jsonOf<PageBody>(await call(operation, { key })));
        };
        const [ours, theirs] = [await ids(own), await ids(other)];
        expect(ours.length).toBeGreaterThanOrEqual(2);
        expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
      });

      if (Object.keys(filters).length > 0) {
        test("is empty where a filter names another organizer's", async () => {
          for (const [name, value] of Object.entries(filters)) {
            expect(await page(`${name}=${value(other)}`)).toEqual({ data: [], hasMore: false, nextCursor: null });
            expect((await page(`${name}=${value(own)}`)).data).not.toEqual([]);
          }
        });
      }

      test('takes a limit from 1 to its maximum, and nothing else', async () => {
        expect(statedLimit(operation)).toBe(limitMax);
        for (const limit of [1, limitMax])
          expect((await call(operation, { query: `limit=${limit}` })).status).toBe(200);
        for (const limit of [0, -1, 1.5, limitMax + 1, 10 ** 20, ...noNumbers]) {
          expectFieldProblem(await call(operation, { query: `limit=${limit}` }), 'limit');
        }
        expectFieldProblem(await call(operation, { query: 'limit=1&limit=2' }), 'limit');
      });

      test('takes a cursor that it gave, and no other', async () => {
        const first = await page('limit=1');
        const cursor = first.nextCursor!;
        expect(identities(await page(`limit=1&cursor=${cursor}`))).not.toEqual(identities(first));
        const elsewhere = await send(`${otherPath}?limit=1`, { key: keys.full });
        const forged = [
          '',
          'x',
          'random-text-that-is-no-cursor-and-never-was',
          Buffer.from('2026-11-20T09:00:00.000Z evt_01kamz0g5ve4q8v5x2c4g6t0yd').toString('base64url'),
          jsonOf<PageBody>(elsewhere).nextCursor!,
          `${cursor}A`,
          `${cursor}=`,
          cursor.slice(0, -1),
          ...Array.from(cursor, (_, at) => mistyped(cursor, at)),
        ];
        for (const text of forged) {
          expectFieldProblem(await call(operation, { query: `cursor=${encodeURIComponent(text)}` }), 'cursor');
        }
      });

      if (!hasParameter(operation, 'updatedSince')) return;

      test('keeps the cursors of its two orders apart', async () => {
        const since = 'updatedSince=2000-01-01T00:00:00Z';
        const newest = (await page('limit=1')).nextCursor;
        const changed = (await page(`limit=1&${since}`)).nextCursor;
        expect((await page(`limit=1&${since}&cursor=${changed}`)).data).toHaveLength(1);
        expectFieldProblem(await call(operation, { query: `${since}&cursor=${newest}` }), 'cursor');
        expectFieldProblem(await call(operation, { query: `cursor=${changed}` }), 'cursor');
      });

      test('takes times of RFC 3339 alone', async () => {
        for (const time of ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.123%2B02:00']) {
          expect((await call(operation, { query: `updatedSince=${time}` })).status).toBe(200);
        }
        for (const time of ['', 'yesterday', '2026-11-20', '1700000000', '2026-02-30T00:00:00Z']) {
          expectFieldProblem(await call(operation, { query: `updatedSince=${time}` }), 'updatedSince');
        }
      });
    });

    describe.each(details)('$name as a detail', ({ name, method }) => {
      const base = () => pathOf(name, own).replace(/[^/]+$/, '');

      test("does not find another organizer's, and does not tell that it exists", async () => {
        const theirs = await send(pathOf(name, other), { method, key: keys.full });
        const nobodys = await send(`${pathOf(name, other).slice(0, -3)}zzz`, { method, key: keys.full });
        const shape = (answer: Answer) => expectProblem(answer, 404, 'not_found').detail.replace(/"[^"]*"/, '');
        expect(shape(theirs)).toBe(shape(nobodys));
      });

      test('finds nothing by what is no id, whatever it is', async () => {
        for (const id of ['x', '%20', "'", '%25', '%F0%9F%8E%AB', 'x'.repeat(200), 'x'.repeat(5_000)]) {
          expectProblem(await send(base() + id, { method, key: keys.full }), 404, 'not_found');
          expectProblem(await send(base() + id, { method }), 401, 'missing_key');
        }
      });

      test('is no path without its id', async () => {
        expectProblem(await send(base(), { method, key: keys.full }), 404, 'not_found');
        expectProblem(await send(base(), { method }), 401, 'missing_key');
      });

      test('finds nothing by a zero character, over which a database may stumble', async () => {
        expectProblem(await send(`${base()}a%00b`, { method, key: keys.full }), 404, 'not_found');
      });
    });

    test('a zero character in a filter finds nothing, or is refused as what it is', async () => {
      for (const operation of lists) {
        for (const filter of Object.keys(keyedRoutes[operation.name]!.list!.filters)) {
          const answer = await call(operation, { query: `${filter}=a%00b` });
          if (answer.status !== 200) expectFieldProblem(answer, filter);
          else expect(jsonOf(answer)).toEqual({ data: [], hasMore: false, nextCursor: null });
        }
      }
    });

    const planes = [...new Set(operations.map(({ path }) => path.split('/', 4).slice(0, 3).join('/')))];

    test.each(planes)('a path that is not in %s is 404 with a key and 401 without', async (prefix) => {
      for (const path of ['', '/', '/nothing', '/nothing/at/all', '/events/a/b', '/Events', '//events']) {
        expectProblem(await send(prefix + path, { key: keys.full }), 404, 'not_found');
        expectProblem(await send(prefix + path, { method: 'POST', key: keys.full }), 404, 'not_found');
        expectProblem(await send(prefix + path), 401, 'missing_key');
      }
    });

    test('an order is found by its number in any case, and with the letters that are read as digits', async () => {
      const number = own.orderNumber;
      const confusable = number.replaceAll('0', 'o').replaceAll('1', 'l');
      for (const form of [number.toLowerCase(), number[0]!.toLowerCase() + number.slice(1), confusable]) {
        const answer = await send(`/api/v1/orders/${form}`, { key: keys.full });
        expect(jsonOf(answer)).toMatchObject({ orderNumber: number });
      }
    });

    test('a key with any one character changed is refused without a look-up', async () => {
      const db = openDatabase(t);
      const blind = await startApp({ db, deployment, rateLimits });
      expect((await blind.request('/readyz')).status).toBe(200);
      await db.destroy(); // Whoever looks a key up now fails.
      for (let at = 0; at < keys.full.length; at += 1) {
        const answer = await read(await blind.request('/api/v1/events', { key: mistyped(keys.full, at) }));
        expectProblem(answer, 401, 'invalid_key');
      }
      expect((await blind.request('/api/v1/events', { key: keys.full })).status).toBeGreaterThanOrEqual(500);
      await blind.close();
    });
  });
}

function pathOf(name: string, world: World): string {
  return keyedRoutes[name]!.path(world);
}

/** The text with another character in one place. */
function mistyped(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
}

async function expiredKey(t: TestDatabase, organizerId: string): Promise<string> {
  const given = { kind: 'secret' as const, name: 'Test', lifetimeMs: 60_000 };
  const policy = { secretDefault: scopes, granted: [] };
  const { key } = await createKey(t.db, organizerId, given, policy, { now: () => Date.now() - 60_001 });
  return key;
}

function identities({ data }: PageBody): unknown[] {
  return data.map((row) => row['id'] ?? row['orderNumber']);
}

function statedLimit({ parameters }: Operation): number | undefined {
  return parameters.find((parameter) => parameter.in === 'query' && parameter.name === 'limit')?.schema.maximum;
}

function hasParameter({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

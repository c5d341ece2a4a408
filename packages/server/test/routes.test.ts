import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { type Scope, scopes } from '../src/features/keys/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp } from './harness/app.ts';
import { describeOnBoth } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, read } from './harness/responses.ts';
import { keyedOperations, keyedRoute, keyedRoutes, pathOf } from './keyed-routes.ts';
import { detailWithoutNames, KeyedSuite, mistyped, rateLimits, successStatusOf } from './keyed-suite.ts';

const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

for (const deployment of ['baseline', 'extended'] as const) {
  const operations = await keyedOperations(deployment);
  const known = operations.filter(({ name }) => name in keyedRoutes);
  const details = known.filter(({ name }) => keyedRoute(name).pathParameters);
  const { granted } = deployments[deployment].keyPolicy;

  describe(`the routes of ${deployment}`, () => {
    test('each is described for the shared suite', () => {
      expect(operations.length).toBeGreaterThan(0);
      expect(operations.map(({ name }) => name).filter((name) => !(name in keyedRoutes))).toEqual([]);
    });

    test('those with a body, and no others, are described as writes', () => {
      const withBody = operations.filter(({ body }) => body !== null).map(({ name }) => name);
      expect(known.filter(({ name }) => keyedRoute(name).write).map(({ name }) => name)).toEqual(withBody);
      expect(withBody.length > 0).toBe(deployment === 'extended');
    });
  });

  describeOnBoth(`every keyed route of ${deployment}`, (kind) => {
    let suite: KeyedSuite;
    beforeAll(async () => {
      suite = await KeyedSuite.open(deployment, kind);
    });
    afterAll(() => suite.close());

    describe.each(known)('$name', (operation) => {
      const { name } = operation;
      const { scope } = keyedRoute(name);
      const success = successStatusOf(operation);

      test('accepts a key of its organizer', async () => {
        expect((await suite.call(operation)).status).toBe(success);
      });

      test('without a key, or with a key in an unknown scheme, is 401 with a challenge', async () => {
        expectProblem(await suite.callWithoutKey(operation), 401, 'missing_key');
        const { full } = suite.keys;
        for (const header of ['', 'Bearer', `Basic ${full}`, full, `Bearer ${full} more`]) {
          const response = await suite.callWithoutKey(operation, { authorization: header });
          expectProblem(response, 401, 'missing_key');
          expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Organizer API"');
        }
        // The scheme is case-insensitive (RFC 9110, section 11.1).
        const authorization = `bearer ${full}`;
        expect((await suite.callWithoutKey(operation, { authorization })).status).toBe(success);
      });

      test('is 401 for a mistyped, unknown, revoked or expired key', async () => {
        const { full, revoked, expired } = suite.keys;
        for (const key of [mistyped(full, 20), generateKey('secret'), revoked, expired, 'sk_']) {
          const response = await suite.call(operation, { key });
          expectProblem(response, 401, 'invalid_key');
          expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Organizer API", error="invalid_token"');
        }
      });

      test('requires its scope and no other, and names it in the error', async () => {
        const response = await suite.call(operation, {
          key: await suite.keyWith(scopes.filter((one) => one !== scope)),
        });
        expect(expectProblem(response, 403, 'insufficient_scope').detail).toContain(` ${scope},`);
        const challenge = `Bearer realm="Organizer API", error="insufficient_scope", scope="${scope}"`;
        expect(response.headers.get('www-authenticate')).toBe(challenge);
        expect((await suite.call(operation, { key: await suite.keyWith([scope]) })).status).toBe(success);
      });

      test('accepts a publishable key only if it reads events', async () => {
        const response = await suite.call(operation, { key: suite.keys.publishable });
        if (scope === 'events:read') expect(response.status).toBe(200);
        else expectProblem(response, 403, 'insufficient_scope');
      });

      test('rejects unknown parameters by name', async () => {
        for (const parameter of ['colour', 'Limit', 'page', 'organizerId']) {
          expectFieldProblem(await suite.call(operation, { query: `${parameter}=1` }), parameter);
        }
      });

      test('rejects other methods with 405 and lists the allowed methods', async () => {
        const has = new Set([...operation.methods, ...(operation.methods.includes('GET') ? ['HEAD'] : [])]);
        for (const wrong of otherMethods.filter((one) => !has.has(one))) {
          const response = await suite.call(operation, { method: wrong });
          expectProblem(response, 405, 'method_not_allowed');
          expect(new Set(response.headers.get('allow')!.split(', '))).toEqual(has);
          expectProblem(await suite.send(pathOf(name, suite.own), { method: wrong }), 401, 'missing_key');
        }
      });
    });

    test('the scopes alone decide which key can call which route', async () => {
      const fullScopes = [...deployments[deployment].keyPolicy.secretDefault];
      const make = async (options: Parameters<typeof makeKey>[2]) =>
        (await makeKey(suite.t.db, suite.own.organizer.id, { deployment, ...options })).key;
      const held = async (has: readonly Scope[]) => ({ has, key: await suite.keyWith(has) });
      const callers: Record<string, { key: string; has: readonly Scope[] | null }> = {
        'a publishable key': { key: suite.keys.publishable, has: ['events:read'] },
        'a secret key as it is made': { key: await make({}), has: fullScopes },
        'all scopes': await held(scopes),
        'no scope': await held([]),
        'a revoked key': { key: suite.keys.revoked, has: null },
        'an expired key': { key: suite.keys.expired, has: null },
        'a mistyped key': { key: mistyped(suite.keys.full, 30), has: null },
      };
      for (const scope of scopes) {
        callers[`${scope} alone`] = await held([scope]);
        callers[`all but ${scope}`] = await held(scopes.filter((one) => one !== scope));
      }
      for (const scope of granted) {
        callers[`a secret key with ${scope} granted`] = {
          key: await make({ granted: [scope] }),
          has: [...fullScopes, scope],
        };
      }
      const said: Record<string, number> = {};
      const is: Record<string, number> = {};
      for (const operation of known) {
        const { scope } = keyedRoute(operation.name);
        for (const [caller, { key, has }] of Object.entries(callers)) {
          const cell = `${operation.name} with ${caller}`;
          said[cell] = has === null ? 401 : has.includes(scope) ? successStatusOf(operation) : 403;
          is[cell] = (await suite.call(operation, { key })).status;
        }
      }
      expect(is).toEqual(said);
    });

    describe.each(details)('$name as a detail', (operation) => {
      const { name } = operation;
      const parameters = Object.entries(keyedRoute(name).pathParameters!);

      test("responses for another organizer's resource as if it did not exist", async () => {
        for (const [parameter, idOf] of parameters) {
          const at = (value: string) =>
            suite.call(operation, { path: pathOf(name, suite.own, { [parameter]: value }) });
          const theirs = idOf(suite.other);
          expect(detailWithoutNames(await at(theirs))).toBe(detailWithoutNames(await at(`${theirs.slice(0, -3)}zzz`)));
        }
        expectProblem(await suite.call(operation, { path: pathOf(name, suite.other) }), 404, 'not_found');
      });

      test('returns 404 for text that is not an id', async () => {
        for (const [parameter] of parameters) {
          for (const id of ['x', '%20', "'", '%25', '%F0%9F%8E%AB', 'x'.repeat(200), 'x'.repeat(5_000)]) {
            const path = pathOf(name, suite.own, { [parameter]: id });
            expectProblem(await suite.call(operation, { path }), 404, 'not_found');
            expectProblem(await suite.callWithoutKey(operation, { path }), 401, 'missing_key');
          }
        }
      });

      test('is 404 without its ids', async () => {
        for (const [parameter] of parameters) {
          const path = pathOf(name, suite.own, { [parameter]: '' });
          expectProblem(await suite.call(operation, { path }), 404, 'not_found');
          expectProblem(await suite.callWithoutKey(operation, { path }), 401, 'missing_key');
        }
      });

      test('returns 404 for an id with a NUL character', async () => {
        for (const [parameter] of parameters) {
          const path = pathOf(name, suite.own, { [parameter]: 'a%00b' });
          expectProblem(await suite.call(operation, { path }), 404, 'not_found');
        }
      });
    });

    const planes = [...new Set(operations.map(({ path }) => path.slice(0, path.indexOf('/v1') + 3)))];

    test.each(planes)('a path that is not in %s is 404 with a key and 401 without', async (prefix) => {
      for (const path of ['', '/', '/nothing', '/nothing/at/all', '/events/a/b', '/Events', '//events']) {
        expectProblem(await suite.send(prefix + path, { key: suite.keys.full }), 404, 'not_found');
        expectProblem(await suite.send(prefix + path, { method: 'POST', key: suite.keys.full }), 404, 'not_found');
        expectProblem(await suite.send(prefix + path), 401, 'missing_key');
      }
    });

    test('an order is found by its number in upper and lower case, and with letters that stand for digits', async () => {
      const number = suite.own.orderNumber;
      const confusable = number.replaceAll('0', 'o').replaceAll('1', 'l');
      for (const form of [number.toLowerCase(), number[0]!.toLowerCase() + number.slice(1), confusable]) {
        const response = await suite.send(`/api/v1/orders/${form}`, { key: suite.keys.full });
        expect(jsonOf(response)).toMatchObject({ orderNumber: number });
      }
    });

    test('a key with one changed character is rejected without a query', async () => {
      const db = openDatabase(suite.t);
      const blind = await startApp({ db, deployment, rateLimits });
      expect((await blind.request('/readyz')).status).toBe(200);
      await db.destroy(); // Whoever looks a key up now fails.
      for (let at = 0; at < suite.keys.full.length; at += 1) {
        const response = await read(await blind.request('/api/v1/events', { key: mistyped(suite.keys.full, at) }));
        expectProblem(response, 401, 'invalid_key');
      }
      expect((await blind.request('/api/v1/events', { key: suite.keys.full })).status).toBeGreaterThanOrEqual(500);
      await blind.close();
    });
  });
}

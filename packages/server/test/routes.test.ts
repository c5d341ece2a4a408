import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { type Scope, scopes } from '../src/features/keys/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp } from './harness/app.ts';
import { databases, describeOn } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, read } from './harness/responses.ts';
import { keyedOperations, keyedRoute, keyedRoutes, pathOf } from './keyed-routes.ts';
import { detailWithoutNames, json, KeyedSuite, mistyped, rateLimits, successStatusOf } from './keyed-suite.ts';

const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

for (const deployment of ['baseline', 'extended'] as const) {
  const operations = await keyedOperations(deployment);
  const describedOperations = operations.filter(({ name }) => name in keyedRoutes);
  const details = describedOperations.filter((operation) => keyedRoute(operation.name).pathParameters);
  const { granted } = deployments[deployment].keyPolicy;

  describe(`the routes of the ${deployment} deployment`, () => {
    test('are all described for the shared suite', () => {
      expect(operations.length).toBeGreaterThan(0);
      expect(operations.map(({ name }) => name).filter((name) => !(name in keyedRoutes))).toEqual([]);
    });

    test('are described as writes if, and only if, they have a body', () => {
      const routesWithBody = operations.filter(({ body }) => body !== null).map(({ name }) => name);
      expect(
        describedOperations.filter((operation) => keyedRoute(operation.name).write).map(({ name }) => name),
      ).toEqual(routesWithBody);
      expect(routesWithBody.length > 0).toBe(deployment === 'extended');
    });
  });

  // What writes store, which differs most between the databases, has a suite on both.
  describeOn(databases[deployment], `every route with a key in the ${deployment} deployment`, (kind) => {
    let suite: KeyedSuite;
    beforeAll(async () => {
      suite = await KeyedSuite.open(deployment, kind);
    });
    afterAll(() => suite.close());

    describe.each(describedOperations)('$name', (operation) => {
      const { name } = operation;
      const { scope } = keyedRoute(operation.name);
      const success = successStatusOf(operation);

      test('accepts a key of its organizer', async () => {
        expect((await suite.call(operation)).status).toBe(success);
      });

      if (operation.body === null && operation.method !== 'GET') {
        test('accepts an empty body with the type of JSON', async () => {
          expect((await suite.call(operation, { headers: { 'content-type': json } })).status).toBe(success);
        });
      }

      test('returns 401 with a challenge if the key is missing or in an unknown scheme', async () => {
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

      test('returns 401 for a mistyped, unknown, revoked or expired key', async () => {
        const { full, revoked, expired } = suite.keys;
        for (const key of [mistyped(full, 20), generateKey('secret'), revoked, expired, 'sk_']) {
          const response = await suite.call(operation, { key });
          expectProblem(response, 401, 'invalid_key');
          expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Organizer API", error="invalid_token"');
        }
      });

      // What a key can read of the feed depends on its other scopes.
      if (scope !== null && scope !== 'any') {
        test('requires only its own scope, and the error names it', async () => {
          const response = await suite.call(operation, {
            key: await suite.keyWith(scopes.filter((candidate) => candidate !== scope)),
          });
          expect(expectProblem(response, 403, 'insufficient_scope').detail).toContain(` ${scope},`);
          const challenge = `Bearer realm="Organizer API", error="insufficient_scope", scope="${scope}"`;
          expect(response.headers.get('www-authenticate')).toBe(challenge);
          expect((await suite.call(operation, { key: await suite.keyWith([scope]) })).status).toBe(success);
        });
      }

      test('accepts a publishable key only if it reads events or needs no scope', async () => {
        const response = await suite.call(operation, { key: suite.keys.publishable });
        if (scope === 'events:read' || scope === 'any') expect(response.status).toBe(200);
        else expectProblem(response, 403, 'insufficient_scope');
      });

      test('rejects unknown parameters by name', async () => {
        for (const parameter of ['colour', 'Limit', 'page', 'organizerId']) {
          expectFieldProblem(await suite.call(operation, { query: `${parameter}=1` }), parameter);
        }
      });

      test('rejects other methods with 405 and lists the allowed methods', async () => {
        const allowed = new Set([...operation.methods, ...(operation.methods.includes('GET') ? ['HEAD'] : [])]);
        for (const method of otherMethods.filter((candidate) => !allowed.has(candidate))) {
          const response = await suite.call(operation, { method });
          expectProblem(response, 405, 'method_not_allowed');
          expect(new Set(response.headers.get('allow')?.split(', '))).toEqual(allowed);
          expectProblem(await suite.send(pathOf(name, suite.own), { method }), 401, 'missing_key');
        }
      });
    });

    test('only the scopes of a key determine which routes it can call', async () => {
      const fullScopes = [...deployments[deployment].keyPolicy.secretDefault];
      const createKey = async (options: Parameters<typeof makeKey>[2]) =>
        (await makeKey(suite.database.db, suite.own.organizer.id, { deployment, ...options })).key;
      const callerWith = async (scopesOfKey: readonly Scope[]) => ({
        scopesOfKey,
        key: await suite.keyWith(scopesOfKey),
      });
      const callers: Record<string, { key: string; scopesOfKey: readonly Scope[] | null }> = {
        'a publishable key': { key: suite.keys.publishable, scopesOfKey: ['events:read'] },
        'a secret key with default scopes': { key: await createKey({}), scopesOfKey: fullScopes },
        'all scopes': await callerWith(scopes),
        'no scope': await callerWith([]),
        'a revoked key': { key: suite.keys.revoked, scopesOfKey: null },
        'an expired key': { key: suite.keys.expired, scopesOfKey: null },
        'a mistyped key': { key: mistyped(suite.keys.full, 30), scopesOfKey: null },
      };
      for (const scope of scopes) {
        callers[`${scope} alone`] = await callerWith([scope]);
        callers[`all but ${scope}`] = await callerWith(scopes.filter((candidate) => candidate !== scope));
      }
      for (const scope of granted) {
        callers[`a secret key with ${scope} granted`] = {
          key: await createKey({ granted: [scope] }),
          scopesOfKey: [...fullScopes, scope],
        };
      }
      const canCall = (scope: Scope | 'any' | null, caller: string, scopesOfKey: readonly Scope[]) =>
        scope === 'any' ||
        (scope === null
          ? caller !== 'a publishable key' && scopesOfKey.some((candidate) => candidate.endsWith(':read'))
          : scopesOfKey.includes(scope));
      const expected: Record<string, number> = {};
      const actual: Record<string, number> = {};
      for (const operation of describedOperations) {
        const { scope } = keyedRoute(operation.name);
        for (const [caller, { key, scopesOfKey }] of Object.entries(callers)) {
          const call = `${operation.name} with ${caller}`;
          const isPermitted = canCall(scope, caller, scopesOfKey ?? []);
          expected[call] = scopesOfKey === null ? 401 : isPermitted ? successStatusOf(operation) : 403;
          actual[call] = (await suite.call(operation, { key })).status;
        }
      }
      expect(actual).toEqual(expected);
    });

    describe.each(details)('$name with ids in its path', (operation) => {
      const { name } = operation;
      const parameters = Object.entries(keyedRoute(operation.name).pathParameters ?? {});

      test("returns the same 404 for another organizer's resource as for an unknown id", async () => {
        for (const [parameter, idOf] of parameters) {
          const callWith = (value: string) =>
            suite.call(operation, { path: pathOf(name, suite.own, { [parameter]: value }) });
          const otherId = idOf(suite.other);
          const unknownId = `${otherId.slice(0, -26)}7${'z'.repeat(25)}`;
          expect(detailWithoutNames(await callWith(otherId))).toBe(detailWithoutNames(await callWith(unknownId)));
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

      test('returns 404 if an id is empty', async () => {
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

    test.each(planes)('an unknown path in %s returns 404 with a key, and 401 without', async (prefix) => {
      for (const path of ['', '/', '/nothing', '/nothing/at/all', '/events/a/b', '/Events', '//events']) {
        expectProblem(await suite.send(prefix + path, { key: suite.keys.full }), 404, 'not_found');
        expectProblem(await suite.send(prefix + path, { method: 'POST', key: suite.keys.full }), 404, 'not_found');
        expectProblem(await suite.send(prefix + path), 401, 'missing_key');
      }
    });

    test('an order is found by its number in upper or lower case, and if digits are written as similar letters', async () => {
      const number = suite.own.orderNumber;
      const withSimilarLetters = number.replaceAll('0', 'o').replaceAll('1', 'l');
      for (const form of [
        number.toLowerCase(),
        number.slice(0, 1).toLowerCase() + number.slice(1),
        withSimilarLetters,
      ]) {
        const response = await suite.send(`/api/v1/orders/${form}`, { key: suite.keys.full });
        expect(jsonOf(response)).toMatchObject({ orderNumber: number });
      }
    });

    test('a key with one changed character is rejected without a database query', async () => {
      const db = openDatabase(suite.database);
      const appWithoutDatabase = await startApp({ db, deployment, rateLimits });
      expect((await appWithoutDatabase.request('/readyz')).status).toBe(200);
      await db.destroy(); // Now every query fails.
      for (let index = 0; index < suite.keys.full.length; index += 1) {
        const response = await read(
          await appWithoutDatabase.request('/api/v1/events', { key: mistyped(suite.keys.full, index) }),
        );
        expectProblem(response, 401, 'invalid_key');
      }
      expect(
        (await appWithoutDatabase.request('/api/v1/events', { key: suite.keys.full })).status,
      ).toBeGreaterThanOrEqual(500);
      await appWithoutDatabase.close();
    });
  });
}

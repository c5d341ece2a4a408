import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { databases, describeOn } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { expectFieldProblem, jsonOf, type PageBody } from './harness/responses.ts';
import {
  type KeyedRoute,
  keyedOperations,
  keyedRoute,
  keyedRoutes,
  type Operation,
  type OrganizerData,
} from './keyed-routes.ts';
import { hasParameter, KeyedSuite, mistyped } from './keyed-suite.ts';

const timeFilters = ['updatedSince', 'paidSince', 'createdSince', 'createdBefore'];

/** Texts that are not whole numbers. */
const notWholeNumbers = ['', 'ten', 'NaN', 'Infinity', '-Infinity', '1e400', 'null', '5,6', '1%00'];

for (const deployment of ['baseline', 'extended'] as const) {
  const operations = await keyedOperations(deployment);
  const lists = operations.filter(({ name }) => keyedRoutes[name]?.list);

  // The paging has suites on both databases.
  describeOn(databases[deployment], `every list of the ${deployment} deployment`, (kind) => {
    let suite: KeyedSuite;
    beforeAll(async () => {
      suite = await KeyedSuite.open(deployment, kind);
    });
    afterAll(() => suite.close());

    describe.each(lists)('$name', (operation) => {
      const { limitMax, filters, other: otherPath } = listOf(operation);
      const page = async (query: string) => jsonOf<PageBody>(await suite.call(operation, { query }));

      test('lists only resources of the organizer', async () => {
        const ids = async (organizerData: OrganizerData) => {
          const { key } = await makeKey(suite.database.db, organizerData.organizer.id, {
            deployment,
            granted: [...deployments[deployment].keyPolicy.granted],
          });
          return identities(jsonOf<PageBody>(await suite.call(operation, { key })));
        };
        const [ownIds, otherIds] = [await ids(suite.own), await ids(suite.other)];
        expect(ownIds.length).toBeGreaterThanOrEqual(2);
        expect(otherIds.filter((id) => ownIds.includes(id))).toEqual([]);
      });

      if (Object.keys(filters).length > 0) {
        test("is empty if a filter names another organizer's resource", async () => {
          for (const [name, value] of Object.entries(filters)) {
            expect(await page(`${name}=${value(suite.other)}`)).toMatchObject({
              data: [],
              hasMore: false,
              nextCursor: null,
            });
            expect((await page(`${name}=${value(suite.own)}`)).data).not.toEqual([]);
          }
        });
      }

      if (deployment === 'extended' && Object.keys(filters).length > 0) {
        test('has the rows of each of up to ten values of a filter', async () => {
          for (const [name, value] of Object.entries(filters)) {
            const [own, other] = [value(suite.own), value(suite.other)];
            const rows = (await page(`${name}=${own}`)).data;
            for (const values of [`${other},${own}`, `${own}&${name}=${other}`, `a,b,c,d,e,${own}`]) {
              expect((await page(`${name}=${values}`)).data).toEqual(rows);
            }
            const eleven = Array.from({ length: 11 }, (_, index) => `value-${index}`).join();
            expectFieldProblem(await suite.call(operation, { query: `${name}=${eleven}` }), name);
          }
        });
      }

      test('accepts only limits from 1 to its maximum', async () => {
        expect(documentedLimit(operation)).toBe(limitMax);
        for (const limit of [1, limitMax])
          expect((await suite.call(operation, { query: `limit=${limit}` })).status).toBe(200);
        for (const limit of [0, -1, 1.5, limitMax + 1, 10 ** 20, ...notWholeNumbers]) {
          expectFieldProblem(await suite.call(operation, { query: `limit=${limit}` }), 'limit');
        }
        expectFieldProblem(await suite.call(operation, { query: 'limit=1&limit=2' }), 'limit');
      });

      test('accepts only cursors that it has returned', async () => {
        const firstPage = await page('limit=1');
        const cursor = defined(firstPage.nextCursor, 'The cursor');
        expect(identities(await page(`limit=1&cursor=${cursor}`))).not.toEqual(identities(firstPage));
        const pageOfOtherList = await suite.send(`${otherPath}?limit=1`, { key: suite.keys.full });
        const forged = [
          '',
          'x',
          'random-text-that-was-never-a-cursor',
          Buffer.from('2026-11-20T09:00:00.000Z evt_01kamz0g5ve4q8v5x2c4g6t0yd').toString('base64url'),
          defined(jsonOf<PageBody>(pageOfOtherList).nextCursor, 'The cursor of the other list'),
          `${cursor}A`,
          `${cursor}=`,
          cursor.slice(0, -1),
          ...Array.from(cursor, (_, index) => mistyped(cursor, index)),
        ];
        for (const text of forged) {
          expectFieldProblem(await suite.call(operation, { query: `cursor=${encodeURIComponent(text)}` }), 'cursor');
        }
      });

      if (!hasParameter(operation, 'updatedSince')) return;

      test('rejects a cursor from a page with the other sort order', async () => {
        const since = 'updatedSince=2000-01-01T00:00:00Z';
        const newest = (await page('limit=1')).nextCursor;
        const changed = (await page(`limit=1&${since}`)).nextCursor;
        expect((await page(`limit=1&${since}&cursor=${changed}`)).data).toHaveLength(1);
        expectFieldProblem(await suite.call(operation, { query: `${since}&cursor=${newest}` }), 'cursor');
        expectFieldProblem(await suite.call(operation, { query: `cursor=${changed}` }), 'cursor');
      });

      test('accepts only RFC 3339 times', async () => {
        const names = timeFilters.filter((name) => hasParameter(operation, name));
        for (const time of ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.123%2B02:00']) {
          for (const name of names) {
            expect((await suite.call(operation, { query: `${name}=${time}` })).status).toBe(200);
          }
        }
        for (const time of ['', 'yesterday', '2026-11-20', '1700000000', '2026-02-30T00:00:00Z']) {
          for (const name of names) expectFieldProblem(await suite.call(operation, { query: `${name}=${time}` }), name);
        }
      });

      if (!hasParameter(operation, 'createdSince')) return;

      test('rejects filters by creation together with `updatedSince`', async () => {
        const [since, before] = ['createdSince=2000-01-01T00:00:00Z', 'createdBefore=2100-01-01T00:00:00Z'];
        expect((await page(`${since}&${before}`)).data).toEqual((await page('')).data);
        const changed = 'updatedSince=2000-01-01T00:00:00Z';
        expectFieldProblem(await suite.call(operation, { query: `${changed}&${since}` }), 'createdSince');
        expectFieldProblem(await suite.call(operation, { query: `${changed}&${before}` }), 'createdBefore');
      });
    });

    test('a NUL character in a filter is rejected or matches nothing', async () => {
      for (const operation of lists) {
        for (const filter of Object.keys(listOf(operation).filters)) {
          const response = await suite.call(operation, { query: `${filter}=a%00b` });
          if (response.status !== 200) expectFieldProblem(response, filter);
          else expect(jsonOf(response)).toEqual({ data: [], hasMore: false, nextCursor: null });
        }
      }
    });
  });
}

function listOf({ name }: Operation): NonNullable<KeyedRoute['list']> {
  return defined(keyedRoute(name).list, `The list of ${name}`);
}

/** The ids of the rows, or the order numbers of orders. */
function identities({ data }: PageBody): unknown[] {
  return data.map((row) => row['id'] ?? row['orderNumber']);
}

function documentedLimit({ parameters }: Operation): number | undefined {
  return parameters.find((parameter) => parameter.in === 'query' && parameter.name === 'limit')?.schema.maximum;
}

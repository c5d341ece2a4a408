import { describe, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { crashTimeoutMs, killCount } from './harness/kill-count.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import {
  consume,
  consumeWithRetries,
  expectConsumptionEvents,
  expectPairsAgree,
  makeEntitlements,
  twoRequestsPerRef,
} from './harness/till.ts';
import { randomDelay } from './harness/wait.ts';
import { violations } from './invariants.ts';

const units = 60;
const refs = 100;

interface TillSetup {
  readonly database: TestDatabase;
  readonly key: string;
  readonly entitlementId: string;
  readonly env: Record<string, string>;
  /** Asserts that `count` units are consumed and that the data are consistent. */
  expectConsumed(count: number): Promise<void>;
}

/** Runs `work` with an entitlement in a new database, and drops the database afterwards. */
async function withTill(kind: DatabaseKind, work: (till: TillSetup) => Promise<void>): Promise<void> {
  const database = await createDatabase(kind);
  try {
    const organizer = await makeOrganizer(database.db);
    const { key } = await makeKey(database.db, organizer.id);
    const [entitlementId] = await makeEntitlements(database.db, organizer, [units]);
    await work({
      database,
      key,
      entitlementId: defined(entitlementId, 'entitlementId'),
      env: { ...database.env, RATE_LIMIT_API: '1000000', LOG_LEVEL: 'silent' },
      expectConsumed: async (count) => {
        const rows = await database.db.selectFrom('consumptions').select('units').execute();
        expect(rows).toHaveLength(count);
        expect(await violations(database.db)).toEqual([]);
        await expectConsumptionEvents(database.db, organizer.id);
      },
    });
  } finally {
    await database.drop();
  }
}

describeOnBoth('a server that is killed while tills consume', (kind) => {
  test('loses no consumption and records none twice', { timeout: crashTimeoutMs }, async () => {
    await withTill(kind, async ({ key, entitlementId, env, expectConsumed }) => {
      let server = await startServer(env);
      let isKilling = true;
      const kills = (async () => {
        for (let kill = 0; kill < killCount; kill += 1) {
          await randomDelay(160);
          await server.kill();
          server = await startServer(env);
        }
        isKilling = false;
      })();
      // At most 16 requests are in progress at a time, so that requests remain for every kill.
      const requests = twoRequestsPerRef(entitlementId, refs);
      const responses = await mapConcurrently(requests, 16, async (request) => {
        if (isKilling) await randomDelay(200);
        return consumeWithRetries(() => server.url, key, request);
      });
      await kills;
      expect(responses.some(({ attempts }) => attempts > 1)).toBe(true);
      expect(expectPairsAgree(responses)).toBe(units);
      await expectConsumed(units);
      // Repeated requests get the same responses.
      const repeated = await Promise.all(requests.map((request) => consume(server.url, key, request)));
      expect(repeated.map(({ status, consumption }) => ({ status, consumption }))).toEqual(
        responses.map(({ status, consumption }) => ({ status, consumption })),
      );
      expect(repeated.filter(({ replayed }) => replayed === false)).toEqual([]);
      await expectConsumed(units);
      await server.stop();
    });
  });
});

describe.skipIf(inject('postgresUrl') === null)('two servers on one PostgreSQL', () => {
  async function withServers(till: TillSetup, work: (servers: ServerProcess[]) => Promise<void>): Promise<void> {
    const servers = await Promise.all([startServer(till.env), startServer(till.env)]);
    try {
      await work(servers);
    } finally {
      for (const server of servers) await server.kill();
    }
  }

  test('consume each unit once, and return equal responses to the two requests with the same ref', {
    timeout: 120_000,
  }, async () => {
    await withTill('postgres', async (till) => {
      await withServers(till, async (servers) => {
        // The two requests of a ref go to different servers.
        const requests = twoRequestsPerRef(till.entitlementId, refs);
        const responses = await Promise.all(
          requests.map((request, index) => {
            const { url } = elementAt(servers, index < refs ? 0 : 1);
            // On a slow machine, the wait for the entitlement can end with 503, which changes nothing.
            return consumeWithRetries(() => url, till.key, request);
          }),
        );
        expect(expectPairsAgree(responses)).toBe(units);
        expect(responses.filter(({ replayed }) => replayed === false)).toHaveLength(units);
        await till.expectConsumed(units);
      });
    });
  });

  test('have correct totals if one of them is killed and the tills use the other one', {
    timeout: 120_000,
  }, async () => {
    await withTill('postgres', async (till) => {
      await withServers(till, async (servers) => {
        const [killedServer, otherServer] = [elementAt(servers, 0), elementAt(servers, 1)];
        let attempt = 0;
        let killing: Promise<void> | undefined;
        const url = () => {
          attempt += 1;
          if (attempt === refs) killing = killedServer.kill();
          return (attempt % 2 === 0 ? killedServer : otherServer).url;
        };
        const responses = await mapConcurrently(twoRequestsPerRef(till.entitlementId, refs), 32, (request) =>
          consumeWithRetries(url, till.key, request),
        );
        await killing;
        expect(expectPairsAgree(responses)).toBe(units);
        await till.expectConsumed(units);
      });
    });
  });
});

/** Runs `work` for each item, with this concurrency. Each result has the index of its item. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(elementAt(items, index));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

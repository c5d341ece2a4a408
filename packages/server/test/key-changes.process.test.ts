import { afterAll, beforeAll, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { createKey, revokeKey } from '../src/features/keys/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines, rollAnyKey } from './harness/fixtures.ts';
import { runJsonHere } from './harness/run-here.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';

/** A key change in one process takes effect in all processes within this time. */
const propagationMs = 1_000;

describeOnBoth('a key that is changed while servers run', (kind) => {
  const database = useDatabase(kind);
  let servers: ServerProcess[];
  let organizerId: string;
  let orderNumber: string;

  beforeAll(async () => {
    const env = { ...database.env, RATE_LIMIT_API: '1000000', RATE_LIMIT_FAILED_AUTH: '1000000' };
    // A SQLite database can have only one server, a PostgreSQL database several.
    servers = await Promise.all(Array.from({ length: kind === 'sqlite' ? 1 : 2 }, () => startServer(env)));
    const organizer = await makeOrganizer(database.db);
    organizerId = organizer.id;
    await importAll(database.db, organizer, [...raceLines(), orderLine('one')]);
    ({ order_number: orderNumber } = await database.db
      .selectFrom('orders')
      .select('order_number')
      .executeTakeFirstOrThrow());
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  async function sendRequest({ url }: ServerProcess, key: string): Promise<number> {
    const response = await fetch(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  }

  /** Sends a request with the key to every server. Then the key is in the cache of every server. */
  async function cacheEverywhere(key: string): Promise<void> {
    for (const server of servers) expect(await sendRequest(server, key)).toBe(200);
  }

  /**
   * Sends requests with the key to all servers until each rejects it.
   *
   * @returns for each server, when the last accepted request was sent and when a request was rejected
   */
  function sendUntilRejected(key: string): Promise<{ lastAcceptedAtMs: number; rejectedAtMs: number }[]> {
    return Promise.all(
      servers.map(async (server) => {
        let lastAcceptedAtMs = 0;
        const isRejected = async () => {
          const sentAtMs = Date.now();
          const status = await sendRequest(server, key);
          if (status === 401) return true;
          expect(status).toBe(200);
          lastAcceptedAtMs = sentAtMs;
          return false;
        };
        await waitUntil(isRejected, { timeoutMs: 60_000, intervalMs: 20 });
        return { lastAcceptedAtMs, rejectedAtMs: Date.now() };
      }),
    );
  }

  test('is rejected within a second after its revocation, and stays rejected', async () => {
    const { id, key } = await makeKey(database.db, organizerId);
    await cacheEverywhere(key);
    const rejections = sendUntilRejected(key);
    await revokeKey(database.db, { organizerId, origin: byOperator }, id, systemClock);
    const revokedAtMs = Date.now();
    for (const { lastAcceptedAtMs } of await rejections)
      expect(lastAcceptedAtMs).toBeLessThan(revokedAtMs + propagationMs);
    for (const server of servers) expect(await sendRequest(server, key)).toBe(401);
  });

  test('is rejected within a second after its revocation on the command line', async () => {
    const { id, key } = await makeKey(database.db, organizerId);
    await cacheEverywhere(key);
    const rejections = sendUntilRejected(key);
    await runJsonHere(['keys', 'revoke', id], database.env);
    const endedAtMs = Date.now();
    for (const { lastAcceptedAtMs } of await rejections)
      expect(lastAcceptedAtMs).toBeLessThan(endedAtMs + propagationMs);
  });

  test('works until it expires, and is rejected afterwards', async () => {
    const policy = { secretDefault: ['events:read' as const], granted: [] };
    const expiresAtMs = Date.now() + 5_000;
    const options = { kind: 'secret' as const, name: 'Short', lifetimeMs: 5_000 };
    const { key } = await createKey(database.db, { organizerId, origin: byOperator }, options, policy, {
      ...systemClock,
      now: () => expiresAtMs - 5_000,
    });
    await cacheEverywhere(key);
    for (const { lastAcceptedAtMs, rejectedAtMs } of await sendUntilRejected(key)) {
      expect(lastAcceptedAtMs).toBeLessThan(expiresAtMs + propagationMs);
      expect(rejectedAtMs).toBeGreaterThanOrEqual(expiresAtMs);
    }
  });

  test('can read personal data within a second after a grant on the command line, and no longer after the grant is removed', async () => {
    const { id, key } = await makeKey(database.db, organizerId);
    await cacheEverywhere(key);
    const path = `/api/v1/orders/${orderNumber}`;
    const canReadBuyer = async ({ url }: ServerProcess) => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
      expect(response.status).toBe(200);
      return 'buyer' in ((await response.json()) as object);
    };
    for (const [command, expected] of [
      ['grant', true],
      ['ungrant', false],
    ] as const) {
      let isDone = false;
      /** For each server, the time at which the last request with the old result was sent. */
      const lastOldResults = servers.map(async (server) => {
        let lastMs = 0;
        const hasChanged = async () => {
          const sentMs = Date.now();
          if ((await canReadBuyer(server)) === expected) return isDone;
          lastMs = sentMs;
          return false;
        };
        await waitUntil(hasChanged, { intervalMs: 20 });
        return lastMs;
      });
      await runJsonHere(['keys', command, id, 'orders:read:pii'], database.env);
      const endedMs = Date.now();
      isDone = true;
      for (const lastMs of await Promise.all(lastOldResults)) expect(lastMs).toBeLessThan(endedMs + propagationMs);
      for (const server of servers) expect(await canReadBuyer(server)).toBe(expected);
    }
  });

  test.each([0, 1_200])(
    'is rejected within a second after it was rolled with a grace period of %d ms',
    async (graceMs) => {
      const oldKey = await makeKey(database.db, organizerId);
      await cacheEverywhere(oldKey.key);
      const rejections = sendUntilRejected(oldKey.key);
      const rolledKey = await rollAnyKey(database, organizerId, oldKey.id, graceMs);
      await cacheEverywhere(rolledKey.key);
      const endsAtMs = Date.parse(rolledKey.previous.expiresAt);
      for (const { lastAcceptedAtMs, rejectedAtMs } of await rejections) {
        expect(lastAcceptedAtMs).toBeLessThan(endsAtMs + propagationMs);
        expect(rejectedAtMs).toBeGreaterThanOrEqual(endsAtMs);
      }
      await cacheEverywhere(rolledKey.key);
    },
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { createKey, revokeKey, rollKey } from '../src/features/keys/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { runJson, type ServerProcess, startServer } from './harness/server-process.ts';

/** Within this time, a change in one process takes effect in all. */
const reachMs = 1_000;

describeOnBoth('a key that is changed while servers run', (kind) => {
  const t = useDatabase(kind);
  let servers: ServerProcess[];
  let organizerId: string;
  let orderNumber: string;

  beforeAll(async () => {
    const env = { ...t.env, RATE_LIMIT_API: '1000000', RATE_LIMIT_FAILED_AUTH: '1000000' };
    // A SQLite database has one server; PostgreSQL can have many.
    servers = await Promise.all(Array.from({ length: kind === 'sqlite' ? 1 : 2 }, () => startServer(env)));
    const organizer = await makeOrganizer(t.db);
    organizerId = organizer.id;
    await importAll(t.db, organizer, [...raceLines(), orderLine('one')]);
    ({ order_number: orderNumber } = await t.db.selectFrom('orders').select('order_number').executeTakeFirstOrThrow());
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  async function sendRequest({ url }: ServerProcess, key: string): Promise<number> {
    const response = await fetch(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  }

  /** Afterwards the key is in the cache of every server. */
  async function useEverywhere(key: string): Promise<void> {
    for (const server of servers) expect(await sendRequest(server, key)).toBe(200);
  }

  /**
   * Sends requests with the key to all servers until each rejects it.
   *
   * @returns for each server, when the last accepted request was sent and when the first was rejected
   */
  function untilRefused(key: string): Promise<{ takenAtMs: number; refusedAtMs: number }[]> {
    const givenUpAtMs = Date.now() + 20_000;
    return Promise.all(
      servers.map(async (server) => {
        let takenAtMs = 0;
        for (;;) {
          const sentAtMs = Date.now();
          const status = await sendRequest(server, key);
          if (status === 401) return { takenAtMs, refusedAtMs: Date.now() };
          expect(status).toBe(200);
          takenAtMs = sentAtMs;
          if (sentAtMs > givenUpAtMs) throw new Error('The key is still taken.');
        }
      }),
    );
  }

  test('is rejected within a second after its revocation, and stays rejected', async () => {
    const { id, key } = await makeKey(t.db, organizerId);
    await useEverywhere(key);
    const refusals = untilRefused(key);
    await revokeKey(t.db, id, systemClock, byOperator);
    const revokedAtMs = Date.now();
    for (const { takenAtMs } of await refusals) expect(takenAtMs).toBeLessThan(revokedAtMs + reachMs);
    for (const server of servers) expect(await sendRequest(server, key)).toBe(401);
  });

  test('is rejected within a second after its revocation on the command line', async () => {
    const { id, key } = await makeKey(t.db, organizerId);
    await useEverywhere(key);
    const refusals = untilRefused(key);
    await runJson(['keys', 'revoke', id], t.env);
    const endedAtMs = Date.now();
    for (const { takenAtMs } of await refusals) expect(takenAtMs).toBeLessThan(endedAtMs + reachMs);
  });

  test('works until it expires, and not longer', async () => {
    const policy = { secretDefault: ['events:read' as const], granted: [] };
    const expiresAtMs = Date.now() + 1_500;
    const given = { kind: 'secret' as const, name: 'Short', lifetimeMs: 1_500 };
    const { key } = await createKey(
      t.db,
      organizerId,
      given,
      policy,
      { ...systemClock, now: () => expiresAtMs - 1_500 },
      byOperator,
    );
    await useEverywhere(key);
    for (const { takenAtMs, refusedAtMs } of await untilRefused(key)) {
      expect(takenAtMs).toBeLessThan(expiresAtMs + reachMs);
      expect(refusedAtMs).toBeGreaterThanOrEqual(expiresAtMs);
    }
  });

  test('sees personal data within a second after a grant on the command line, and no longer after the grant is withdrawn', async () => {
    const { id, key } = await makeKey(t.db, organizerId);
    await useEverywhere(key);
    const path = `/api/v1/orders/${orderNumber}`;
    const isShown = async ({ url }: ServerProcess) => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
      expect(response.status).toBe(200);
      return 'buyer' in ((await response.json()) as object);
    };
    for (const [command, after] of [
      ['grant', true],
      ['ungrant', false],
    ] as const) {
      let done = false;
      /** When the last request that got the old response was sent, for each server. */
      const lastSuccesses = servers.map(async (server) => {
        let lastMs = 0;
        for (;;) {
          const sentMs = Date.now();
          if ((await isShown(server)) !== after) lastMs = sentMs;
          else if (done) return lastMs;
        }
      });
      await runJson(['keys', command, id, 'orders:read:pii'], t.env);
      const endedMs = Date.now();
      done = true;
      for (const lastMs of await Promise.all(lastSuccesses)) expect(lastMs).toBeLessThan(endedMs + reachMs);
      for (const server of servers) expect(await isShown(server)).toBe(after);
    }
  });

  test.each([0, 1_200])(
    'is rejected within a second after it was rolled with a grace period of %d ms',
    async (graceMs) => {
      const old = await makeKey(t.db, organizerId);
      await useEverywhere(old.key);
      const refusals = untilRefused(old.key);
      const rolled = await rollKey(t.db, old.id, graceMs, systemClock, byOperator);
      await useEverywhere(rolled.key);
      const endsAtMs = Date.parse(rolled.previous.expiresAt);
      for (const { takenAtMs, refusedAtMs } of await refusals) {
        expect(takenAtMs).toBeLessThan(endsAtMs + reachMs);
        expect(refusedAtMs).toBeGreaterThanOrEqual(endsAtMs);
      }
      await useEverywhere(rolled.key);
    },
  );
});

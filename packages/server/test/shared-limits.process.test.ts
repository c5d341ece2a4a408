import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { type RedisServer, startRedis } from './harness/redis-server.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';

const limit = 50;
const possible = inject('postgresUrl') !== null && inject('redisUrl') !== null;

describe.skipIf(!possible)('two server processes with one PostgreSQL and one Redis', () => {
  let t: TestDatabase;
  let redis: RedisServer;
  let servers: [ServerProcess, ServerProcess];
  let newKey: () => Promise<string>;

  beforeAll(async () => {
    [t, redis] = await Promise.all([createDatabase('postgres'), startRedis()]);
    const env = { ...t.env, REDIS_URL: redis.url, RATE_LIMIT_API: String(limit), RATE_LIMIT_FAILED_AUTH: '40' };
    servers = await Promise.all([startServer(env), startServer(env)]);
    const { id } = await makeOrganizer(t.db);
    newKey = async () => (await makeKey(t.db, id)).key;
    await untilShared();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([t.drop(), redis.stop()]);
  });

  /** Sends a request; returns the status and the number of requests that are left. */
  async function ask(server: ServerProcess, key: string): Promise<{ status: number; left: number }> {
    const response = await fetch(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return { status: response.status, left: Number(response.headers.get('ratelimit-remaining')) };
  }

  const askAtOnce = (count: number, of: readonly ServerProcess[], key: string) =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(of[i % of.length]!, key)));

  /** Waits until the processes see each other's counts: as soon as both are connected. */
  async function untilShared(): Promise<void> {
    await vi.waitFor(
      async () => {
        const key = await newKey();
        const lefts = [await ask(servers[0], key), await ask(servers[1], key)].map(({ left }) => left);
        expect(lefts).toEqual([limit - 1, limit - 2]);
      },
      { timeout: 15_000, interval: 100 },
    );
  }

  const logged = (server: ServerProcess, message: string) => server.output().split(message).length - 1;

  test('share the limit of a key exactly', async () => {
    const responses = await askAtOnce(80, servers, await newKey());
    const passed = responses.filter(({ status }) => status === 200);
    expect(passed.map(({ left }) => left).sort((a, b) => b - a)).toEqual(
      Array.from({ length: limit }, (_, i) => limit - 1 - i),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('share the limit of bad keys from one address exactly', async () => {
    const responses = await askAtOnce(60, servers, 'sk_bad');
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(40);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('each counts locally while Redis is unavailable, logs that once, and shares again afterwards', async () => {
    await redis.halt();
    const key = await newKey();
    for (const server of servers) {
      const responses = await askAtOnce(70, [server], key);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    }
    await redis.start();
    await untilShared();
    const responses = await askAtOnce(80, servers, await newKey());
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit);
    for (const server of servers) {
      await vi.waitFor(() => expect(logged(server, 'Redis available')).toBe(1), { timeout: 5_000 });
      expect(logged(server, 'Redis unavailable')).toBe(1);
    }
  });
});

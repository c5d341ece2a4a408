import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { type RedisServer, startRedis } from './harness/redis-server.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';

const limit = 50;
const failedAuthLimit = 40;

const title = 'two server processes with one PostgreSQL and one Redis';

describe.skipIf(inject('postgresUrl') === null)(title, { tags: 'redis' }, () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let servers: [ServerProcess, ServerProcess];
  let newKey: () => Promise<string>;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase('postgres'), startRedis()]);
    const env = {
      ...database.env,
      REDIS_URL: redis.url,
      RATE_LIMIT_API: String(limit),
      RATE_LIMIT_FAILED_AUTH: String(failedAuthLimit),
    };
    servers = await Promise.all([startServer(env), startServer(env)]);
    const { id } = await makeOrganizer(database.db);
    newKey = async () => (await makeKey(database.db, id)).key;
    await waitUntilShared();
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await Promise.all([database?.drop(), redis?.stop()]);
  });

  /** Sends a request. Returns the status and the number of remaining requests. */
  async function send(server: ServerProcess, key: string): Promise<{ status: number; remaining: number }> {
    const response = await fetch(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return { status: response.status, remaining: Number(response.headers.get('ratelimit-remaining')) };
  }

  const sendConcurrently = (count: number, targets: readonly ServerProcess[], key: string) =>
    Promise.all(Array.from({ length: count }, (_, i) => send(elementAt(targets, i % targets.length), key)));

  /** Waits until both processes count in Redis. */
  async function waitUntilShared(): Promise<void> {
    await vi.waitFor(
      async () => {
        const key = await newKey();
        const responses = [await send(servers[0], key), await send(servers[1], key)];
        expect(responses.map(({ remaining }) => remaining)).toEqual([limit - 1, limit - 2]);
      },
      { timeout: 120_000, interval: 100 },
    );
  }

  const countLogged = (server: ServerProcess, message: string) => server.output().split(message).length - 1;

  test('share the limit of a key exactly', async () => {
    const responses = await sendConcurrently(80, servers, await newKey());
    const passed = responses.filter(({ status }) => status === 200);
    expect(passed.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: limit }, (_, i) => limit - 1 - i),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(80 - limit);
  });

  test('share the limit of failed authentications of an IP address exactly', async () => {
    const responses = await sendConcurrently(60, servers, 'sk_bad');
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(failedAuthLimit);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(60 - failedAuthLimit);
  });

  test('count separately while Redis is unavailable, log this once, and count together again afterwards', async () => {
    await redis.halt();
    const key = await newKey();
    for (const server of servers) {
      const responses = await sendConcurrently(70, [server], key);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(70 - limit);
    }
    await redis.start();
    await waitUntilShared();
    const responses = await sendConcurrently(80, servers, await newKey());
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit);
    for (const server of servers) {
      await vi.waitFor(() => expect(countLogged(server, 'Redis available')).toBe(1), { timeout: 120_000 });
      expect(countLogged(server, 'Redis unavailable')).toBe(1);
    }
  });
});

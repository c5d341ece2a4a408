import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { generateKey } from '../src/features/keys/key-format.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { type PostgresServer, startPostgres } from './harness/postgres-server.ts';
import {
  expectLimitHeaders,
  expectProblem,
  jsonOf,
  type PageBody,
  read,
  type TestResponse,
} from './harness/responses.ts';

const rateLimits = { api: 1_000_000, failedAuth: 999_999 };
const callers = 8;

describe.skipIf(inject('postgresUrl') === null)('while the database is unavailable', () => {
  let postgres: PostgresServer;
  let dataDir: string;
  let db: Db;
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    postgres = await startPostgres(); // A separate server: other suites must not be affected.
    dataDir = mkdtempSync(join(tmpdir(), 'organizer-test-'));
    db = openDatabase({ databaseUrl: postgres.url, dataDir });
    await migrate(db);
    const organizer = await makeOrganizer(db);
    await importAll(db, organizer, [...raceLines(), orderLine('one'), orderLine('two')]);
    ({ key } = await makeKey(db, organizer.id));
    app = await startApp({ db, rateLimits });
  });
  afterAll(async () => {
    await app.close();
    await db.destroy();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ask = async (path: string, given: { key?: string } = { key }) => read(await app.request(path, given));

  /** Callers that send requests without a pause until `stop`; `latest` has the last response to each. */
  function load(paths: readonly string[]) {
    const responses: TestResponse[] = [];
    const latest: TestResponse[] = [];
    let stopped = false;
    const done = Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        while (!stopped) {
          const response = await ask(paths[caller % paths.length]!);
          latest[caller] = response;
          responses.push(response);
        }
      }),
    );
    return {
      responses,
      untilAllGet: (status: number) =>
        vi.waitFor(
          () => expect(Array.from(latest, (response) => response?.status)).toEqual(Array(callers).fill(status)),
          {
            timeout: 15_000,
          },
        ),
      stop: async () => {
        stopped = true;
        await done;
      },
    };
  }

  test('requests get a complete 503 immediately, and succeed again as soon as it is available', async () => {
    const before = await ask('/api/v1/orders');
    const requests = load(['/api/v1/orders', '/api/v1/events', '/api/v1/tickets?limit=1', '/api/v1/settlements']);
    const health = load(['/healthz']);
    await requests.untilAllGet(200);

    await postgres.halt();
    // Requests in progress at the halt are answered too: none waits until the database is available again.
    await requests.untilAllGet(503);
    const ready = await ask('/readyz');
    expectProblem(ready, 503, 'unavailable');
    // Keys are cached for less than a second; after that, they cannot be looked up.
    await vi.waitFor(async () => expectLimitHeaders(await ask('/api/v1/orders'), rateLimits.failedAuth));
    expectProblem(await ask('/api/v1/orders'), 503, 'unavailable');
    expectProblem(await ask('/api/v1/orders', {}), 401, 'missing_key');

    await postgres.start();
    await requests.untilAllGet(200);
    expect((await ask('/readyz')).status).toBe(200);
    await Promise.all([requests.stop(), health.stop()]);

    expect(new Set(health.responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(requests.responses.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const response of requests.responses) {
      if (response.status === 200) continue;
      expectProblem(response, 503, 'unavailable');
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(response.headers.get('ratelimit-policy')).toMatch(/^\d+;w=60$/);
    }
    expect(jsonOf(await ask('/api/v1/orders'))).toEqual(jsonOf(before));
    expect(jsonOf<PageBody>(before).data).toHaveLength(2);
    expectWarnings();
  });

  /** The log reports an outage as a warning with the request id, and not as an error. */
  function expectWarnings(): void {
    const lines = app
      .log()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { level: string; requestId?: string });
    const warnings = lines.filter(({ level }) => level === 'warn');
    expect(warnings.length).toBeGreaterThan(0);
    for (const warning of warnings) expect(warning.requestId).toMatch(/^req_/);
    expect(lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  }

  test('a key that could not be looked up does not count as a failed attempt', async () => {
    const left = async () => Number((await ask('/api/v1/orders', {})).headers.get('ratelimit-remaining'));
    const before = await left();
    await postgres.halt();
    for (let i = 0; i < 5; i += 1) {
      expectProblem(await ask('/api/v1/orders', { key: generateKey('secret') }), 503, 'unavailable');
    }
    expect(await left()).toBe(before - 1);
    await postgres.start();
  });
});

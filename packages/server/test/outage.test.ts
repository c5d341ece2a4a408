import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { generateKey } from '../src/features/keys/key-format.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { elementAt } from './harness/defined.ts';
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
import { repeatWhile } from './harness/wait.ts';

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

  const get = async (path: string, options: { key?: string } = { key }) => read(await app.request(path, options));

  /** Starts callers that send requests, with short pauses, until `stop` is called. */
  function startCallers(paths: readonly string[]) {
    const responses: TestResponse[] = [];
    /** The last response to each caller. */
    const latest: TestResponse[] = [];
    let isStopped = false;
    const done = Promise.all(
      Array.from({ length: callers }, (_, caller) =>
        repeatWhile(
          () => !isStopped,
          5,
          async () => {
            const response = await get(elementAt(paths, caller % paths.length));
            latest[caller] = response;
            responses.push(response);
          },
        ),
      ),
    );
    return {
      responses,
      waitUntilAllGet: (status: number) =>
        vi.waitFor(
          () => expect(Array.from(latest, (response) => response?.status)).toEqual(Array(callers).fill(status)),
          {
            timeout: 120_000,
          },
        ),
      stop: async () => {
        isStopped = true;
        await done;
      },
    };
  }

  test('requests immediately get a complete 503, and succeed again as soon as the database is available', async () => {
    const before = await get('/api/v1/orders');
    const requests = startCallers([
      '/api/v1/orders',
      '/api/v1/events',
      '/api/v1/tickets?limit=1',
      '/api/v1/settlements',
    ]);
    const health = startCallers(['/healthz']);
    await requests.waitUntilAllGet(200);

    await postgres.halt();
    // Requests that were in progress when the database stopped get a 503 too. They do not wait until it is available.
    await requests.waitUntilAllGet(503);
    const readyResponse = await get('/readyz');
    expectProblem(readyResponse, 503, 'unavailable');
    // Keys are cached for less than a second; after that, they cannot be looked up.
    await vi.waitFor(async () => expectLimitHeaders(await get('/api/v1/orders'), rateLimits.failedAuth), {
      timeout: 120_000,
    });
    expectProblem(await get('/api/v1/orders'), 503, 'unavailable');
    expectProblem(await get('/api/v1/orders', {}), 401, 'missing_key');

    await postgres.start();
    await requests.waitUntilAllGet(200);
    expect((await get('/readyz')).status).toBe(200);
    await Promise.all([requests.stop(), health.stop()]);

    expect(new Set(health.responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(requests.responses.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const response of requests.responses) {
      if (response.status === 200) continue;
      expectProblem(response, 503, 'unavailable');
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(response.headers.get('ratelimit-policy')).toMatch(/^\d+;w=60$/);
    }
    expect(jsonOf(await get('/api/v1/orders'))).toEqual(jsonOf(before));
    expect(jsonOf<PageBody>(before).data).toHaveLength(2);
    expectWarnings();
  });

  /** Checks that the log reports the outage as warnings with request ids, and not as errors. */
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

  test('a key that cannot be looked up does not count as a failed attempt', async () => {
    const remainingAttempts = async () => Number((await get('/api/v1/orders', {})).headers.get('ratelimit-remaining'));
    const before = await remainingAttempts();
    await postgres.halt();
    for (let i = 0; i < 5; i += 1) {
      expectProblem(await get('/api/v1/orders', { key: generateKey('secret') }), 503, 'unavailable');
    }
    expect(await remainingAttempts()).toBe(before - 1);
    await postgres.start();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import type { TestDatabase } from './harness/databases.ts';
import { PayingSite } from './harness/payments.ts';
import { type PostgresServer, startPostgres } from './harness/postgres-server.ts';
import { expectProblem } from './harness/responses.ts';
import { violations } from './invariants.ts';

describe.skipIf(inject('postgresUrl') === null)('while the database is unavailable', () => {
  let postgres: PostgresServer;
  let database: TestDatabase;
  let paying: PayingSite;

  beforeAll(async () => {
    postgres = await startPostgres(); // A separate server: the outage must not affect other suites.
    const dataDir = mkdtempSync(join(tmpdir(), 'organizer-test-'));
    const db = openDatabase({ databaseUrl: postgres.url, dataDir });
    await migrate(db);
    database = {
      kind: 'postgres',
      db,
      dataDir,
      databaseUrl: postgres.url,
      databaseSharding: null,
      connectionTimeoutMs: 2_000,
      env: {},
      drop: async () => rmSync(dataDir, { recursive: true }),
    };
    paying = await PayingSite.start(database);
  });
  afterAll(async () => {
    await paying.close();
    await database.db.destroy();
    await postgres.stop();
    await database.drop();
  });

  test('webhooks of payments get 503; when they are sent again afterwards, the order is paid once', async () => {
    const shop = await paying.site.shop();
    const startedPayment = await paying.startPayment(shop);
    const completed = paying.stripe.pay(startedPayment.sessionId);
    await postgres.halt();
    for (let times = 0; times < 3; times += 1) {
      const response = await paying.sendEvent(completed);
      expectProblem(response, 503, 'unavailable');
    }
    await postgres.start();
    await vi.waitFor(() => paying.sendEventOk(completed), { timeout: 120_000, interval: 50 });
    await paying.sendEventOk(completed);
    expect(await paying.statusOf(startedPayment.orderNumber)).toBe('paid');
    expect(await paying.mails(startedPayment.orderNumber)).toMatchObject([{ kind: 'tickets' }]);
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    expect(paying.logged().filter(({ level }) => level === 'error')).toEqual([]);
    paying.expectNothingSecretLogged();
  });
});

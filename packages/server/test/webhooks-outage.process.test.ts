import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import {
  EventReceiver,
  expectAllDelivered,
  type ReceiverResponse,
  receiverSettings,
  waitForDeliveries,
} from './harness/event-receiver.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { type PaymentReports, startPaying } from './harness/paying-process.ts';
import { startPostgres } from './harness/postgres-server.ts';
import { startCommand } from './harness/server-process.ts';
import { responseDelay } from './harness/wait.ts';

const outages = 3;
/** More orders than the paying process can pay. */
const orders = 2_000;
/** Longer than a lease, because a claim can be committed although its worker gets an error. */
const deliveryTimeoutMs = 90_000;

describe.skipIf(inject('postgresUrl') === null)('while the database is unavailable', () => {
  test('a webhook worker waits and resumes without a restart', { timeout: 240_000 }, async () => {
    const postgres = await startPostgres(); // A separate server: the outages must not affect other suites.
    const dataDir = mkdtempSync(join(tmpdir(), 'organizer-test-'));
    const db = openDatabase({ databaseUrl: postgres.url, dataDir });
    const receiver = new EventReceiver();
    await receiver.start();
    receiver.chooseResponse = async (): Promise<ReceiverResponse> => {
      await responseDelay(Math.random() * 100); // A delay, so that a delivery is always in progress.
      return 200;
    };
    await migrate(db);
    const organizer = await makeOrganizer(db);
    const pendingLines = Array.from({ length: orders }, (_, index) =>
      orderLine(`order-${index}`, { status: 'pending' }),
    );
    await importAll(db, organizer, [...raceLines(), ...pendingLines]);
    await receiver.register({ db, dataDir }, organizer.id, '/all');

    const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.url };
    const { child, result } = startCommand(['serve', '--role', 'worker'], { ...env, ...receiverSettings });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    let succeeded = 0;
    const waitForMoreDeliveries = async () => {
      const targetCount = succeeded + 100;
      await vi.waitFor(
        async () => {
          succeeded = await countSucceeded(db);
          expect(succeeded).toBeGreaterThanOrEqual(targetCount);
        },
        { timeout: deliveryTimeoutMs },
      );
    };
    const reports: PaymentReports = { paid: new Set(), rolledBack: new Set() };
    let paying = startPaying(env, organizer.id, reports);
    try {
      for (let outage = 1; outage <= outages; outage += 1) {
        await waitForMoreDeliveries();
        await postgres.halt();
        const line = '"queue":"webhooks","msg":"Database unavailable, retrying"';
        await vi.waitFor(() => expect(output.split(line)).toHaveLength(outage + 1), { timeout: 60_000 });
        expect(await paying.exited).toBe(1); // The paying process ran until the database stopped.
        await postgres.start();
        paying = startPaying(env, organizer.id, reports);
      }
      await waitForMoreDeliveries();
      paying.child.kill('SIGTERM');
      await paying.exited;
      await waitForDeliveries(db, deliveryTimeoutMs);

      expect(child.exitCode).toBeNull();
      await expectAllDelivered(db, receiver);
      const paidOrders = await db.selectFrom('orders').select('order_number').where('status', '=', 'paid').execute();
      expect(paidOrders.map(({ order_number }) => order_number)).toEqual(expect.arrayContaining([...reports.paid]));
      expect(reports.rolledBack.size).toBeGreaterThan(0);
      expect([...reports.rolledBack].filter((id) => receiver.bodies.has(id))).toEqual([]);
      console.log(
        `${receiver.bodies.size} events, ${reports.rolledBack.size} rolled back; ${outages} outages; ` +
          `${receiver.duplicates} duplicates`,
      );
    } finally {
      paying.child.kill('SIGKILL');
      child.kill('SIGKILL');
      await Promise.all([paying.exited, result]);
      await receiver.close();
      await db.destroy();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** The number of recorded successful deliveries. */
async function countSucceeded(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return count;
}

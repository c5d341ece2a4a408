import { writeSync } from 'node:fs';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { payOrder } from '../../src/features/orders/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { randomDelay } from './wait.ts';

/*
 * Pays the pending orders of an organizer, one after the other, each twice: first in a transaction that is rolled back, then in
 * one that is committed. It prints `rolledBack ID` with the event of the first, and `paid NUMBER` after the second. The tests
 * kill it while it runs.
 */

const organizerId = process.argv[2]!;
const db = openDatabase(deployments.extended.loadConfig(process.env));
const rollback = new Error('rollback');
const pending = await db
  .selectFrom('orders')
  .select('order_number')
  .where('organizer_id', '=', organizerId)
  .where('status', '=', 'pending')
  .orderBy('order_number')
  .execute();
for (const { order_number: number } of pending) {
  await payOrder(withFailingTransaction(), organizerId, number, systemClock, byOperator).catch((error) => {
    if (error !== rollback) throw error;
  });
  await payOrder(db, organizerId, number, systemClock, byOperator);
  writeSync(1, `paid ${number}\n`);
}
await db.destroy();

/** The database, with a first transaction that fails after all its work. Work outside of that transaction is not rolled back. */
function withFailingTransaction(): Db {
  let isFirst = true;
  return new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (name !== 'transaction' || !isFirst) return typeof value === 'function' ? value.bind(target) : value;
      isFirst = false;
      return () => ({ execute: fail });
    },
  });
}

function fail(work: (tx: Db) => Promise<unknown>): Promise<never> {
  return db.transaction().execute(async (tx) => {
    await work(tx);
    const { id } = await tx
      .selectFrom('webhook_events')
      .select('id')
      .where('organizer_id', '=', organizerId)
      .where('type', '=', 'order.paid')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    writeSync(1, `rolledBack ${id}\n`);
    await randomDelay(5); // A worker that could read uncommitted events would find it.
    throw rollback;
  });
}

import { writeSync } from 'node:fs';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { payOrder } from '../../src/features/orders/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import { randomDelay } from './wait.ts';

/*
 * Pays each pending order of an organizer twice: first in a transaction that is rolled back, then in a transaction that is
 * committed. After the first, prints `rolledBack ID` with the id of its event. After the second, prints `paid NUMBER`. Tests
 * kill this process while it runs.
 */

const organizerId = process.argv[2]!;
const db = openDatabase(deployments.extended.loadConfig(process.env));
const rollback = new Error('rollback');
const pendingOrders = await db
  .selectFrom('orders')
  .select('order_number')
  .where('organizer_id', '=', organizerId)
  .where('status', '=', 'pending')
  .orderBy('order_number')
  .execute();
for (const { order_number: number } of pendingOrders) {
  await payOrder(withFailingTransaction(), organizerScope(organizerId, systemClock, byOperator), number).catch(
    (error) => {
      if (error !== rollback) throw error;
    },
  );
  await payOrder(db, organizerScope(organizerId, systemClock, byOperator), number);
  writeSync(1, `paid ${number}\n`);
  await randomDelay(60); // The deliveries keep pace with the payments.
}
await db.destroy();

/** The database, but its first transaction is rolled back after all its statements. */
function withFailingTransaction(): Db {
  let isFirst = true;
  return new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (name !== 'transaction' || !isFirst) return typeof value === 'function' ? value.bind(target) : value;
      isFirst = false;
      return () => ({ execute: executeAndRollBack });
    },
  });
}

function executeAndRollBack(work: (tx: Db) => Promise<unknown>): Promise<never> {
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
    await randomDelay(5); // If a worker could read uncommitted events, it would now find this event.
    throw rollback;
  });
}

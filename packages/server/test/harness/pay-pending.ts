import { writeSync } from 'node:fs';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { payOrder } from '../../src/features/orders/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/open.ts';

/*
 * Pays an organizer's pending orders, one after the other, and prints the number of each once its payment was
 * acknowledged. The tests end it while it does.
 */

const organizerId = process.argv[2]!;
const db = openDatabase(deployments.extended.loadConfig(process.env));
const pending = await db
  .selectFrom('orders')
  .select('order_number')
  .where('organizer_id', '=', organizerId)
  .where('status', '=', 'pending')
  .orderBy('order_number')
  .execute();
for (const { order_number: number } of pending) {
  await payOrder(db, organizerId, number, systemClock, byOperator);
  writeSync(1, `${number}\n`);
}
await db.destroy();

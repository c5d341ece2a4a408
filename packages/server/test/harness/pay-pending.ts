import { writeSync } from 'node:fs';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { payOrder } from '../../src/features/orders/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { organizerScope } from '../../src/platform/scope.ts';

/*
 * Pays the pending orders of an organizer, one after the other. Prints the number of an order after its payment was committed.
 * Tests kill this process while it runs.
 */

const organizerId = process.argv[2]!;
const db = openDatabase(deployments.extended.loadConfig(process.env));
const pendingOrders = await db
  .selectFrom('orders')
  .select('order_number')
  .where('organizer_id', '=', organizerId)
  .where('status', '=', 'pending')
  .orderBy('order_number')
  .execute();
for (const { order_number: number } of pendingOrders) {
  await payOrder(db, organizerScope(organizerId, systemClock, byOperator), number);
  writeSync(1, `${number}\n`);
}
await db.destroy();

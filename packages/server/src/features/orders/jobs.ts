import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { expireOrders } from './expire-orders.ts';
import { purgeAbandonedOrders } from './remove-abandoned.ts';

/** Stock of an expired order is on sale again within 5 s of the expiry. */
const expiryIntervalMs = 1_000;

export const expireOrdersJob: Job = repeatingJob('expire orders', expiryIntervalMs, ({ db, clock }) =>
  expireOrders(db, clock),
);

export const purgeAbandonedOrdersJob: Job = repeatingJob('purge abandoned orders', purgeIntervalMs, ({ db, clock }) =>
  purgeAbandonedOrders(db, clock.now()),
);

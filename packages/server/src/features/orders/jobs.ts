import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { expireOrders } from './expire-orders.ts';
import { purgeAbandonedOrders } from './remove-abandoned.ts';

/** The stock of an expired order must be available again within 5 s. */
const expiryIntervalMs = 1_000;

export const expireOrdersJob: Job = repeatingJob('expire orders', expiryIntervalMs, ({ db, clock }) =>
  expireOrders(db, clock),
);

export const purgeAbandonedOrdersJob: Job = repeatingJob('purge abandoned orders', purgeIntervalMs, ({ db, clock }) =>
  purgeAbandonedOrders(db, clock),
);

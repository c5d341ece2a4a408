import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { expireOrders } from './expire-orders.ts';
import { purgeAbandonedOrders } from './remove-abandoned.ts';
import { removeOldAnswers } from './remove-old-answers.ts';
import { indexMissingOrders } from './search-index.ts';

/** The stock of an expired order must be available again within 5 s. */
const expiryIntervalMs = 1_000;
/** How long a search can miss what a server of the previous version has written. */
const indexIntervalMs = 10_000;
/** Each run reads the answers of all past events with questions that have a retention. */
const oldAnswersIntervalMs = 60 * 60 * 1_000;

export const expireOrdersJob: Job = repeatingJob('expire orders', expiryIntervalMs, ({ db, clock }) =>
  expireOrders(db, clock),
);

export const purgeAbandonedOrdersJob: Job = repeatingJob('purge abandoned orders', purgeIntervalMs, ({ db, clock }) =>
  purgeAbandonedOrders(db, clock),
);

export const removeOldAnswersJob: Job = repeatingJob('remove old answers', oldAnswersIntervalMs, ({ db, clock }) =>
  removeOldAnswers(db, clock),
);

export const indexMissingOrdersJob: Job = repeatingJob('index orders for searches', indexIntervalMs, ({ db }) =>
  indexMissingOrders(db),
);

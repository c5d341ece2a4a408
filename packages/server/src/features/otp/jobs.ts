import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { purgeCodes } from './codes.ts';

export const purgeCodesJob: Job = repeatingJob('purge one-time codes', purgeIntervalMs, ({ db, clock }) =>
  purgeCodes(db, clock.now()),
);

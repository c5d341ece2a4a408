import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { applyRetention } from './retention.ts';

export const removePersonalDataJob: Job = repeatingJob('remove personal data', purgeIntervalMs, ({ db, clock }) =>
  applyRetention(db, clock),
);

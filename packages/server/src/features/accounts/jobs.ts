import { timestamp } from '../../platform/clock.ts';
import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { purgeExpired } from './sessions.ts';

export const purgeSessionsJob: Job = repeatingJob('purge sessions', purgeIntervalMs, ({ db, clock }) =>
  purgeExpired(db, timestamp(clock.now())),
);

import { type Job, repeatingJob } from '../job.ts';
import { dialectOf } from './dialect.ts';

const intervalMs = 5_000;

/** Keeps the plans of statements right while tables grow, for example at the start of the first sale of an installation. */
export const updateStatisticsJob: Job = repeatingJob('statistics', intervalMs, ({ db }) =>
  dialectOf(db).updateStatisticsOfGrownTables(db),
);

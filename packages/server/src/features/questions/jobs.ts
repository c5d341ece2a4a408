import { type Job, repeatingJob } from '../../platform/job.ts';
import { removeOldAnswers } from './remove-old-answers.ts';

/** Each run reads the answers of all past events with such questions. */
const intervalMs = 60 * 60 * 1_000;

export const removeOldAnswersJob: Job = repeatingJob('remove old answers', intervalMs, ({ db, clock }) =>
  removeOldAnswers(db, clock),
);

import { type Job, repeatingJob } from '../../platform/job.ts';
import { continueResets } from './reset-sandbox.ts';

const resetIntervalMs = 1_000;

export const resetSandboxesJob: Job = repeatingJob('reset sandboxes', resetIntervalMs, ({ db, clock }) =>
  continueResets(db, clock),
);

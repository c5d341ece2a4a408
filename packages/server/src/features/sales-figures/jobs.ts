import type { Job } from '../../platform/job.ts';
import { startFiguresWorker } from './worker.ts';

/** The job that adds new ledger entries to the sums of the dashboard. */
export const countFiguresJob: Job = {
  name: 'count figures',
  start: (context) => {
    const worker = startFiguresWorker(context);
    return { drain: () => worker.stop() };
  },
};

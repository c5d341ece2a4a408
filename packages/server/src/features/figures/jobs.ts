import type { Job } from '../../platform/job.ts';
import { startFiguresWorker } from './worker.ts';

/** The job that keeps the sums of the dashboard up to date. */
export const countFiguresJob: Job = {
  name: 'count figures',
  start: (context) => {
    const worker = startFiguresWorker(context);
    return { drain: () => worker.stop() };
  },
};

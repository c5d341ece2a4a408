import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { releaseDeliveryLeases } from './leases.ts';
import { purgeAttempts } from './purge.ts';
import { purgeEvents } from './purge-events.ts';
import { continueReplays } from './replay.ts';
import type { WorkerOptions } from './worker.ts';

/** In this time, a replay schedules more deliveries than are sent. */
const replayIntervalMs = 1_000;

/** The jobs that deliver webhooks, continue replays and delete old attempts and events. */
export function webhookJobs(options: Pick<WorkerOptions, 'brand' | 'allowPrivateNetworks'>): Job[] {
  return [
    {
      name: 'deliver webhooks',
      releaseLeases: releaseDeliveryLeases,
      start: async (context) => {
        // Imported on start, because its HTTP client takes a tenth of a second to load.
        const { startWebhookWorker } = await import('./worker.ts');
        const worker = startWebhookWorker({ ...context, ...options });
        return { drain: () => worker.stop() };
      },
    },
    repeatingJob('replay webhooks', replayIntervalMs, ({ db, clock }) => continueReplays(db, clock)),
    repeatingJob('purge webhook attempts', purgeIntervalMs, ({ db, clock }) => purgeAttempts(db, clock)),
    repeatingJob('purge webhook events', purgeIntervalMs, ({ db, clock }) => purgeEvents(db, clock)),
  ];
}

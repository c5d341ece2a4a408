import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { unlessHeld } from '../../platform/queue/holds.ts';
import { alertFailingEndpoints } from './alert-failing-endpoints.ts';
import { releaseDeliveryLeases } from './delivery-rows.ts';
import type { EngineOptions } from './engine.ts';
import { purgeAttempts } from './purge.ts';
import { purgeEvents } from './purge-events.ts';
import { continueReplays } from './replay.ts';

/** In this time, a replay schedules more deliveries than are sent. */
const replayIntervalMs = 1_000;

/** The pause between two searches for endpoints that have been failing for a long time. */
const alertIntervalMs = 60_000;

/** The jobs that deliver webhooks, alert organizers about failing endpoints, continue replays and delete old attempts and events. */
export function webhookJobs(options: Pick<EngineOptions, 'brand' | 'allowPrivateNetworks'>): Job[] {
  return [
    unlessHeld('webhooks', {
      name: 'deliver webhooks',
      releaseLeases: releaseDeliveryLeases,
      start: async (context) => {
        // Imported on start, because commands do not need it.
        const { DeliveryEngine } = await import('./engine.ts');
        const engine = new DeliveryEngine({ ...context, ...options });
        return { drain: () => engine.stop() };
      },
    }),
    repeatingJob('replay webhooks', replayIntervalMs, ({ db, clock }) => continueReplays(db, clock)),
    repeatingJob('alert about failing endpoints', alertIntervalMs, ({ db, clock, secrets }) =>
      alertFailingEndpoints(db, clock, secrets),
    ),
    repeatingJob('purge webhook attempts', purgeIntervalMs, ({ db, clock }) => purgeAttempts(db, clock)),
    repeatingJob('purge webhook events', purgeIntervalMs, ({ db, clock }) => purgeEvents(db, clock)),
  ];
}

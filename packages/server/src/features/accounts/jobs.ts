import { timestamp } from '../../platform/clock.ts';
import { type Job, purgeIntervalMs, repeatingJob } from '../../platform/job.ts';
import { purgeInvitations } from './invitations.ts';
import { purgeExpired } from './sessions.ts';

/** Deletes expired sessions, links and codes immediately, and invitations 30 days after their expiry. */
export const purgeAccountsJob: Job = repeatingJob('purge accounts', purgeIntervalMs, async ({ db, clock }) => {
  const nowMs = clock.now();
  await purgeExpired(db, timestamp(nowMs));
  await purgeInvitations(db, nowMs);
});

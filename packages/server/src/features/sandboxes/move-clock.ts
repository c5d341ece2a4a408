import { ApiError } from '../../errors/index.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { clockChannel, raiseClockOffset, type Sandbox } from '../organizers/index.ts';
import { renewDeliveryLeases } from '../webhooks/index.ts';
import { maxClockOffsetMs, requireSandbox } from './open-sandbox.ts';

/**
 * Moves the clock of a sandbox forward. From then on it continues to run. What becomes due by the move is done by the jobs soon
 * after it: orders expire, and deliveries and refunds are attempted again, each once.
 *
 * @param toMs the new time, milliseconds since the epoch
 * @returns the sandbox after the move
 * @throws ApiError `sandbox_only` if the organizer is live, `clock_not_forward` if the time is not after the current time of the
 *   sandbox, `clock_too_far` if it is more than a year ahead of the server's, `sandbox_in_reset` if the data of the sandbox is
 *   being deleted
 */
export async function moveClock(db: Db, scope: OrganizerOrigin, toMs: number, clock: ServiceClock): Promise<Sandbox> {
  const { organizerId } = scope;
  const moved = await db.transaction().execute(async (tx) => {
    await requireSandbox(tx, organizerId);
    const serverMs = clock.now();
    const offsetMs = toMs - serverMs;
    if (offsetMs > maxClockOffsetMs) {
      throw new ApiError('clock_too_far', { until: timestamp(serverMs + maxClockOffsetMs) });
    }
    const isMoved = await raiseClockOffset(tx, organizerId, offsetMs);
    const sandbox = await requireSandbox(tx, organizerId);
    if (sandbox.resetStartedAt !== null) throw new ApiError('sandbox_in_reset', {});
    if (!isMoved) throw new ApiError('clock_not_forward', { now: timestamp(serverMs + sandbox.clockOffsetMs) });
    await renewDeliveryLeases(tx, organizerId, toMs);
    const at = timestamp(toMs);
    await recordAudit(tx, scope, { action: 'sandbox.move_clock', subject: organizerId, details: { to: at }, at });
    await announceOnCommit(tx, clockChannel);
    return sandbox;
  });
  await clock.refresh();
  return moved;
}

import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { readReverseWithinSeconds } from '../organizers/index.ts';
import { emit, type NewEvent } from '../webhooks/index.ts';
import { type Consumed, findConsumption } from './consume-units.ts';
import { lockOrderOf, returnUnits, reversalRef } from './return-units.ts';
import type { EntitlementEventType } from './webhook-types.ts';

/** The consumption to reverse. */
interface Reversal {
  readonly consumptionId: string;
  readonly reason: string;
  /** The event to which the consumption must belong; by default, any. */
  readonly eventId?: string;
}

/**
 * Returns all units of a consumption, once, so that they can be consumed again, and emits a webhook event. It must have been made
 * within the time that the organizer has set. A repeated call changes nothing, also after this time.
 *
 * @returns `replayed` states whether an earlier call has reversed the consumption
 * @throws ApiError `consumption_not_found`, `reversal_too_late`; `too_many_units_to_return` if units of it were refunded since
 */
export async function reverseConsumption(
  tx: Db,
  scope: RequestScope,
  { consumptionId, reason, eventId }: Reversal,
): Promise<Consumed> {
  const { organizerId } = scope;
  const found = await findConsumption(tx, organizerId, consumptionId);
  if (found === null || (eventId !== undefined && found.eventId !== eventId)) {
    throw new ApiError('consumption_not_found', { consumptionId: consumptionId.slice(0, 100) });
  }
  const { id, entitlementId, units, createdAt } = found.consumption;
  const nowMs = scope.clock.now();
  const now = timestamp(nowMs);
  await lockOrderOf(tx, organizerId, entitlementId);
  // The order is locked, so a concurrent request has finished.
  const reversedAt = (await findConsumption(tx, organizerId, id))?.consumption.reversedAt ?? null;
  const replayed = reversedAt !== null;
  if (!replayed) {
    const withinSeconds = await readReverseWithinSeconds(tx, organizerId);
    const isTooLate = nowMs - Date.parse(createdAt) > withinSeconds * 1_000;
    if (isTooLate) throw new ApiError('reversal_too_late', { withinSeconds });
  }
  const change = { entitlementId, units, ref: reversalRef(id), reason };
  const entitlement = await returnUnits(tx, scope, change, now);
  if (!replayed) {
    const event: NewEvent<EntitlementEventType> = { type: 'addon.consumption_reversed', data: entitlement };
    await emit(tx, organizerId, [event], now);
  }
  return { consumption: { ...found.consumption, reversedAt: reversedAt ?? now }, entitlement, replayed };
}

import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { AuditOrigin } from '../audit/index.ts';
import {
  type ConsumptionView,
  emitConsumptionReversed,
  findConsumption,
  reversalRef,
  type UnitsChangedByHand,
} from '../entitlements/index.ts';
import { readReverseWithinSeconds } from '../organizers/index.ts';
import { returnUnitsOfOrder } from './return-consumed-units.ts';

/** The consumption to reverse. */
interface Reversal {
  readonly consumptionId: string;
  readonly reason: string;
  /** The event to which the consumption must belong; by default, any. */
  readonly eventId?: string;
}

/** A reversed consumption, and the current state of its entitlement. */
interface ReversedConsumption {
  readonly consumption: ConsumptionView;
  /** JSON. */
  readonly entitlement: string;
  /** Whether an earlier request has reversed the consumption. */
  readonly replayed: boolean;
}

/**
 * Returns all units of a consumption, once, so that they can be consumed again, and emits a webhook event. It must have been made
 * within the time that the organizer has set. A repeated call changes nothing, also after this time.
 *
 * @param origin the actor, for the history of the entitlement and the audit log
 * @throws ApiError `consumption_not_found`, `reversal_too_late`; `too_many_units_to_return` if units of it were refunded since
 */
export function reverseConsumption(
  db: Db,
  organizerId: string,
  request: Reversal,
  clock: Clock,
  origin: AuditOrigin,
): Promise<ReversedConsumption> {
  return db.transaction().execute((tx) => reverseInTransaction(tx, organizerId, request, clock, origin));
}

/** Reverses a consumption in a transaction, as `reverseConsumption` does. */
export async function reverseInTransaction(
  tx: Db,
  organizerId: string,
  { consumptionId, reason, eventId }: Reversal,
  clock: Clock,
  origin: AuditOrigin,
): Promise<ReversedConsumption> {
  const found = await findConsumption(tx, organizerId, consumptionId);
  if (found === null || (eventId !== undefined && found.eventId !== eventId)) {
    throw new ApiError('consumption_not_found', { consumptionId: consumptionId.slice(0, 100) });
  }
  const { id, entitlementId, units, createdAt } = found.consumption;
  const change: UnitsChangedByHand = { entitlementId, units, ref: reversalRef(id), reason };
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  let { reversedAt } = found.consumption;
  const entitlement = await returnUnitsOfOrder(tx, organizerId, change, now, origin, async () => {
    // The order is locked, so a concurrent request has finished.
    reversedAt = (await findConsumption(tx, organizerId, id))?.consumption.reversedAt ?? null;
    if (reversedAt !== null) return;
    const withinSeconds = await readReverseWithinSeconds(tx, organizerId);
    if (nowMs - Date.parse(createdAt) > withinSeconds * 1_000) {
      throw new ApiError('reversal_too_late', { withinSeconds });
    }
  });
  const replayed = reversedAt !== null;
  if (!replayed) await emitConsumptionReversed(tx, organizerId, entitlement, now);
  return { consumption: { ...found.consumption, reversedAt: reversedAt ?? now }, entitlement, replayed };
}

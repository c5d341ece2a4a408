import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { AuditOrigin } from '../audit/index.ts';
import { findEntitlementItem, returnUnits, type UnitsChangedByHand } from '../entitlements/index.ts';
import { lockOrder } from './load-order.ts';

/**
 * Returns consumed units of an entitlement by hand. The order is locked: a concurrent refund could otherwise refund units that
 * become available again.
 *
 * @param origin the actor, for the history of the entitlement and the audit log
 * @returns the JSON of the entitlement
 * @throws ApiError `not_found`, `ref_conflict`; `invalid_state` if fewer units can be returned
 */
export async function returnConsumedUnits(
  db: Db,
  organizerId: string,
  change: UnitsChangedByHand,
  clock: Clock,
  origin: AuditOrigin,
): Promise<string> {
  const now = timestamp(clock.now());
  return db.transaction().execute((tx) => returnUnitsOfOrder(tx, organizerId, change, now, origin));
}

/**
 * Returns consumed units in a transaction, as `returnConsumedUnits` does.
 *
 * @param check runs after the order was locked
 */
export async function returnUnitsOfOrder(
  tx: Db,
  organizerId: string,
  change: UnitsChangedByHand,
  now: string,
  origin: AuditOrigin,
  check: () => Promise<void> = async () => {},
): Promise<string> {
  const { entitlementId } = change;
  const found = await findEntitlementItem(tx, organizerId, entitlementId);
  if (found === null) throw new ApiError('entitlement_not_found', { entitlementId: entitlementId.slice(0, 100) });
  const { items } = await lockOrder(tx, organizerId, found.orderNumber);
  await check();
  const item = items.find(({ id }) => id === found.itemId);
  const refundedUnits = item === undefined ? 0 : item.refunded_quantity * item.units_per_purchase;
  return returnUnits(tx, organizerId, change, refundedUnits, now, origin);
}

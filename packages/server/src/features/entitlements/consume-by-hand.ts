import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { type Consumed, type ConsumeRequest, consumeUnits } from './consume-units.ts';

/** Units that a member consumes or returns by hand. `ref` makes a repeated request safe. */
export type UnitsChangedByHand = ConsumeRequest & { readonly reason: string };

/**
 * Consumes units of an entitlement by hand, once for each `ref`, with the same webhook event as any consumption.
 *
 * @throws ApiError `not_found`, `insufficient_units`, `ref_conflict`
 */
export async function consumeByHand(
  db: Db,
  scope: RequestScope,
  { reason, ...request }: UnitsChangedByHand,
): Promise<Consumed> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const consumed = await consumeUnits(tx, scope, request);
    if (consumed.replayed) return consumed;
    const { id, units, createdAt } = consumed.consumption;
    await setConsumer(tx, organizerId, id, { actor: scope.origin.actor, reason });
    const details = { units, consumption: id };
    await recordAudit(tx, scope, { action: 'addon.consume', subject: request.entitlementId, details, at: createdAt });
    return consumed;
  });
}

/** Stores who has consumed units, and why, for the history of the entitlement. */
export async function setConsumer(
  tx: Db,
  organizerId: string,
  consumptionId: string,
  consumer: { readonly actor: string; readonly reason: string | null },
): Promise<void> {
  await tx
    .updateTable('consumptions')
    .set(consumer)
    .where('organizer_id', '=', organizerId)
    .where('id', '=', consumptionId)
    .execute();
}

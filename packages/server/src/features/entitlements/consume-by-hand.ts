import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { type Consumed, type ConsumeRequest, consumeUnits } from './consume-units.ts';

/** Units that a member consumes or returns by hand. `ref` makes a repeated request safe. */
export type UnitsChangedByHand = ConsumeRequest & { readonly reason: string };

/**
 * Consumes units of an entitlement by hand, once for each `ref`, with the same webhook event as any consumption.
 *
 * @param origin the actor, for the history of the entitlement and the audit log
 * @throws ApiError `not_found`, `insufficient_units`, `ref_conflict`
 */
export async function consumeByHand(
  db: Db,
  organizerId: string,
  { reason, ...request }: UnitsChangedByHand,
  clock: Clock,
  origin: AuditOrigin,
): Promise<Consumed> {
  return db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    const consumed = await consumeUnits(tx, organizerId, request, nowMs);
    if (consumed.replayed) return consumed;
    const { id, units } = consumed.consumption;
    await setConsumer(tx, organizerId, id, { actor: origin.actor, reason });
    const entry = {
      action: 'addon.consume',
      subject: request.entitlementId,
      details: { units, consumption: id },
    } as const;
    await recordAudit(tx, { organizerId, origin }, { ...entry, at: timestamp(nowMs) });
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

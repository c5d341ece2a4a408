import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { newId } from '../../platform/ids.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { emit, type NewEvent } from '../webhooks/index.ts';
import type { UnitsChangedByHand } from './consume-by-hand.ts';
import { entitlementJson } from './queries.ts';
import type { EntitlementEventType } from './webhook-types.ts';

/**
 * Returns consumed units, once for each `ref`, so that they can be consumed again. No webhook event is emitted, but `updatedAt` of
 * the entitlement changes. The order of the entitlement must be locked.
 *
 * @param refundedUnits the units of the item that were refunded; of these, the consumed ones stay consumed
 * @param now RFC 3339
 * @param origin the actor, for the history of the entitlement and the audit log
 * @returns the JSON of the entitlement
 * @throws ApiError `ref_conflict`; `invalid_state` if fewer units can be returned
 */
export async function returnUnits(
  tx: Db,
  organizerId: string,
  { entitlementId, units, ref, reason }: UnitsChangedByHand,
  refundedUnits: number,
  now: string,
  origin: AuditOrigin,
): Promise<string> {
  const id = newId('ret', Date.parse(now));
  const inserted = await tx
    .insertInto('unit_returns')
    .values({
      organizer_id: organizerId,
      id,
      entitlement_id: entitlementId,
      ref,
      units,
      reason,
      actor: origin.actor,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organizer_id', 'ref']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return readReturned(tx, organizerId, { entitlementId, units, ref });
  const { rows } = await sql<{ json: string }>`
    update entitlements set units_consumed = units_consumed - ${units},
      updated_at = ${latestUpdateTime(now)}
    where organizer_id = ${organizerId} and id = ${entitlementId}
      and units_consumed >= ${units} and units_consumed - ${units} >= ${refundedUnits} - units_voided
    returning ${entitlementJson(tx, 'entitlements')} as json`.execute(tx);
  const [returned] = rows;
  if (returned === undefined) throw await tooManyUnits(tx, organizerId, entitlementId, { units, refundedUnits });
  const entry = { action: 'addon.return', subject: entitlementId, details: { units, return: id }, at: now } as const;
  await recordAudit(tx, organizerId, { ...origin, ...entry });
  return returned.json;
}

const reversalPrefix = 'reversal of ';

/** The `ref` of the return of a reversed consumption. It is unique, so a consumption is reversed once. */
export function reversalRef(consumptionId: string): string {
  return `${reversalPrefix}${consumptionId}`;
}

/** The SQL of `reversalRef`. */
export function reversalRefOf(consumptionId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`${sql.lit(reversalPrefix)} || ${consumptionId}`;
}

/** The SQL of the time at which the consumption `c` was reversed; null if it was not. */
export function reversedAtOf(organizerId: unknown): RawBuilder<string | null> {
  return sql`(select r.created_at from unit_returns as r
    where r.organizer_id = ${organizerId} and r.ref = ${reversalRefOf(sql`c.id`)})`;
}

/**
 * Emits `addon.consumption_reversed`, in the transaction that has returned the units.
 *
 * @param entitlement its JSON
 * @param now RFC 3339
 */
export async function emitConsumptionReversed(
  tx: Db,
  organizerId: string,
  entitlement: string,
  now: string,
): Promise<void> {
  const event: NewEvent<EntitlementEventType> = { type: 'addon.consumption_reversed', data: entitlement };
  await emit(tx, organizerId, [event], now);
}

/** The entitlement, if an earlier request with this `ref` has returned the same units. */
async function readReturned(
  tx: Db,
  organizerId: string,
  request: { entitlementId: string; units: number; ref: string },
): Promise<string> {
  const row = await tx
    .selectFrom('unit_returns as r')
    .innerJoin('entitlements as t', 't.id', 'r.entitlement_id')
    .select(['r.entitlement_id as entitlementId', 'r.units', entitlementJson(tx, 't').as('json')])
    .where('r.organizer_id', '=', organizerId)
    .where('t.organizer_id', '=', organizerId)
    .where('r.ref', '=', request.ref)
    .executeTakeFirstOrThrow();
  const { entitlementId, units, json } = row;
  if (entitlementId === request.entitlementId && units === request.units) return json;
  throw new ApiError('ref_already_used', { ref: request.ref, entitlementId, units });
}

async function tooManyUnits(
  tx: Db,
  organizerId: string,
  entitlementId: string,
  { units, refundedUnits }: { units: number; refundedUnits: number },
): Promise<ApiError> {
  const row = await tx
    .selectFrom('entitlements')
    .select(['name', 'units_consumed', 'units_voided'])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', entitlementId)
    .executeTakeFirstOrThrow();
  const unitsMax = row.units_consumed - Math.max(0, refundedUnits - row.units_voided);
  return new ApiError('too_many_units_to_return', { name: row.name, units, unitsMax });
}

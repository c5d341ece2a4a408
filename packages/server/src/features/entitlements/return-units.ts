import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { statement } from '../../platform/database/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerOrigin, RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import type { UnitsChangedByHand } from './consume-by-hand.ts';
import { entitlementJson } from './queries.ts';

interface EntitlementKey {
  organizerId: string;
  entitlementId: string;
}

const lockOrders = statement<EntitlementKey, { locked: string }>(
  (db, param) => sql<{ locked: string }>`
    select o.order_number as locked from orders as o
    where o.organizer_id = ${param('organizerId')} and o.order_number = (select e.order_number from entitlements as e
      where e.organizer_id = ${param('organizerId')} and e.id = ${param('entitlementId')})
    ${dialectOf(db).forUpdate}`,
);

/**
 * Locks the order of an entitlement until the transaction ends: a concurrent refund could otherwise refund units that become available
 * again.
 *
 * @throws ApiError `entitlement_not_found`
 */
export async function lockOrderOf(tx: Db, organizerId: string, entitlementId: string): Promise<void> {
  const [order] = await lockOrders(tx, { organizerId, entitlementId });
  if (order === undefined) throw new ApiError('entitlement_not_found', { entitlementId: entitlementId.slice(0, 100) });
}

/** The SQL of the refunded units of the item of an entitlement. Of these, the consumed ones stay consumed. */
const refundedUnits = (organizerId: string) => sql<number>`coalesce((
  select i.refunded_quantity * i.units_per_purchase from order_items as i
  where i.organizer_id = ${organizerId} and i.id = entitlements.item_id), 0)`;

/**
 * Returns consumed units of an entitlement by hand, as `returnUnits` does.
 *
 * @throws ApiError `entitlement_not_found`
 */
export function returnConsumedUnits(db: Db, scope: RequestScope, change: UnitsChangedByHand): Promise<string> {
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    await lockOrderOf(tx, scope.organizerId, change.entitlementId);
    return returnUnits(tx, scope, change, now);
  });
}

/**
 * Returns consumed units, once for each `ref`, so that they can be consumed again. No webhook event is emitted, but `updatedAt` of
 * the entitlement changes. The order of the entitlement must be locked by `lockOrderOf`.
 *
 * @param now RFC 3339
 * @returns the JSON of the entitlement
 * @throws ApiError `ref_conflict`; `invalid_state` if fewer units can be returned
 */
export async function returnUnits(
  tx: Db,
  scope: OrganizerOrigin,
  { entitlementId, units, ref, reason }: UnitsChangedByHand,
  now: string,
): Promise<string> {
  const { organizerId } = scope;
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
      actor: scope.origin.actor,
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
      and units_consumed >= ${units} and units_consumed - ${units} >= ${refundedUnits(organizerId)} - units_voided
    returning ${entitlementJson(tx, 'entitlements')} as json`.execute(tx);
  const [returned] = rows;
  if (returned === undefined) throw await tooManyUnits(tx, organizerId, entitlementId, units);
  await recordAudit(tx, scope, {
    action: 'addon.return',
    subject: entitlementId,
    details: { units, return: id },
    at: now,
  });
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

/** The SQL of the time at which a consumption was reversed; null if it was not. `alias` is the alias of its row. */
export function reversedAtOf(organizerId: unknown, alias = 'c'): RawBuilder<string | null> {
  return sql`(select r.created_at from unit_returns as r
    where r.organizer_id = ${organizerId} and r.ref = ${reversalRefOf(sql.ref(`${alias}.id`))})`;
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

async function tooManyUnits(tx: Db, organizerId: string, entitlementId: string, units: number): Promise<ApiError> {
  const row = await tx
    .selectFrom('entitlements')
    .select(['name', 'units_consumed', 'units_voided', refundedUnits(organizerId).as('refunded')])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', entitlementId)
    .executeTakeFirstOrThrow();
  const unitsMax = row.units_consumed - Math.max(0, row.refunded - row.units_voided);
  return new ApiError('too_many_units_to_return', { name: row.name, units, unitsMax });
}

import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Static } from '../../platform/http/schema.ts';
import { newId } from '../../platform/ids.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import { emit, listSubscribers, type NewEvent, nextEventNumber } from '../webhooks/index.ts';
import { entitlementJson } from './queries.ts';
import { reversedAtOf } from './return-units.ts';
import type { consumeRequest, consumption, entitlement } from './schema.ts';
import type { EntitlementEventType } from './webhook-types.ts';

export type ConsumeRequest = Static<typeof consumeRequest>;
/** A consumption, as in the API. */
export type ConsumptionView = Static<typeof consumption>;
type EntitlementView = Static<typeof entitlement>;

/** A consumption, and its entitlement after units were consumed or returned. */
export interface Consumed {
  readonly consumption: ConsumptionView;
  /** JSON. */
  readonly entitlement: string;
  /** Whether an earlier request with the same `ref` has consumed the units. */
  readonly replayed: boolean;
}

/** The JSON of a consumption or its reversal, with its entitlement. */
export function consumptionJson({ consumption, entitlement, replayed }: Consumed): string {
  return jsonObject({ consumption, entitlement: new JsonText(entitlement), replayed });
}

/** Returns no row if the `ref` was used before or there is no such entitlement. */
const insertConsumption = statement<ConsumptionView & { organizerId: string }, { id: string }>(
  (_, param) => sql<{ id: string }>`
    insert into consumptions (organizer_id, id, entitlement_id, ref, units, created_at)
    select t.organizer_id, ${param('id')}, t.id, ${param('ref')}, ${param('units')}, ${param('createdAt')}
    from entitlements as t where t.organizer_id = ${param('organizerId')} and t.id = ${param('entitlementId')}
    on conflict (organizer_id, ref) do nothing returning id`,
);

/** The entitlement after its update, and the number of the next event; null if `emit` must query it. */
interface UpdatedRow {
  id: string;
  order_number: string;
  event_id: string;
  addon_id: string;
  ticket_id: string | null;
  name: string;
  type: string;
  total: number;
  units_consumed: number;
  created_at: string;
  updated_at: string;
  number: number | null;
}

/** Returns no row if fewer units are left. It returns no JSON, because Citus plans an update with a subquery for each execution. */
const updateUnits = statement<ConsumptionView & { organizerId: string }, UpdatedRow>(
  (db, param) => sql<UpdatedRow>`
    update entitlements set units_consumed = units_consumed + ${param('units')},
      updated_at = ${latestUpdateTime(param('createdAt'))}
    where organizer_id = ${param('organizerId')} and id = ${param('entitlementId')}
      and units_consumed + units_voided + ${param('units')} <= units_total
    returning id, order_number, event_id, addon_id, ticket_id, name, type, units_total - units_voided as total, units_consumed,
      created_at, updated_at, ${nextEventNumber(db, param('organizerId'))} as number`,
);

/** The columns of `ConsumptionView`, of the table `consumptions` with the alias `c`. */
const consumptionColumns = (organizerId: unknown) => sql`c.id, c.entitlement_id as "entitlementId", c.units, c.ref,
  c.created_at as "createdAt", ${reversedAtOf(organizerId)} as "reversedAt"`;

const findByRef = statement<{ organizerId: string; ref: string }, ConsumptionView & { entitlement: string }>(
  (db, param) => sql<ConsumptionView & { entitlement: string }>`
    select ${consumptionColumns(param('organizerId'))}, ${entitlementJson(db, 't')} as entitlement
    from consumptions as c join entitlements as t on t.organizer_id = ${param('organizerId')} and t.id = c.entitlement_id
    where c.organizer_id = ${param('organizerId')} and c.ref = ${param('ref')}`,
);

/**
 * Consumes units of an entitlement, once for each `ref`, and emits a webhook event. Concurrent requests with the same `ref` wait
 * for each other. The entitlement is locked last, because many requests can wait for it; after that, only the event is written.
 *
 * @throws ApiError `entitlement_not_found` if the organizer has no such entitlement
 * @throws ApiError `not_enough_units` if fewer units are left. The caller must roll back, which also releases the `ref`.
 * @throws ApiError `ref_already_used` if the `ref` was used for another entitlement or another number of units
 * @throws ApiError `ref_of_reversed_consumption` if the consumption with this `ref` was reversed
 */
export async function consumeUnits(
  tx: Db,
  { organizerId, clock }: OrganizerTime,
  { entitlementId, units, ref }: ConsumeRequest,
): Promise<Consumed> {
  const nowMs = clock.now();
  const createdAt = timestamp(nowMs);
  const consumption = { id: newId('con', nowMs), entitlementId, units, ref, createdAt, reversedAt: null };
  const [inserted] = await insertConsumption(tx, { organizerId, ...consumption });
  if (inserted === undefined) return readConsumption(tx, organizerId, { entitlementId, units, ref });
  const subscribers = await listSubscribers(tx, organizerId);
  const [updated] = await updateUnits(tx, { organizerId, ...consumption });
  if (updated === undefined) throw await notEnoughUnits(tx, organizerId, { entitlementId, units });
  const reservedEvent = { subscribers, ...(updated.number === null ? {} : { numbers: [updated.number] }) };
  const entitlement = JSON.stringify(entitlementView(updated));
  const event: NewEvent<EntitlementEventType> = { type: 'addon.consumed', data: entitlement };
  await emit(tx, organizerId, [event], createdAt, reservedEvent);
  return { consumption, entitlement, replayed: false };
}

/** The entitlement with the fields and their order of `entitlementJson`. */
function entitlementView(row: UpdatedRow): EntitlementView {
  const remaining = row.total - row.units_consumed;
  return {
    id: row.id,
    orderNumber: row.order_number,
    eventId: row.event_id,
    addonId: row.addon_id,
    ticketId: row.ticket_id,
    name: row.name,
    type: row.type,
    unitsTotal: row.total,
    unitsConsumed: row.units_consumed,
    unitsRemaining: remaining,
    consumed: remaining === 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A consumption with the event of its entitlement; null if the organizer has no consumption with this id. */
export async function findConsumption(
  db: Db,
  organizerId: string,
  consumptionId: string,
): Promise<{ consumption: ConsumptionView; eventId: string } | null> {
  const { rows } = await sql<ConsumptionView & { eventId: string }>`
    select ${consumptionColumns(organizerId)}, t.event_id as "eventId"
    from consumptions as c join entitlements as t on t.organizer_id = ${organizerId} and t.id = c.entitlement_id
    where c.organizer_id = ${organizerId} and c.id = ${consumptionId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { eventId, ...consumption } = row;
  return { consumption, eventId };
}

async function readConsumption(tx: Db, organizerId: string, request: ConsumeRequest): Promise<Consumed> {
  const [row] = await findByRef(tx, { organizerId, ref: request.ref });
  if (row === undefined) throw new ApiError('entitlement_not_found', { entitlementId: request.entitlementId });
  const { entitlement, ...consumption } = row;
  const { ref, entitlementId, units, reversedAt } = consumption;
  if (entitlementId !== request.entitlementId || units !== request.units) {
    throw new ApiError('ref_already_used', { ref, entitlementId, units });
  }
  if (reversedAt !== null) throw new ApiError('ref_of_reversed_consumption', { ref, reversedAt });
  return { consumption, entitlement, replayed: true };
}

async function notEnoughUnits(
  tx: Db,
  organizerId: string,
  { entitlementId, units }: Omit<ConsumeRequest, 'ref'>,
): Promise<ApiError> {
  const { name, unitsLeft } = await tx
    .selectFrom('entitlements')
    .select(['name', sql<number>`units_total - units_voided - units_consumed`.as('unitsLeft')])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', entitlementId)
    .executeTakeFirstOrThrow();
  return new ApiError('not_enough_units', { name, unitsLeft, units });
}

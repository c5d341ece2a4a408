import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { externalFieldErrors, writeExternalId } from '../../platform/external-fields.ts';
import { assertIfMatch, type IfMatch, type Version, type Versioned } from '../../platform/http/entity-tags.ts';
import { requireNoErrors, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { readPersonalDataDays } from '../organizers/index.ts';
import { listQuestions } from '../questions/index.ts';
import { changeSettlementCurrency, readSettlement, settlementEvents, touchSettlement } from '../settlements/index.ts';
import { emit } from '../webhooks/index.ts';
import { changeDetails } from './audit-changes.ts';
import { type Columns, changedColumns, eventColumns } from './columns.ts';
import { slugTakenError } from './create-event.ts';
import {
  assertNotArchived,
  assertTransition,
  type EventRow,
  emitEventChange,
  eventNotFound,
  lockEvent,
  nextVersion,
  readEvent,
} from './event-changes.ts';
import { deleteUnusedPoster } from './posters.ts';
import { claimPublicSlug } from './public-slugs.ts';
import { assertExternalIdFree } from './references.ts';
import { errorsOfComputedFields, eventFieldErrors } from './rules.ts';
import { computedEventFields, type EventPatch } from './schema.ts';
import { eventStatesAfter } from './states.ts';
import type { EventChangeType } from './webhook-types.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Changes the fields or the state of an event, and emits the webhook events of the change. A patch that changes nothing emits
 * no webhook event.
 *
 * @param options.ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @param options.canWithdraw whether a published event without orders can become a draft again
 * @returns the JSON and the version of the event
 * @throws ApiError `invalid_fields` if a field is invalid, or if new times end a retention of personal data. It has a field error for each
 *   invalid field.
 * @throws ApiError `event_not_found` if the organizer has no such event
 * @throws ApiError `event_archived` if the event is archived
 * @throws ApiError `status_not_reachable` if the status cannot change to the requested status
 * @throws ApiError `event_has_orders` if a published event becomes a draft although it has orders, or sold or reserved units
 * @throws ApiError `no_active_ticket_type` if the event is published without an active ticket type
 * @throws ApiError `slug_taken` if another event has the slug
 * @throws ApiError `external_id_taken` if another event has the `externalId`
 * @throws ApiError `currency_in_use` if the event has orders, or sold or reserved units
 * @throws ApiError `resource_changed` if the event or one of its offers was changed after the caller read it
 */
export async function changeEvent(
  tx: Db,
  scope: RequestScope,
  eventId: string,
  body: UncheckedBody<EventPatch>,
  { ifMatch, canWithdraw = false }: { ifMatch: IfMatch | null; canWithdraw?: boolean },
): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  // To avoid deadlocks, all transactions lock the offers before their event.
  const changesOffers = 'currency' in body.input || 'status' in body.input;
  const { forUpdate, forUpdateNoWait } = dialectOf(tx);
  if (changesOffers) await lockOffers(tx, organizerId, eventId, forUpdate);
  const event = await lockEvent(tx, organizerId, eventId);
  // Offers may have been added before the event was locked. Do not wait for their locks: the transaction that holds such a lock
  // may be waiting for the event.
  if (changesOffers) await lockOffers(tx, organizerId, eventId, forUpdateNoWait);
  const storedTimes = event && { startsAt: event.starts_at, endsAt: event.ends_at };
  const fieldErrors = [
    ...eventFieldErrors(body.input, storedTimes),
    ...externalFieldErrors(body.input, event),
    ...errorsOfComputedFields(body.input, computedEventFields),
  ];
  const patch = requireNoErrors(body, fieldErrors);
  if (event === undefined) throw eventNotFound(eventId);

  const changes = changedColumns(event, eventColumns(patch, event));
  const isCurrent = ({ id, version }: Version) => id === event.id && version === event.version;
  if (Object.keys(changes).length === 0) {
    assertIfMatch(ifMatch, isCurrent);
    return { id: event.id, version: event.version, json: await readEvent(tx, organizerId, eventId) };
  }
  assertNotArchived(event);
  assertTransition('event', changes.status, {
    from: event.status,
    possible: eventStatesAfter(event.status, canWithdraw),
  });
  if (changes.status === 'published') await assertHasActiveTicketType(tx, event);
  await assertRetentionNotOver(tx, event, changes, scope.clock.now());
  if (changes.external_id) await assertExternalIdFree(tx, organizerId, 'events', changes.external_id);
  await updateEvent(tx, event, changes, now);
  const status = changes.status ?? event.status;
  if (status === 'published' && (changes.status || changes.slug)) {
    await claimPublicSlug(tx, organizerId, { id: eventId, slug: changes.slug ?? event.slug });
  }
  if ('poster_url' in changes) await deleteUnusedPoster(tx, event);
  if (changes.name) await touchSettlement(tx, organizerId, eventId, now);
  if (changes.currency) await changeOfferCurrency(tx, event, changes.currency, now);
  if (changes.status && changes.status !== 'published') await raiseOfferVersions(tx, event);
  assertIfMatch(ifMatch, isCurrent);
  const action = changes.status ? statusActions[changes.status] : 'event.update';
  const details = changeDetails(event, changes);
  await recordAudit(tx, scope, { action, subject: eventId, details, at: now });
  const json = await emitEventChange(tx, organizerId, eventId, eventTypesOf(changes), now);
  return { id: event.id, version: event.version + 1, json };
}

/** The action of a change to each status that an event can change to. */
const statusActions = { draft: 'event.withdraw', published: 'event.publish', archived: 'event.archive' } as const;

/** @throws ApiError `no_active_ticket_type` if the event has no active ticket type */
async function assertHasActiveTicketType(tx: Db, { organizer_id, id }: EventRow): Promise<void> {
  const activeTicketType = await tx
    .selectFrom('ticket_types')
    .select('id')
    .where('organizer_id', '=', organizer_id)
    .where('event_id', '=', id)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (activeTicketType !== undefined) return;
  throw new ApiError('no_active_ticket_type', {}, { fields: [fieldError('status', 'no_active_ticket_type', {})] });
}

/**
 * Asserts that new times do not end a retention. Personal data would be removed within minutes, and a wrong year must not cause that.
 *
 * @throws ApiError `invalid_fields` if a retention of the event was not over with the stored times, and is over with the new ones
 */
async function assertRetentionNotOver(
  tx: Db,
  event: EventRow,
  changes: Columns<'events'>,
  nowMs: number,
): Promise<void> {
  if (!('starts_at' in changes || 'ends_at' in changes)) return;
  const isOver = ({ ends_at, starts_at }: Pick<EventRow, 'ends_at' | 'starts_at'>, days: number) =>
    Date.parse(ends_at ?? starts_at) + days * dayMs <= nowMs;
  const moved = { ...event, ...changes } as EventRow;
  const questions = await listQuestions(tx, event.organizer_id, event.id);
  const days = [
    await readPersonalDataDays(tx, event.organizer_id),
    ...questions.map(({ retentionDays }) => retentionDays),
  ].find((each) => each !== null && !isOver(event, each) && isOver(moved, each));
  if (days == null) return;
  const path = 'ends_at' in changes ? 'endsAt' : 'startsAt';
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'retention_over', { days })] });
}

async function updateEvent(tx: Db, event: EventRow, changes: Columns<'events'>, now: string): Promise<void> {
  let update = tx
    .updateTable('events')
    .set({ ...changes, ...nextVersion(event, now) } as UpdateObject<Tables, 'events'>)
    .where('organizer_id', '=', event.organizer_id)
    .where('id', '=', event.id);
  if (changes.currency || changes.status === 'draft') update = update.where(hasNoSales(event.organizer_id));
  try {
    const externalId = changes.slug ? null : changes.external_id;
    const { numUpdatedRows } = await writeExternalId(tx, externalId, () => update.executeTakeFirstOrThrow());
    if (numUpdatedRows === 0n) throw changes.status === 'draft' ? hasOrdersError() : currencyFixedError(event);
  } catch (error) {
    if (changes.slug && dialectOf(tx).classifyError(error) === 'unique') throw slugTakenError(changes.slug);
    throw error;
  }
}

/** The SQL condition that the event has no order, and that no unit of its offers is sold or reserved. */
const hasNoSales = (organizerId: string) => sql<boolean>`not exists (select 1 from orders as o
    where o.organizer_id = ${organizerId} and o.event_id = events.id)
  and not exists (select 1 from ticket_types as c
    where c.organizer_id = ${organizerId} and c.event_id = events.id and c.sold + c.reserved > 0)
  and not exists (select 1 from addons as c
    where c.organizer_id = ${organizerId} and c.event_id = events.id and c.sold + c.reserved > 0)`;

function currencyFixedError({ currency }: EventRow): ApiError {
  const fieldErrors = [fieldError('currency', 'currency_in_use', { currency })];
  return new ApiError('currency_in_use', { currency }, { fields: fieldErrors });
}

function hasOrdersError(): ApiError {
  return new ApiError('event_has_orders', {}, { fields: [fieldError('status', 'event_has_orders', {})] });
}

/** Changes the currency of an event's offers and of its settlement. Amounts are not converted. */
async function changeOfferCurrency(
  tx: Db,
  { organizer_id, id, version }: EventRow,
  currency: string,
  now: string,
): Promise<void> {
  for (const table of offerTables) {
    await tx
      .updateTable(table)
      .set({ currency, version: version + 1, updated_at: now })
      .where('organizer_id', '=', organizer_id)
      .where('event_id', '=', id)
      .execute();
  }
  await changeSettlementCurrency(tx, organizer_id, { id, currency }, now);
  await emit(
    tx,
    organizer_id,
    settlementEvents(await readSettlement(tx, organizer_id, id), { balanceOrStatusChanged: false }),
    now,
  );
}

/** Raises the version of each offer of an event that is no longer published. Carts that were priced with an older version cannot be reserved. */
async function raiseOfferVersions(tx: Db, { organizer_id, id, version }: EventRow): Promise<void> {
  for (const table of offerTables) {
    await tx
      .updateTable(table)
      .set({ version: version + 1 })
      .where('organizer_id', '=', organizer_id)
      .where('event_id', '=', id)
      .execute();
  }
}

const offerTables = ['ticket_types', 'addons'] as const;

async function lockOffers(tx: Db, organizerId: string, eventId: string, lock: RawBuilder<unknown>): Promise<void> {
  for (const table of offerTables) {
    await sql`select id from ${sql.table(table)} where organizer_id = ${organizerId} and event_id = ${eventId}
      order by id ${lock}`.execute(tx);
  }
}

function eventTypesOf({ status, ...otherChanges }: Columns<'events'>): EventChangeType[] {
  return [
    ...(Object.keys(otherChanges).length > 0 || status === 'draft' ? (['event.updated'] as const) : []),
    ...(status === 'published' ? (['event.published'] as const) : []),
    ...(status === 'archived' ? (['event.archived'] as const) : []),
  ];
}

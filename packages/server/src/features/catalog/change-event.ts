import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type IfMatch, refuseStale, type Version, type Versioned } from '../../platform/http/entity-tags.ts';
import { acceptBody, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import { changeSettlementCurrency, readSettlement, settlementEvents } from '../settlements/index.ts';
import { type EventType, emit } from '../webhooks/index.ts';
import { type Columns, changesTo, eventColumns } from './columns.ts';
import { slugTaken } from './create-event.ts';
import {
  assertNotArchived,
  assertTransition,
  type EventRow,
  emitEventChange,
  lockEvent,
  nextVersion,
  noSuchEvent,
  readEvent,
} from './event-changes.ts';
import { computedFaults, eventFaults } from './rules.ts';
import { computedOfEvent, type EventPatch } from './schema.ts';
import { eventStatesAfter } from './states.ts';

/**
 * Changes an event: fields, state, or both, and tells what happened. A patch that changes nothing is told to nobody.
 *
 * @param options.now RFC 3339
 * @param options.ifMatch the versions that the caller has read; null without `If-Match`
 * @returns its JSON and version
 * @throws ApiError `invalid_request` naming each field at fault, `not_found`, `invalid_state` where it is archived, its
 *   state does not lead there, it has no active ticket type to be published with, its slug is taken, or its currency is
 *   fixed; `precondition_failed` where it, a ticket type or an add-on of it was changed since the caller has read it
 */
export async function changeEvent(
  tx: Db,
  organizerId: string,
  eventId: string,
  body: UncheckedBody<EventPatch>,
  { now, ifMatch }: { now: string; ifMatch: IfMatch | null },
): Promise<Versioned> {
  // Rows are locked in the same order everywhere: what is sold before the event that it belongs to.
  const movesOffers = 'currency' in body.sent || 'status' in body.sent;
  const { forUpdate, forUpdateNoWait } = dialectOf(tx);
  if (movesOffers) await lockOffers(tx, organizerId, eventId, forUpdate);
  const event = await lockEvent(tx, organizerId, eventId);
  // One that was added in between is not waited for: whoever has it may be waiting for the event.
  if (movesOffers) await lockOffers(tx, organizerId, eventId, forUpdateNoWait);
  const stored = event && { startsAt: event.starts_at, endsAt: event.ends_at };
  const faults = [...eventFaults(body.sent, stored), ...computedFaults(body.sent, computedOfEvent)];
  const patch = acceptBody(body, faults);
  if (event === undefined) throw noSuchEvent(eventId);

  const changes = changesTo(event, eventColumns(patch));
  const isCurrent = (read: Version) => read.id === event.id && read.version === event.version;
  if (Object.keys(changes).length === 0) {
    refuseStale(ifMatch, isCurrent);
    return { id: event.id, version: event.version, json: await readEvent(tx, organizerId, eventId) };
  }
  assertNotArchived(event);
  assertTransition('event', changes.status, { from: event.status, possible: eventStatesAfter(event.status) });
  if (changes.status === 'published') await refuseWithoutTicketTypes(tx, event);
  await updateEvent(tx, event, changes, now);
  if (changes.currency) await sellIn(tx, event, changes.currency, now);
  if (changes.status === 'archived') await renewOffers(tx, event);
  refuseStale(ifMatch, isCurrent);
  const json = await emitEventChange(tx, organizerId, eventId, whatHappened(changes), now);
  return { id: event.id, version: event.version + 1, json };
}

/** @throws ApiError `invalid_state` where the event has no active ticket type */
async function refuseWithoutTicketTypes(tx: Db, { organizer_id, id }: EventRow): Promise<void> {
  const active = await tx
    .selectFrom('ticket_types')
    .select('id')
    .where('organizer_id', '=', organizer_id)
    .where('event_id', '=', id)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (active !== undefined) return;
  throw new ApiError('no_active_ticket_type', {}, { fields: [fieldError('status', 'no_active_ticket_type', {})] });
}

async function updateEvent(tx: Db, event: EventRow, changes: Columns<'events'>, now: string): Promise<void> {
  let update = tx
    .updateTable('events')
    .set({ ...changes, ...nextVersion(event, now) } as UpdateObject<Tables, 'events'>)
    .where('organizer_id', '=', event.organizer_id)
    .where('id', '=', event.id);
  if (changes.currency) update = update.where(nothingIsSold);
  try {
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw currencyFixed(event);
  } catch (error) {
    if (changes.slug && dialectOf(tx).classifyError(error) === 'unique') throw slugTaken(changes.slug);
    throw error;
  }
}

/** Neither sold nor held, now or ever. */
const nothingIsSold = sql<boolean>`not exists (select 1 from orders as o
    where o.organizer_id = events.organizer_id and o.event_id = events.id)
  and not exists (select 1 from ticket_types as c
    where c.organizer_id = events.organizer_id and c.event_id = events.id and c.sold + c.reserved > 0)
  and not exists (select 1 from addons as c
    where c.organizer_id = events.organizer_id and c.event_id = events.id and c.sold + c.reserved > 0)`;

function currencyFixed({ currency }: EventRow): ApiError {
  const fields = [fieldError('currency', 'currency_in_use', { currency })];
  return new ApiError('currency_in_use', { currency }, { fields });
}

/** What an event offers and its settlement follow it into another currency; amounts stay as they are. */
async function sellIn(tx: Db, { organizer_id, id, version }: EventRow, currency: string, now: string): Promise<void> {
  for (const table of offerTables) {
    await tx
      .updateTable(table)
      .set({ currency, version: version + 1, updated_at: now })
      .where('organizer_id', '=', organizer_id)
      .where('event_id', '=', id)
      .execute();
  }
  await changeSettlementCurrency(tx, organizer_id, { id, currency }, now);
  await emit(tx, organizer_id, settlementEvents(await readSettlement(tx, organizer_id, id), { isMoved: false }), now);
}

/** What buyers were shown of an event that is archived cannot be held any more. */
async function renewOffers(tx: Db, { organizer_id, id, version }: EventRow): Promise<void> {
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

function whatHappened({ status, ...others }: Columns<'events'>): EventType[] {
  return [
    ...(Object.keys(others).length > 0 ? (['event.updated'] as const) : []),
    ...(status === 'published' ? (['event.published'] as const) : []),
    ...(status === 'archived' ? (['event.archived'] as const) : []),
  ];
}

import { sql, type UpdateObject } from 'kysely';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { assertIfMatch, type IfMatch, type Version, type Versioned } from '../../platform/http/entity-tags.ts';
import { acceptBody, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import { offersPerKindMax } from '../programme/http.ts';
import { type Columns, changesTo } from './columns.ts';
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
import { firstVersion } from './insert-rows.ts';
import { lockOffer, type OfferKind, type OfferPlace, type OfferRow } from './offer-kinds.ts';
import { computedFieldErrors, currencyFieldErrors } from './rules.ts';
import { computedOfOffer } from './schema.ts';
import { offerStatesAfter } from './states.ts';

type Changes = Columns<'ticket_types'> | Columns<'addons'>;

/**
 * Adds a ticket type or an add-on to an event, and emits `event.updated`.
 *
 * @param now RFC 3339
 * @returns its JSON and version
 * @throws ApiError `invalid_request` naming each invalid field, `not_found`, `invalid_state` if the event is archived
 *   or has the maximum number of them
 */
export async function createOffer(
  tx: Db,
  organizerId: string,
  kind: OfferKind,
  eventId: string,
  body: UncheckedBody<object>,
  now: string,
): Promise<Versioned> {
  const event = await lockEvent(tx, organizerId, eventId);
  const fields = acceptBody(body, fieldErrorsOf(kind, body, event?.currency));
  if (event === undefined) throw noSuchEvent(eventId);
  assertNotArchived(event);
  await assertHasRoom(tx, kind, event);
  const id = await kind.insert(tx, organizerId, event, fields, { externalId: null, now });
  return { id, version: firstVersion, json: offerJson(await touchEvent(tx, event, now), kind, id) };
}

/**
 * Changes a ticket type or an add-on, and emits `event.updated`. A patch that changes nothing emits no webhook event.
 *
 * @param options.now RFC 3339
 * @param options.ifMatch the versions that the caller has read, of the offer or of its event; null without `If-Match`
 * @returns its JSON and version
 * @throws ApiError `invalid_request` naming each invalid field, `not_found`, `invalid_state` if the event is archived,
 *   `capacity_below_sold`, `precondition_failed` if it was changed since the caller read it
 */
export async function changeOffer(
  tx: Db,
  organizerId: string,
  kind: OfferKind,
  place: OfferPlace,
  body: UncheckedBody<object>,
  { now, ifMatch }: { now: string; ifMatch: IfMatch | null },
): Promise<Versioned> {
  // Rows are locked in the same order everywhere: the offers before their event.
  const offer = await lockOffer(tx, organizerId, kind.table, place);
  const patch = acceptBody(body, fieldErrorsOf(kind, body, offer?.currency, offer));
  if (offer === undefined) {
    throw new ApiError('offer_not_found', { kind: kind.word, offerId: place.offerId, eventId: place.eventId });
  }
  const event = (await lockEvent(tx, organizerId, place.eventId))!;
  const changes = changesTo(offer, kind.columns(patch));
  if (Object.keys(changes).length === 0) {
    assertIfMatch(ifMatch, (read) => isCurrent(read, offer, event));
    const eventJson = await readEvent(tx, organizerId, place.eventId);
    return { id: offer.id, version: offer.version, json: offerJson(eventJson, kind, offer.id) };
  }
  assertNotArchived(event);
  assertTransition(kind.word, changes.status, { from: offer.status, possible: offerStatesAfter(offer.status) });
  const version = event.version + 1;
  await updateOffer(tx, kind, offer, { ...changes, version }, now);
  assertIfMatch(ifMatch, (read) => isCurrent(read, offer, event));
  return { id: offer.id, version, json: offerJson(await touchEvent(tx, event, now), kind, offer.id) };
}

/**
 * Whether the version that the caller has read contains the offer's current state. The version of an offer is that of its
 * event at the offer's last change, so every version of the event since then contains it.
 */
function isCurrent(read: Version, offer: OfferRow, event: EventRow): boolean {
  if (read.id === offer.id) return read.version === offer.version;
  return read.id === event.id && offer.version <= read.version && read.version <= event.version;
}

function fieldErrorsOf(
  kind: OfferKind,
  { input }: UncheckedBody<object>,
  currency: string | undefined,
  stored?: OfferRow,
): FieldError[] {
  const fields = input as Readonly<Record<string, unknown>>;
  return [
    ...kind.fieldErrors(fields, stored),
    ...(currency === undefined ? [] : currencyFieldErrors(fields, currency)),
    ...computedFieldErrors(fields, computedOfOffer),
  ];
}

/** An event's JSON contains all its offers: their number is bounded. */
async function assertHasRoom(tx: Db, { table, word }: OfferKind, event: EventRow): Promise<void> {
  const { count } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizer_id', '=', event.organizer_id)
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow();
  if (count < offersPerKindMax) return;
  throw new ApiError('too_many_offers', { kind: word, count, countMax: offersPerKindMax });
}

/** One conditional statement compares a new quantity with the sold and reserved units: concurrent sales cannot interfere. */
async function updateOffer(
  tx: Db,
  { table }: OfferKind,
  offer: OfferRow,
  changes: Changes,
  now: string,
): Promise<void> {
  const quantity = changes.quantity ?? null;
  let update = tx
    .updateTable(table)
    .set({ ...changes, updated_at: now } as UpdateObject<Tables, typeof table>)
    .where('organizer_id', '=', offer.organizer_id)
    .where('id', '=', offer.id);
  if (quantity !== null) update = update.where(sql<boolean>`sold + reserved <= ${quantity}`);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw belowSold(offer);
}

function belowSold({ name, sold, reserved }: OfferRow): ApiError {
  const quantityMin = sold + reserved;
  return new ApiError(
    'quantity_below_sold',
    { name, sold, reserved, quantityMin },
    { fields: [fieldError('quantity', 'below_minimum', { minimum: quantityMin })] },
  );
}

/**
 * Raises the version of an event whose offer has changed, and emits `event.updated`.
 *
 * @returns the event's JSON
 */
async function touchEvent(tx: Db, event: EventRow, now: string): Promise<string> {
  await tx
    .updateTable('events')
    .set(nextVersion(event, now))
    .where('organizer_id', '=', event.organizer_id)
    .where('id', '=', event.id)
    .execute();
  return emitEventChange(tx, event.organizer_id, event.id, ['event.updated'], now);
}

/** The JSON of an offer, from its event's JSON. */
function offerJson(eventJson: string, { shownIn }: OfferKind, id: string): string {
  const offers = (JSON.parse(eventJson) as Record<OfferKind['shownIn'], { id: string }[]>)[shownIn];
  return JSON.stringify(offers.find((offer) => offer.id === id));
}

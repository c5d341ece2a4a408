import { sql, type UpdateObject } from 'kysely';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { externalFieldErrors, writeExternalId } from '../../platform/external-fields.ts';
import { assertIfMatch, type IfMatch, type Version, type Versioned } from '../../platform/http/entity-tags.ts';
import { requireNoErrors, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { maxOffersPerKind } from '../event-views/http.ts';
import { changeDetails } from './audit-changes.ts';
import { reserveBibsOfRange } from './bibs.ts';
import { type Columns, changedColumns } from './columns.ts';
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
import { firstVersion } from './insert-rows.ts';
import { lockOffer, type OfferIds, type OfferKind, type OfferRow } from './offer-kinds.ts';
import { touchTicketsOfRenamedType } from './rename-ticket-type.ts';
import { currencyFieldErrors, errorsOfComputedFields } from './rules.ts';
import { computedOfferFields } from './schema.ts';
import { type OfferStatus, offerStatesAfter } from './states.ts';

/** The fields of a new offer that the audit log contains. */
interface NewOfferFields {
  readonly price: number;
  readonly quantity?: number | null;
  readonly status?: OfferStatus | null;
}

type Changes = Columns<'ticket_types'> | Columns<'addons'>;

/**
 * Adds a ticket type or an add-on to an event, and emits `event.updated`.
 *
 * @returns the JSON and the version of the offer
 * @throws ApiError `invalid_fields` if a field is invalid. It has a field error for each invalid field.
 * @throws ApiError `event_not_found` if the organizer has no such event
 * @throws ApiError `event_archived` if the event is archived
 * @throws ApiError `external_id_taken` if another offer of this kind has the `externalId`
 * @throws ApiError `too_many_offers` if the event has the maximum number of ticket types or add-ons
 */
export async function createOffer(
  tx: Db,
  scope: RequestScope,
  kind: OfferKind,
  eventId: string,
  body: UncheckedBody<object>,
): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  const event = await lockEvent(tx, organizerId, eventId);
  const fields = requireNoErrors(body, fieldErrorsOf(kind, body, event?.currency));
  if (event === undefined) throw eventNotFound(eventId);
  assertNotArchived(event);
  await assertOfferLimit(tx, kind, event);
  const id = await kind.insert(tx, organizerId, event, fields, now);
  await kind.assertQuestions(tx, organizerId, { eventId, offerId: id });
  const { price, quantity = null, status = 'active' } = fields as NewOfferFields;
  const details = { eventId, price, currency: event.currency, quantity, status };
  await recordAudit(tx, scope, { action: `${kind.auditName}.create`, subject: id, details, at: now });
  return { id, version: firstVersion, json: offerJson(await recordOfferChange(tx, event, now), kind, id) };
}

/**
 * Changes a ticket type or an add-on, and emits `event.updated`. A patch that changes nothing emits no webhook event.
 *
 * @param ifMatch the versions in the `If-Match` header, of the offer or of its event; null if the request has no such
 *   header
 * @returns the JSON and the version of the offer
 * @throws ApiError `invalid_fields` if a field is invalid. It has a field error for each invalid field.
 * @throws ApiError `offer_not_found` if the event has no such offer
 * @throws ApiError `event_archived` if the event is archived
 * @throws ApiError `status_not_reachable` if the status cannot change to the requested status
 * @throws ApiError `quantity_below_sold` if the quantity would be less than the sold and reserved units
 * @throws ApiError `resource_changed` if the offer was changed after the caller read it
 */
export async function changeOffer(
  tx: Db,
  scope: RequestScope,
  kind: OfferKind,
  ids: OfferIds,
  body: UncheckedBody<object>,
  ifMatch: IfMatch | null,
): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  const { name } = body.input as { readonly name?: string | null };
  const isValid = body.fieldErrors.length === 0;
  if (kind.table === 'ticket_types' && isValid && name)
    await touchTicketsOfRenamedType(tx, organizerId, ids, name, now);
  // To avoid deadlocks, all transactions lock the offers before their event.
  const offer = await lockOffer(tx, organizerId, kind.table, ids);
  const patch = requireNoErrors(body, fieldErrorsOf(kind, body, offer?.currency, offer));
  if (offer === undefined) {
    throw new ApiError('offer_not_found', { kind: kind.kindName, offerId: ids.offerId, eventId: ids.eventId });
  }
  const event = (await lockEvent(tx, organizerId, ids.eventId))!;
  const changes = changedColumns(offer, kind.columns(patch, offer));
  if (Object.keys(changes).length === 0) {
    assertIfMatch(ifMatch, (readVersion) => isCurrent(readVersion, offer, event));
    const eventJson = await readEvent(tx, organizerId, ids.eventId);
    return { id: offer.id, version: offer.version, json: offerJson(eventJson, kind, offer.id) };
  }
  assertNotArchived(event);
  assertTransition(kind.kindName, changes.status, { from: offer.status, possible: offerStatesAfter(offer.status) });
  const version = event.version + 1;
  await updateOffer(tx, kind, offer, { ...changes, version }, now);
  await kind.assertQuestions(tx, organizerId, ids);
  if ('bib_to' in changes) await reserveBibsOfRange(tx, organizerId, event.id, changes.bib_to);
  assertIfMatch(ifMatch, (readVersion) => isCurrent(readVersion, offer, event));
  const details = { eventId: event.id, ...changeDetails(offer, changes) };
  await recordAudit(tx, scope, { action: `${kind.auditName}.update`, subject: offer.id, details, at: now });
  return { id: offer.id, version, json: offerJson(await recordOfferChange(tx, event, now), kind, offer.id) };
}

/**
 * Whether a version that the caller has read contains the current state of an offer. The version of an offer is the version that
 * its event had after the last change to the offer. All later versions of the event contain the same state of the offer.
 */
function isCurrent({ id, version }: Version, offer: OfferRow, event: EventRow): boolean {
  if (id === offer.id) return version === offer.version;
  return id === event.id && offer.version <= version && version <= event.version;
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
    ...externalFieldErrors(fields, stored),
    ...(currency === undefined ? [] : currencyFieldErrors(fields, currency)),
    ...errorsOfComputedFields(fields, computedOfferFields),
  ];
}

/** The JSON of an event contains all its offers, so their number is limited. */
async function assertOfferLimit(tx: Db, { table, kindName }: OfferKind, event: EventRow): Promise<void> {
  const { count } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizer_id', '=', event.organizer_id)
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow();
  if (count < maxOffersPerKind) return;
  throw new ApiError('too_many_offers', { kind: kindName, count, countMax: maxOffersPerKind });
}

/** The statement that writes a new quantity also compares it with the sold and reserved units: concurrent sales cannot exceed it. */
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
    .set({ ...changes, ...nextBibOf(changes), updated_at: now } as UpdateObject<Tables, typeof table>)
    .where('organizer_id', '=', offer.organizer_id)
    .where('id', '=', offer.id);
  if (quantity !== null) update = update.where(sql<boolean>`sold + reserved <= ${quantity}`);
  const { numUpdatedRows } = await writeExternalId(tx, changes.external_id, () => update.executeTakeFirstOrThrow());
  if (numUpdatedRows === 0n) throw quantityBelowSoldError(offer);
}

/** With other bibs, it is not known which of them are assigned. */
function nextBibOf(changes: Changes) {
  return 'bib_from' in changes || 'bib_to' in changes ? { bib_next: null } : {};
}

function quantityBelowSoldError({ name, sold, reserved }: OfferRow): ApiError {
  const quantityMin = sold + reserved;
  return new ApiError(
    'quantity_below_sold',
    { name, sold, reserved, quantityMin },
    { fields: [fieldError('quantity', 'below_minimum', { minimum: quantityMin })] },
  );
}

/**
 * Raises the version of an event after a change to one of its offers, and emits `event.updated`.
 *
 * @returns the event's JSON
 */
async function recordOfferChange(tx: Db, event: EventRow, now: string): Promise<string> {
  await tx
    .updateTable('events')
    .set(nextVersion(event, now))
    .where('organizer_id', '=', event.organizer_id)
    .where('id', '=', event.id)
    .execute();
  return emitEventChange(tx, event.organizer_id, event.id, ['event.updated'], now);
}

/** Extracts the JSON of an offer from the JSON of its event. */
function offerJson(eventJson: string, { eventField }: OfferKind, id: string): string {
  const offers = (JSON.parse(eventJson) as Record<OfferKind['eventField'], { id: string }[]>)[eventField];
  return JSON.stringify(offers.find((offer) => offer.id === id));
}

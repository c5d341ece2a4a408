import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { containsText } from '../../platform/database/contains-text.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { listQuestions } from '../questions/index.ts';
import { assertNotArchived, emitEventChange, lockEvent, nextVersion, readVersionedEvent } from './event-changes.ts';
import { lockOffer, type OfferIds, type OfferKind, type OfferRow } from './offer-kinds.ts';

/**
 * Deletes a ticket type or an add-on that no order has, and emits `event.updated`. A reservation that is made at the same time either
 * holds its units first, and the offer stays, or finds no offer.
 *
 * @returns the JSON and the version of the event
 * @throws ApiError `offer_not_found` if the event has no such offer
 * @throws ApiError `event_archived` if the event is archived
 * @throws ApiError `offer_in_gate` if a gate admits only certain ticket types, and this is one of them
 * @throws ApiError `offer_in_question` if a question is asked only for certain offers, and this is one of them
 * @throws ApiError `offer_in_order` if an order has the offer, also one that expired or was cancelled
 */
export async function deleteOffer(tx: Db, scope: RequestScope, kind: OfferKind, ids: OfferIds): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  // To avoid deadlocks, all transactions lock the offers before their event.
  const offer = await lockOffer(tx, organizerId, kind.table, ids);
  if (offer === undefined) {
    throw new ApiError('offer_not_found', { kind: kind.kindName, offerId: ids.offerId, eventId: ids.eventId });
  }
  const event = (await lockEvent(tx, organizerId, ids.eventId))!;
  assertNotArchived(event);
  await assertInNoGate(tx, offer);
  await assertInNoQuestion(tx, offer);
  const { numDeletedRows } = await tx
    .deleteFrom(kind.table)
    .where('organizer_id', '=', organizerId)
    .where('id', '=', offer.id)
    .where(hasNoOrder(organizerId, kind))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError('offer_in_order', { name: offer.name });
  const details = { eventId: event.id, price: offer.price, currency: offer.currency, quantity: offer.quantity };
  await recordAudit(tx, scope, { action: `${kind.auditName}.delete`, subject: offer.id, details, at: now });
  await tx
    .updateTable('events')
    .set(nextVersion(event, now))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', event.id)
    .execute();
  await emitEventChange(tx, organizerId, event.id, ['event.updated'], now);
  return readVersionedEvent(tx, organizerId, event.id);
}

/** The SQL condition that a ticket type or an add-on was never sold or reserved. */
export const hasNoOrder = (organizerId: string, { table }: OfferKind) => sql<boolean>`sold + reserved = 0
  and not exists (select 1 from order_items as i where i.organizer_id = ${organizerId}
    and ${sql.ref(table === 'ticket_types' ? 'i.ticket_type_id' : 'i.addon_id')} = ${sql.ref(`${table}.id`)})`;

/** A gate without its only ticket type would admit all ticket types. */
async function assertInNoGate(tx: Db, { organizer_id, event_id, id }: OfferRow): Promise<void> {
  const gate = await tx
    .selectFrom('gates')
    .select('name')
    .where('organizer_id', '=', organizer_id)
    .where('event_id', '=', event_id)
    .where(containsText(['ticket_type_ids'], id))
    .limit(1)
    .executeTakeFirst();
  if (gate !== undefined) throw new ApiError('offer_in_gate', { gate: gate.name });
}

/** A question without its only offer would be asked for all offers. */
async function assertInNoQuestion(tx: Db, { organizer_id, event_id, id }: OfferRow): Promise<void> {
  const questions = await listQuestions(tx, organizer_id, event_id);
  const question = questions.find(({ offerIds }) => offerIds?.includes(id));
  if (question !== undefined) throw new ApiError('offer_in_question', { label: question.label.slice(0, 100) });
}

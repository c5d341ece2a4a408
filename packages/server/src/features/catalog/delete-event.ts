import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { lockQuestionsNow } from '../questions/index.ts';
import { deleteEmptySettlement } from '../settlements/index.ts';
import { hasNoOrder } from './delete-offer.ts';
import { emitEventChange, eventNotFound, lockEvent, readVersionedEvent } from './event-changes.ts';
import { addons, ticketTypes } from './offer-kinds.ts';
import { deleteUnusedPoster } from './posters.ts';

/**
 * Deletes an event that has never sold or reserved anything, with its ticket types and add-ons, and emits `event.deleted`. A
 * reservation that is made at the same time either holds its units first, and the event stays, or finds nothing to reserve.
 *
 * @returns the event as it was
 * @throws ApiError `event_not_found` if the organizer has no such event
 * @throws ApiError `unavailable` if an order with answers is being placed
 * @throws ApiError `event_in_use` if the event has an order, a gate, a device, or a waiting room that visitors have entered
 */
export async function deleteEvent(tx: Db, scope: RequestScope, eventId: string): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  // To avoid deadlocks, all transactions lock the offers before their event.
  for (const { table } of [ticketTypes, addons]) {
    await sql`select id from ${sql.table(table)} where organizer_id = ${organizerId} and event_id = ${eventId}
      order by id ${dialectOf(tx).forUpdate}`.execute(tx);
  }
  const event = await lockEvent(tx, organizerId, eventId);
  if (event === undefined) throw eventNotFound(eventId);
  // Its questions are deleted with it. Do not wait for their locks: an order with answers in progress holds them while it waits for an offer.
  await lockQuestionsNow(tx, organizerId, eventId);
  const deleted = await readVersionedEvent(tx, organizerId, eventId);
  await emitEventChange(tx, organizerId, eventId, ['event.deleted'], now);
  for (const kind of [ticketTypes, addons]) {
    await tx
      .deleteFrom(kind.table)
      .where('organizer_id', '=', organizerId)
      .where('event_id', '=', eventId)
      .where(hasNoOrder(organizerId, kind))
      .execute();
  }
  await tx.deleteFrom('public_slugs').where('organizer_id', '=', organizerId).where('event_id', '=', eventId).execute();
  await deleteEmptySettlement(tx, organizerId, eventId);
  const { numDeletedRows } = await tx
    .deleteFrom('events')
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .where(isUnused(organizerId))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError('event_in_use', {});
  await deleteUnusedPoster(tx, event);
  const details = { status: event.status, currency: event.currency };
  await recordAudit(tx, scope, { action: 'event.delete', subject: eventId, details, at: now });
  return deleted;
}

/** Whether no offer of the event is left, which an order would have, and no other table needs the event. */
function isUnused(organizerId: string) {
  return sql<boolean>`not exists (select 1 from ticket_types as o where o.organizer_id = ${organizerId} and o.event_id = events.id)
    and not exists (select 1 from addons as o where o.organizer_id = ${organizerId} and o.event_id = events.id)
    and not exists (select 1 from settlements as o where o.organizer_id = ${organizerId} and o.event_id = events.id)
    and not exists (select 1 from gates as o where o.organizer_id = ${organizerId} and o.event_id = events.id)
    and not exists (select 1 from gate_devices as o where o.organizer_id = ${organizerId} and o.event_id = events.id)
    and not exists (select 1 from waiting_rooms as o where o.organizer_id = ${organizerId} and o.event_id = events.id)`;
}

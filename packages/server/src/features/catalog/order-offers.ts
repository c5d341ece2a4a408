import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import {
  assertNotArchived,
  emitEventChange,
  eventNotFound,
  lockEvent,
  nextVersion,
  readVersionedEvent,
} from './event-changes.ts';
import type { OfferKind } from './offer-kinds.ts';

/**
 * Sets the sequence in which all ticket types, or all add-ons, of an event are displayed. Their versions do not change, because their
 * prices stay the same: carts that buyers have open can still be reserved. Emits `event.updated`, unless the sequence stays the same.
 *
 * @throws ApiError `not_found`; `invalid_state` if the event is archived, or `ids` are not exactly the ids of its offers
 */
export async function orderOffers(
  tx: Db,
  scope: RequestScope,
  kind: OfferKind,
  { eventId, ids }: { eventId: string; ids: readonly string[] },
): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  // To avoid deadlocks, all transactions change the offers, by id, before their event.
  const offers = await tx
    .selectFrom(kind.table)
    .select(['id', 'position'])
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  const positions = new Map(ids.map((id, position) => [id, position]));
  const isComplete = positions.size === ids.length && ids.length === offers.length;
  const namesAll = isComplete && offers.every(({ id }) => positions.has(id));
  const moved = namesAll ? offers.filter(({ id, position }) => positions.get(id) !== position) : [];
  for (const { id } of moved) {
    await tx
      .updateTable(kind.table)
      .set({ position: positions.get(id)!, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', id)
      .execute();
  }
  const event = await lockEvent(tx, organizerId, eventId);
  if (event === undefined) throw eventNotFound(eventId);
  assertNotArchived(event);
  if (!namesAll) throw new ApiError('offers_changed', { kind: kind.kindName });
  if (moved.length === 0) return readVersionedEvent(tx, organizerId, eventId);
  await tx
    .updateTable('events')
    .set(nextVersion(event, now))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .execute();
  await recordAudit(tx, scope, {
    action: `${kind.auditName}.reorder`,
    subject: eventId,
    details: { moved: moved.length },
    at: now,
  });
  await emitEventChange(tx, organizerId, eventId, ['event.updated'], now);
  return readVersionedEvent(tx, organizerId, eventId);
}

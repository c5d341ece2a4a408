import { type Clock, type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type Origin, organizerScope, type RequestScope } from '../../platform/scope.ts';
import {
  type EventToAnonymize,
  listEventIdsToAnonymize,
  listEventsToAnonymize,
  listOrdersToAnonymize,
} from '../orders/index.ts';
import { listPersonalDataDays } from '../organizers/index.ts';
import { removePersonalData } from './remove-personal-data.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const ordersPerRead = 100;
/** How many orders of one organizer a run changes at most, so that every organizer has its turn. The next run starts a minute later. */
const ordersPerRunMax = 1_000;

/** The actor in the audit log. */
const byRetention: Origin = { actor: 'retention', address: null, requestId: null };

/**
 * The events whose personal data would be removed now, with the number of their orders and tickets. Nothing is changed.
 *
 * @param days how many days after an event its personal data is removed
 */
export function previewRetention(
  db: Db,
  { organizerId, clock }: { readonly organizerId: string; readonly clock: Clock },
  days: number,
): Promise<EventToAnonymize[]> {
  return listEventsToAnonymize(db, organizerId, timestamp(clock.now() - days * dayMs));
}

/**
 * Removes the personal data of events that ended as long ago as their organizers have set. Each order is one transaction, so after a crash
 * the next run continues. Any number of processes can run this at the same time.
 */
export async function applyRetention(db: Db, clock: ServiceClock): Promise<void> {
  for (const { organizerId, days } of await listPersonalDataDays(db)) {
    const scope = organizerScope(organizerId, clock, byRetention);
    const endedBy = timestamp(scope.clock.now() - days * dayMs);
    let left = ordersPerRunMax;
    for (const eventId of await listEventIdsToAnonymize(db, organizerId, endedBy)) {
      if (left === 0) break;
      left -= await removeFromEvent(db, scope, eventId, left);
    }
  }
}

/** @returns the number of orders that were read */
async function removeFromEvent(db: Db, scope: RequestScope, eventId: string, max: number): Promise<number> {
  let read = 0;
  let after = '';
  while (read < max) {
    const page = { after, limit: Math.min(ordersPerRead, max - read) };
    const numbers = await listOrdersToAnonymize(db, scope.organizerId, eventId, page);
    for (const number of numbers) await db.transaction().execute((tx) => removePersonalData(tx, scope, number));
    read += numbers.length;
    after = numbers.at(-1) ?? after;
    if (numbers.length < page.limit) break;
  }
  return read;
}

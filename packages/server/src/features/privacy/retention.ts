import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type OrganizerTime, type Origin, organizerScope, type RequestScope } from '../../platform/scope.ts';
import {
  type EventToAnonymize,
  listEventIdsToAnonymize,
  listEventsToAnonymize,
  listOrdersToAnonymize,
} from '../orders/index.ts';
import { listPersonalDataDays } from '../organizers/index.ts';
import { countOldAnswers, type QuestionToForget } from '../questions/index.ts';
import { removePersonalData } from './remove-personal-data.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const ordersPerRead = 100;
/** How many orders of one organizer a run changes at most, so that every organizer has its turn. The next run starts a minute later. */
const ordersPerRunMax = 1_000;

/** The actor in the audit log. */
const byRetention: Origin = { actor: 'retention', address: null, requestId: null };

/** What would be removed now: all personal data of events, and the answers to questions with a retention of their own. */
interface Preview {
  readonly events: readonly EventToAnonymize[];
  readonly questions: readonly (QuestionToForget & { readonly answers: number })[];
}

/**
 * Counts the orders and tickets of the events whose personal data would be removed now, and the answers to the questions whose retention is
 * over. Nothing is changed.
 *
 * @param days how many days after an event its personal data is removed; null: it is kept
 */
export async function previewRetention(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  days: number | null,
): Promise<Preview> {
  const nowMs = clock.now();
  return {
    events: days === null ? [] : await listEventsToAnonymize(db, organizerId, timestamp(nowMs - days * dayMs)),
    questions: await countOldAnswers(db, organizerId, nowMs),
  };
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

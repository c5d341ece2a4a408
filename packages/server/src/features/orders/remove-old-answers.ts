import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type OrganizerTime, organizerScope } from '../../platform/scope.ts';
import {
  listOrdersWithAnswers,
  listOrganizersWithRetention,
  listQuestionsToForget,
  removeAnswers,
} from '../questions/index.ts';
import { touchTickets } from '../tickets/index.ts';
import { lockOrder } from './load-order.ts';
import { updateOrder } from './transition.ts';
import { emitUpdated } from './webhooks.ts';

/** How many orders of one organizer a run changes at most, so that every organizer has its turn. The next run continues. */
const ordersPerRunMax = 5_000;

/**
 * Removes the answers to questions whose `retentionDays` since the end of their event have passed. The other answers of the persons stay.
 * Each order is one transaction, in which `updatedAt` of the order and of the tickets changes, and `order.updated` and `ticket.updated`
 * are emitted, so that copies of the answers are removed, too. Any number of processes can run this at the same time.
 */
export async function removeOldAnswers(db: Db, clock: ServiceClock): Promise<void> {
  for (const organizerId of await listOrganizersWithRetention(db)) {
    const time = organizerScope(organizerId, clock, null);
    const questions = await listQuestionsToForget(db, organizerId, time.clock.now());
    let left = ordersPerRunMax;
    for (const [eventId, ofEvent] of Map.groupBy(questions, (question) => question.eventId)) {
      if (left === 0) break;
      const questionIds = ofEvent.map(({ id }) => id);
      const numbers = await listOrdersWithAnswers(db, organizerId, { eventId, questionIds }, left);
      for (const orderNumber of numbers)
        await db.transaction().execute((tx) => removeFromOrder(tx, time, orderNumber, new Set(questionIds)));
      left -= numbers.length;
    }
  }
}

async function removeFromOrder(
  tx: Db,
  { organizerId, clock }: OrganizerTime,
  orderNumber: string,
  questionIds: ReadonlySet<string>,
): Promise<void> {
  const { order } = await lockOrder(tx, organizerId, orderNumber);
  const now = timestamp(clock.now());
  const persons = await removeAnswers(tx, organizerId, orderNumber, questionIds, now);
  if (persons.length === 0) return;
  const ticketIds = persons.flatMap(({ ticketId }) => ticketId ?? []);
  await touchTickets(tx, organizerId, orderNumber, now, ticketIds);
  await updateOrder(tx, order, {}, now);
  const fields = persons.some(({ person }) => person === 0) ? (['buyer.answers'] as const) : [];
  await emitUpdated(tx, order, { fields, ticketFields: ['answers'], ticketIds }, now);
}

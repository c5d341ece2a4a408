import type { Language } from '#messages/languages';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import { getEventRow } from '../catalog/index.ts';
import { findTicketToChange, setTicket } from '../tickets/index.ts';
import { answerForBuyer, answerForHolder } from './correct-order.ts';
import { lockOrder } from './load-order.ts';
import { hasUsableTickets } from './states.ts';
import { updateOrder } from './transition.ts';
import { emitUpdated } from './webhooks.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The answers that a buyer changes, by question id. */
interface OwnAnswers {
  readonly buyer?: { readonly answers?: Answers };
  readonly tickets?: readonly { readonly id: string; readonly answers?: Answers }[];
}

/**
 * Changes the answers of an order for its buyer, until the time that the organizer has set. `updatedAt` of the order and of the changed
 * tickets changes, and `order.updated` and `ticket.updated` are emitted.
 *
 * @param language in which the buyer has seen the questions
 * @throws ApiError `answers_closed` if the time has passed, the event is archived, or the order has no tickets to use
 * @throws ApiError `ticket_not_found` if the order has no such ticket; `invalid_fields` with the error of each invalid answer
 */
export async function answerOwnOrder(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  orderNumber: string,
  { buyer, tickets = [] }: OwnAnswers,
  language: Language | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, organizerId, orderNumber);
    const { order } = locked;
    const now = timestamp(clock.now());
    const event = await getEventRow(tx, organizerId, order.event_id);
    const until = event.answers_until ?? event.starts_at;
    const isOpen = order.status === 'pending' || hasUsableTickets(order.status);
    if (now >= until || event.status === 'archived' || !isOpen) throw new ApiError('answers_closed', { until });
    const options = { requireAll: true, language };
    const isAnswered = await answerForBuyer(tx, locked, buyer?.answers, { ...options, path: 'buyer.answers' }, now);
    const ticketIds: string[] = [];
    for (const [index, { id, answers }] of tickets.entries()) {
      const ticket = await findTicketToChange(tx, organizerId, id);
      if (ticket?.orderNumber !== order.order_number) throw new ApiError('ticket_not_found', { ticketId: id });
      const path = `tickets.${index}.answers`;
      if (!(await answerForHolder(tx, order, ticket, answers, { ...options, path }, now))) continue;
      await setTicket(tx, organizerId, ticket, {}, now);
      ticketIds.push(id);
    }
    if (!isAnswered && ticketIds.length === 0) return;
    await updateOrder(tx, order, {}, now);
    const fields = isAnswered ? (['buyer.answers'] as const) : [];
    await emitUpdated(tx, order, { fields, ticketFields: ['answers'], ticketIds }, now);
  });
}

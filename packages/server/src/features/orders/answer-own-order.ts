import type { Language } from '#messages/languages';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import { getEventRow } from '../catalog/index.ts';
import { maxAnswerErrors } from '../questions/index.ts';
import { readTypesOfTickets, touchTickets } from '../tickets/index.ts';
import { changeAnswersOf } from './correct-order.ts';
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
 * @throws ApiError `ticket_not_found` if the order has no such ticket; `invalid_fields` with the error of each invalid answer, or of each
 *   ticket that is named twice
 */
export async function answerOwnOrder(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  orderNumber: string,
  { buyer, tickets = [] }: OwnAnswers,
  language: Language | null,
): Promise<void> {
  assertDifferentTickets(tickets.map(({ id }) => id));
  await db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, organizerId, orderNumber);
    const { order } = locked;
    const now = timestamp(clock.now());
    const event = await getEventRow(tx, organizerId, order.event_id);
    const until = event.answers_until ?? event.starts_at;
    const isOpen = order.status === 'pending' || hasUsableTickets(order.status);
    if (now >= until || event.status === 'archived' || !isOpen) throw new ApiError('answers_closed', { until });
    const types = tickets.length === 0 ? null : await readTypesOfTickets(tx, organizerId, order.order_number);
    const holders = tickets.map(({ id, answers }, index) => {
      const ticketTypeId = types?.get(id);
      if (ticketTypeId === undefined) throw new ApiError('ticket_not_found', { ticketId: id });
      return { ticket: { id, ticketTypeId }, path: `tickets.${index}.answers`, answers };
    });
    const persons = { buyer: { path: 'buyer.answers', answers: buyer?.answers }, holders };
    const options = { requireAll: true, language };
    const { isBuyerAnswered, ticketIds } = await changeAnswersOf(tx, locked, persons, options, now);
    if (!isBuyerAnswered && ticketIds.length === 0) return;
    await touchTickets(tx, organizerId, order.order_number, now, ticketIds);
    await updateOrder(tx, order, {}, now);
    const fields = isBuyerAnswered ? (['buyer.answers'] as const) : [];
    await emitUpdated(tx, order, { fields, ticketFields: ['answers'], ticketIds }, now);
  });
}

function assertDifferentTickets(ids: readonly string[]): void {
  const seen = new Set<string>();
  const fields = ids.flatMap((id, index) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [fieldError(`tickets.${index}.id`, 'repeated_ticket', {})] : [];
  });
  if (fields.length > 0)
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: fields.slice(0, maxAnswerErrors) });
}

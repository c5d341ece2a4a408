import type { BuyerOrder, BuyerTicket } from '@organizer/shared/api';
import type { AnswerValue } from '@organizer/shared/questions/question';
import { runAction, showFieldErrors } from './actions.ts';
import { request, serverNow } from './api.ts';
import { messages } from './messages.ts';
import { isPaid, tokenOf } from './order.ts';
import { checkAnswers, type Person, questionsOf, toEntry, typeOfHolder } from './persons.ts';
import { change, type Entries, focusOn, state } from './state.ts';

/** Whether the buyer can still correct the answers of an order. */
export function isCorrectable(order: BuyerOrder): boolean {
  const isOpen = order.status === 'pending' || (isPaid(order) && order.status !== 'refunded');
  return isOpen && state.event !== null && Date.parse(order.answersUntil) > serverNow();
}

/**
 * The holder of a ticket, or the buyer, with the answers of the order, or as they are being corrected.
 *
 * @param ticket null for the buyer
 */
export function correctedPerson({ buyer, items }: BuyerOrder, ticket: BuyerTicket | null): Person {
  const { correction } = state;
  const ticketId = ticket?.id ?? null;
  const ticketType = state.event?.ticketTypes.find(({ id }) => id === ticket?.ticketTypeId);
  const offerIds =
    ticket === null
      ? items.map((item) => item.ticketTypeId ?? item.addonId ?? '')
      : [ticket.ticketTypeId, ...(ticket.addons ?? []).map(({ addonId }) => addonId)];
  return {
    path: ticket === null ? 'buyer' : 'tickets.0',
    title: '',
    askedOf: ticket === null ? 'buyer' : 'holder',
    offerIds,
    ...(ticketType === undefined ? {} : typeOfHolder(ticketType)),
    entries: correction?.ticketId === ticketId ? correction.entries : entriesOf((ticket ?? buyer).answers ?? []),
    changeEntries: (update) => {
      if (state.correction !== null) change({ correction: { ticketId, entries: update(state.correction.entries) } });
    },
  };
}

function entriesOf(answers: NonNullable<BuyerTicket['answers']>): Entries {
  return Object.fromEntries(
    answers
      .filter(({ withdrawn }) => withdrawn === undefined)
      .map(({ questionId, key, value }) => [questionId, toEntry(value as AnswerValue, key)]),
  );
}

/** Shows the form with the answers of a person. */
export function startCorrection(ticketId: string | null, { entries }: Person): void {
  focusOn('#correction');
  change({ correction: { ticketId, entries }, notice: null, fieldErrors: {} });
}

/** Closes the form. */
export function endCorrection(): void {
  focusOn(`#correct-${state.correction?.ticketId ?? 'buyer'}`);
  change({ correction: null, notice: null, fieldErrors: {} });
}

/** Sends the corrected answers of a person. Those that are the same as before do not change. */
export function saveCorrection(order: BuyerOrder, ticketId: string | null, person: Person): void {
  runAction('correct', async () => {
    const { answers: entered, fieldErrors } = checkAnswers(person);
    if (Object.keys(fieldErrors).length > 0) return showFieldErrors(fieldErrors);
    const answers = Object.fromEntries(questionsOf(person).map(({ id }) => [id, entered[id] ?? null]));
    const body = ticketId === null ? { buyer: { answers } } : { tickets: [{ id: ticketId, answers }] };
    const path = `orders/${encodeURIComponent(order.orderNumber)}?lang=${document.documentElement.lang}`;
    const corrected = await request<BuyerOrder>('PATCH', path, { body, token: tokenOf(order.orderNumber) });
    focusOn('#notice');
    change({ order: corrected, correction: null, notice: { kind: 'good', text: messages.answers.saved } });
  });
}

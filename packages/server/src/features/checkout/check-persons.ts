import type { Language } from '#messages/languages';
import { ageDayOf } from '#shared/questions/age-rule';
import { visibleQuestions } from '#shared/questions/visible-questions';
import { ApiError, type FieldError } from '../../errors/index.ts';
import { ageError } from '../catalog/index.ts';
import type { CartEvent, EventToOrder } from '../inventory/index.ts';
import { type AnsweringPerson, checkAnswers, maxAnswerErrors, type PersonAnswers } from '../questions/index.ts';
import { missingAttendee } from './holder-names.ts';
import { idsOf } from './price-cart.ts';
import type { NewOrderByProgram, Reservation } from './schema.ts';

/** The persons of a new order. */
type Persons = Pick<NewOrderByProgram | Reservation, 'eventId' | 'items' | 'addons' | 'buyer' | 'attendees'>;

/**
 * Checks the answers of the buyer and of the attendees of a new order.
 *
 * @param options.requireAll whether required questions must be answered, and each ticket with such a question needs an attendee
 * @param options.now RFC 3339
 * @param options.language that the buyer asked for; null for the default language of the event
 * @returns the answers to store
 * @throws ApiError `invalid_fields` with the error of each invalid answer
 */
export function checkPersons(
  event: EventToOrder,
  order: Persons,
  { language, ...options }: { requireAll: boolean; now: string; language: Language | null },
): PersonAnswers[] {
  const { questions } = event;
  const { ticketTypeIds, addonIds } = idsOf(order);
  const attendees = order.attendees ?? [];
  const offerIds = [...ticketTypeIds, ...addonIds];
  // Computing the day takes longer than all other checks of a person.
  const ageDayOfType = questions.some(({ maxAge }) => maxAge !== null)
    ? (id: string) => ({ ageDay: ageDayOf(event.offers.get(id)?.ageRule ?? null, event) })
    : () => ({});
  const persons: AnsweringPerson[] = [
    { person: 0, path: 'buyer', askedOf: 'buyer', offerIds, answers: order.buyer.answers },
    ...attendees.map(({ ticketTypeId, answers, addons = [] }, index) => ({
      person: index + 1,
      path: `attendees.${index}`,
      askedOf: 'holder' as const,
      offerIds: [ticketTypeId, ...addons.map(({ addonId }) => addonId)],
      ...ageDayOfType(ticketTypeId),
      answers,
    })),
  ];
  const shownIn = { pageLanguage: language, eventLanguage: event.defaultLanguage };
  const checked = checkAnswers(questions, persons, { ...options, shownIn });
  const errors = [...checked.errors, ...(options.requireAll ? errorsOfReservation(event, order, checked.answers) : [])];
  if (errors.length > 0)
    throw new ApiError('invalid_fields', { part: 'body' }, { fields: errors.slice(0, maxAnswerErrors) });
  return checked.answers;
}

function errorsOfReservation(event: EventToOrder, order: Persons, answers: readonly PersonAnswers[]): FieldError[] {
  return [...missingAttendees(event.questions, order), ...ageErrors(event, order, answers)];
}

/** The errors of attendees who are too young or too old for their tickets. */
function ageErrors(event: CartEvent, { attendees = [] }: Persons, answers: readonly PersonAnswers[]): FieldError[] {
  return attendees.flatMap(({ ticketTypeId }, index) => {
    const { shownName: name, ageRule } = event.offers.get(ticketTypeId) ?? {};
    const ofPerson = answers.find(({ person }) => person === index + 1)?.answers;
    const birthDate = ofPerson?.find(({ key }) => key === 'birthDate');
    if (name === undefined || ageRule === undefined || birthDate === undefined) return [];
    const path = `attendees.${index}.answers.${birthDate.questionId}`;
    return ageError({ name, ageRule }, event, path, String(birthDate.value)) ?? [];
  });
}

/** The error of the first ticket that needs an attendee, because its holder has to answer a question. */
function missingAttendees(questions: EventToOrder['questions'], order: Persons): FieldError[] {
  return missingAttendee(order, (ticketTypeId) => {
    const holder = { askedOf: 'holder', offerIds: [ticketTypeId] } as const;
    return visibleQuestions(questions, holder, {}).some(({ isRequired }) => isRequired);
  });
}

import { ageOn } from './age-on.ts';
import type { AgeDay } from './age-rule.ts';
import type { AskedPerson, Question } from './question.ts';

/** A person of an order: the buyer with all its ticket types and add-ons, or a holder with those of the ticket. */
export interface Person {
  readonly askedOf: AskedPerson;
  readonly offerIds: readonly string[];
  /** The day on which the age of a holder counts. */
  readonly ageDay?: AgeDay;
}

type Asked = Pick<Question, 'id' | 'askedOf' | 'key' | 'shownIf' | 'maxAge' | 'offerIds'>;

/**
 * The questions that a person is asked, in their order. A question with `shownIf` is asked if the answer to its parent, which is asked
 * too, has one of the values, one with `maxAge` if the birth date is answered and the holder is at most so old.
 *
 * @param questions of the event, without archived ones
 * @param answers values by question id, valid or not
 */
export function visibleQuestions<Q extends Asked>(
  questions: readonly Q[],
  { askedOf, offerIds, ageDay }: Person,
  answers: Readonly<Record<string, unknown>>,
): Q[] {
  const ofPerson = questions.filter(
    (question) =>
      question.askedOf === askedOf &&
      (question.offerIds === null || question.offerIds.some((id) => offerIds.includes(id))),
  );
  const birthDate = ofPerson.find(({ key }) => key === 'birthDate');
  const asked = ofPerson.filter(
    ({ maxAge }) => maxAge === null || isAtMost(maxAge, birthDate && answers[birthDate.id], ageDay),
  );
  return asked.filter(({ shownIf }) => {
    if (shownIf === null) return true;
    const answer = answers[shownIf.questionId];
    if (answer === undefined || !asked.some(({ id }) => id === shownIf.questionId)) return false;
    return [answer].flat().some((value) => shownIf.values.includes(String(value)));
  });
}

/** Whether a person is known to be at most this old. */
function isAtMost(maxAge: number, birthDate: unknown, ageDay: AgeDay | undefined): boolean {
  if (ageDay === undefined || typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return false;
  return ageOn(birthDate, ageDay.onDate, ageDay.leapRule) <= maxAge;
}

import type { AskedPerson, Question } from './question.ts';

/** A person of an order: the buyer with all its ticket types and add-ons, or a holder with those of the ticket. */
export interface Person {
  readonly askedOf: AskedPerson;
  readonly offerIds: readonly string[];
}

type Asked = Pick<Question, 'id' | 'askedOf' | 'shownIf' | 'offerIds'>;

/**
 * The questions that a person is asked, in their order. A question with `shownIf` is asked if the answer to its parent, which is asked
 * too, has one of the values.
 *
 * @param questions of the event, without archived ones
 * @param answers values by question id, valid or not
 */
export function visibleQuestions<Q extends Asked>(
  questions: readonly Q[],
  { askedOf, offerIds }: Person,
  answers: Readonly<Record<string, unknown>>,
): Q[] {
  const asked = questions.filter(
    (question) =>
      question.askedOf === askedOf &&
      (question.offerIds === null || question.offerIds.some((id) => offerIds.includes(id))),
  );
  return asked.filter(({ shownIf }) => {
    if (shownIf === null) return true;
    const answer = answers[shownIf.questionId];
    if (answer === undefined || !asked.some(({ id }) => id === shownIf.questionId)) return false;
    return [answer].flat().some((value) => shownIf.values.includes(String(value)));
  });
}

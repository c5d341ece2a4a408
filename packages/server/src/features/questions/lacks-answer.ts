import { parseAnswers } from '#shared/questions/parse-answer';
import type { Person } from '#shared/questions/visible-questions';
import type { StoredAnswer } from './answers.ts';
import type { AskedQuestion } from './queries.ts';

/**
 * Returns a function that tells whether a person has not answered a question that must be answered: one that buyers could not leave open.
 *
 * @param questions that persons of the event are asked
 * @param today YYYY-MM-DD
 */
export function lacksAnswer(
  questions: readonly AskedQuestion[],
  askedOf: Person['askedOf'],
  today: string,
): (person: Omit<Person, 'askedOf'>, answers: string) => boolean {
  const required = questions.filter((question) => question.isRequired && question.askedOf === askedOf);
  return (person, answers) => {
    // Most persons have answered everything, and their answers need no parser. Quotes in texts are escaped.
    if (required.every(({ id }) => answers.includes(`"${id}"`))) return false;
    const stored = JSON.parse(answers) as StoredAnswer[];
    const raw = Object.fromEntries(stored.map(({ questionId, value }) => [questionId, value]));
    const { problems } = parseAnswers(questions, { askedOf, ...person }, raw, { requireAll: true, today });
    return problems.some(({ problem }) => problem.code === 'required');
  };
}

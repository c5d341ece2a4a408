import type { Answer } from '@organizer/shared/dashboard-api';
import { useLanguage } from '#app/parts/language.tsx';

/** Returns a function for the words of an answer. Dates are written as on all pages. */
export function useAnswerText(): (answer: Answer) => string {
  const { formats } = useLanguage();
  return ({ kind, text }) => (kind === 'date' ? formats.day(`${text}T12:00:00Z`, 'UTC') : text);
}

import type { Answer, Question } from '@organizer/shared/dashboard-api';
import { answerText } from '@organizer/shared/questions/answer-text';
import { type AnswerValue, questionIn } from '@organizer/shared/questions/question';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

/** Returns a function for the words of an answer that the person saw. Dates are written as on all pages. */
export function useAnswerText(): (answer: Answer) => string {
  const { formats } = useLanguage();
  return ({ kind, text }) => (kind === 'date' ? formats.day(`${text}T12:00:00Z`, 'UTC') : text);
}

/** Returns functions for the words of a question and of an answer to it in the language of the dashboard, as far as it is translated. */
export function useQuestionWords() {
  const { language } = useLanguage();
  const texts = useMessages('answers');
  return {
    labelIn: (question: Question) => questionIn(question, language).label,
    answerIn: (question: Question, value: AnswerValue) =>
      answerText(questionIn(question, language), value, texts, language),
  };
}

import de from '#messages/de/answers';
import en from '#messages/en/answers';
import es from '#messages/es/answers';
import fr from '#messages/fr/answers';
import it from '#messages/it/answers';
import type { Language } from '#messages/languages';
import nl from '#messages/nl/answers';
import pl from '#messages/pl/answers';
import { type AnswerTexts, answerText } from '#shared/questions/answer-text';
import type { AnswerValue } from '#shared/questions/question';
import type { StoredAnswer } from './answers.ts';
import type { QuestionView } from './queries.ts';

const texts: Partial<Record<Language, AnswerTexts>> = { de, en, es, fr, it, nl, pl };

/** The words of answers. They are plain texts, so commands that use orders do not load the package for messages. */
export function answerTexts(language: Language): AnswerTexts {
  return texts[language] ?? en;
}

/**
 * A stored answer in words, in any language.
 *
 * @param question with the labels that its options have now in this language. If it is undefined, chosen options are in the words that the
 *   person saw
 */
export function answerIn(stored: StoredAnswer, question: QuestionView | undefined, language: Language): string {
  const { kind, key, value, text } = stored;
  // The options of the question `sex` are texts of this program.
  if (question === undefined && kind.startsWith('choice') && key !== 'sex') return text;
  return answerText(
    { kind, key, options: question?.options ?? null },
    value as AnswerValue,
    answerTexts(language),
    language,
  );
}

import de from '#messages/de/answers';
import en from '#messages/en/answers';
import es from '#messages/es/answers';
import fr from '#messages/fr/answers';
import it from '#messages/it/answers';
import type { Language } from '#messages/languages';
import nl from '#messages/nl/answers';
import pl from '#messages/pl/answers';
import type { AnswerTexts } from '#shared/questions/answer-text';

const texts: Partial<Record<Language, AnswerTexts>> = { de, en, es, fr, it, nl, pl };

/** The words of answers. They are plain texts, so commands that use orders do not load the package for messages. */
export function answerTexts(language: Language): AnswerTexts {
  return texts[language] ?? en;
}

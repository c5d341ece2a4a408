import type { FieldError, Problem } from '@organizer/shared/dashboard-api';
import { type FailureTexts, failureMessages } from '#app/messages/failures.ts';
import { Failure } from '#app/parts/api.ts';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { PasskeyFailure } from '#app/parts/passkey-failure.ts';

/** Reasons whose sentence is that of their field errors. These are complete sentences, and no form marks their fields. */
const reasonsOfFields: ReadonlySet<string> = new Set(['invalid_cart', 'not_on_sale', 'not_enough_left']);

type Texts = Readonly<Record<string, (params: never) => string>>;

/** Returns the text for a key, with formatted times; null if there is none. */
type TextOf = (texts: Texts, key: string, params: object, timeZone?: string) => string | null;

/** A time in a parameter: RFC 3339, in UTC. */
const timePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Functions that return the sentences for errors, in the language of the page. */
export function useFailureTexts(): {
  readonly failureText: (error: unknown) => string;
  /** @param timeZone the zone of the times in the text, by default that of the browser */
  readonly fieldText: (error: FieldError, timeZone?: string) => string;
} {
  const texts = useMessages(failureMessages);
  const { formats } = useLanguage();
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const textOf: TextOf = (textsByKey, key, params, timeZone = ownZone) => {
    if (!Object.hasOwn(textsByKey, key)) return null;
    const formatted = Object.entries(params).map(([name, value]) => [
      name,
      timePattern.test(value) ? formats.dateTime(value, timeZone) : value,
    ]);
    return textsByKey[key]?.(Object.fromEntries(formatted) as never) ?? null;
  };
  const fieldText = ({ code, params, message }: FieldError, timeZone?: string) =>
    textOf(texts.fields, code, params, timeZone) ?? message;
  const detailText = ({ reason, params, errors, detail }: Problem) =>
    reasonsOfFields.has(reason)
      ? (errors ?? []).map((error) => fieldText(error)).join(' ')
      : (textOf(texts.reasons, reason, params) ?? detail);
  return { failureText: (error) => failureText(error, texts, detailText), fieldText };
}

/**
 * The sentence for an error: that of a problem document, otherwise by the kind of the error.
 *
 * @param detailText the sentence of a problem document
 */
function failureText(error: unknown, texts: FailureTexts, detailText: (problem: Problem) => string): string {
  if (error instanceof PasskeyFailure) return texts.passkeys[error.kind];
  if (!(error instanceof Failure)) return texts.onPage;
  if (error.kind === 'unreachable') return texts.unreachable;
  const { problem, status } = error;
  if (problem === null) return texts.withoutProblem(status);
  const sentence = detailText(problem);
  // The log of the server has the error under this id.
  return status >= 500 ? `${sentence} ${texts.requestId(problem.requestId)}` : sentence;
}

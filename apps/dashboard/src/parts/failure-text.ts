import type { FieldError } from '@organizer/shared/dashboard-api';
import { type FailureTexts, failureMessages } from '#app/messages/failures.ts';
import { Failure } from '#app/parts/api.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PasskeyFailure } from '#app/parts/passkey-failure.ts';

type Texts = Readonly<Record<string, (params: never) => string>>;

/** Functions that return the sentences for errors, in the language of the page. */
export function useFailureTexts(): {
  readonly failureText: (error: unknown) => string;
  readonly fieldText: (error: FieldError) => string;
} {
  const texts = useMessages(failureMessages);
  return { failureText: (error) => failureText(error, texts), fieldText: (error) => fieldText(error, texts) };
}

/** The sentence for an error: by the reason of a problem document, otherwise by the kind of the error. */
function failureText(error: unknown, texts: FailureTexts): string {
  if (error instanceof PasskeyFailure) return texts.passkeys[error.kind];
  if (!(error instanceof Failure)) return texts.onPage;
  if (error.kind === 'unreachable') return texts.unreachable;
  const { problem, status } = error;
  if (problem === null) return texts.withoutProblem(status);
  const sentence = textOf(texts.reasons, problem.reason, problem.params) ?? problem.detail;
  // The log of the server has the error under this id.
  return status >= 500 ? `${sentence} ${texts.requestId(problem.requestId)}` : sentence;
}

/** The sentence for the error of one field. */
function fieldText({ code, params, message }: FieldError, texts: FailureTexts): string {
  return textOf(texts.fields, code, params) ?? message;
}

function textOf(texts: Texts, key: string, params: object): string | null {
  return Object.hasOwn(texts, key) ? (texts[key]?.(params as never) ?? null) : null;
}

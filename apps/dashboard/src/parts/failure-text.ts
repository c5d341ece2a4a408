import { Failure } from '#app/parts/api.ts';
import { type DashboardTexts, useLanguage } from '#app/parts/language.tsx';
import { PasskeyFailure } from '#app/parts/passkey-failure.ts';
import { createProblemTexts, type ProblemTexts } from '#app/parts/problem-text.ts';

/** Functions that return the sentences for errors, in the language of the page. */
export function useFailureTexts(): Pick<ProblemTexts, 'fieldText'> & {
  readonly failureText: (error: unknown) => string;
} {
  const { texts, formats, locale } = useLanguage();
  const { problemText, fieldText } = createProblemTexts(texts.failures, formats, locale);
  return { failureText: (error) => failureText(error, texts.failures, problemText), fieldText };
}

/** The sentence for an error: that of a problem document, otherwise by the kind of the error. */
function failureText(
  error: unknown,
  texts: DashboardTexts['failures'],
  problemText: ProblemTexts['problemText'],
): string {
  if (error instanceof PasskeyFailure) return texts.passkeys[error.kind];
  if (!(error instanceof Failure)) return texts.onPage;
  if (error.kind === 'unreachable') return texts.unreachable;
  const { problem, status } = error;
  if (problem === null) return texts.withoutProblem({ status });
  const sentence = problemText(problem);
  // The log of the server has the error under this id.
  return status >= 500 ? `${sentence} ${texts.requestId({ id: problem.requestId })}` : sentence;
}

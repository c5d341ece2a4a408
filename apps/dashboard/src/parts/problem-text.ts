import type { FieldError, Problem } from '@organizer/shared/dashboard-api';
import type { Formats } from '@organizer/shared/formats';
import type { DashboardTexts } from '#app/parts/language.tsx';

/** Reasons whose sentence is that of their field errors. These are complete sentences, and no form marks their fields. */
const reasonsOfFields: ReadonlySet<string> = new Set(['invalid_cart', 'not_on_sale', 'not_enough_left']);

/** The parameters of a text follow from its key, which the server sends. */
type Texts = Readonly<Record<string, string | ((params: never) => string)>>;

/** A time in a parameter: RFC 3339, in UTC. */
const timePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** `64 KiB`, `2 MiB` */
const sizeText = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);

export interface ProblemTexts {
  readonly problemText: (problem: Pick<Problem, 'reason' | 'params' | 'errors' | 'detail'>) => string;
  /** @param timeZone the zone of the times in the text, by default that of the browser */
  readonly fieldText: (error: FieldError, timeZone?: string) => string;
}

/** Functions that return the sentences of problem documents and field errors in a language. */
export function createProblemTexts(texts: DashboardTexts['failures'], formats: Formats, locale: string): ProblemTexts {
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const statuses = new Intl.ListFormat(locale, { type: 'disjunction' });
  const paramText = (name: string, value: unknown, timeZone: string) => {
    if (Array.isArray(value)) {
      return name === 'allowed'
        ? statuses.format(value.map((status: string) => texts.allowedStatus({ status })))
        : value.join(', ');
    }
    return typeof value === 'string' && timePattern.test(value) ? formats.dateTime(value, timeZone) : value;
  };
  /** Null if the sentence of the server is shown. */
  const textOf = (textsByKey: Texts, key: string, params: Readonly<Record<string, unknown>>, timeZone = ownZone) => {
    const text = Object.hasOwn(textsByKey, key) ? textsByKey[key] : null;
    if (typeof text !== 'function') return text || null;
    const shown = Object.entries(params).map(([name, value]) => [name, paramText(name, value, timeZone)]);
    const retryAfterMinutes = Math.ceil(Number(params['retryAfterSeconds']) / 60);
    const sizeMax = sizeText(Number(params['bytesMax']));
    return text({ ...Object.fromEntries(shown), retryAfterMinutes, sizeMax } as never);
  };
  const fieldText = ({ code, params, message }: FieldError, timeZone?: string) =>
    textOf(texts.fields, code, params, timeZone) ?? message;
  const problemText: ProblemTexts['problemText'] = ({ reason, params, errors, detail }) =>
    reasonsOfFields.has(reason)
      ? (errors ?? []).map((error) => fieldText(error)).join(' ')
      : (textOf(texts.reasons, reason, params) ?? detail);
  return { problemText, fieldText };
}

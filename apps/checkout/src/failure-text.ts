import type { FieldError } from '@organizer/shared/api';
import { Failure } from '@organizer/shared/request';
import type { Messages } from './messages.ts';

/** Texts by the reason or code of an error. The arguments of each function are the parameters of its error. */
type Texts = Readonly<Record<string, string | ((params: never) => string)>>;

/** The settings on which the texts of errors depend. */
export interface TextContext {
  readonly messages: Messages;
  /** The time zone of the event, for times in texts. */
  readonly timeZone: string;
  readonly timeoutSeconds: number;
}

/** The text of an error for a buyer. */
export function failureText(error: unknown, context: TextContext): string {
  const { failures } = context.messages;
  if (!(error instanceof Failure)) return failures.onPage;
  if (error.kind === 'timeout') return failures.timeout({ seconds: context.timeoutSeconds });
  if (error.kind === 'unreachable') return failures.unreachable;
  const text = problemText(error, context);
  // The log of the server contains the error with this id.
  return error.problem !== null && error.status >= 500 ? `${text} (${error.problem.requestId})` : text;
}

function problemText({ problem, status, fieldErrors }: Failure, context: TextContext): string {
  const { failures } = context.messages;
  if (problem === null) return failures.problem({ status });
  const reasonText = textOf(failures.problems, problem.reason, problem.params, context);
  if (reasonText !== null) return reasonText;
  if (fieldErrors.length > 0) return [...new Set(fieldErrors.map((error) => fieldErrorText(error, context)))].join(' ');
  return problem.code === 'unavailable' ? failures.unavailable : failures.problem({ status });
}

/** The text of a field error for a buyer. */
export function fieldErrorText({ code, params }: Pick<FieldError, 'code' | 'params'>, context: TextContext): string {
  const { failures } = context.messages;
  return textOf(failures.fieldErrors, code, params, context) ?? failures.invalidField;
}

function textOf(texts: Texts, key: string, params: FieldError['params'], context: TextContext): string | null {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (text === undefined || typeof text === 'string') return text ?? null;
  return text(formatted(params, context) as never);
}

/** The parameters of an error as they are written in a text. */
function formatted(params: FieldError['params'], { messages, timeZone }: TextContext): object {
  const { amountMax, currency } = params;
  const entries = Object.entries(params).map(([name, value]) => {
    if (name === 'date' || name === 'onDate') return [name, messages.formats.day(`${value}T12:00:00Z`, 'UTC')];
    return [name, name.endsWith('At') ? messages.formats.dateTime(String(value), timeZone) : value];
  });
  const amount = amountMax === undefined ? {} : { amount: messages.formats.money(Number(amountMax), String(currency)) };
  return { ...Object.fromEntries(entries), ...amount };
}

import type { FieldError } from '@organizer/shared/api';
import { Failure } from '@organizer/shared/request';
import { timeoutSeconds } from './api.ts';
import { failureText, fieldErrorText, type TextContext } from './failure-text.ts';
import { messages } from './messages.ts';
import { announce, change, focusOn, state } from './state.ts';

/**
 * Runs the action of a button, unless another action is running. If it fails, the page shows the error, and a retry button if a
 * retry can succeed.
 *
 * @param name identifies the button, which shows progress while the action runs
 */
export async function runAction(name: string, run: () => Promise<void>): Promise<void> {
  if (state.busy !== null) return;
  change({ busy: name, notice: null, fieldErrors: {} });
  announce(messages.pleaseWait);
  try {
    await run();
    announce('');
  } catch (error) {
    announce('');
    showFailure(error, () => runAction(name, run));
  } finally {
    change({ busy: null });
  }
}

/** Shows an error above the step. */
export function showFailure(error: unknown, retry: () => void): void {
  const canRetry = !(error instanceof Failure) || error.isTemporary;
  const action = canRetry ? { action: { label: messages.tryAgain, run: retry } } : {};
  focusOn('#notice');
  change({ notice: { kind: 'error', text: explain(error), ...action } });
}

/** The text of an error for the buyer. */
export function explain(error: unknown): string {
  return failureText(error, textContext());
}

/** The text of a field error for the buyer. */
export function explainField(error: Pick<FieldError, 'code' | 'params'>): string {
  return fieldErrorText(error, textContext());
}

function textContext(): TextContext {
  return { messages, timeZone: state.event?.timezone ?? 'UTC', timeoutSeconds };
}

/** Shows field errors next to each field, and in a summary, which gets the focus. */
export function showFieldErrors(
  fieldErrors: Readonly<Record<string, string>>,
  text = messages.failures.invalidFields,
): void {
  focusOn('#notice');
  change({ fieldErrors, notice: { kind: 'error', text } });
}

/** Removes the error of a field or line that was changed, and the notice of errors if no other field or line has one. */
export function clearFieldError(field: string): void {
  const fieldErrors = Object.fromEntries(Object.entries(state.fieldErrors).filter(([other]) => other !== field));
  const isLast = Object.keys(fieldErrors).length === 0;
  change({ fieldErrors, notice: isLast && state.notice?.kind === 'error' ? null : state.notice });
}

/** Shows an error next to a field, and moves the focus to the field. */
export function requireField(field: string, text: string): void {
  focusOn(`#${field}`);
  change({ fieldErrors: { [field]: text } });
}

import type { FieldError } from '@organizer/shared/api';
import { timeoutSeconds } from './api.ts';
import { Failure } from './failure.ts';
import { failureText, fieldErrorText, type TextContext } from './failure-text.ts';
import { messages } from './messages.ts';
import { announce, change, focusOn, state } from './state.ts';

/**
 * Runs what a button does: once, however often it is clicked. If it fails, the page says so, and offers another try if that can
 * help.
 *
 * @param name identifies the button that shows progress meanwhile
 */
export async function runAction(name: string, run: () => Promise<void>): Promise<void> {
  if (state.busy !== null) return;
  change({ busy: name, notice: null, faults: {} });
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

/** Shows above the step what went wrong. */
export function showFailure(error: unknown, retry: () => void): void {
  const canRetry = !(error instanceof Failure) || error.isTemporary;
  const action = canRetry ? { action: { label: messages.tryAgain, run: retry } } : {};
  focusOn('#notice');
  change({ notice: { kind: 'error', text: explain(error), ...action } });
}

/** What went wrong, in a sentence or two for the buyer. */
export function explain(error: unknown): string {
  return failureText(error, textContext());
}

/** What is wrong with a field, in a sentence for the buyer. */
export function explainField(error: FieldError): string {
  return fieldErrorText(error, textContext());
}

function textContext(): TextContext {
  return { messages, timeZone: state.event?.timezone ?? 'UTC', timeoutSeconds };
}

/** Shows what is wrong with fields: in a summary, which gets the focus, and next to each field. */
export function showFaults(faults: Readonly<Record<string, string>>, text = messages.failures.invalidFields): void {
  focusOn('#notice');
  change({ faults, notice: { kind: 'error', text } });
}

/** Shows next to a field what it needs, and moves the focus there. */
export function requireField(field: string, text: string): void {
  focusOn(`#${field}`);
  change({ faults: { [field]: text } });
}

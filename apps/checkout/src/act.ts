import { Failure } from './api.ts';
import { announce, change, focusOn, page, state } from './state.ts';

/** The address of a public endpoint. */
export function endpoint(path: string): string {
  return `${page.api}/${path}`;
}

/**
 * Does what a button is for: once, however often it is tapped, and with a way to try again where that may help.
 *
 * @param name the button that says so meanwhile
 */
export async function act(name: string, run: () => Promise<void>): Promise<void> {
  if (state.busy !== null) return;
  change({ busy: name, notice: null, faults: {} });
  announce('Please wait…');
  try {
    await run();
    announce('');
  } catch (error) {
    announce('');
    tell(error, () => act(name, run));
  } finally {
    change({ busy: null });
  }
}

/** Says what went wrong, above the step. */
export function tell(error: unknown, retry: () => void): void {
  const failure =
    error instanceof Failure ? error : new Failure('Something went wrong on this page. Please try again.');
  const action = failure.isPassing ? { action: { label: 'Try again', run: retry } } : {};
  focusOn('#notice');
  change({ notice: { kind: 'error', text: failure.message, ...action } });
}

/** Says what is wrong with fields: in a summary that has the focus, and beside each. */
export function fault(faults: Readonly<Record<string, string>>, text = 'Please check what is marked below.'): void {
  focusOn('#notice');
  change({ faults, notice: { kind: 'error', text } });
}

/** Says beside a field what it still needs, and goes there. */
export function askFor(field: string, text: string): void {
  focusOn(`#${field}`);
  change({ faults: { [field]: text } });
}

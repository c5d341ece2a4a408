/** Runs the app in one tab at a time: two tabs would send the same scans, and neither would know the decisions of the other. */
import { change } from './state.ts';

const lockName = 'open app';

let start = () => {};

/** Starts the app as soon as no other tab has it open. */
export async function startInOneTab(startApp: () => void): Promise<void> {
  start = startApp;
  // Without https, there are no locks, and the app only says that it needs https.
  if (navigator.locks === undefined) return start();
  const { held = [] } = await navigator.locks.query();
  if (held.some(({ name }) => name === lockName)) change({ screen: 'elsewhere' });
  hold({});
}

/** Starts the app in this tab. The other tab loads its page again, and then waits for this one. */
export function takeOver(): void {
  hold({ steal: true });
}

/** Holds the lock until the tab is closed or another tab takes it. */
function hold(options: LockOptions): void {
  const run = () => {
    start();
    return new Promise<never>(() => {});
  };
  navigator.locks.request(lockName, options, run).catch(() => location.reload());
}

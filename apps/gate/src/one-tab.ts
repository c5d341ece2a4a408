/** Runs the app in one tab at a time: two tabs would send the same scans, and neither would know the decisions of the other. */
import { change } from './state.ts';

const lockName = 'open app';

let start = () => {};

/** Starts the app as soon as no other tab has it open. */
export function startInOneTab(startApp: () => void): void {
  start = startApp;
  // Without https, there are no locks, and the app only says that it needs https.
  if (navigator.locks === undefined) start();
  else hold({ ifAvailable: true });
}

/** Starts the app in this tab. The other tab loads its page again, and then waits for this one. */
export function takeOver(): void {
  hold({ steal: true });
}

/** Holds the lock until the tab is closed or another tab takes it. If it is not available, waits for it. */
function hold(options: LockOptions): void {
  const run = (lock: Lock | null) => {
    if (lock === null) {
      change({ screen: 'elsewhere' });
      return hold({});
    }
    start();
    return new Promise<never>(() => {});
  };
  // A browser that lets pages store nothing refuses the lock: the app says then that the phone cannot store scans.
  navigator.locks
    .request(lockName, options, run)
    .catch(({ name }) => (name === 'AbortError' ? location.reload() : start()));
}

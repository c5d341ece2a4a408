import { change } from './state.ts';

let held: Promise<WakeLockSentinel | undefined> | null = null;

/** Keeps the screen of the phone on while it is needed. The browser ends this when another page is shown, or the battery is low. */
export function keepScreenOn(isNeeded: boolean): void {
  const isWanted = isNeeded && !document.hidden;
  if (isWanted === (held !== null)) return;
  if (isWanted) held = Promise.resolve(navigator.wakeLock?.request('screen')).catch(() => undefined);
  else {
    held?.then((lock) => lock?.release());
    held = null;
  }
}

document.addEventListener('visibilitychange', () => change({}));

import { serverNow } from './api.ts';
import { counted } from './format.ts';
import { expire, isHeld } from './ordering.ts';
import { announce, state } from './state.ts';

/** When screen readers are told how much time is left: every second would drown the rest. */
const announcedMs = [5 * 60_000, 60_000];

/** How long the reservation still holds, or null where nothing depends on it now. */
export function msLeft(): number | null {
  const { reservation, screen } = state;
  if (reservation === null || (screen !== 'pay' && !(screen === 'details' && isHeld()))) return null;
  return Date.parse(reservation.expiresAt) - serverNow();
}

/**
 * Keeps the time that is left on the page, and ends the reservation there when it ends.
 *
 * @param draw draws the page
 */
export function startCountdown(draw: () => void): void {
  let beforeMs = Number.POSITIVE_INFINITY;
  setInterval(() => {
    const leftMs = msLeft();
    if (leftMs === null) {
      beforeMs = Number.POSITIVE_INFINITY;
      return;
    }
    draw();
    if (announcedMs.some((mark) => leftMs <= mark && beforeMs > mark && beforeMs !== Number.POSITIVE_INFINITY)) {
      announce(`Your tickets are reserved for ${counted(Math.round(leftMs / 60_000), 'more minute')}.`);
    }
    beforeMs = leftMs;
    if (leftMs <= 0 && state.screen === 'pay') expire();
  }, 1_000);
}

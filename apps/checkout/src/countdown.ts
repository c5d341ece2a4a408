import { serverNow } from './api.ts';
import { messages } from './messages.ts';
import { expireReservation, isHeld } from './order.ts';
import { announce, change, state } from './state.ts';

/** Screen readers announce the remaining time only at these times, not every second. */
const announcementTimesMs = [5 * 60_000, 60_000];

/** The remaining time of the reservation; null if the current screen does not depend on it. */
export function msLeft(): number | null {
  const { reservation, screen } = state;
  if (reservation === null || (screen !== 'pay' && !(screen === 'details' && isHeld()))) return null;
  return Date.parse(reservation.expiresAt) - serverNow();
}

/** Draws the page every second while a reservation is valid, and shows when it has expired. */
export function startCountdown(): void {
  let previousMs: number | null = null;
  setInterval(() => {
    const leftMs = msLeft();
    if (leftMs !== null) {
      change({});
      if (announcementTimesMs.some((mark) => previousMs !== null && leftMs <= mark && previousMs > mark)) {
        announce(messages.pay.minutesLeft({ minutes: Math.round(leftMs / 60_000) }));
      }
    }
    previousMs = leftMs;
    if (leftMs !== null && leftMs <= 0 && state.screen === 'pay') expireReservation();
  }, 1_000);
}

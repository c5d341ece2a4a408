/** The clock of the server, because the clock of a phone can be wrong. */

/** Longer requests say little about the time at which the server responded. */
const roundTripMsMax = 4_000;

let skewMs = 0;

/** The current time of the server in milliseconds, as far as it is known. */
export function serverNow(): number {
  return Date.now() + skewMs;
}

/** By how much the clock of the server is ahead of the clock of the phone, in milliseconds. */
export function clockSkewMs(): number {
  return skewMs;
}

/** Uses a skew that was measured earlier. */
export function restoreSkew(ms: number): void {
  skewMs = ms;
}

/**
 * Measures the skew by a response of the server.
 *
 * @param sentAtMs when the request was sent, by the clock of the phone
 * @returns whether the response could be used
 */
export function measureSkew(serverTime: string, sentAtMs: number, receivedAtMs: number): boolean {
  const roundTripMs = receivedAtMs - sentAtMs;
  if (roundTripMs < 0 || roundTripMs > roundTripMsMax) return false;
  skewMs = Date.parse(serverTime) - (sentAtMs + receivedAtMs) / 2;
  return true;
}

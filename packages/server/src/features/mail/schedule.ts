const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after a failed attempt the next one comes, by how many were made; after the last there is none. */
const delaysMs = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour] as const;

/** So much earlier or later than the schedule says, so that what failed together does not come back together. */
const jitter = 0.1;

/**
 * Milliseconds from a failed attempt to the next, or null where it was the last.
 *
 * @param attempts how many were made, this one included
 * @param random from 0 to 1, exclusive
 */
export function retryDelayMs(attempts: number, random: number): number | null {
  const delay = delaysMs[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 - jitter + 2 * jitter * random));
}

/** The rate at which an endpoint receives deliveries. */
export interface Throttle {
  /** The maximum number of deliveries in each period. */
  readonly deliveries: number;
  readonly per: 'second' | 'minute';
}

export const throttlePeriods = ['second', 'minute'] as const;
export const maxThrottle = 1_000;

const periodMs = { second: 1_000, minute: 60_000 };

/** Deliveries whose slots begin within this time are claimed together, and each is sent when its slot begins. */
export const claimAheadMs = 100;

/** The slots of a throttled endpoint that can be claimed now. Each slot is one delivery. */
export interface FreeSlots {
  /** The start of the first slot, milliseconds since the epoch. */
  readonly firstMs: number;
  readonly count: number;
}

/** The time between two deliveries. Deliveries are spread evenly, so a receiver never gets a whole period's deliveries at once. */
export function intervalMsOf({ deliveries, per }: Throttle): number {
  return periodMs[per] / deliveries;
}

/**
 * Finds the slots that can be claimed now. Unused slots of the past are lost: an endpoint cannot save them for later.
 *
 * @param nextSlotMs the start of the first slot that no worker has claimed, milliseconds since the epoch
 */
export function findFreeSlots(nextSlotMs: number, intervalMs: number, nowMs: number): FreeSlots {
  // A later slot was claimed under a slower throttle, or before the system clock was set back.
  const isStale = nextSlotMs > nowMs + claimAheadMs + intervalMs;
  const firstMs = isStale ? nowMs : Math.max(nowMs, nextSlotMs);
  const count = Math.max(0, Math.floor((nowMs + claimAheadMs - firstMs) / intervalMs) + 1);
  return { firstMs, count };
}

/** The start of the first slot after these claimed slots, in whole milliseconds. */
export function slotAfter({ firstMs }: FreeSlots, claimedCount: number, intervalMs: number): number {
  return Math.ceil(firstMs + claimedCount * intervalMs);
}

import type { RetrySchedule } from '../../platform/queue/retry-schedule.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Nine attempts in about two days. */
export const mailRetries: RetrySchedule = {
  delaysMs: [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour],
  jitter: 0.1,
};

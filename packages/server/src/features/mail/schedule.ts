import type { RetrySchedule } from '../../platform/queue/retry-schedule.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Nine attempts in about two days. */
export const mailRetries: RetrySchedule = {
  delaysMs: [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 12 * hourMs, 24 * hourMs],
  jitter: 0.1,
};

import { expect, test } from 'vitest';
import { retryDelayMs } from '../../platform/queue/retry-schedule.ts';
import { mailRetries } from './schedule.ts';

const delaySeconds = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

test.for(delaySeconds.map((delay, index) => [index + 1, delay] as const))(
  'the delay after failed attempt %d is %d s, plus or minus 10%',
  ([attempts, delay]) => {
    expect(retryDelayMs(mailRetries, attempts, 0.5)).toBe(delay * 1_000);
    expect(retryDelayMs(mailRetries, attempts, 0)).toBe(delay * 900);
    expect(retryDelayMs(mailRetries, attempts, 0.999_999)).toBeLessThanOrEqual(delay * 1_100);
  },
);

test('the ninth attempt is the last one', () => {
  expect(retryDelayMs(mailRetries, 9, 0.5)).toBeNull();
});

import { parseRateLimit } from 'ratelimit-header-parser';
import { parseItem, parseList } from 'structured-headers';
import { expect } from 'vitest';
import type { TestResponse } from './responses.ts';

/** The rate limit in the headers of a response. */
export interface StatedLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  /** The seconds in Retry-After; null without this header. */
  readonly retryAfter: number | null;
}

/**
 * Parses the four headers with two public libraries: as `RateLimit-*` headers of draft 6, and as structured fields (RFC 9651).
 */
export function limitOf({ headers }: TestResponse, windowSeconds = 60): StatedLimit {
  const parsed = parseRateLimit(headers, { reset: 'seconds' })!;
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(
    (name) => parseItem(headers.get(`ratelimit-${name}`)!)[0] as number,
  );
  const [[policy, parameters]] = parseList(headers.get('ratelimit-policy')!) as [[number, Map<string, number>]];
  expect({ limit: parsed.limit, remaining: parsed.remaining }).toEqual({ limit, remaining });
  expect(policy).toBe(limit);
  expect([...parameters]).toEqual([['w', windowSeconds]]);
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(windowSeconds);
  const retryAfter = headers.get('retry-after');
  return {
    limit: limit!,
    remaining: remaining!,
    reset: reset!,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  };
}

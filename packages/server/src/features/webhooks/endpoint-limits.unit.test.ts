import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EndpointLimits } from './endpoint-limits.ts';
import { findFreeSlots, intervalMsOf, slotAfter } from './throttle.ts';

const [org, whk] = ['org_1', 'whk_1'];

/** Takes all slots of the endpoint for due deliveries. Returns how many were free. */
function takeAll(limits: EndpointLimits, nowMs: number): number {
  limits.markDue(org, whk);
  return limits.takeForDue(nowMs).reduce((sum, { count }) => sum + count, 0);
}

function succeed(limits: EndpointLimits): void {
  limits.giveBack(whk, 1);
  limits.recordSuccess(whk);
}

function fail(limits: EndpointLimits, nowMs: number, retryAfterMs: number | null = null): void {
  limits.giveBack(whk, 1);
  limits.recordFailure(whk, nowMs, retryAfterMs);
}

/** Fails requests until no slot is free although no request is in flight. Returns the number of failures. */
function failUntilPaused(limits: EndpointLimits, nowMs: number): number {
  for (let count = 0; ; count += 1) {
    takeAll(limits, nowMs);
    if (limits.running === 0) return count;
    fail(limits, nowMs);
  }
}

describe('the limit of an endpoint', () => {
  test('starts with 8 slots and allows one more for each success, up to 128', () => {
    const limits = new EndpointLimits();
    expect(takeAll(limits, 0)).toBe(8);
    for (let expected = 9; expected <= 128; expected += 1) {
      succeed(limits);
      takeAll(limits, 0);
      expect(limits.running).toBe(expected);
    }
    succeed(limits);
    takeAll(limits, 0);
    expect(limits.running).toBe(128);
  });

  test('is halved after each failure, down to one', () => {
    const limits = new EndpointLimits();
    takeAll(limits, 0);
    const counts: number[] = [];
    for (let failures = 1; failures <= 4; failures += 1) {
      fail(limits, 0);
      limits.giveBack(whk, limits.running); // The results of the other requests do not matter here.
      counts.push(takeAll(limits, 0));
    }
    expect(counts).toEqual([4, 2, 1, 1]);
  });

  test('is 0 after 16 failures without a success, but not after 15', () => {
    expect(failUntilPaused(new EndpointLimits(), 0)).toBe(16);
    const limits = new EndpointLimits();
    for (let i = 0; i < 15; i += 1) {
      takeAll(limits, 0);
      fail(limits, 0);
    }
    expect(takeAll(limits, 0)).toBe(1);
    succeed(limits);
    expect(failUntilPaused(limits, 0)).toBe(16);
  });

  test('is 0 for 2 s. Each further failure doubles the pause, up to a minute, with one attempt between pauses', () => {
    const limits = new EndpointLimits();
    failUntilPaused(limits, 0);
    let nowMs = 0;
    for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      expect(takeAll(limits, nowMs + pauseMs - 1)).toBe(0);
      expect(limits.nextClaimMs(nowMs)).toBe(nowMs + pauseMs);
      nowMs += pauseMs;
      expect(takeAll(limits, nowMs)).toBe(1);
      expect(takeAll(limits, nowMs)).toBe(0);
      fail(limits, nowMs);
    }
    // After one success, the endpoint has several slots again.
    nowMs += 60_000;
    takeAll(limits, nowMs);
    succeed(limits);
    expect(takeAll(limits, nowMs)).toBe(2);
    expect(failUntilPaused(limits, nowMs)).toBe(16);
    expect([takeAll(limits, nowMs + 1_999), takeAll(limits, nowMs + 2_000)]).toEqual([0, 1]);
  });

  test('is not 0 for longer because of failures of requests that were already in flight', () => {
    const limits = new EndpointLimits();
    failUntilPaused(limits, 0);
    for (let i = 0; i < 16; i += 1) limits.recordFailure(whk, 0, null);
    expect([takeAll(limits, 1_999), takeAll(limits, 2_000)]).toEqual([0, 1]);
  });

  test('is 0 for the time in Retry-After, unless the current pause ends later', () => {
    const limits = new EndpointLimits();
    takeAll(limits, 0);
    fail(limits, 0, 5_000);
    fail(limits, 0, 1_000);
    limits.giveBack(whk, limits.running);
    expect([takeAll(limits, 4_999), takeAll(limits, 5_000)]).toEqual([0, 2]);
  });

  test('applies to new deliveries too, which wait for due deliveries', () => {
    const limits = new EndpointLimits();
    expect(limits.takeForNew(org, whk, 5, 0)).toBe(5);
    expect(limits.takeForNew(org, whk, 5, 0)).toBe(3);
    limits.giveBack(whk, 8);
    limits.markDue(org, whk);
    expect(limits.takeForNew(org, whk, 5, 0)).toBe(0);
    expect(limits.takeForDue(0)).toEqual([{ organizerId: org, endpointId: whk, count: 8 }]);
  });

  test('is forgotten if the endpoint was not used for 5 minutes and is not paused', () => {
    const limits = new EndpointLimits();
    takeAll(limits, 0);
    limits.forgetUnused(400_000);
    expect(limits.size).toBe(1); // A request is in flight.
    fail(limits, 0, 500_000);
    limits.giveBack(whk, limits.running);
    limits.forgetUnused(499_999);
    expect(limits.size).toBe(1);
    limits.forgetUnused(500_000);
    expect(limits.size).toBe(0);
  });

  test('never exceeds 128, and pauses never exceed 60 s or Retry-After, with any sequence of actions', () => {
    const anyAction = fc.oneof(
      fc.constant({ do: 'take' as const }),
      fc.constant({ do: 'succeed' as const }),
      fc.record({ do: fc.constant('fail' as const), retryAfterMs: fc.option(fc.nat(100_000)) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(90_000) }),
    );
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 300 }), (actions) => {
        const limits = new EndpointLimits();
        let [nowMs, failures, pausedUntilMs] = [0, 0, 0];
        for (const action of actions) {
          if (action.do === 'take') {
            const taken = takeAll(limits, nowMs);
            if (failures >= 16) expect(taken).toBeLessThanOrEqual(1);
            if (nowMs >= pausedUntilMs) expect(limits.running).toBeGreaterThan(0);
          } else if (action.do === 'wait') nowMs += action.ms;
          else if (limits.running > 0 && action.do === 'succeed') {
            succeed(limits);
            failures = 0;
          } else if (limits.running > 0 && action.do === 'fail') {
            fail(limits, nowMs, action.retryAfterMs);
            failures += 1;
            pausedUntilMs = Math.max(pausedUntilMs, nowMs + (action.retryAfterMs ?? 0));
            if (failures >= 16) pausedUntilMs = Math.max(pausedUntilMs, nowMs + 60_000);
          }
          expect(limits.running).toBeLessThanOrEqual(128);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('many endpoints share the slots of the process, and the one whose last claim is the oldest comes first', () => {
  const limits = new EndpointLimits();
  const markAll = () => Array.from({ length: 200 }, (_, index) => limits.markDue(org, `whk_${index}`));
  markAll();
  const first = limits.takeForDue(0);
  expect(first.map(({ endpointId }) => endpointId)).toEqual(Array.from({ length: 50 }, (_, index) => `whk_${index}`));
  markAll();
  expect(limits.takeForDue(0)[0]).toMatchObject({ endpointId: 'whk_50' });
  for (let claims = 0; claims < 4; claims += 1) limits.takeForDue(0);
  expect(limits.running).toBe(1_024);
});

describe('the slots of a throttled endpoint', () => {
  const minute = { deliveries: 1, per: 'minute' } as const;

  test('are spread evenly, and each worker starts after the slots that others have claimed', () => {
    const intervalMs = intervalMsOf({ deliveries: 40, per: 'second' });
    const first = findFreeSlots(0, intervalMs, 10_000);
    expect(first).toEqual({ firstMs: 10_000, count: 5 });
    const nextMs = slotAfter(first, 3, intervalMs);
    expect(findFreeSlots(nextMs, intervalMs, 10_000)).toEqual({ firstMs: 10_075, count: 2 });
  });

  test('cannot be claimed long before they begin, so a receiver never gets many deliveries at the same time', () => {
    const intervalMs = intervalMsOf(minute);
    expect(findFreeSlots(70_000, intervalMs, 69_899).count).toBe(0);
    expect(findFreeSlots(70_000, intervalMs, 69_900)).toEqual({ firstMs: 70_000, count: 1 });
  });

  test('begin now if the throttle became faster, or the clock was set back', () => {
    const nextMs = slotAfter(findFreeSlots(0, intervalMsOf(minute), 10_000), 1, intervalMsOf(minute));
    expect(findFreeSlots(nextMs, 100, 10_001).firstMs).toBe(10_001);
    expect(findFreeSlots(nextMs, intervalMsOf(minute), 5_000).firstMs).toBe(5_000);
  });
});

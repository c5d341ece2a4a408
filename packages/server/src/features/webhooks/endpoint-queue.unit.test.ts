import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClaimedDelivery, type DeliveryTarget, EndpointQueue } from './endpoint-queue.ts';
import { findFreeSlots, intervalMsOf, slotAfter } from './throttle.ts';

const noOptions = { headers: { sent: [], stored: [] }, intervalMs: null };
const target: DeliveryTarget = {
  url: 'https://a.example/b',
  origin: 'https://a.example',
  path: '/b',
  secrets: [],
  ...noOptions,
};

let createdCount = 0;
function createDeliveries(count: number): ClaimedDelivery[] {
  return Array.from({ length: count }, () => {
    createdCount += 1;
    const id = `dlv_${createdCount}`;
    const otherFields = {
      eventId: 'msg_1',
      attemptCount: 0,
      leaseId: 'lease',
      leaseExpiresMs: 1e15,
      traceParent: null,
      body: '',
      notBeforeMs: 0,
    };
    return { organizerId: 'org_1', endpointId: 'whk_1', id, ...otherFields };
  });
}

/** Creates a queue with this number of claimed deliveries. */
function queueWith(count: number): EndpointQueue {
  const queue = new EndpointQueue('org_1', 'whk_1');
  queue.add(createDeliveries(count), target, count, 0);
  return queue;
}

/** Sends as many deliveries as possible. Returns the number of requests in flight. */
function sendAll(queue: EndpointQueue, nowMs: number): number {
  while (queue.canSend(nowMs)) {
    queue.shift(0);
    queue.inFlight += 1;
  }
  return queue.inFlight;
}

function succeed(queue: EndpointQueue): void {
  queue.inFlight -= 1;
  queue.recordSuccess();
}

function fail(queue: EndpointQueue, nowMs: number, retryAfterMs: number | null = null): boolean {
  queue.inFlight -= 1;
  return queue.recordFailure(nowMs, retryAfterMs);
}

/** Sends deliveries that fail, until the queue is paused. Returns the number of failures. */
function failUntilPaused(queue: EndpointQueue, nowMs: number): number {
  for (let count = 1; ; count += 1) {
    if (queue.waitingCount === 0) queue.add(createDeliveries(50), target, 50, nowMs);
    sendAll(queue, nowMs);
    if (fail(queue, nowMs)) return count;
  }
}

describe('the queue of an endpoint', () => {
  test('returns each claimed delivery once, in the order in which the deliveries were added', () => {
    const queue = new EndpointQueue('org_1', 'whk_1');
    const deliveries = createDeliveries(5);
    queue.add(deliveries.slice(0, 3), target, 3, 0);
    expect(queue.shift(0)?.delivery).toBe(deliveries[0]);
    queue.add(deliveries.slice(3), target, 3, 0);
    expect([queue.shift(0)?.delivery, queue.shift(0)?.delivery, queue.waitingCount]).toEqual([
      deliveries[1],
      deliveries[2],
      2,
    ]);
    expect(queue.clear()).toEqual(deliveries.slice(3));
    expect([queue.waitingCount, queue.clear(), queue.canSend(0)]).toEqual([0, [], false]);
  });

  test('starts with 8 requests in flight and allows one more for each success, up to 32', () => {
    const queue = queueWith(1_000);
    expect(sendAll(queue, 0)).toBe(8);
    for (let expected = 9; expected <= 32; expected += 1) {
      succeed(queue);
      expect(sendAll(queue, 0)).toBe(expected);
    }
    succeed(queue);
    expect(sendAll(queue, 0)).toBe(32);
  });

  test('halves the number of requests in flight after each failure, down to one', () => {
    const queue = queueWith(1_000);
    sendAll(queue, 0);
    const counts: number[] = [];
    for (let failures = 1; failures <= 4; failures += 1) {
      fail(queue, 0);
      while (queue.inFlight > 0) queue.inFlight -= 1; // The results of the other requests do not matter here.
      counts.push(sendAll(queue, 0));
    }
    expect(counts).toEqual([4, 2, 1, 1]);
  });

  test('is paused after 16 failures without a success, but not after 15', () => {
    expect(failUntilPaused(queueWith(50), 0)).toBe(16);
    const queue = queueWith(50);
    for (let i = 0; i < 15; i += 1) {
      sendAll(queue, 0);
      expect(fail(queue, 0)).toBe(false);
    }
    sendAll(queue, 0);
    succeed(queue);
    expect(queue.isPaused(0)).toBe(false);
    expect(failUntilPaused(queue, 0)).toBe(16);
  });

  test('is paused for 2 s. Each further failure doubles the pause, up to a minute, with one attempt between pauses', () => {
    const queue = queueWith(50);
    failUntilPaused(queue, 0);
    queue.clear();
    queue.inFlight = 0;
    queue.mayHaveMoreDue = true;
    let nowMs = 0;
    for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      expect([queue.claimSize(nowMs), queue.claimSize(nowMs + pauseMs - 1)]).toEqual([0, 0]);
      nowMs += pauseMs;
      expect(queue.claimSize(nowMs)).toBe(1);
      queue.add(createDeliveries(1), target, 1, nowMs);
      expect(queue.claimSize(nowMs)).toBe(0);
      expect(sendAll(queue, nowMs)).toBe(1);
      expect(queue.claimSize(nowMs)).toBe(0);
      expect(fail(queue, nowMs)).toBe(true);
    }
    // After one success, the queue claims normally again.
    nowMs += 60_000;
    queue.add(createDeliveries(1), target, 1, nowMs);
    sendAll(queue, nowMs);
    succeed(queue);
    expect(queue.claimSize(nowMs)).toBeGreaterThan(1);
    expect(failUntilPaused(queue, nowMs)).toBe(16);
    expect([queue.isPaused(nowMs + 1_999), queue.isPaused(nowMs + 2_000)]).toEqual([true, false]);
  });

  test('is not paused for longer by failures of requests that were already in flight', () => {
    const queue = queueWith(50);
    expect(failUntilPaused(queue, 0)).toBe(16);
    for (let i = 0; i < 16; i += 1) queue.recordFailure(0, null);
    expect([queue.isPaused(1_999), queue.isPaused(2_000)]).toEqual([true, false]);
  });

  test('is paused for the time in Retry-After, unless the current pause ends later', () => {
    const queue = queueWith(50);
    sendAll(queue, 0);
    expect(fail(queue, 0, 5_000)).toBe(true);
    expect(fail(queue, 0, 1_000)).toBe(true);
    expect([queue.isPaused(4_999), queue.canSend(4_999), queue.isPaused(5_000)]).toEqual([true, false, false]);
  });

  test('claims again if the database can have more due deliveries and at most a batch is waiting', () => {
    const queue = new EndpointQueue('org_1', 'whk_1');
    expect(queue.claimSize(0)).toBe(0);
    queue.mayHaveMoreDue = true;
    const batchSize = queue.claimSize(0);
    expect(batchSize).toBe(32);
    queue.add(createDeliveries(batchSize), target, batchSize, 10_000);
    expect(queue.claimSize(10_000)).toBe(32);
    queue.add(createDeliveries(batchSize), target, batchSize, 20_000);
    expect(queue.claimSize(20_000)).toBe(0);
    while (queue.waitingCount > 32) queue.shift(0);
    expect(queue.claimSize(20_000)).toBe(32);
    // Fewer rows than the limit: the database has no more due deliveries.
    queue.add(createDeliveries(3), target, 32, 21_000);
    expect(queue.claimSize(21_000)).toBe(0);
  });

  test('doubles the size of fast batches up to 384, and halves it after a slow batch', () => {
    const queue = new EndpointQueue('org_1', 'whk_1');
    const sizes: number[] = [];
    const claimNext = (nowMs: number) => {
      queue.clear();
      queue.mayHaveMoreDue = true;
      const count = queue.claimSize(nowMs);
      sizes.push(count);
      queue.add(createDeliveries(count), target, count, nowMs);
    };
    for (let i = 0; i < 7; i += 1) claimNext(100_000 + i);
    expect(sizes).toEqual([32, 32, 64, 128, 256, 384, 384]);
    claimNext(110_000);
    claimNext(120_000);
    expect(sizes.slice(7)).toEqual([384, 192]);
  });

  test('never exceeds 32 requests in flight, batches of 384, and pauses of 60 s or Retry-After, with any sequence of actions', () => {
    const anyAction = fc.oneof(
      fc.constant({ do: 'send' as const }),
      fc.constant({ do: 'succeed' as const }),
      fc.record({ do: fc.constant('fail' as const), retryAfterMs: fc.option(fc.nat(100_000)) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(90_000) }),
      fc.constant({ do: 'claim' as const }),
    );
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 300 }), (actions) => {
        const queue = new EndpointQueue('org_1', 'whk_1');
        let nowMs = 0;
        let failures = 0;
        let pausedUntilMs = 0;
        for (const action of actions) {
          if (action.do === 'send') sendAll(queue, nowMs);
          else if (action.do === 'wait') nowMs += action.ms;
          else if (action.do === 'claim') {
            queue.mayHaveMoreDue = true;
            const size = queue.claimSize(nowMs);
            if (failures >= 16) expect(size).toBeLessThanOrEqual(1);
            if (size > 0) queue.add(createDeliveries(size), target, size, nowMs);
          } else if (queue.inFlight > 0 && action.do === 'succeed') {
            succeed(queue);
            failures = 0;
          } else if (queue.inFlight > 0 && action.do === 'fail') {
            const isPaused = fail(queue, nowMs, action.retryAfterMs);
            failures += 1;
            pausedUntilMs = Math.max(pausedUntilMs, nowMs + (action.retryAfterMs ?? 0));
            if (failures >= 16) pausedUntilMs = Math.max(pausedUntilMs, nowMs + 60_000);
            if (failures >= 16) expect(isPaused).toBe(true);
          }
          expect(queue.inFlight).toBeLessThanOrEqual(32);
          expect(queue.claimSize(nowMs)).toBeLessThanOrEqual(384);
          expect(queue.isPaused(pausedUntilMs)).toBe(false);
          if (queue.isPaused(nowMs)) expect([queue.canSend(nowMs), queue.claimSize(nowMs)]).toEqual([false, 0]);
          else if (queue.waitingCount > 0 && queue.inFlight === 0) expect(queue.canSend(nowMs)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the slots of a throttled endpoint', () => {
  const minute = { deliveries: 1, per: 'minute' } as const;

  test('are spread evenly, and each worker starts after the slots that others have claimed', () => {
    const intervalMs = intervalMsOf({ deliveries: 4, per: 'second' });
    const first = findFreeSlots(0, intervalMs, 10_000);
    expect(first).toEqual({ firstMs: 10_000, count: 5 });
    const nextMs = slotAfter(first, 3, intervalMs);
    expect(findFreeSlots(nextMs, intervalMs, 10_000)).toEqual({ firstMs: 10_750, count: 2 });
  });

  test('cannot be claimed long before they begin', () => {
    const intervalMs = intervalMsOf(minute);
    expect(findFreeSlots(70_000, intervalMs, 68_999).count).toBe(0);
    expect(findFreeSlots(70_000, intervalMs, 69_000)).toEqual({ firstMs: 70_000, count: 1 });
  });

  test('begin now if the throttle became faster, or the clock was set back', () => {
    const nextMs = slotAfter(findFreeSlots(0, intervalMsOf(minute), 10_000), 1, intervalMsOf(minute));
    expect(findFreeSlots(nextMs, 100, 10_001).firstMs).toBe(10_001);
    expect(findFreeSlots(nextMs, intervalMsOf(minute), 5_000).firstMs).toBe(5_000);
  });

  test('are not made up for after a delay, so a receiver never gets many deliveries at the same time', () => {
    const queue = new EndpointQueue('org_1', 'whk_1');
    queue.add(createDeliveries(6), { ...target, intervalMs: 100 }, 6, 0, 600);
    const sendTimes = [0, 50, 100, 105, 900, 905, 1_000].filter((nowMs) => {
      const canSend = queue.canSend(nowMs);
      if (canSend) queue.shift(nowMs);
      return canSend;
    });
    expect(sendTimes).toEqual([0, 100, 900, 905, 1_000]);
    expect(queue.throttleDelayMs(1_004)).toBe(96);
  });
});

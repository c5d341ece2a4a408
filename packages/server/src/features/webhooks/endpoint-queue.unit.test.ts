import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Claimed, Lane } from './endpoint-queue.ts';

let made = 0;
function claimed(count: number): Claimed[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const id = `dlv_${made}`;
    const rest = { eventId: 'msg_1', attemptCount: 0, leaseId: 'lease', leaseEndsMs: 1e15, body: Buffer.alloc(0) };
    return { organizerId: 'org_1', endpointId: 'whk_1', id, ...rest };
  });
}

/** A lane that has this many waiting. */
function laneWith(waiting: number): Lane {
  const lane = new Lane('org_1', 'whk_1');
  lane.fill(claimed(waiting), waiting, 0);
  return lane;
}

/** Sends as many as the lane lets; gives how many are under way then. */
function sendAll(lane: Lane, nowMs: number): number {
  while (lane.canSend(nowMs)) {
    lane.take();
    lane.inFlight += 1;
  }
  return lane.inFlight;
}

function succeed(lane: Lane): void {
  lane.inFlight -= 1;
  lane.succeeded();
}

function fail(lane: Lane, nowMs: number, retryAfterMs: number | null = null): boolean {
  lane.inFlight -= 1;
  return lane.failed(nowMs, retryAfterMs);
}

/** Fails what the lane lets be sent until it rests; gives how many failed. */
function failUntilItRests(lane: Lane, nowMs: number): number {
  for (let count = 1; ; count += 1) {
    if (lane.waiting === 0) lane.fill(claimed(50), 50, nowMs);
    sendAll(lane, nowMs);
    if (fail(lane, nowMs)) return count;
  }
}

describe('a lane', () => {
  test('gives what was claimed in its order, each once', () => {
    const lane = new Lane('org_1', 'whk_1');
    const all = claimed(5);
    lane.fill(all.slice(0, 3), 3, 0);
    expect(lane.take()).toBe(all[0]);
    lane.fill(all.slice(3), 3, 0);
    expect([lane.take(), lane.take(), lane.waiting]).toEqual([all[1], all[2], 2]);
    expect(lane.empty()).toEqual(all.slice(3));
    expect([lane.waiting, lane.empty(), lane.canSend(0)]).toEqual([0, [], false]);
  });

  test('begins with 8 under way and comes to 32 while they succeed, one more for each', () => {
    const lane = laneWith(1_000);
    expect(sendAll(lane, 0)).toBe(8);
    for (let expected = 9; expected <= 32; expected += 1) {
      succeed(lane);
      expect(sendAll(lane, 0)).toBe(expected);
    }
    succeed(lane);
    expect(sendAll(lane, 0)).toBe(32);
  });

  test('has half as many under way after each failure, and never fewer than one', () => {
    const lane = laneWith(1_000);
    sendAll(lane, 0);
    const counts: number[] = [];
    for (let failures = 1; failures <= 4; failures += 1) {
      fail(lane, 0);
      while (lane.inFlight > 0) lane.inFlight -= 1; // However the others ended.
      counts.push(sendAll(lane, 0));
    }
    expect(counts).toEqual([4, 2, 1, 1]);
  });

  test('rests after 16 failures without a success between them, and not after 15', () => {
    expect(failUntilItRests(laneWith(50), 0)).toBe(16);
    const lane = laneWith(50);
    for (let i = 0; i < 15; i += 1) {
      sendAll(lane, 0);
      expect(fail(lane, 0)).toBe(false);
    }
    sendAll(lane, 0);
    succeed(lane);
    expect(lane.rests(0)).toBe(false);
    expect(failUntilItRests(lane, 0)).toBe(16);
  });

  test('rests 2 s, twice as long after each further failure, at most a minute, and tries one delivery in between', () => {
    const lane = laneWith(50);
    failUntilItRests(lane, 0);
    lane.empty();
    lane.inFlight = 0;
    lane.mayHaveMore = true;
    let nowMs = 0;
    for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      expect([lane.wants(nowMs), lane.wants(nowMs + pauseMs - 1)]).toEqual([0, 0]);
      nowMs += pauseMs;
      expect(lane.wants(nowMs)).toBe(1);
      lane.fill(claimed(1), 1, nowMs);
      expect(lane.wants(nowMs)).toBe(0);
      expect(sendAll(lane, nowMs)).toBe(1);
      expect(lane.wants(nowMs)).toBe(0);
      expect(fail(lane, nowMs)).toBe(true);
    }
    // One that is taken ends it all.
    nowMs += 60_000;
    lane.fill(claimed(1), 1, nowMs);
    sendAll(lane, nowMs);
    succeed(lane);
    expect(lane.wants(nowMs)).toBeGreaterThan(1);
    expect(failUntilItRests(lane, nowMs)).toBe(16);
    expect([lane.rests(nowMs + 1_999), lane.rests(nowMs + 2_000)]).toEqual([true, false]);
  });

  test('rests no longer for what was under way when it began to', () => {
    const lane = laneWith(50);
    expect(failUntilItRests(lane, 0)).toBe(16);
    for (let i = 0; i < 16; i += 1) lane.failed(0, null);
    expect([lane.rests(1_999), lane.rests(2_000)]).toEqual([true, false]);
  });

  test('waits as long as its receiver asks, and no shorter than it rests anyway', () => {
    const lane = laneWith(50);
    sendAll(lane, 0);
    expect(fail(lane, 0, 5_000)).toBe(true);
    expect(fail(lane, 0, 1_000)).toBe(true);
    expect([lane.rests(4_999), lane.canSend(4_999), lane.rests(5_000)]).toEqual([true, false, false]);
  });

  test('asks for more while it may have some, and holds no more than it can send soon', () => {
    const lane = new Lane('org_1', 'whk_1');
    expect(lane.wants(0)).toBe(0);
    lane.mayHaveMore = true;
    const first = lane.wants(0);
    expect(first).toBe(32);
    lane.fill(claimed(first), first, 10_000);
    expect(lane.wants(10_000)).toBe(0);
    while (lane.waiting > 16) lane.take();
    expect(lane.wants(10_000)).toBe(32);
    // What was not to be had in full is all there is.
    lane.fill(claimed(3), 32, 11_000);
    expect(lane.wants(11_000)).toBe(0);
  });

  test('asks for more at a time the faster it gets rid of them, up to 500', () => {
    const lane = new Lane('org_1', 'whk_1');
    const asked: number[] = [];
    const ask = (nowMs: number) => {
      lane.empty();
      lane.mayHaveMore = true;
      const count = lane.wants(nowMs);
      asked.push(count);
      lane.fill(claimed(count), count, nowMs);
    };
    for (let i = 0; i < 7; i += 1) ask(100_000 + i);
    expect(asked).toEqual([32, 32, 64, 128, 256, 500, 500]);
    ask(110_000);
    ask(120_000);
    expect(asked.slice(7)).toEqual([500, 250]);
  });

  test('whatever happens, its bounds hold and it never rests longer than it is asked to', () => {
    const step = fc.oneof(
      fc.constant({ do: 'send' as const }),
      fc.constant({ do: 'succeed' as const }),
      fc.record({ do: fc.constant('fail' as const), retryAfterMs: fc.option(fc.nat(100_000)) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(90_000) }),
      fc.constant({ do: 'claim' as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const lane = new Lane('org_1', 'whk_1');
        let nowMs = 0;
        let failures = 0;
        let restsUntilMs = 0;
        for (const action of steps) {
          if (action.do === 'send') sendAll(lane, nowMs);
          else if (action.do === 'wait') nowMs += action.ms;
          else if (action.do === 'claim') {
            lane.mayHaveMore = true;
            const asked = lane.wants(nowMs);
            if (failures >= 16) expect(asked).toBeLessThanOrEqual(1);
            if (asked > 0) lane.fill(claimed(asked), asked, nowMs);
          } else if (lane.inFlight > 0 && action.do === 'succeed') {
            succeed(lane);
            failures = 0;
          } else if (lane.inFlight > 0 && action.do === 'fail') {
            const rests = fail(lane, nowMs, action.retryAfterMs);
            failures += 1;
            restsUntilMs = Math.max(restsUntilMs, nowMs + (action.retryAfterMs ?? 0));
            if (failures >= 16) restsUntilMs = Math.max(restsUntilMs, nowMs + 60_000);
            if (failures >= 16) expect(rests).toBe(true);
          }
          expect(lane.inFlight).toBeLessThanOrEqual(32);
          expect(lane.wants(nowMs)).toBeLessThanOrEqual(500);
          expect(lane.rests(restsUntilMs)).toBe(false);
          if (lane.rests(nowMs)) expect([lane.canSend(nowMs), lane.wants(nowMs)]).toEqual([false, 0]);
          else if (lane.waiting > 0 && lane.inFlight === 0) expect(lane.canSend(nowMs)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

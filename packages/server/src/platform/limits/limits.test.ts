import { createServer } from 'node:net';
import { createClient } from '@redis/client';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/harness/redis-server.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { systemClock } from '../clock.ts';
import { ipBucket } from './ip-bucket.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { RedisLimiter } from './redis-limiter.ts';

const windowMs = 60_000;

/** Returns the value of a promise, or `pending` if the promise waits for a timer or for the network. */
function valueOrPending<T>(promise: Promise<T>): Promise<T | 'pending'> {
  const nextTurn = new Promise<'pending'>((resolve) => setImmediate(resolve, 'pending'));
  return Promise.race([promise, nextTurn]);
}

describe('the limiter in memory', () => {
  test('the 121st request in a window is rejected if the limit is 120', () => {
    const limiter = new MemoryLimiter(new TestClock());
    const results = Array.from({ length: 121 }, () => limiter.hit('key', 120));
    expect(results.map(({ allowed }) => allowed)).toEqual([...Array<boolean>(120).fill(true), false]);
    expect(results.map(({ remaining }) => remaining)).toEqual([...Array.from({ length: 120 }, (_, i) => 119 - i), 0]);
    for (const result of results) expect(result).toMatchObject({ limit: 120, resetSeconds: 60 });
  });

  test('a window expires exactly 60 s after its first request', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(windowMs - 1), { maxLength: 20 }), (offsets) => {
        const clock = new TestClock();
        const limiter = new MemoryLimiter(clock);
        limiter.hit('key', 1);
        let elapsedMs = 0;
        for (const offset of [...offsets, windowMs - 1].sort((a, b) => a - b)) {
          clock.advance(offset - elapsedMs);
          elapsedMs = offset;
          expect(limiter.hit('key', 1).allowed).toBe(false);
        }
        clock.advance(1);
        expect(limiter.hit('key', 1)).toEqual({
          allowed: true,
          limit: 1,
          remaining: 0,
          windowSeconds: 60,
          resetSeconds: 60,
        });
        // The new window starts with this request.
        clock.advance(windowMs - 1);
        expect(limiter.hit('key', 1).allowed).toBe(false);
      }),
    );
  });

  test('a rejected caller can send a request after resetSeconds, but not one second earlier', () => {
    fc.assert(
      fc.property(fc.nat(windowMs - 1), (offset) => {
        const isRejectedAfter = (waitSeconds: (reset: number) => number) => {
          const clock = new TestClock();
          const limiter = new MemoryLimiter(clock);
          limiter.hit('key', 1);
          clock.advance(offset);
          const { allowed, resetSeconds } = limiter.hit('key', 1);
          expect(allowed).toBe(false);
          clock.advance(waitSeconds(resetSeconds) * 1000);
          return !limiter.hit('key', 1).allowed;
        };
        expect(isRejectedAfter((reset) => reset)).toBe(false);
        expect(isRejectedAfter((reset) => reset - 1)).toBe(true);
      }),
    );
  });

  test('the clock returns whole milliseconds, because fractions could make a window of 60 s one second too long', () => {
    const times = Array.from({ length: 1_000 }, () => systemClock.monotonicNow());
    expect(times.filter((time) => !Number.isInteger(time))).toEqual([]);
  });

  test('each bucket has separate windows, and peek() does not count', () => {
    const action = fc.record({ bucket: fc.constantFrom('a', 'b', 'c'), waitMs: fc.nat(25_000), isPeek: fc.boolean() });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const clock = new TestClock();
        const limiter = new MemoryLimiter(clock);
        const windows = new Map<string, { startMs: number; count: number }>();
        for (const { bucket, waitMs, isPeek } of actions) {
          clock.advance(waitMs);
          const lastWindow = windows.get(bucket);
          const isCurrent = lastWindow !== undefined && clock.now() < lastWindow.startMs + windowMs;
          const window = isCurrent ? lastWindow : { startMs: clock.now(), count: 0 };
          if (!isPeek) {
            window.count += 1;
            windows.set(bucket, window);
          }
          expect(isPeek ? limiter.peek(bucket, 3) : limiter.hit(bucket, 3)).toEqual({
            allowed: window.count <= 3,
            limit: 3,
            remaining: Math.max(0, 3 - window.count),
            windowSeconds: 60,
            resetSeconds: Math.ceil((window.startMs + windowMs - clock.now()) / 1000),
          });
        }
      }),
    );
  });
});

describe('the bucket of an IP address', () => {
  test('an IPv4 address is its own bucket', () => {
    expect(ipBucket('203.0.113.9')).toBe('203.0.113.9');
    expect(ipBucket('203.0.113.9')).not.toBe(ipBucket('203.0.113.10'));
  });

  test('an IPv4-mapped address, in any notation, has the bucket of its IPv4 address', () => {
    for (const notation of [
      '::ffff:203.0.113.9',
      '::FFFF:203.0.113.9',
      '::ffff:cb00:7109',
      '0:0:0:0:0:ffff:cb00:7109',
    ]) {
      expect(ipBucket(notation)).toBe('203.0.113.9');
    }
  });

  test('the port does not change the bucket', () => {
    expect(ipBucket('9.9.9.9:1111')).toBe(ipBucket('9.9.9.9'));
    expect(ipBucket('[2001:db8::1]:443')).toBe(ipBucket('2001:db8::1'));
    expect(ipBucket('[2001:db8::1]')).toBe(ipBucket('2001:db8::1'));
    expect(ipBucket('[fe80::1%eth0]:443')).toBe(ipBucket('fe80::1'));
    expect(ipBucket('[::ffff:9.9.9.9]:443')).toBe(ipBucket('9.9.9.9'));
    // These IPv6 addresses have no port. The last group belongs to the address.
    expect(ipBucket('2001:db8:1:2::443')).toBe(ipBucket('2001:db8:1:2::444'));
    expect(ipBucket('2001:db8:1:443::')).not.toBe(ipBucket('2001:db8:1:444::'));
  });

  test('all IPv6 addresses of a /64 network have one bucket', () => {
    const group = fc.nat(0xffff);
    const half = fc.tuple(group, group, group, group);
    const text = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, fc.nat(3), fc.nat(15), (network, host, otherHost, changedIndex, bit) => {
        const neighbour = network.map((part, index) => (index === changedIndex ? part ^ (1 << bit) : part));
        // ::ffff:0:0/96 is IPv4.
        fc.pre(network.some((part) => part !== 0) && neighbour.some((part) => part !== 0));
        const bucket = ipBucket(text([...network, ...host]));
        expect(ipBucket(text([...network, ...otherHost]))).toBe(bucket);
        expect(ipBucket(text([...neighbour, ...host]))).not.toBe(bucket);
      }),
    );
    expect(ipBucket('2001:db8::1')).toBe(ipBucket('2001:0DB8:0:0:ffff::2'));
    expect(ipBucket('fe80::1%eth0')).toBe(ipBucket('fe80::2'));
  });
});

describe('the limiter in Redis', { tags: 'redis' }, () => {
  let redis: RedisServer;
  let client: ReturnType<typeof createClient>;
  let bucketCount = 0;
  const limiters: RedisLimiter[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    client = createClient({ url: redis.url });
    await client.connect();
  });
  afterAll(async () => {
    for (const limiter of limiters) limiter.stop();
    client.destroy();
    await redis.stop();
  });

  const newBucket = () => {
    bucketCount += 1;
    return `bucket-${bucketCount}`;
  };
  const keysOf = (bucket: string) => client.keys(`*:${bucket}`);

  /** Starts a limiter in the same way as a server process, and records its log. By default it waits long for Redis. */
  function startLimiter(url: string, { callTimeoutMs = 30_000 }: { callTimeoutMs?: number | undefined } = {}) {
    const log: string[] = [];
    const local = new MemoryLimiter(new TestClock());
    const limiter = new RedisLimiter(url, local, pino({}, { write: (line: string) => log.push(line) }), {
      callTimeoutMs,
    });
    limiter.start();
    limiters.push(limiter);
    return { limiter, local, log };
  }

  /** Waits until a limiter uses Redis. */
  async function waitForRedis(limiter: RedisLimiter): Promise<void> {
    await vi.waitFor(
      async () => {
        const bucket = newBucket();
        await limiter.hit(bucket, 1);
        expect(await keysOf(bucket)).toHaveLength(1);
      },
      { timeout: 120_000 },
    );
  }

  test('several processes share one exact count', async () => {
    const [limiterA, limiterB] = [startLimiter(redis.url).limiter, startLimiter(redis.url).limiter];
    await Promise.all([waitForRedis(limiterA), waitForRedis(limiterB)]);
    const bucket = newBucket();
    const hits = Array.from({ length: 130 }, (_, i) => (i % 2 ? limiterA : limiterB).hit(bucket, 120));
    const results = await Promise.all(hits);
    const allowedResults = results.filter(({ allowed }) => allowed);
    expect(allowedResults.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 120 }, (_, i) => 119 - i),
    );
    expect(await limiterA.hit(newBucket(), 120)).toEqual({
      allowed: true,
      limit: 120,
      remaining: 119,
      windowSeconds: 60,
      resetSeconds: 60,
    });
  });

  test('a window expires 60 s after its first request, and later requests do not extend it', async () => {
    const { limiter } = startLimiter(redis.url);
    await waitForRedis(limiter);
    const bucket = newBucket();
    await limiter.hit(bucket, 1);
    const [key] = await keysOf(bucket);
    expect(await client.pTTL(key!)).toBeGreaterThan(windowMs / 2);
    await client.pExpire(key!, 20_500); // As if 39.5 s had passed.
    const [hit, peeked] = [await limiter.hit(bucket, 1), await limiter.peek(bucket, 1)];
    const remainingMs = await client.pTTL(key!);
    expect(remainingMs).toBeLessThanOrEqual(20_500);
    for (const { allowed, resetSeconds } of [hit, peeked]) {
      expect(allowed).toBe(false);
      expect(resetSeconds).toBeLessThanOrEqual(21);
      expect(resetSeconds).toBeGreaterThanOrEqual(Math.ceil(remainingMs / 1_000));
    }
    await client.pExpire(key!, 1);
    await vi.waitFor(async () => expect(await keysOf(bucket)).toEqual([]), { timeout: 120_000 });
    expect(await limiter.peek(bucket, 1)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limiter.hit(bucket, 1)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 60 });
  });

  test('only one request is delayed if Redis hangs; when Redis responds again, it is used again', async () => {
    const { limiter, log } = startLimiter(redis.url, { callTimeoutMs: 1_000 });
    await waitForRedis(limiter);
    const bucket = newBucket();
    await limiter.hit(bucket, 50);
    await client.sendCommand(['CLIENT', 'PAUSE', '5000', 'ALL']);
    // The process counts in its own memory, starting at zero.
    expect(await limiter.hit(bucket, 50)).toMatchObject({ allowed: true, remaining: 49 });
    for (let count = 2; count <= 20; count += 1) {
      expect(await valueOrPending(limiter.hit(bucket, 50))).toMatchObject({ allowed: true, remaining: 50 - count });
    }
    expect(log.filter((line) => line.includes('Redis unavailable'))).toHaveLength(1);
    await vi.waitFor(
      async () => {
        await limiter.hit(newBucket(), 1);
        expect(log.filter((line) => line.includes('Redis available'))).toHaveLength(1);
      },
      { timeout: 120_000 },
    );
    await waitForRedis(limiter);
    expect(log.filter((line) => line.includes('Redis unavailable'))).toHaveLength(1);
  });

  test('the process counts in its own memory without waiting if the server never responds', async () => {
    const silentServer = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silentServer.once('listening', resolve));
    const { port } = silentServer.address() as { port: number };
    const { limiter, local } = startLimiter(`redis://127.0.0.1:${port}`);
    const bucket = newBucket();
    for (let count = 1; count <= 20; count += 1) {
      expect(await valueOrPending(limiter.hit(bucket, 50))).toMatchObject({ remaining: 50 - count });
    }
    expect(local.peek(bucket, 50).remaining).toBe(30);
    limiter.stop();
    silentServer.close();
  });
});

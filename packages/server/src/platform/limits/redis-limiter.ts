import { createClient } from '@redis/client';
import type { Logger } from '../log.ts';
import { withTimeout } from '../with-timeout.ts';
import { type Limiter, type RateLimitResult, rateLimitResult, windowSeconds } from './limiter.ts';
import type { MemoryLimiter } from './memory-limiter.ts';

/** If Redis does not respond within this time, this process counts in its own memory, so that the request is not delayed. */
const defaultCallTimeoutMs = 250;
const connectTimeoutMs = 1_000;
/** How long Redis is not called after a failure. During an outage, only one request per pause is delayed. */
const pauseMs = 1_000;

// A script is atomic: no other process can read the count before its expiry is set.
const hitScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;
const peekScript = `return {tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1])}`;

/** Counts in Redis or Valkey. All processes that use it share the counts. While it is unavailable, `local` counts. */
export class RedisLimiter implements Limiter {
  readonly #client;
  readonly #local: MemoryLimiter;
  readonly #log: Logger;
  readonly #callTimeoutMs: number;
  #isUnavailable = false;
  #pausedUntilMs = 0;
  #connectByMs = 0;

  constructor(url: string, local: MemoryLimiter, log: Logger, { callTimeoutMs = defaultCallTimeoutMs } = {}) {
    this.#local = local;
    this.#log = log;
    this.#callTimeoutMs = callTimeoutMs;
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000) },
    });
    this.#client.on('error', (error: Error) => this.#markUnavailable(error));
  }

  /** Connects in the background. */
  start(): void {
    this.#connectByMs = performance.now() + connectTimeoutMs;
    this.#client.connect().catch((error: Error) => this.#markUnavailable(error));
  }

  stop(): void {
    this.#client.destroy();
  }

  hit(bucket: string, limit: number, seconds = windowSeconds): Promise<RateLimitResult> {
    return this.#count(hitScript, bucket, { limit, seconds }, () => this.#local.hit(bucket, limit, seconds));
  }

  peek(bucket: string, limit: number): Promise<RateLimitResult> {
    return this.#count(peekScript, bucket, { limit, seconds: windowSeconds }, () => this.#local.peek(bucket, limit));
  }

  async #count(
    script: string,
    bucket: string,
    { limit, seconds }: { limit: number; seconds: number },
    countLocally: () => RateLimitResult,
  ): Promise<RateLimitResult> {
    if (performance.now() < this.#pausedUntilMs) return countLocally();
    if (!this.#client.isReady) {
      if (performance.now() > this.#connectByMs) this.#markUnavailable(new Error('not connected'));
      return countLocally();
    }
    try {
      const windowMs = String(seconds * 1000);
      const call = this.#client.eval(script, { keys: [`limit:${bucket}`], arguments: [windowMs] });
      const [count, ttlMs] = (await withTimeout(call, this.#callTimeoutMs)) as [number, number];
      this.#markAvailable();
      return rateLimitResult(count, limit, ttlMs < 0 ? seconds * 1000 : ttlMs, seconds);
    } catch (error) {
      this.#pausedUntilMs = performance.now() + pauseMs;
      this.#markUnavailable(error as Error);
      return countLocally();
    }
  }

  #markUnavailable(error: Error): void {
    if (this.#isUnavailable) return;
    this.#isUnavailable = true;
    this.#log.warn({ reason: error.message }, 'Redis unavailable, using local limits');
  }

  #markAvailable(): void {
    if (!this.#isUnavailable) return;
    this.#isUnavailable = false;
    this.#log.info('Redis available, using shared limits');
  }
}

/** How long `readRedisTime` waits for Redis. */
const checkTimeoutMs = 5_000;

/**
 * Connects to Redis and reads its clock with a script, because the limiter also runs scripts.
 *
 * @returns milliseconds since the epoch
 * @throws Error if Redis is unavailable or rejects the credentials or the script
 */
export async function readRedisTime(url: string): Promise<number> {
  const client = createClient({ url, socket: { connectTimeout: checkTimeoutMs, reconnectStrategy: false } });
  client.on('error', () => {}); // `connect` and `eval` throw the same error.
  try {
    await withTimeout(client.connect(), checkTimeoutMs);
    const time = (await withTimeout(client.eval("return redis.call('TIME')"), checkTimeoutMs)) as [string, string];
    return Number(time[0]) * 1_000 + Number(time[1]) / 1_000;
  } finally {
    client.destroy();
  }
}

import { createClient } from '@redis/client';
import type { Logger } from '../log.ts';
import { type Limiter, type Verdict, verdict, windowSeconds } from './limiter.ts';
import type { MemoryLimiter } from './memory-limiter.ts';

/** A limit must never hold a request up for long: past this the process counts by itself. */
const answerMsMax = 250;
/** Past this it counts as away. */
const connectMsMax = 1_000;
/** After a failed call the server is left alone this long, so that its absence costs one request, not each. */
const pauseMs = 1_000;

// Redis runs a script as a whole: no other process sees the count without its expiry.
const hitScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;
const peekScript = `return {tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1])}`;

/** Counts in Redis or Valkey, shared by every process that is given the same address; while it is away, in `local`. */
export class RedisLimiter implements Limiter {
  readonly #client;
  readonly #local: MemoryLimiter;
  readonly #log: Logger;
  #away = false;
  #askAgainAtMs = 0;
  #connectByMs = 0;

  constructor(url: string, local: MemoryLimiter, log: Logger) {
    this.#local = local;
    this.#log = log;
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMsMax, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000) },
    });
    this.#client.on('error', (error: Error) => this.#leave(error));
  }

  /** Connects in the background; until then, and whenever it is gone, counts are local. */
  start(): void {
    this.#connectByMs = performance.now() + connectMsMax;
    this.#client.connect().catch((error: Error) => this.#leave(error));
  }

  stop(): void {
    this.#client.destroy();
  }

  hit(bucket: string, limit: number, seconds = windowSeconds): Promise<Verdict> {
    return this.#count(hitScript, bucket, { limit, seconds }, () => this.#local.hit(bucket, limit, seconds));
  }

  peek(bucket: string, limit: number): Promise<Verdict> {
    const terms = { limit, seconds: windowSeconds };
    return this.#count(peekScript, bucket, terms, () => this.#local.peek(bucket, limit));
  }

  async #count(
    script: string,
    bucket: string,
    { limit, seconds }: { limit: number; seconds: number },
    local: () => Verdict,
  ): Promise<Verdict> {
    if (performance.now() < this.#askAgainAtMs) return local();
    if (!this.#client.isReady) {
      if (performance.now() > this.#connectByMs) this.#leave(new Error('not connected'));
      return local();
    }
    try {
      const windowMs = String(seconds * 1000);
      const call = this.#client.eval(script, { keys: [`limit:${bucket}`], arguments: [windowMs] });
      const [count, ttlMs] = (await within(answerMsMax, call)) as [number, number];
      this.#return();
      return verdict(count, limit, ttlMs < 0 ? seconds * 1000 : ttlMs, seconds);
    } catch (error) {
      this.#askAgainAtMs = performance.now() + pauseMs;
      this.#leave(error as Error);
      return local();
    }
  }

  #leave(error: Error): void {
    if (this.#away) return;
    this.#away = true;
    this.#log.warn({ reason: error.message }, 'redis is away: this process counts its rate limits by itself');
  }

  #return(): void {
    if (!this.#away) return;
    this.#away = false;
    this.#log.info('redis is back: rate limits are shared again');
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // A call that was given up may still fail later.
  }
}

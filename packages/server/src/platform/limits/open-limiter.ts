import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Limiter } from './limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';

/**
 * Creates the limiter of a process. With a Redis URL, all processes share the counts. Otherwise the process counts in memory.
 *
 * @param options.processes the number of processes on this machine that handle requests
 */
export async function openLimiter(
  { redisUrl, processes }: { redisUrl: string | null; processes: number },
  clock: Clock,
  log: Logger,
): Promise<{ limiter: Limiter; stop: () => void }> {
  const memory = new MemoryLimiter(clock);
  if (redisUrl !== null) {
    const { RedisLimiter } = await import('./redis-limiter.ts');
    const redis = new RedisLimiter(redisUrl, memory, log);
    redis.start();
    return { limiter: redis, stop: () => redis.stop() };
  }
  if (processes > 1) log.warn('Each process counts rate limits separately. Set REDIS_URL to share them');
  return { limiter: memory, stop: () => {} };
}

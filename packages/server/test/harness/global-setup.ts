import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test PostgreSQL answers, or null where this machine has none. */
    postgresUrl: string | null;
    redisUrl: string | null;
  }
}

/** Starts the databases that the suites share; each suite makes its own within them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, redis] = await Promise.all([orNull('PostgreSQL', startPostgres), orNull('Redis', startRedis)]);
  project.provide('postgresUrl', postgres?.url ?? null);
  project.provide('redisUrl', redis?.url ?? null);
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}

async function orNull<T extends PostgresServer | RedisServer>(
  name: string,
  start: () => Promise<T>,
): Promise<T | null> {
  try {
    return await start();
  } catch (error) {
    console.error(`\n!!! ${name} could not be started: ITS SUITES ARE SKIPPED. ${(error as Error).message}\n`);
    return null;
  }
}

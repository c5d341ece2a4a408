import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { createTemplates, type TemplateDatabases } from './template-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server of the tests, or null if PostgreSQL is not available. */
    postgresUrl: string | null;
    redisUrl: string | null;
    /** The file of a migrated SQLite database. */
    sqliteTemplate: string;
    /** The tables whose rows always belong to an organizer. */
    tenantTables: readonly string[];
  }
}

interface SharedServers {
  readonly postgres: PostgresServer | null;
  readonly redis: RedisServer | null;
  readonly templates: TemplateDatabases;
}

const siteBuild = join(import.meta.dirname, '../../../../apps/docs/build-if-old.ts');

/** The servers of this run. The first project starts them, and the last one stops them. */
let servers: Promise<SharedServers> | undefined;
let projectCount = 0;

/**
 * Starts the PostgreSQL and Redis servers that the suites of all projects share, and builds the documentation site if its build is
 * old. Each suite creates separate PostgreSQL databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  projectCount += 1;
  servers ??= startServers();
  const { postgres, redis, templates } = await servers;
  project.provide('postgresUrl', postgres?.url ?? null);
  project.provide('redisUrl', redis?.url ?? null);
  project.provide('sqliteTemplate', templates.sqliteFile);
  project.provide('tenantTables', templates.tenantTables);
  return async () => {
    projectCount -= 1;
    if (projectCount > 0) return;
    servers = undefined;
    templates.remove();
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}

async function startServers(): Promise<SharedServers> {
  execFileSync(process.execPath, [siteBuild], { stdio: 'inherit' });
  const [postgres, redis] = await Promise.all([
    startOrNull('PostgreSQL', startPostgres),
    startOrNull('Redis', startRedis),
  ]);
  return { postgres, redis, templates: await createTemplates(postgres?.url ?? null) };
}

async function startOrNull<T extends PostgresServer | RedisServer>(
  name: string,
  start: () => Promise<T>,
): Promise<T | null> {
  try {
    return await start();
  } catch (error) {
    console.error(
      `\n!!! ${name} could not be started: THE TESTS THAT NEED IT ARE SKIPPED. ${(error as Error).message}\n`,
    );
    return null;
  }
}

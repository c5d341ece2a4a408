import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseLocation } from '../packages/server/src/platform/database/open.ts';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';
import { createBareDatabase, dropDatabase } from '../packages/server/test/harness/postgres-databases.ts';

/** Databases of one kind, by name. A database that is in use cannot be copied. */
export interface Databases {
  readonly kind: string;
  exists(name: string): Promise<boolean>;
  /** Creates an empty database. Replaces a database with the same name. */
  create(name: string): Promise<DatabaseLocation>;
  /** Copies a database to another name. Replaces a database with that name. */
  copy(name: string, to: string): Promise<DatabaseLocation>;
  /** The location of the database with this name. */
  locationOf(name: string): DatabaseLocation;
  /** Runs the maintenance that the database would automatically start within a minute after many inserts. */
  runMaintenance(name: string): Promise<void>;
}

export function sqliteDatabases(folder: string): Databases {
  const locationOf = (name: string) => ({ databaseUrl: null, dataDir: join(folder, name) });
  const create = async (name: string) => {
    rmSync(locationOf(name).dataDir, { recursive: true, force: true });
    return locationOf(name);
  };
  return {
    kind: 'SQLite',
    exists: async (name) => existsSync(sqliteFile(locationOf(name).dataDir)),
    create,
    copy: async (name, to) => {
      const location = await create(to);
      cpSync(locationOf(name).dataDir, location.dataDir, { recursive: true });
      return location;
    },
    locationOf,
    runMaintenance: async () => {},
  };
}

/** @param url the URL of the PostgreSQL server */
export function postgresDatabases(folder: string, url: string): Databases {
  const locationOf = (name: string) => {
    const location = new URL(url);
    location.pathname = `/${name}`;
    return { databaseUrl: location.href, dataDir: join(folder, 'postgres') };
  };
  const run = async (connectionString: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      const results = [];
      for (const statement of statements) results.push(await client.query(statement));
      return results.at(-1)!;
    } finally {
      await client.end();
    }
  };
  const createFrom = async (name: string, template: string) => {
    await run(
      url,
      `drop database if exists "${name}" with (force)`,
      `create database "${name}" template "${template}"`,
    );
    return locationOf(name);
  };
  return {
    kind: 'PostgreSQL',
    exists: async (name) => (await run(url, `select 1 from pg_database where datname = '${name}'`)).rowCount === 1,
    create: (name) => createFrom(name, 'template0'),
    copy: (name, to) => createFrom(to, name),
    locationOf,
    runMaintenance: async (name) => {
      await run(locationOf(name).databaseUrl, 'vacuum analyze'); // as autovacuum does
    },
  };
}

/** @param servers URLs of the servers of Citus, the coordinator first */
export function citusDatabases(folder: string, servers: readonly string[]): Databases {
  const onCoordinator = postgresDatabases(folder, servers[0]!);
  const locationOf = (name: string): DatabaseLocation => ({
    ...onCoordinator.locationOf(name),
    databaseSharding: 'citus',
  });
  return {
    ...onCoordinator,
    kind: 'Citus',
    create: async (name) => {
      await dropDatabase(servers, name);
      await createBareDatabase(servers, name);
      return locationOf(name);
    },
    copy: () => {
      throw new Error('Databases of Citus are not copied.');
    },
    locationOf,
  };
}

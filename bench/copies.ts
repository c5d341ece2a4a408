import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';

/** The location of a database. */
export interface Place {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** Databases of one kind, by name. A database that is in use cannot be copied. */
export interface Databases {
  readonly kind: string;
  exists(name: string): Promise<boolean>;
  /** Creates an empty database. Replaces a database with the same name. */
  create(name: string): Promise<Place>;
  /** Copies a database to another name. Replaces a database with that name. */
  copy(name: string, to: string): Promise<Place>;
  /** The location of the database with this name. */
  placeOf(name: string): Place;
  /** Runs the maintenance that the database would automatically start within a minute after many inserts. */
  runMaintenance(name: string): Promise<void>;
}

export function sqliteDatabases(folder: string): Databases {
  const placeOf = (name: string) => ({ databaseUrl: null, dataDir: join(folder, name) });
  const create = async (name: string) => {
    rmSync(placeOf(name).dataDir, { recursive: true, force: true });
    return placeOf(name);
  };
  return {
    kind: 'SQLite',
    exists: async (name) => existsSync(sqliteFile(placeOf(name).dataDir)),
    create,
    copy: async (name, to) => {
      const place = await create(to);
      cpSync(placeOf(name).dataDir, place.dataDir, { recursive: true });
      return place;
    },
    placeOf,
    runMaintenance: async () => {},
  };
}

/** @param url the URL of the PostgreSQL server */
export function postgresDatabases(folder: string, url: string): Databases {
  const placeOf = (name: string) => {
    const place = new URL(url);
    place.pathname = `/${name}`;
    return { databaseUrl: place.href, dataDir: join(folder, 'postgres') };
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
    return placeOf(name);
  };
  return {
    kind: 'PostgreSQL',
    exists: async (name) => (await run(url, `select 1 from pg_database where datname = '${name}'`)).rowCount === 1,
    create: (name) => createFrom(name, 'template0'),
    copy: (name, to) => createFrom(to, name),
    placeOf,
    runMaintenance: async (name) => {
      await run(placeOf(name).databaseUrl, 'vacuum analyze'); // as autovacuum does
    },
  };
}

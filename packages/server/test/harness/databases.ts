import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { Db } from '../../src/platform/database/dialect.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openDatabase } from '../../src/platform/database/open.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A new database with the schema in it. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  readonly db: Db;
  readonly dataDir: string;
  /** null for SQLite. */
  readonly databaseUrl: string | null;
  /** The settings by which another process finds it. */
  readonly env: Record<string, string>;
  drop(): Promise<void>;
}

/**
 * Runs a suite on SQLite and on PostgreSQL. Where there is no PostgreSQL its half is skipped, which the run reports.
 */
export function describeOnBoth(name: string, suite: (kind: DatabaseKind) => void): void {
  describe(`${name} (sqlite)`, () => suite('sqlite'));
  describe.skipIf(inject('postgresUrl') === null)(`${name} (postgres)`, () => suite('postgres'));
}

/** Makes a database of its own for a suite. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const database = await createEmptyDatabase(kind);
  await migrate(database.db);
  return database;
}

/** Makes a database that has no schema yet. */
export async function createEmptyDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'organizer-test-'));
  const databaseUrl = kind === 'sqlite' ? null : await createPostgresDatabase();
  const db = openDatabase({ databaseUrl, dataDir });
  return {
    kind,
    db,
    dataDir,
    databaseUrl,
    env: { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    drop: async () => {
      await db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl !== null) await onServer(`drop database "${nameOf(databaseUrl)}" with (force)`);
    },
  };
}

async function createPostgresDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl')!);
  url.pathname = `/test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database "${nameOf(url.href)}"`);
  return url.href;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl')! });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

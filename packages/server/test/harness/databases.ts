import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Db, Sharding } from '../../src/platform/database/dialect.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { sqliteFile } from '../../src/platform/database/sqlite.ts';
import { checkOrganizers } from './check-organizers.ts';
import { copyDatabase, createBareDatabase, dropDatabase, urlOfDatabase } from './postgres-databases.ts';
import { collectStatements } from './product-statements.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Long, because hundreds of requests at once wait for few connections, and the machine can be slow. */
const connectionTimeoutMs = 30_000;

/** A database that one suite uses. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  readonly db: Db;
  readonly dataDir: string;
  /** null for SQLite. */
  readonly databaseUrl: string | null;
  readonly databaseSharding: Sharding;
  readonly connectionTimeoutMs: number;
  /** The settings of another process that uses this database. */
  readonly env: Record<string, string>;
  drop(): Promise<void>;
}

/** Runs a suite on SQLite and on PostgreSQL. If PostgreSQL is not available, its suite is skipped, and the run reports this. */
export function describeOnBoth(name: string, suite: (kind: DatabaseKind) => void): void {
  describeOn('sqlite', name, suite);
  describeOn('postgres', name, suite);
}

/** Describes a suite that runs on one database: what it tests does not depend on the database, or is tested on the other one elsewhere. */
export function describeOn(kind: DatabaseKind, name: string, suite: (kind: DatabaseKind) => void): void {
  describe.skipIf(kind === 'postgres' && inject('postgresUrl') === null)(`${name} (${kind})`, () => suite(kind));
}

/** The database on which suites of routes run with each deployment: the deployments differ little, and so do the databases. */
export const databases = { baseline: 'sqlite', extended: 'postgres' } as const;

/** Like `describeOnBoth`, but skipped on Citus: a suite about the plans of one server. */
export function describePlansOnBoth(name: string, suite: (kind: DatabaseKind) => void): void {
  if (inject('postgresSharding') === null) describeOnBoth(name, suite);
  else describe(`${name} (sqlite)`, () => suite('sqlite'));
}

/**
 * Creates a database for the suite that calls this, and drops it after the suite. Hooks and tests can use it.
 *
 * @returns the database; its properties can be read in hooks and tests of the suite
 */
export function useDatabase(kind: DatabaseKind): TestDatabase {
  let created: TestDatabase | undefined;
  const database = (): TestDatabase => {
    if (created === undefined) throw new Error('The database of a suite exists only in its hooks and tests.');
    return created;
  };
  beforeAll(async () => {
    created = await createDatabase(kind);
  });
  afterAll(() => created?.drop());
  return {
    kind,
    get db() {
      return database().db;
    },
    get dataDir() {
      return database().dataDir;
    },
    get databaseUrl() {
      return database().databaseUrl;
    },
    get databaseSharding() {
      return database().databaseSharding;
    },
    connectionTimeoutMs,
    get env() {
      return database().env;
    },
    drop: () => database().drop(),
  };
}

/** Creates a database with the schema: a copy of the database that was migrated for this run. */
export function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return create(kind, { isEmpty: false });
}

/** Creates a database without a schema. */
export function createEmptyDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return create(kind, { isEmpty: true });
}

async function create(kind: DatabaseKind, { isEmpty }: { isEmpty: boolean }): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'organizer-test-'));
  if (kind === 'sqlite' && !isEmpty) copyFileSync(inject('sqliteTemplate'), sqliteFile(dataDir));
  if (kind === 'postgres') collectStatements();
  const databaseUrl = kind === 'sqlite' ? null : await createPostgresDatabase({ isEmpty });
  const databaseSharding = kind === 'sqlite' ? null : inject('postgresSharding');
  const db = openDatabase({ databaseUrl, databaseSharding, dataDir, connectionTimeoutMs, isOnlyServer: true });
  return {
    kind,
    db,
    dataDir,
    databaseUrl,
    databaseSharding,
    connectionTimeoutMs,
    env: {
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...(databaseSharding === null ? {} : { DATABASE_SHARDING: databaseSharding }),
    },
    drop: async () => {
      await db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl !== null) await dropDatabase(inject('postgresServers'), new URL(databaseUrl).pathname.slice(1));
      if (kind === 'postgres') await checkOrganizers(inject('tenantTables'));
    },
  };
}

async function createPostgresDatabase({ isEmpty }: { isEmpty: boolean }): Promise<string> {
  const servers = inject('postgresServers');
  const [first] = servers;
  if (first === undefined) throw new Error('PostgreSQL is not available.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await (isEmpty ? createBareDatabase(servers, name) : copyDatabase(servers, inject('postgresTemplate'), name));
  return urlOfDatabase(first, name);
}

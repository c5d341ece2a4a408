import { sql } from 'kysely';
import { openDatabase } from '../../src/platform/database/open.ts';
import { parsePostgresUrl } from '../../src/platform/database/postgres-url.ts';

/**
 * The servers of the Citus cluster of `TEST_CITUS_URL`, the coordinator first: URLs of a database that exists on each of them. Null if
 * the setting is missing.
 */
export function citusServers(): readonly string[] | null {
  const url = process.env['TEST_CITUS_URL'];
  if (!url) return null;
  const { urls } = parsePostgresUrl(url) ?? {};
  if (urls === undefined || urls.length < 2) {
    throw new Error('TEST_CITUS_URL must be postgres://user@coordinator:port,worker:port/postgres.');
  }
  return urls;
}

/** The URL of another database on the same server. */
export function urlOfDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database without tables. With several servers, it is a database of Citus. */
export async function createBareDatabase(servers: readonly string[], name: string): Promise<void> {
  await runOnServers(servers, `create database "${name}" template template1 strategy file_copy`);
  const [coordinator, ...workers] = servers.map((server) => urlOfDatabase(server, name));
  if (coordinator === undefined || workers.length === 0) return;
  for (const url of [coordinator, ...workers]) await run(url, ['create extension citus']);
  const nodes = workers.map((url) => `select citus_add_node(${hostAndPort(url)})`);
  await run(coordinator, [`select citus_set_coordinator_host(${hostAndPort(coordinator)})`, ...nodes]);
}

/** Copies a database to which nobody is connected. */
export async function copyDatabase(servers: readonly string[], template: string, name: string): Promise<void> {
  // The other strategy, the default, writes each page of the template to the log, which takes more than twice the time.
  await runOnServers(servers, `create database "${name}" template "${template}" strategy file_copy`);
}

/** Closes the connections to a database, and prevents new ones: also those of Citus itself. */
export async function closeDatabase(servers: readonly string[], name: string): Promise<void> {
  await runOnServers(
    servers,
    `update pg_database set datallowconn = false where datname = '${name}'`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  );
}

export async function dropDatabase(servers: readonly string[], name: string): Promise<void> {
  // On a busy machine, Citus connects again before the database is dropped.
  if (servers.length > 1) await closeDatabase(servers, name);
  await runOnServers(servers, `drop database if exists "${name}" with (force)`);
}

async function runOnServers(servers: readonly string[], ...statements: string[]): Promise<void> {
  await Promise.all(servers.map((url) => run(url, statements)));
}

async function run(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const db = openDatabase({ databaseUrl, dataDir: '' });
  try {
    for (const statement of statements) await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `'${hostname}', ${port || 5432}`;
}

import { sql } from 'kysely';
import { migrationFiles } from '../../../migrations/index.ts';
import type { DatabaseProblem, Db } from './dialect.ts';
import { copiedTables } from './sharding.ts';

/**
 * Where the rows of a table are. `distributed`: by organizer on one of the workers. `copied`: on all servers. `local`: on the
 * coordinator, with an entry in the metadata of Citus. `plain`: on the coordinator, without such an entry.
 */
type Place = 'distributed' | 'copied' | 'local' | 'plain';

export interface PlacedTable {
  readonly name: string;
  readonly actual: Place;
  readonly wanted: Place;
}

/** Whether the rows of a table are where they belong. A newer version of the program may copy a table that this version distributes. */
export function isPlaced({ actual, wanted }: PlacedTable): boolean {
  return actual === wanted || (actual === 'copied' && wanted === 'distributed');
}

/** The tables of the program. The tables of the migrations stay on the coordinator. */
export async function readTables(db: Db): Promise<PlacedTable[]> {
  const { rows } = await sql<{ name: string; hasOrganizer: boolean; actual: Place }>`select c.relname as name,
      exists (select from pg_attribute as a
        where a.attrelid = c.oid and a.attname = 'organizer_id' and a.attnotnull) as "hasOrganizer",
      case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'copied'
        when p.partmethod = 'n' then 'local' else 'plain' end as actual
    from pg_class as c left join pg_dist_partition as p on p.logicalrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
    order by c.relname`.execute(db);
  return rows.map(({ name, hasOrganizer, actual }) => ({ name, actual, wanted: wantedPlace(name, hasOrganizer) }));
}

function wantedPlace(name: string, hasOrganizer: boolean): Place {
  if (Object.hasOwn(copiedTables, name)) return 'copied';
  return hasOrganizer ? 'distributed' : 'local';
}

/** Why the database cannot be used as the coordinator of Citus; null if it can. */
export async function findServerProblem(db: Db): Promise<DatabaseProblem | null> {
  if (!(await hasCitus(db))) {
    return {
      problem: 'The database has no extension "citus".',
      action:
        'Run "create extension citus" in the database on the coordinator and on each worker, or unset DATABASE_SHARDING.',
    };
  }
  const { rows } = await sql<{ group: number; isKnown: boolean }>`select groupid as group,
    exists (select from pg_dist_node where groupid = 0) as "isKnown" from pg_dist_local_group`.execute(db);
  const { group = 0, isKnown = false } = rows[0] ?? {};
  if (group !== 0) {
    return { problem: 'The server is a worker of Citus.', action: 'Set DATABASE_URL to the coordinator.' };
  }
  if (isKnown) return null;
  return {
    problem: 'The workers do not know the address of the coordinator.',
    action: 'Run "select citus_set_coordinator_host(\'HOST\', PORT)" in the database of the coordinator.',
  };
}

async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** Problems of a database that is used without `DATABASE_SHARDING`. */
export async function findUnexpectedSharding(db: Db): Promise<DatabaseProblem[]> {
  if (!(await hasCitus(db))) return [];
  if (!(await readTables(db)).some(({ actual }) => actual === 'distributed')) return [];
  return [
    {
      problem: 'The tables are distributed with Citus, but DATABASE_SHARDING is not set.',
      action: 'Set DATABASE_SHARDING=citus.',
    },
  ];
}

/** Whether a newer version of the program has migrated the database. It distributes its new tables after that. */
async function hasLaterMigrations(db: Db): Promise<boolean> {
  const known = Object.keys(migrationFiles);
  const { rows } = await sql`select 1 from kysely_migration where name <> all(${known}) limit 1`.execute(db);
  return rows.length > 0;
}

const maxTablesShown = 3;

/** Problems of a database that is used with `DATABASE_SHARDING=citus`. */
export async function findMissingSharding(db: Db): Promise<DatabaseProblem[]> {
  const server = await findServerProblem(db);
  if (server !== null) return [server];
  const missing = (await readTables(db)).filter((table) => !isPlaced(table));
  if (missing.length === 0) return [];
  const isUpdating = await hasLaterMigrations(db);
  const names = missing.filter(({ actual }) => !(isUpdating && actual === 'plain')).map(({ name }) => name);
  if (names.length === 0) return [];
  const shown = names.slice(0, maxTablesShown).join(', ');
  const tables = names.length > maxTablesShown ? `${shown} and ${names.length - maxTablesShown} other tables` : shown;
  return [
    {
      problem: `DATABASE_SHARDING is citus, but Citus has not distributed ${tables}.`,
      action: 'Restart the server, or run "organizer migrate".',
    },
  ];
}

/** The workers to which the coordinator cannot connect, or that are disabled. */
export async function findLostServers(db: Db): Promise<DatabaseProblem[]> {
  if ((await findServerProblem(db)) !== null) return [];
  const { rows } = await sql<{ server: string }>`select format('%s:%s', nodename, nodeport) as server from pg_dist_node
    where noderole = 'primary' and groupid <> 0
      and (not isactive or not coalesce(citus_check_connection_to_node(nodename, nodeport), false))
    order by nodename, nodeport`.execute(db);
  return rows.map(({ server }) => ({
    problem: `The worker ${server} does not respond or is disabled. The organizers on it cannot be served.`,
    action: 'Start it, or replace it with its standby (citus_update_node).',
  }));
}

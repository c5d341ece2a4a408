import { type CompiledQuery, Kysely, sql } from 'kysely';
import { consumeUnits } from '../packages/server/src/features/entitlements/consume-units.ts';
import type { Organizer } from '../packages/server/src/features/organizers/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { postgresKyselyDialect } from '../packages/server/src/platform/database/postgres-driver.ts';
import { sqliteFile, sqliteKyselyDialect } from '../packages/server/src/platform/database/sqlite.ts';
import type { Tables } from '../packages/server/src/platform/database/tables.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from '../packages/server/test/harness/fixtures.ts';
import type { Databases } from './copies.ts';
import { type LoadResult, load, type Target } from './load.ts';
import { formatInteger, formatSpread, heading, median, report } from './report.ts';
import { type Server, startBench, startProgram } from './servers.ts';
import { envOf } from './webhook-setup.ts';

/** Many more than the concurrent requests, so that concurrent requests use different entitlements. */
const entitlements = 2_000;
const rounds = 5;

/** The kind of a statement parameter whose value differs between requests. */
export type Placeholder =
  | 'entitlementId'
  | 'ref'
  | 'consumptionId'
  | 'messageId'
  | 'now'
  | 'sequence'
  | 'body'
  | 'rows';

/** A statement of the transaction. */
export interface Step {
  readonly sql: string;
  readonly returnsRow: boolean;
  readonly parameters: readonly ({ readonly placeholder: Placeholder } | { readonly value: unknown })[];
}

/** An organizer with entitlements and a key that may consume them. */
export interface BenchData {
  readonly organizer: Organizer;
  readonly key: string;
  readonly entitlementIds: readonly string[];
}

/** Compares `POST /addons/consume` with a bare server that runs the same statements, and with requests for only one entitlement. */
export async function benchConsume(all: readonly Databases[], seconds: number): Promise<void> {
  heading(
    `Consumptions per second, ${entitlements} entitlements, compared with a bare node:http server with the same statements`,
  );
  for (const databases of all) await benchDatabase(databases, seconds);
}

/** The results of one round. */
interface Round {
  /** The service, with requests for all entitlements in turn. */
  readonly service: LoadResult;
  /** The bare server, with requests for all entitlements in turn. */
  readonly bare: LoadResult;
  /** The service, with requests for only one entitlement. */
  readonly singleEntitlement: LoadResult;
}

async function benchDatabase(databases: Databases, seconds: number): Promise<void> {
  const location = await databases.create('consume');
  const benchData = await createBenchData(location);
  await databases.runMaintenance('consume');
  const program = await startProgram(envOf(location));
  const ceiling = await startBench('consume-ceiling.ts', await ceilingEnv(location, benchData), '/');
  const results = await measure(benchData, { program, ceiling }, seconds);
  await program.stop();
  await ceiling.stop();
  report({
    name: `${databases.kind}, 32 connections`,
    measured: formatResults(results.map(({ service }) => service)),
    reference: formatResults(results.map(({ bare }) => bare)),
    ratio: formatSpread(results.map(({ service, bare }) => service.requestsPerSecond / bare.requestsPerSecond)),
    required: '≥ 0.6',
  });
  const succeeded = results.reduce((sum, { singleEntitlement }) => sum + singleEntitlement.succeeded, 0);
  await checkTotal(location, benchData, benchData.entitlementIds[0]!, succeeded);
  report({
    name: `${databases.kind}, 64 connections, one entitlement`,
    measured: formatResults(results.map(({ singleEntitlement }) => singleEntitlement)),
    reference: `${formatResults(results.map(({ service }) => service))} all entitlements`,
    ratio: formatSpread(
      results.map(({ singleEntitlement, service }) => singleEntitlement.requestsPerSecond / service.requestsPerSecond),
    ),
    required: databases.kind === 'PostgreSQL' ? '≥ 0.5, total exact' : 'total exact',
  });
}

async function measure(
  benchData: BenchData,
  { program, ceiling }: { program: Server; ceiling: Server },
  seconds: number,
): Promise<Round[]> {
  const [first, ...others] = benchData.entitlementIds;
  await load(target(ceiling, benchData, others), 1);
  await load(target(program, benchData, others), 1);
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push({
      service: await load(target(program, benchData, others), seconds),
      bare: await load(target(ceiling, benchData, others), seconds),
      singleEntitlement: await load(target(program, benchData, [first!]), seconds, { connections: 64 }),
    });
  }
  return results;
}

function formatResults(results: readonly LoadResult[]): string {
  const rate = median(results.map(({ requestsPerSecond }) => requestsPerSecond));
  const cpu = median(results.map(({ serverMicroseconds }) => serverMicroseconds));
  return `${formatInteger(rate)}/s, ${Math.round(cpu)} µs cpu`;
}

async function ceilingEnv(location: DatabaseLocation, benchData: BenchData): Promise<Record<string, string>> {
  const { databaseUrl, dataDir } = location;
  const databaseEnv: Record<string, string> =
    databaseUrl === null ? { DATABASE_FILE: sqliteFile(dataDir) } : { DATABASE_URL: databaseUrl };
  const steps = await stepsOf(location, benchData);
  return { ...databaseEnv, STEPS: JSON.stringify({ steps, organizerId: benchData.organizer.id }) };
}

let refs = 0;

/** Requests that consume one unit each, from these entitlements in turn. */
export function target(server: Server, benchData: BenchData, ids: readonly string[]): Target {
  return {
    port: server.port,
    pid: server.pid,
    path: '/api/v1/addons/consume',
    headers: { authorization: `Bearer ${benchData.key}` },
    body: () => {
      refs += 1;
      return JSON.stringify({ entitlementId: ids[refs % ids.length], units: 1, ref: `bench-${refs}` });
    },
  };
}

/** Creates entitlements with more units than any run consumes. */
export async function createBenchData(location: DatabaseLocation): Promise<BenchData> {
  const db = openDatabase(location);
  await migrate(db);
  const organizer = await makeOrganizer(db);
  const items = [{ kind: 'addon' as const, addonId: 'beer', quantity: 100, unitsPerPurchase: 10_000 }];
  const orders = Array.from({ length: entitlements }, (_, index) => orderLine(`order-${index}`, { items }));
  await importAll(db, organizer, [...raceLines(), ...orders]);
  const { key } = await makeKey(db, organizer.id);
  const rows = await db.selectFrom('entitlements').select('id').execute();
  await db.destroy();
  return { organizer, key, entitlementIds: rows.map(({ id }) => id) };
}

/** The statements that the service runs for one consumption, recorded in a transaction that is rolled back. */
async function stepsOf(location: DatabaseLocation, { organizer, entitlementIds }: BenchData): Promise<Step[]> {
  const observe = () => {};
  const queries: CompiledQuery[] = [];
  const db: Db = new Kysely<Tables>({
    dialect:
      location.databaseUrl === null
        ? sqliteKyselyDialect({ file: sqliteFile(location.dataDir), observe, isOnlyServer: false })
        : postgresKyselyDialect({ url: location.databaseUrl, observe }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  const nowMs = Date.now();
  const time = { organizerId: organizer.id, clock: { ...systemClock, now: () => nowMs } };
  const request = { entitlementId: entitlementIds[0]!, units: 1, ref: 'the ref' };
  const rollback = new Error('Rolled back after recording.');
  await db
    .transaction()
    .execute(async (tx) => {
      await consumeUnits(tx, time, request);
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
  await db.destroy();
  const knownValues = new Map<unknown, Placeholder>([
    [request.entitlementId, 'entitlementId'],
    [request.ref, 'ref'],
    [new Date(nowMs).toISOString(), 'now'],
  ]);
  return queries.map((query) => {
    // On SQLite, a statement with a `batch` inserts several rows. Here it has one.
    const values = 'batch' in query ? (query.batch as unknown[][])[0]! : query.parameters;
    return {
      sql: query.sql,
      returnsRow: !('batch' in query),
      parameters: values.map((value) => {
        const placeholder = knownValues.get(value) ?? placeholderOf(query, value);
        return placeholder === null ? { value } : { placeholder };
      }),
    };
  });
}

function placeholderOf({ sql: text }: CompiledQuery, value: unknown): Placeholder | null {
  // The only other number of a webhook event is `is_test`, which is 0.
  if (typeof value === 'number') return text.includes('"webhook_events" (') && value !== 0 ? 'sequence' : null;
  const prefixes: [string, Placeholder][] = [
    ['con_', 'consumptionId'],
    ['msg_', 'messageId'],
    ['[{', 'rows'],
    ['{', 'body'],
  ];
  return prefixes.find(([prefix]) => String(value).startsWith(prefix))?.[1] ?? null;
}

/** Checks that the number of consumed units is exactly the number of successful requests. */
async function checkTotal(
  location: DatabaseLocation,
  { organizer }: BenchData,
  entitlementId: string,
  succeeded: number,
): Promise<void> {
  const db = openDatabase(location);
  const { rows } = await sql<{ consumed: number; recorded: number }>`
    select units_consumed as consumed,
      (select sum(units) from consumptions as c where c.organizer_id = e.organizer_id and c.entitlement_id = e.id) as recorded
    from entitlements as e where organizer_id = ${organizer.id} and id = ${entitlementId}`.execute(db);
  await db.destroy();
  const { consumed, recorded } = rows[0]!;
  if (consumed !== succeeded || Number(recorded) !== succeeded) {
    throw new Error(
      `${succeeded} requests succeeded, but ${consumed} units are consumed, and the consumptions have ${recorded} units.`,
    );
  }
}

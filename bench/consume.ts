import { type CompiledQuery, Kysely, sql } from 'kysely';
import { consumeUnits } from '../packages/server/src/features/entitlements/consume-units.ts';
import type { Organizer } from '../packages/server/src/features/organizers/index.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { postgresKyselyDialect } from '../packages/server/src/platform/database/postgres.ts';
import { sqliteFile, sqliteKyselyDialect } from '../packages/server/src/platform/database/sqlite.ts';
import type { Tables } from '../packages/server/src/platform/database/tables.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from '../packages/server/test/harness/fixtures.ts';
import type { Databases, Place } from './copies.ts';
import { type LoadResult, load, type Target } from './load.ts';
import { heading, median, report, spread, whole } from './report.ts';
import { type Server, startBench, startProgram } from './servers.ts';

/** Far more than concurrent requests, so that concurrent requests use different entitlements. */
const entitlements = 2_000;
const rounds = 5;

/** The kind of a statement parameter whose value differs between requests. */
export type Filler =
  | 'entitlementId'
  | 'ref'
  | 'consumptionId'
  | 'messageId'
  | 'now'
  | 'sequence'
  | 'json'
  | 'body'
  | 'rows';

/** A statement of the transaction. */
export interface Step {
  readonly sql: string;
  readonly returnsRow: boolean;
  readonly parameters: readonly ({ readonly filler: Filler } | { readonly value: unknown })[];
}

interface BenchData {
  readonly organizer: Organizer;
  readonly key: string;
  readonly entitlementIds: readonly string[];
}

/** Compares `POST /addons/consume` with a bare server with the same statements, and with requests for only one entitlement. */
export async function benchConsume(all: readonly Databases[], seconds: number): Promise<void> {
  heading(
    `Consumptions per second, ${entitlements} entitlements, beside a bare node:http server with the same statements`,
  );
  for (const databases of all) await benchDatabase(databases, seconds);
}

/** The results of one round: of the service and of the bare server with all entitlements in turn, and of the service with one. */
interface Round {
  readonly ours: LoadResult;
  readonly bare: LoadResult;
  readonly hot: LoadResult;
}

async function benchDatabase(databases: Databases, seconds: number): Promise<void> {
  const place = await databases.create('consume');
  const benchData = await createBenchData(place);
  await databases.runMaintenance('consume');
  const program = await startProgram(envOf(place));
  const ceiling = await startBench('consume-ceiling.ts', await ceilingEnv(place, benchData), '/');
  const done = await measure(benchData, { program, ceiling }, seconds);
  await program.stop();
  await ceiling.stop();
  report({
    name: `${databases.kind}, 32 connections`,
    measured: formatResults(done.map(({ ours }) => ours)),
    beside: formatResults(done.map(({ bare }) => bare)),
    ratio: spread(done.map(({ ours, bare }) => ours.requestsPerSecond / bare.requestsPerSecond)),
    required: '≥ 0.6',
  });
  const answered = done.reduce((sum, { hot }) => sum + hot.answered, 0);
  await checkTotal(place, benchData, benchData.entitlementIds[0]!, answered);
  report({
    name: `${databases.kind}, 64 connections at one entitlement`,
    measured: formatResults(done.map(({ hot }) => hot)),
    beside: `${formatResults(done.map(({ ours }) => ours))} apart`,
    ratio: spread(done.map(({ hot, ours }) => hot.requestsPerSecond / ours.requestsPerSecond)),
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
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    done.push({
      ours: await load(target(program, benchData, others), seconds),
      bare: await load(target(ceiling, benchData, others), seconds),
      hot: await load(target(program, benchData, [first!]), seconds, { connections: 64 }),
    });
  }
  return done;
}

function formatResults(results: readonly LoadResult[]): string {
  const rate = median(results.map(({ requestsPerSecond }) => requestsPerSecond));
  const cpu = median(results.map(({ serverMicroseconds }) => serverMicroseconds));
  return `${whole(rate)}/s, ${Math.round(cpu)} µs cpu`;
}

async function ceilingEnv(place: Place, benchData: BenchData): Promise<Record<string, string>> {
  const { databaseUrl, dataDir } = place;
  const databaseEnv: Record<string, string> =
    databaseUrl === null ? { DATABASE_FILE: sqliteFile(dataDir) } : { DATABASE_URL: databaseUrl };
  const steps = await stepsOf(place, benchData);
  return { ...databaseEnv, STEPS: JSON.stringify({ steps, organizerId: benchData.organizer.id }) };
}

function envOf({ databaseUrl, dataDir }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

let refs = 0;

function target(server: Server, benchData: BenchData, ids: readonly string[]): Target {
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
async function createBenchData(place: Place): Promise<BenchData> {
  const db = openDatabase(place);
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
async function stepsOf(place: Place, { organizer, entitlementIds }: BenchData): Promise<Step[]> {
  const observe = () => {};
  const queries: CompiledQuery[] = [];
  const db: Db = new Kysely<Tables>({
    dialect:
      place.databaseUrl === null
        ? sqliteKyselyDialect(sqliteFile(place.dataDir), observe)
        : postgresKyselyDialect(place.databaseUrl, observe),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  const nowMs = Date.now();
  const request = { entitlementId: entitlementIds[0]!, units: 1, ref: 'the ref' };
  const rollback = new Error('Rolled back after recording.');
  await db
    .transaction()
    .execute(async (tx) => {
      await consumeUnits(tx, organizer.id, request, nowMs);
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
  await db.destroy();
  const knownValues = new Map<unknown, Filler>([
    [request.entitlementId, 'entitlementId'],
    [request.ref, 'ref'],
    [new Date(nowMs).toISOString(), 'now'],
  ]);
  return queries.map((query) => {
    const values = 'batch' in query ? (query.batch as unknown[][])[0]! : query.parameters;
    return {
      sql: query.sql,
      returnsRow: !('batch' in query),
      parameters: values.map((value) => {
        const filler = knownValues.get(value) ?? fillerOf(query, value);
        return filler === null ? { value } : { filler };
      }),
    };
  });
}

function fillerOf({ sql: text }: CompiledQuery, value: unknown): Filler | null {
  if (typeof value === 'number') return text.includes('"webhook_events" (') ? 'sequence' : null;
  const forms: [string, Filler][] = [
    ['con_', 'consumptionId'],
    ['msg_', 'messageId'],
    ['[{', 'rows'],
    ['{', 'body'],
  ];
  return forms.find(([start]) => String(value).startsWith(start))?.[1] ?? null;
}

/** Checks that the number of consumed units is exactly the number of successful requests. */
async function checkTotal(
  place: Place,
  { organizer }: BenchData,
  entitlementId: string,
  answered: number,
): Promise<void> {
  const db = openDatabase(place);
  const { rows } = await sql<{ consumed: number; listed: number }>`
    select units_consumed as consumed,
      (select sum(units) from consumptions as c where c.organizer_id = e.organizer_id and c.entitlement_id = e.id) as listed
    from entitlements as e where organizer_id = ${organizer.id} and id = ${entitlementId}`.execute(db);
  await db.destroy();
  const { consumed, listed } = rows[0]!;
  if (consumed !== answered || Number(listed) !== answered) {
    throw new Error(`${answered} requests were answered, but ${consumed} units are consumed and ${listed} listed.`);
  }
}

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../packages/server/src/app.ts';
import { loadSecrets } from '../packages/server/src/commands/master-key.ts';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { createSignInLink, ensureUser, setMember } from '../packages/server/src/features/accounts/index.ts';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { MemoryLimiter } from '../packages/server/src/platform/limits/memory-limiter.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { createMetrics } from '../packages/server/src/platform/metrics.ts';
import { openBareDatabase, openRecordingDatabase, type Statement } from './bare-statements.ts';
import { benchFirstLoad } from './first-load.ts';
import { cpuMicroseconds, type LoadResult, load, type Target, timeRequests } from './load.ts';
import { envOf, type FilledDatabase } from './reads.ts';
import { formatInteger, formatQuartiles, formatSpread, heading, median, report } from './report.ts';
import { type Server, startBench, startProgram } from './servers.ts';
import { insertDeliveries, makeEndpoint } from './webhook-setup.ts';

const rounds = 9;
/** All rounds together have fewer requests than one user can send in a minute. */
const requestsPerRound = 60;
/**
 * V8 compiles a function to fast code only after it was called thousands of times. A server that runs for hours has done so, and
 * before that, most of its time would be that of slow code. Several users send these requests in several minutes, because the requests
 * of each user in a minute are limited. Only 20 users can sign in within a minute.
 */
const warmUp = { users: 12, requestsPerUser: 80, minutes: 3 };
const minuteMs = 61_000;
const maxMilliseconds = 50;
/**
 * The request log costs a few percent, which only many pairs of rounds can tell from the noise of the machine. The servers are
 * started several times, because V8 compiles the same program differently in two processes. A batch of the log is written about a
 * second after its requests. So before each round, the same requests are sent for longer than that: the round then has the batches
 * of these requests in place of its own last ones, and the next round of the other server has none.
 */
const requestLog = { starts: 3, pairsPerStart: 6, seconds: 1.2, leadInSeconds: 1.2 };
/** One of this number of deliveries has failed. */
const failedEvery = 100;
export const organizerPath = '/dashboard/api/organizers/bench';

/** Measures the dashboard of an organizer with many orders and as many deliveries. */
export async function benchDashboard(databases: readonly FilledDatabase[], orders: number) {
  for (const database of databases) await addDeliveries(database, orders);
  const counts = `${formatInteger(orders)} orders and deliveries`;
  heading(`Requests of the dashboard, ${counts}, compared with a bare node:http server with the same statements`);
  for (const database of databases) await benchRequests(database);
  heading(`First load of the overview, ${counts}, CPU slowed down 4 times, compared with a bare server`);
  for (const database of databases) await withProgram(database, {}, (server) => loadFirst(database, server));
  heading(`GET /orders?limit=100 with the request log, ${counts}, compared with REQUEST_LOG=off`, 'quartiles');
  for (const database of databases) await benchRequestLog(database);
}

/** Adds a delivery for each order, unless an earlier run has added them. */
async function addDeliveries({ db, organizerId, runMaintenance }: FilledDatabase, count: number): Promise<void> {
  const existing = await db.selectFrom('webhook_endpoints').select('id').limit(1).execute();
  if (existing.length > 0) return;
  const endpoint = { organizerId, endpointId: await makeEndpoint(db, organizerId, 'http://127.0.0.1:9999/') };
  const parts = 10;
  for (let part = 0; part < parts; part += 1) {
    const partCount = Math.ceil(count / parts);
    const failedCount = Math.ceil(partCount / failedEvery);
    const succeededCount = partCount - failedCount;
    await insertDeliveries(db, endpoint, { count: succeededCount, bodyBytes: 200, status: 'succeeded' });
    await insertDeliveries(db, endpoint, { count: failedCount, bodyBytes: 200, status: 'failed' });
  }
  await runMaintenance();
}

/** A request of a page. */
interface PageRequest {
  readonly name: string;
  readonly path: string;
  readonly body?: object;
}

async function pageRequests({ db, organizerId }: FilledDatabase): Promise<PageRequest[]> {
  const { to, from } = await lastYear(db, organizerId);
  const { order_number, buyer_email } = await db
    .selectFrom('orders')
    .select(['order_number', 'buyer_email'])
    .where('organizer_id', '=', organizerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const search = (kind: string, text: string) => ({
    name: `search by ${kind}`,
    path: '/orders/search',
    body: { text },
  });
  return [
    { name: 'overview of 365 days', path: `/overview?from=${from}&to=${to}` },
    { name: 'attention', path: '/attention' },
    search('number', order_number),
    search('name', 'Runner 1'),
    search('e-mail address', buyer_email),
    { name: 'deliveries', path: '/webhook-deliveries' },
    { name: 'failed deliveries', path: '/webhook-deliveries?status=failed' },
  ];
}

/** The year that ends with the last day of the figures. */
async function lastYear(db: Db, organizerId: string): Promise<{ from: string; to: string }> {
  const { to } = await db
    .selectFrom('figure_days')
    .select((eb) => eb.fn.max('day').as('to'))
    .where('organizer_id', '=', organizerId)
    .executeTakeFirstOrThrow();
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - 364);
  return { from: first.toISOString().slice(0, 10), to };
}

/** Compares the time of each request with that of a bare server which runs the same statements. */
async function benchRequests(database: FilledDatabase): Promise<void> {
  const requests = await pageRequests(database);
  await withProgram(database, { RATE_LIMIT_SEARCH: '1000000' }, async (server) => {
    const cookies = await signInUsers(server, database, requests.length);
    const warmUpCookies = await signInUsers(server, database, warmUp.users);
    for (let minute = 1; minute <= warmUp.minutes; minute += 1) {
      // A user's requests take less and less time, so a pause from start to start could be shorter than a minute for some users.
      if (minute > 1) await sleep(minuteMs);
      for (const cookie of warmUpCookies) {
        for (const request of requests) await timeRequests(targetOf(server, request, cookie), warmUp.requestsPerUser);
      }
    }
    const recorded = await recordRequests(database, requests, cookies);
    const file = join(database.dataDir, 'dashboard-requests.json');
    writeFileSync(file, JSON.stringify(recorded));
    const ceiling = await startBench('dashboard-ceiling.ts', { ...envOf(database), REQUESTS: file }, '/0');
    const bare = await openBareDatabase(database);
    for (const [index, request] of requests.entries()) {
      const { statements } = recorded[index]!;
      const service = targetOf(server, request, cookies[index]!);
      await compare(`${database.name} ${request.name}`, {
        service,
        ceiling: { ...service, port: ceiling.port, pid: ceiling.pid, path: `/${index}` },
        runStatements: () => bare.run(statements),
      });
    }
    await bare.close();
    await ceiling.stop();
  });
}

function targetOf({ port, pid }: Server, { path, body }: PageRequest, cookie: string): Target {
  const headers = { cookie, origin: `http://127.0.0.1:${port}` };
  const target = { port, pid, path: organizerPath + path, headers };
  return body === undefined ? target : { ...target, body: () => JSON.stringify(body) };
}

interface Comparison {
  readonly service: Target;
  readonly ceiling: Target;
  /** Runs the statements of the request without a server. */
  readonly runStatements: () => Promise<void>;
}

async function compare(name: string, { service, ceiling, runStatements }: Comparison): Promise<void> {
  const timeStatements = async () => {
    const times: number[] = [];
    for (let run = 0; run < requestsPerRound; run += 1) {
      const startedMs = performance.now();
      await runStatements();
      times.push(performance.now() - startedMs);
    }
    return times;
  };
  await timeRequests(ceiling, warmUp.users * warmUp.requestsPerUser * warmUp.minutes);
  await timeStatements();
  const results: { serviceMs: readonly number[]; ceilingMs: readonly number[]; statementMs: number[] }[] = [];
  const cpuMicrosecondsOf = { service: 0, ceiling: 0 };
  const timeWithCpu = async (kind: 'service' | 'ceiling', target: Target) => {
    const before = cpuMicroseconds(target.pid);
    const times = await timeRequests(target, requestsPerRound);
    cpuMicrosecondsOf[kind] += cpuMicroseconds(target.pid) - before;
    return times;
  };
  for (let round = 0; round < rounds; round += 1) {
    const serviceMs = await timeWithCpu('service', service);
    const ceilingMs = await timeWithCpu('ceiling', ceiling);
    results.push({ serviceMs, ceilingMs, statementMs: await timeStatements() });
  }
  const time = (key: 'serviceMs' | 'ceilingMs' | 'statementMs') =>
    formatMs(median(results.flatMap((result) => result[key])));
  const cpu = (kind: 'service' | 'ceiling') => formatCpu(cpuMicrosecondsOf[kind] / (rounds * requestsPerRound));
  report({
    name,
    measured: `${time('serviceMs')}, ${cpu('service')}`,
    reference: `${time('ceilingMs')}, ${cpu('ceiling')}`,
    ratio: formatSpread(results.map(({ serviceMs, ceilingMs }) => median(serviceMs) / median(ceilingMs))),
    required: `≤ 1.5, ≤ ${maxMilliseconds} ms; without HTTP, the statements take ${time('statementMs')}`,
  });
}

/** A request with its statements and the body of its response. */
export interface RecordedRequest {
  readonly statements: readonly Statement[];
  readonly body: string;
}

/** Sends each request to an application in this process, and records it when it is sent again. */
async function recordRequests(
  database: FilledDatabase,
  requests: readonly PageRequest[],
  cookies: readonly string[],
): Promise<RecordedRequest[]> {
  const { db, record } = openRecordingDatabase(database);
  const { config, parts } = await deployments.extended.load(envOf(database));
  const { secrets } = await loadSecrets(db, config);
  const services = { db, clock: systemClock, secrets };
  const app = await buildApp({
    config,
    description: parts.description,
    planes: parts.createPlanes(services).planes,
    services,
    limiter: new MemoryLimiter(systemClock),
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const recorded: RecordedRequest[] = [];
  for (const [index, { path, body }] of requests.entries()) {
    const send = async () => {
      const response = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: organizerPath + path,
        headers: { cookie: cookies[index]!, origin: app.baseUrl },
        ...(body === undefined ? {} : { body }),
      });
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${response.body}`);
      return response.body;
    };
    const responseBody = await send();
    recorded.push({ statements: await record(send), body: responseBody });
  }
  await app.close();
  await db.destroy();
  return recorded;
}

async function loadFirst(database: FilledDatabase, server: Server): Promise<void> {
  const { to } = await lastYear(database.db, database.organizerId);
  await benchFirstLoad(database.name, { server, cookie: await signInTo(server, database), lastDay: to });
}

/** Measures requests of a key, alternately on a server with and on one without the request log. */
async function benchRequestLog(database: FilledDatabase): Promise<void> {
  const pairs: LoadPair[] = [];
  const copy = copyOf(database);
  for (let start = 0; start < requestLog.starts; start += 1) {
    await withProgram(database, { REQUEST_LOG: 'on' }, (on) =>
      withProgram(copy, { REQUEST_LOG: 'off' }, async (off) => {
        pairs.push(...(await loadInTurns(keyTarget(on, database), keyTarget(off, database))));
      }),
    );
  }
  if (copy !== database) rmSync(copy.dataDir, { recursive: true });
  reportRequestLog(database.name, pairs);
}

/** A copy for a second server, because only one can use a SQLite database. Two servers can use the same PostgreSQL database. */
function copyOf(database: FilledDatabase): FilledDatabase {
  if (database.databaseUrl !== null) return database;
  const dataDir = `${database.dataDir}-copy`;
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(database.dataDir, dataDir, { recursive: true });
  return { ...database, dataDir };
}

function keyTarget({ port, pid }: Server, { key }: FilledDatabase): Target {
  return { port, pid, path: '/api/v1/orders?limit=100', headers: { authorization: `Bearer ${key}` } };
}

/** The results of two rounds, one after the other, with and without the request log. */
interface LoadPair {
  readonly on: LoadResult;
  readonly off: LoadResult;
}

async function loadInTurns(on: Target, off: Target): Promise<LoadPair[]> {
  const measure = async (target: Target) => {
    await load(target, requestLog.leadInSeconds);
    return load(target, requestLog.seconds);
  };
  for (const target of [on, off]) await measure(target); // The first requests are slower.
  const pairs: LoadPair[] = [];
  for (let pair = 0; pair < requestLog.pairsPerStart; pair += 1) {
    // The order alternates, so that a trend of the machine affects both.
    const isOnFirst = pair % 2 === 0;
    const first = await measure(isOnFirst ? on : off);
    const second = await measure(isOnFirst ? off : on);
    pairs.push(isOnFirst ? { on: first, off: second } : { on: second, off: first });
  }
  return pairs;
}

function reportRequestLog(name: string, pairs: readonly LoadPair[]): void {
  const medianOf = (setting: 'on' | 'off', key: 'requestsPerSecond' | 'serverMicroseconds') =>
    median(pairs.map((pair) => pair[setting][key]));
  const ratios = (key: 'requestsPerSecond' | 'serverMicroseconds') =>
    formatQuartiles(pairs.map((pair) => pair.on[key] / pair.off[key]));
  const rate = (setting: 'on' | 'off') => `${formatInteger(medianOf(setting, 'requestsPerSecond'))}/s`;
  const cpu = (setting: 'on' | 'off') => formatCpu(medianOf(setting, 'serverMicroseconds'));
  report({
    name: `${name} requests per second`,
    measured: rate('on'),
    reference: `${rate('off')} without the log`,
    ratio: ratios('requestsPerSecond'),
    required: '≥ 0.97',
  });
  // Other programs on the machine change the requests per second more than the processor time.
  report({
    name: `${name} processor time of a request`,
    measured: cpu('on'),
    reference: `${cpu('off')} without the log`,
    ratio: ratios('serverMicroseconds'),
    required: '≤ 1.03',
  });
}

async function withProgram(
  database: FilledDatabase,
  env: Record<string, string>,
  run: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await startProgram({ ...envOf(database), ...env });
  try {
    await run(server);
  } finally {
    await server.stop();
  }
}

async function signInUsers(server: Server, database: FilledDatabase, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let user = 0; user < count; user += 1) cookies.push(await signInTo(server, database));
  return cookies;
}

let userCount = 0;

/** Signs in as a new owner, because the requests of each user are limited. Returns the cookie of the session. */
export async function signInTo(
  { port }: Server,
  { db, organizerId }: Pick<FilledDatabase, 'db' | 'organizerId'>,
): Promise<string> {
  userCount += 1;
  const email = `owner-${Date.now()}-${userCount}@example.com`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const link = await db.transaction().execute(async (tx) => {
    const user = await ensureUser(tx, { email, name: 'Bench' }, systemClock, byOperator);
    await setMember(tx, { organizerId, origin: byOperator }, { userId: user.id, role: 'owner' }, systemClock);
    return createSignInLink(tx, user, { baseUrl, minutes: 5, clock: systemClock }, byOperator);
  });
  const response = await fetch(`${baseUrl}/dashboard/api/account/sign-in/link/open`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1) }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function formatMs(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function formatCpu(microseconds: number): string {
  return `${Math.round(microseconds)} µs cpu`;
}

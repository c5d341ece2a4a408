import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { issueBuyerToken } from '../packages/server/src/features/otp/buyer-tokens.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { startPostgres } from '../packages/server/test/harness/postgres-server.ts';
import { callAsBuyer } from './buyers.ts';
import { postgresDatabases } from './copies.ts';
import { createSale, type Offer } from './flash-sale.ts';
import { treeMicroseconds } from './load.ts';
import { formatInteger, median, quantile } from './report.ts';
import { type Server, startProgram } from './servers.ts';
import { startSmtpSink } from './smtp-sink.ts';
import { envOf, secrets, startSink } from './webhook-setup.ts';

const minutes = Number(process.env['BENCH_MINUTES'] ?? 30);
const intervalMs = 60_000;
const connections = 32;
const ticketTypes = 3;
const quantity = 10_000_000;
const warmUpSeconds = 30;
/** On a machine on which other programs run, the sale becomes slower, and no request is rejected. */
const maxWaitMs = '60000';
/** Of ten reservations, so many are paid and so many are cancelled. The others expire. */
const outcomes = { paid: 5, cancelled: 2, all: 10 };
/** How long a reservation holds its stock. */
const holdMinutes = 10;
/** The tables whose rows change. */
const hotTables = [
  'ticket_types',
  'events',
  'settlements',
  'open_holds',
  'orders',
  'webhook_deliveries',
  'order_mails',
];
/**
 * Settings of PostgreSQL, such as `max_wal_size=4GB autovacuum=off`. Without them, it has its defaults and waits for the disk at each
 * commit.
 */
const postgresSettings = (process.env['BENCH_POSTGRES_SETTINGS'] ?? '').split(' ').filter((setting) => setting !== '');

/** What the buyers have done since the start. */
interface Progress {
  buyers: number;
  paid: number;
  cancelled: number;
  /** The latencies of the reservations since the last sample. */
  latenciesMs: number[];
  isStopped: boolean;
}

/** What is counted once a minute. The counts are those since the start. */
interface Sample {
  readonly atMs: number;
  readonly latenciesMs: readonly number[];
  readonly paid: number;
  readonly cancelled: number;
  readonly serverMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly database: DatabaseSample;
}

interface DatabaseSample {
  readonly expired: number;
  readonly checkpoints: number;
  readonly walBytes: number;
  readonly vacuums: number;
  /** Rows that were read without an index. */
  readonly scannedRows: number;
  /** The age of the oldest transaction. While one is open, the database cannot remove old versions of rows. */
  readonly oldestSeconds: number;
  readonly queues: { readonly deliveries: number; readonly mails: number; readonly expiries: number };
  readonly tables: ReadonlyMap<string, TableSample>;
}

interface TableSample {
  readonly dead: number;
  readonly bytes: number;
  readonly updates: number;
  readonly hotUpdates: number;
}

/** The figures of one minute. */
interface Minute {
  readonly perSecond: number;
  readonly serverMicroseconds: number;
  readonly databaseMicroseconds: number;
}

/**
 * Sells tickets of one event for `BENCH_MINUTES` minutes on a PostgreSQL with its default settings, as fast as the machine can, and
 * prints a line for each minute.
 */
export async function benchLongSale(folder: string): Promise<void> {
  const postgres = await startPostgres({
    settings: postgresSettings.length === 0 ? ['max_connections=100'] : postgresSettings,
  });
  try {
    const place = await postgresDatabases(folder, postgres.url).create('long_sale');
    const sink = await startSink();
    const smtpSink = await startSmtpSink();
    const offers = await createSale(place, { types: ticketTypes, quantity, endpointUrl: sink.url('count') });
    const server = await startProgram({
      ...envOf(place),
      ...{ PAYMENTS: 'test', TRUST_PROXY: '127.0.0.1', MAX_WAIT_MS: maxWaitMs, SMTP_URL: smtpSink.url },
    });
    const client = new pg.Client({ connectionString: place.databaseUrl! });
    await client.connect();
    try {
      await sell(server, postgres.pid, client, offers);
      await checkStock(client);
    } finally {
      await client.end();
    }
    await server.stop();
    sink.stop();
    smtpSink.stop();
  } finally {
    await postgres.stop();
  }
}

async function sell(server: Server, databasePid: number, client: pg.Client, offers: readonly Offer[]): Promise<void> {
  const progress: Progress = { buyers: 0, paid: 0, cancelled: 0, latenciesMs: [], isStopped: false };
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections, pipelining: 1 });
  const buyers = Promise.all(Array.from({ length: connections }, () => buy(pool, offers, progress)));
  const takeSample = async (): Promise<Sample> => {
    const { paid, cancelled, latenciesMs } = progress;
    progress.latenciesMs = [];
    return {
      ...{ atMs: performance.now(), paid, cancelled, latenciesMs },
      serverMicroseconds: treeMicroseconds(server.pid),
      databaseMicroseconds: treeMicroseconds(databasePid),
      database: await readDatabase(client),
    };
  };
  const measure = async () => {
    await sleep(warmUpSeconds * 1_000);
    await addExpiring(client, progress.latenciesMs.length / warmUpSeconds);
    let previous = await takeSample();
    const startedMs = previous.atMs;
    printHead();
    const results: Minute[] = [];
    while (results.length < minutes) {
      await sleep(startedMs + (results.length + 1) * intervalMs - performance.now());
      const sample = await takeSample();
      results.push(print(results.length + 1, previous, sample));
      previous = sample;
    }
    progress.isStopped = true;
    printTrend(results);
  };
  await Promise.race([buyers, measure()]); // A request that fails ends the sale.
  await buyers;
  await pool.close();
}

/** Buys until the sale is stopped, as one buyer after the other, each from an address of its own. */
async function buy(pool: Pool, offers: readonly Offer[], progress: Progress): Promise<void> {
  while (!progress.isStopped) {
    progress.buyers += 1;
    const buyer = progress.buyers;
    const email = `buyer-${buyer}@example.com`;
    const post = (path: string, status: number, body: object) => send(pool, path, status, buyer, body);
    const startedMs = performance.now();
    const { eventId, ticketTypeId } = offers[buyer % ticketTypes]!;
    const items = [{ ticketTypeId, quantity: 1 }];
    const { orderNumber, reservationToken } = await post('reserve', 201, { eventId, items, buyer: { email } });
    progress.latenciesMs.push(performance.now() - startedMs);
    const turn = buyer % outcomes.all;
    if (turn < outcomes.paid) {
      const { token: buyerToken } = issueBuyerToken(secrets, email, systemClock.now());
      await post('pay', 200, { orderNumber, reservationToken, buyerToken, method: 'test' });
      progress.paid += 1;
    } else if (turn < outcomes.paid + outcomes.cancelled) {
      await post('cancel', 200, { orderNumber, reservationToken });
      progress.cancelled += 1;
    }
  }
}

async function send(
  pool: Pool,
  path: string,
  expected: number,
  buyer: number,
  body: object,
): Promise<Record<string, string>> {
  const { status, json } = await callAsBuyer(pool, buyer, path, body);
  if (status !== expected) throw new Error(`The response of ${path} was ${status}: ${JSON.stringify(json)}`);
  return json;
}

/**
 * Adds reservations that expire during the first minutes, as many as expire later. Otherwise the sale would become slower when the
 * first reservations of the buyers expire.
 */
async function addExpiring(client: pg.Client, perSecond: number): Promise<void> {
  const { all, paid, cancelled } = outcomes;
  const count = Math.round((perSecond * holdMinutes * 60 * (all - paid - cancelled)) / all);
  await client.query('begin');
  const { rows } = await client.query<{ order_number: string; ticket_type_id: string }>(
    `select o.order_number, i.ticket_type_id from orders as o join order_items as i using (organizer_id, order_number)
     where o.status = 'pending' order by o.created_at limit 1 for update of o`,
  );
  const [{ order_number, ticket_type_id }] = rows as [(typeof rows)[number]];
  const numbers = `generate_series(1, ${count}) as n`;
  const expiresAt = `to_char((now() + interval '${holdMinutes} minutes' * n / ${count}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await client.query(
    `insert into orders select r.* from orders as o, ${numbers}, jsonb_populate_record(o, jsonb_build_object(
       'order_number', lpad(n::text, 10, '0'), 'expires_at', ${expiresAt})) as r where o.order_number = $1`,
    [order_number],
  );
  await client.query(
    `insert into order_items select r.* from order_items as o, ${numbers}, jsonb_populate_record(o, jsonb_build_object(
       'order_number', lpad(n::text, 10, '0'), 'id', 'itm_' || n)) as r where o.order_number = $1`,
    [order_number],
  );
  await client.query('update ticket_types set reserved = reserved + $1 where id = $2', [count, ticket_type_id]);
  // The holder of the copied reservation holds the units of its copies too.
  await client.query(
    `update open_holds as h set units = units + $1 from orders as o
     where o.order_number = $2 and h.holder_hash in (o.held_by_address, o.held_by_email)`,
    [count, order_number],
  );
  await client.query('commit');
}

async function readDatabase(client: pg.Client): Promise<DatabaseSample> {
  const one = async (text: string) => (await client.query(text)).rows[0] as Record<string, number>;
  const version = Number((await one('show server_version_num'))['server_version_num']);
  const checkpointer =
    version >= 170_000
      ? 'select num_timed + num_requested as count from pg_stat_checkpointer'
      : 'select checkpoints_timed + checkpoints_req as count from pg_stat_bgwriter';
  const { count: checkpoints } = await one(checkpointer);
  const { bytes } = await one(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`);
  const counted = await one(`select
    (select count(*) from orders where status = 'expired') as expired,
    (select count(*) from orders where status = 'pending' and expires_at <= to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')) as expiries,
    (select count(*) from webhook_deliveries where status = 'pending') as deliveries,
    (select count(*) from order_mails where status = 'pending') as mails,
    (select sum(autovacuum_count) from pg_stat_user_tables) as vacuums,
    (select sum(seq_tup_read) from pg_stat_user_tables) as scanned,
    (select coalesce(max(extract(epoch from now() - xact_start)), 0) from pg_stat_activity where backend_xmin is not null) as oldest`);
  const { rows } = await client.query<Record<string, string>>(
    `select relname, n_dead_tup as dead, pg_relation_size(relid) as bytes, n_tup_upd as updates, n_tup_hot_upd as "hotUpdates"
     from pg_stat_user_tables where relname = any($1)`,
    [hotTables],
  );
  const tables = rows.map(({ relname, dead, bytes: size, updates, hotUpdates }) => [
    relname!,
    { dead: Number(dead), bytes: Number(size), updates: Number(updates), hotUpdates: Number(hotUpdates) },
  ]);
  const count = (name: string) => Number(counted[name]);
  return {
    ...{ checkpoints: Number(checkpoints), walBytes: Number(bytes) },
    ...{ expired: count('expired'), vacuums: count('vacuums') },
    ...{ scannedRows: count('scanned'), oldestSeconds: count('oldest') },
    queues: { deliveries: count('deliveries'), mails: count('mails'), expiries: count('expiries') },
    tables: new Map(tables as [string, TableSample][]),
  };
}

const widths = [7, 10, 9, 10, 12, 24, 24, 12, 8, 8, 14, 10];

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' '));
}

function printHead(): void {
  console.log(
    `\nA sale of ${minutes} minutes over ${connections} connections: ${outcomes.paid} of ${outcomes.all} reservations are paid, ` +
      `${outcomes.cancelled} cancelled, the others expire. Processor time in µs for each reservation, with all that follows from it. Rows that are scanned without an index, for each reservation`,
  );
  const done = 'paid/canc./expired a s';
  const queues = 'webhooks/mails/expiries';
  const tables = 'dead rows, size, and share of HOT updates of tables';
  printRow([
    'minute',
    'reserv./s',
    'p99',
    'server µs',
    'database µs',
    done,
    queues,
    'checkpoints',
    'vacuums',
    'WAL',
    tables,
  ]);
}

function print(minute: number, before: Sample, sample: Sample): Minute {
  const { latenciesMs, database } = sample;
  const seconds = (sample.atMs - before.atMs) / 1_000;
  const each = (name: 'serverMicroseconds' | 'databaseMicroseconds') =>
    (sample[name] - before[name]) / latenciesMs.length;
  const rate = (from: number, to: number) => formatInteger((to - from) / seconds);
  const result = {
    perSecond: latenciesMs.length / seconds,
    serverMicroseconds: each('serverMicroseconds'),
    databaseMicroseconds: each('databaseMicroseconds'),
  };
  const { queues } = database;
  printRow([
    String(minute),
    result.perSecond.toFixed(1),
    `${Math.round(quantile(latenciesMs, 0.99))} ms`,
    formatInteger(result.serverMicroseconds),
    formatInteger(result.databaseMicroseconds),
    [
      rate(before.paid, sample.paid),
      rate(before.cancelled, sample.cancelled),
      rate(before.database.expired, database.expired),
    ].join(' / '),
    `${queues.deliveries} / ${queues.mails} / ${queues.expiries}`,
    String(database.checkpoints - before.database.checkpoints),
    String(database.vacuums - before.database.vacuums),
    `${Math.round((database.walBytes - before.database.walBytes) / 1e6)} MB`,
    ((database.scannedRows - before.database.scannedRows) / latenciesMs.length).toFixed(1),
    `${Math.round(database.oldestSeconds)} s`,
    hotTables.map((name) => describeTable(name, before.database, database)).join(', '),
  ]);
  return result;
}

function describeTable(name: string, before: DatabaseSample, { tables }: DatabaseSample): string {
  const [old, table] = [before.tables.get(name)!, tables.get(name)!];
  const updates = table.updates - old.updates;
  const hot = updates === 0 ? '' : ` ${Math.round(((table.hotUpdates - old.hotUpdates) / updates) * 100)} %`;
  return `${name} ${table.dead} ${formatInteger(table.bytes / 1_000)} kB${hot}`;
}

/** Prints how the figures change over the whole sale. */
function printTrend(results: readonly Minute[]): void {
  const rates = results.map(({ perSecond }) => perSecond);
  const worst = Math.min(...rates) / median(rates);
  console.log(`\nworst minute / median minute: ${worst.toFixed(2)}`);
  for (const [name, label] of [
    ['perSecond', 'reservations a second'],
    ['serverMicroseconds', 'processor time of the server'],
    ['databaseMicroseconds', 'processor time of the database'],
  ] as const) {
    const values = results.map((result) => result[name]);
    const change = (slopeOf(values) * (values.length - 1)) / median(values);
    console.log(`${label}: ${(change * 100).toFixed(1)} % from the first to the last minute (line of best fit)`);
  }
}

/** The slope of the line of best fit through values at equal distances. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const squares = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return squares === 0 ? 0 : products / squares;
}

/** @throws Error if the stock of a ticket type differs from its orders */
async function checkStock(client: pg.Client): Promise<void> {
  const { rows } =
    await client.query(`select t.name, t.reserved, t.sold, sum(i.quantity) filter (where o.status = 'pending') as pending,
      sum(i.quantity) filter (where o.status = 'paid') as paid
    from ticket_types as t join order_items as i on i.ticket_type_id = t.id
      join orders as o on o.organizer_id = i.organizer_id and o.order_number = i.order_number
    group by t.name, t.reserved, t.sold`);
  const wrong = rows.filter(
    ({ reserved, sold, pending, paid }) => reserved !== (pending ?? '0') || sold !== (paid ?? '0'),
  );
  if (rows.length !== ticketTypes || wrong.length > 0) throw new Error(`The stock is wrong: ${JSON.stringify(rows)}`);
}

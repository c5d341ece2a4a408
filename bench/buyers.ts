import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { DatabaseLocation } from '../packages/server/src/platform/database/open.ts';
import { startPostgres } from '../packages/server/test/harness/postgres-server.ts';
import { waitUntil } from '../packages/server/test/harness/wait.ts';
import { type Databases, postgresDatabases } from './copies.ts';
import { createSale, type Offer } from './flash-sale.ts';
import { cpuMicroseconds, treeMicroseconds } from './load.ts';
import { quantile } from './report.ts';
import { type Server, startProgram } from './servers.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';
import { envOf } from './webhook-setup.ts';

/** How many people buy at once. The first value is also the warm-up. */
const buyerCounts = [32, 8, 32, 64, 400];
/** The purchases whose steps are measured one after the other, and how many of their requests are sent at once. */
const steppedPurchases = 320;
const steppedBuyers = 32;
const mailTimeoutMs = 60_000;

/** The requests of a purchase, in their order. Before `verify`, the buyer waits for the e-mail with the code. */
const steps = ['otp', 'otp/verify', 'reserve', 'pay', 'order'] as const;
type Step = (typeof steps)[number];

/** A shop with its buyers and their mail server, all on this machine. */
interface Shop {
  readonly kind: string;
  readonly server: Server;
  /** The first process of PostgreSQL; null with SQLite. */
  readonly databasePid: number | null;
  readonly sink: SmtpSink;
  readonly pool: Pool;
  readonly offer: Offer;
}

/** What happened while some buyers bought. */
interface Figures {
  purchases: number;
  readonly codeMs: number[];
  readonly requests: Record<Step, number>;
  readonly shed: Record<Step, number>;
}

/** What a buyer has so far. */
interface Purchase {
  readonly buyer: number;
  readonly email: string;
  code?: string;
  buyerToken?: string;
  orderNumber?: string;
  reservationToken?: string;
}

/**
 * Whole purchases: a buyer asks for a code, reads it in the e-mail, verifies it, reserves a ticket, pays, and reads the order with its
 * ticket. A buyer whose request is rejected sends it again after `Retry-After`. PostgreSQL has its default settings and waits for the disk.
 */
export async function benchBuyers(sqlite: Databases, folder: string, seconds: number): Promise<void> {
  await benchDatabase(sqlite, null, seconds);
  const postgres = await startPostgres({ settings: ['max_connections=100'] });
  try {
    await benchDatabase(postgresDatabases(folder, postgres.url), postgres.pid, seconds);
  } finally {
    await postgres.stop();
  }
}

async function benchDatabase(databases: Databases, databasePid: number | null, seconds: number): Promise<void> {
  const location = await databases.create('buyers');
  const shop = await openShop(databases.kind, location, databasePid);
  try {
    console.log(`\n${databases.kind}: whole purchases; rejected requests of each step, of all its requests`);
    printRow(['buyers', 'purchases/s', 'code p50', 'code p99', 'ticket mails/s', 'sent later in', ...steps]);
    for (const [index, count] of buyerCounts.entries()) await measureBuyers(shop, count, seconds, index > 0);
    await measureSteps(shop);
  } finally {
    await shop.pool.close();
    await shop.server.stop();
    shop.sink.stop();
  }
}

async function openShop(kind: string, location: DatabaseLocation, databasePid: number | null): Promise<Shop> {
  const [offer] = await createSale(location, { types: 1, quantity: 10_000_000 });
  const sink = await startSmtpSink();
  const env = { ...envOf(location), SMTP_URL: sink.url, MAIL_FROM: 'tickets@example.com' };
  const server = await startProgram({ ...env, PAYMENTS: 'test', TRUST_PROXY: '127.0.0.1' });
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: Math.max(...buyerCounts), pipelining: 1 });
  return { kind, server, databasePid, sink, pool, offer: offer! };
}

async function measureBuyers(shop: Shop, count: number, seconds: number, isPrinted: boolean): Promise<void> {
  const zeros = () => Object.fromEntries(steps.map((step) => [step, 0])) as Record<Step, number>;
  const figures: Figures = { purchases: 0, codeMs: [], requests: zeros(), shed: zeros() };
  const mailsBefore = shop.sink.count();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  let [purchases, ticketMails] = [0, 0];
  const atEnd = sleep(seconds * 1_000).then(() => {
    purchases = figures.purchases;
    ticketMails = shop.sink.count() - mailsBefore - figures.codeMs.length;
  });
  const buy = async () => {
    while (performance.now() < endMs) await buyOnce(shop, figures);
  };
  await Promise.all([atEnd, ...Array.from({ length: count }, buy)]);
  const stoppedMs = performance.now();
  const expected = mailsBefore + figures.codeMs.length + figures.purchases;
  await waitUntil(() => shop.sink.count() >= expected, { timeoutMs: mailTimeoutMs });
  if (!isPrinted) return;
  printRow([
    String(count),
    (purchases / seconds).toFixed(1),
    ...[0.5, 0.99].map((share) => `${Math.round(quantile(figures.codeMs, share))} ms`),
    (ticketMails / seconds).toFixed(1),
    `${((performance.now() - stoppedMs) / 1_000).toFixed(1)} s`,
    ...steps.map((step) => `${figures.shed[step]} of ${figures.requests[step]}`),
  ]);
}

async function buyOnce(shop: Shop, figures: Figures): Promise<void> {
  const purchase = newPurchase();
  for (const step of steps) {
    if (step === 'otp/verify') continue;
    const askedMs = performance.now();
    while (!(await take(step, shop, purchase, figures))) await sleep(1_000);
    if (step !== 'otp') continue;
    purchase.code = await shop.sink.codeFor(purchase.email);
    figures.codeMs.push(performance.now() - askedMs);
    while (!(await take('otp/verify', shop, purchase, figures))) await sleep(1_000);
  }
  figures.purchases += 1;
}

let buyers = 0;

function newPurchase(): Purchase {
  buyers += 1;
  return { buyer: buyers, email: `buyer-${buyers}@example.com` };
}

/** Sends the request of a step. Returns false if it was rejected because of an overload. */
async function take(step: Step, shop: Shop, purchase: Purchase, figures: Figures | null): Promise<boolean> {
  const { eventId, ticketTypeId } = shop.offer;
  const { buyer, email, code, buyerToken, orderNumber, reservationToken } = purchase;
  const bodies: Record<Step, object | null> = {
    otp: { email },
    'otp/verify': { email, code },
    reserve: { eventId, items: [{ ticketTypeId, quantity: 1 }], buyer: { email }, buyerToken },
    pay: { orderNumber, reservationToken, buyerToken, method: 'test' },
    order: null,
  };
  const path = step === 'order' ? `orders/${orderNumber}` : step;
  const { status, json } = await callAsBuyer(shop.pool, buyer, path, bodies[step], buyerToken);
  if (figures !== null) figures.requests[step] += 1;
  if (status === 503) {
    if (figures !== null) figures.shed[step] += 1;
    return false;
  }
  if (status >= 300) throw new Error(`The response of ${path} was ${status}: ${JSON.stringify(json)}`);
  if (step !== 'order') Object.assign(purchase, json);
  return true;
}

/** Sends a request of the public plane: GET if there is no body. Each buyer has an IP address of their own. */
export async function callAsBuyer(
  pool: Pool,
  buyer: number,
  path: string,
  body: object | null,
  token?: string,
): Promise<{ status: number; json: Record<string, string> }> {
  const address = [10, (buyer >> 16) & 255, (buyer >> 8) & 255, buyer & 255].join('.');
  const { statusCode, body: response } = await pool.request({
    method: body === null ? 'GET' : 'POST',
    path: `/api/public/v1/${path}`,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'x-forwarded-for': address,
    },
    body: body === null ? null : JSON.stringify(body),
  });
  return { status: statusCode, json: (await response.json()) as Record<string, string> };
}

/** Measures the processor time of each step: all buyers take one step before any takes the next one. */
async function measureSteps(shop: Shop): Promise<void> {
  const purchases = Array.from({ length: steppedPurchases }, newPurchase);
  console.log(`processor time of each step with its e-mail in µs, ${steppedBuyers} requests at once`);
  printRow(['step', 'server', 'database', 'client']);
  for (const step of steps) {
    const before = readTimes(shop);
    const mailsBefore = shop.sink.count();
    const remaining = [...purchases];
    const work = async () => {
      for (let purchase = remaining.pop(); purchase !== undefined; purchase = remaining.pop()) {
        await take(step, shop, purchase, null);
        if (step === 'otp') purchase.code = await shop.sink.codeFor(purchase.email);
      }
    };
    await Promise.all(Array.from({ length: steppedBuyers }, work));
    const expected = mailsBefore + (step === 'otp' || step === 'pay' ? steppedPurchases : 0);
    await waitUntil(() => shop.sink.count() >= expected, { timeoutMs: mailTimeoutMs });
    const after = readTimes(shop);
    printRow([step, ...after.map((time, index) => String(Math.round((time - before[index]!) / steppedPurchases)))]);
  }
}

/** The processor time of the server, the database, and this process with the buyers and their mail server. */
function readTimes({ server, databasePid }: Shop): number[] {
  const { user, system } = process.cpuUsage();
  return [cpuMicroseconds(server.pid), databasePid === null ? 0 : treeMicroseconds(databasePid), user + system];
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text) => text.padEnd(15)).join(''));
}

import { deployments } from '../packages/server/src/deployments/index.ts';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { addDevice, addGate } from '../packages/server/src/features/gate/index.ts';
import { createKey } from '../packages/server/src/features/keys/index.ts';
import { issueBuyerToken } from '../packages/server/src/features/otp/buyer-tokens.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import type { DatabaseLocation } from '../packages/server/src/platform/database/open.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { organizerScope } from '../packages/server/src/platform/scope.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from '../packages/server/test/harness/fixtures.ts';
import { waitUntil } from '../packages/server/test/harness/wait.ts';
import type { Databases } from './copies.ts';
import { type Target, timeRequests, treeMicroseconds } from './load.ts';
import { type Server, startProgram } from './servers.ts';
import { envOf, makeEndpoint, type Sink, secrets, startSink } from './webhook-setup.ts';

/** The connections of the load generator. */
export const connections = 32;
/** Orders with one ticket, which are scanned once each. */
const ticketOrders = 10_000;
const entitlements = 200;
const unitsPerEntitlement = 10_000;
/** Before each measurement, so that each process has compiled its code. */
const warmUpRequests = Number(process.env['BENCH_REQUESTS'] ?? 1_600);

/** On a machine on which other programs run, requests become slower, and none is rejected. */
const maxWaitMs = '60000';

/** The parts that need processor time. */
export const parts = ['server', 'database', 'redis', 'generator'] as const;

/** The processor time of one operation in each part, in microseconds. */
export type Costs = Readonly<Record<(typeof parts)[number], number>>;

/** The costs of an operation, and what the run has measured. */
export interface Measurement {
  readonly costs: Costs;
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
}

/** The ids of the processes of the parts, without those of their child processes. */
export type PartPids = Readonly<Record<'server' | 'database' | 'redis', readonly number[]>>;

/** The operations that are requests of a client, and are measured by default. */
export const operationNames = ['quote', 'reserve', 'pay', 'orders', 'order', 'consume', 'scan'] as const;
export type RequestName = (typeof operationNames)[number] | 'tickets';
export type OperationName = (typeof operationNames)[number] | 'webhook';

/** An organizer with an event on sale, orders, tickets to scan, and add-ons to consume. */
export interface Shop {
  readonly organizerId: string;
  readonly key: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly orderNumber: string;
  readonly entitlementIds: readonly string[];
  readonly deviceToken: string;
  readonly gateId: string;
  readonly qrValues: readonly string[];
}

/** What the operations need: two organizers with the same data, of which one has a webhook endpoint. */
export interface Stage {
  readonly place: DatabaseLocation;
  readonly shop: Shop;
  readonly deliveringShop: Shop;
  readonly sink: Sink;
}

export async function createStage(databases: Databases, name: string): Promise<Stage> {
  const place = await databases.create(name);
  const db = openDatabase(place);
  await migrate(db);
  const shop = await createShop(db);
  const deliveringShop = await createShop(db);
  const sink = await startSink();
  await makeEndpoint(db, deliveringShop.organizerId, sink.url('count'));
  await db.destroy();
  await databases.runMaintenance(name);
  return { place, shop, deliveringShop, sink };
}

async function createShop(db: Db): Promise<Shop> {
  const organizer = await makeOrganizer(db);
  const units = { kind: 'addon', addonId: 'beer', quantity: unitsPerEntitlement, unitsPerPurchase: 1 } as const;
  await importAll(db, organizer, [
    ...raceLines(),
    ...Array.from({ length: ticketOrders }, (_, index) => orderLine(`runner-${index}`)),
    ...Array.from({ length: entitlements }, (_, index) => orderLine(`bar-${index}`, { items: [units] })),
  ]);
  const gate = await addGate(db, organizerScope(organizer.id, systemClock, byOperator), {
    event: 'race',
    name: 'Entrance',
  });
  const phone = { event: 'race', name: 'Phone', roles: ['gate'] as const };
  const { token } = await addDevice(db, organizerScope(organizer.id, systemClock, byOperator), phone, secrets);
  const options = { kind: 'secret' as const, name: 'Bench' };
  const policy = deployments.extended.keyPolicy;
  const { key } = await createKey(db, { organizerId: organizer.id, origin: byOperator }, options, policy, systemClock);
  const ofOrganizer = <T extends 'tickets' | 'entitlements' | 'ticket_types'>(table: T) =>
    db.selectFrom(table as 'tickets').where('organizer_id', '=', organizer.id);
  const types = await ofOrganizer('ticket_types').select(['id', 'event_id']).execute();
  const tickets = await ofOrganizer('tickets').select(['qr_value', 'order_number']).execute();
  const sold = await ofOrganizer('entitlements').select('id').execute();
  return {
    organizerId: organizer.id,
    key,
    eventId: types[0]!.event_id,
    ticketTypeId: types[0]!.id,
    orderNumber: tickets[0]!.order_number,
    entitlementIds: sold.map(({ id }) => id),
    deviceToken: token,
    gateId: gate.id,
    qrValues: tickets.map(({ qr_value }) => qr_value),
  };
}

/** @param redisUrl null: the processes do not share rate limits */
export function startOn({ place }: Stage, processes: number, redisUrl: string | null): Promise<Server> {
  const limits = { RATE_LIMIT_PUBLIC: '1000000', RATE_LIMIT_GATE: '1000000', PAYMENTS: 'test', MAX_WAIT_MS: maxWaitMs };
  const redis: Record<string, string> = redisUrl === null ? {} : { REDIS_URL: redisUrl };
  return startProgram({ ...envOf(place), ...limits, ...redis }, ['--processes', String(processes)]);
}

/** Measures every operation. The cost of a webhook is that of a consumption with an endpoint, less that of one without. */
export async function measureAll(
  stage: Stage,
  { port }: Server,
  pids: PartPids,
  requests: number,
): Promise<ReadonlyMap<OperationName, Measurement>> {
  const results = new Map<OperationName, Measurement>();
  for (const name of operationNames) results.set(name, await measure(name, stage, port, pids, requests));
  const delivered = await measureDeliveries(stage, port, pids, requests);
  const consumed = results.get('consume')!.costs;
  const differences = parts.map((part) => [part, Math.max(0, delivered.costs[part] - consumed[part])]);
  return results.set('webhook', { ...delivered, costs: Object.fromEntries(differences) as Costs });
}

/** Measures requests of one kind. */
export async function measure(
  name: RequestName,
  stage: Stage,
  port: number,
  pids: PartPids,
  requests: number,
): Promise<Measurement> {
  const measureRequests = await warmUp(name, stage, port, pids, { warmUpRequests, requests });
  return measureRequests(requests);
}

/**
 * Sends requests of one kind until the processes have compiled their code.
 *
 * @param counts `requests`: how many can be measured after that
 * @returns a function that measures a number of requests
 */
export async function warmUp(
  name: RequestName,
  { shop }: Stage,
  port: number,
  pids: PartPids,
  counts: { readonly warmUpRequests: number; readonly requests: number },
): Promise<(requests: number) => Promise<Measurement>> {
  const target = await targetOf(name, shop, port, counts.warmUpRequests + counts.requests);
  await sendAll(target, counts.warmUpRequests);
  return (requests) => run(pids, () => sendAll(target, requests));
}

async function measureDeliveries(
  { deliveringShop, sink }: Stage,
  port: number,
  pids: PartPids,
  requests: number,
): Promise<Measurement> {
  const target = await targetOf('consume', deliveringShop, port, requests);
  await waitForDeliveries(sink, (await sendAll(target, warmUpRequests)).length);
  return run(pids, async () => {
    const latenciesMs = await sendAll(target, requests);
    await waitForDeliveries(sink, latenciesMs.length);
    return latenciesMs;
  });
}

/** Waits until the sink has received so many requests since the last wait. */
export async function waitForDeliveries(sink: Sink, count: number): Promise<void> {
  let received = 0;
  const hasReceivedAll = async () => {
    received += (await sink.takeRequests()).count;
    return received >= count;
  };
  await waitUntil(hasReceivedAll, { timeoutMs: 60_000 });
}

/** The processor time that each part has used, in microseconds. */
export function readTimes({ server, database, redis }: PartPids): number[] {
  const { user, system } = process.cpuUsage();
  const sumOf = (ids: readonly number[]) => ids.reduce((sum, pid) => sum + treeMicroseconds(pid), 0);
  return [...[server, database, redis].map(sumOf), user + system];
}

async function run(pids: PartPids, send: () => Promise<number[]>): Promise<Measurement> {
  const before = readTimes(pids);
  const startedMs = performance.now();
  const latenciesMs = await send();
  const seconds = (performance.now() - startedMs) / 1_000;
  const after = readTimes(pids);
  const costs = parts.map((part, index) => [part, (after[index]! - before[index]!) / latenciesMs.length]);
  return { costs: Object.fromEntries(costs) as Costs, perSecond: latenciesMs.length / seconds, latenciesMs };
}

async function sendAll(target: Target, requests: number): Promise<number[]> {
  const each = Math.ceil(requests / connections);
  const latencies = await Promise.all(Array.from({ length: connections }, () => timeRequests(target, each)));
  return latencies.flat();
}

let sent = 0;
let scanned = 0;

/** @param requests the number of requests for which this target must suffice */
export async function targetOf(name: RequestName, shop: Shop, port: number, requests: number): Promise<Target> {
  const { eventId, ticketTypeId } = shop;
  const withKey = { port, pid: 0, headers: { authorization: `Bearer ${shop.key}` } };
  const cart = { eventId, items: [{ ticketTypeId, quantity: 1 }] };
  const open = (path: string, body: () => object) => ({
    ...{ port, pid: 0, path: `/api/public/v1/${path}`, headers: {} },
    body: () => JSON.stringify(body()),
  });
  switch (name) {
    case 'orders':
      return { ...withKey, path: '/api/v1/orders?limit=100' };
    case 'tickets':
      return { ...withKey, path: '/api/v1/tickets?limit=200' };
    case 'order':
      return { ...withKey, path: `/api/v1/orders/${shop.orderNumber}` };
    case 'consume': {
      const body = () => {
        sent += 1;
        const entitlementId = shop.entitlementIds[sent % entitlements]!;
        return JSON.stringify({ entitlementId, units: 1, ref: `ref-${sent}` });
      };
      return { ...withKey, path: '/api/v1/addons/consume', body };
    }
    case 'quote':
      return open('quote', () => cart);
    case 'reserve':
      return { ...open('reserve', () => ({ ...cart, buyer: { email: newBuyer() } })), status: 201 };
    case 'pay': {
      const payments = await reserveAll(port, cart, requests);
      return open('pay', () => payments.pop()!);
    }
    case 'scan': {
      const headers = { authorization: `Bearer ${shop.deviceToken}` };
      const body = () => {
        scanned += 1;
        const scan = { qrValue: shop.qrValues[scanned % ticketOrders]!, gateId: shop.gateId, direction: 'entry' };
        return JSON.stringify({ ...scan, nonce: `bench-scan-${scanned}`, scannedAt: new Date().toISOString() });
      };
      return { port, pid: 0, path: '/api/gate/v1/scans', headers, body };
    }
  }
}

function newBuyer(): string {
  sent += 1;
  return `buyer-${sent}@example.com`;
}

/** Reserves orders, and returns the bodies of the requests that pay them. Each connection takes a few more than its share. */
async function reserveAll(port: number, cart: object, requests: number): Promise<object[]> {
  const each = Math.ceil(requests / connections) + 2;
  const bodies: object[] = [];
  const reserve = async () => {
    for (let index = 0; index < each; index += 1) {
      const email = newBuyer();
      const response = await fetch(`http://127.0.0.1:${port}/api/public/v1/reserve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...cart, buyer: { email } }),
      });
      const { orderNumber, reservationToken } = (await response.json()) as Record<string, string>;
      const { token: buyerToken } = issueBuyerToken(secrets, email, systemClock.now());
      bodies.push({ orderNumber, reservationToken, buyerToken, method: 'test' });
    }
  };
  await Promise.all(Array.from({ length: connections }, reserve));
  return bodies;
}

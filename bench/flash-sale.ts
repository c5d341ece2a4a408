import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { findCartEvent } from '../packages/server/src/features/inventory/index.ts';
import { noCounters, placeOrder, priceOrder } from '../packages/server/src/features/orders/index.ts';
import type { Organizer } from '../packages/server/src/features/organizers/index.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { postgresKyselyDialect } from '../packages/server/src/platform/database/postgres-driver.ts';
import { sqliteFile, sqliteKyselyDialect } from '../packages/server/src/platform/database/sqlite.ts';
import type { Tables } from '../packages/server/src/platform/database/tables.ts';
import { importAll, makeKey, makeOrganizer } from '../packages/server/test/harness/fixtures.ts';
import type { Databases } from './copies.ts';
import { cpuMicroseconds, type FloodResult, flood } from './load.ts';
import { formatInteger, formatSpread, heading, median, quantile, report } from './report.ts';
import { type Server, startBench, startProgram } from './servers.ts';
import { envOf, makeEndpoint } from './webhook-setup.ts';

/** The number of tickets in each sale. */
const stock = 5_000;
const connections = 64;
const rounds = 5;
/** The number of ticket types of a sale with several ticket types, either of one event or of separate events. */
const parts = 20;

/** A ticket type and its event. */
export interface Offer {
  readonly eventId: string;
  readonly ticketTypeId: string;
}

/** The recorded statements of a reservation, and the values in them that differ between reservations. */
export interface RecordedSale {
  readonly offer: Offer;
  readonly orderNumber: string;
  readonly itemId: string;
  readonly messageId: string;
  readonly sequence: number;
  /** The statement before the transaction. */
  readonly read: RecordedStep;
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly sql: string;
  readonly returnsRow: boolean;
  readonly parameters: readonly unknown[];
}

/** The offers of a sale. Requests use them in turn. */
type Sale = readonly Offer[];

interface BenchData {
  readonly singleType: readonly Sale[];
  readonly bare: readonly Sale[];
  /** Sales to buyers whose requests have an `Idempotency-Key`, and sales of the same kind with `POST /orders`. */
  readonly repeatable: readonly Sale[];
  readonly byApi: readonly Sale[];
  readonly apiKey: string;
  /** Sales of `parts` ticket types of one event. */
  readonly oneEvent: readonly Sale[];
  /** Sales of `parts` ticket types, each of a separate event. */
  readonly separateEvents: readonly Sale[];
  /** The offer of the recorded reservation. */
  readonly recordedOffer: Offer;
}

/**
 * Compares `POST /reserve`, until all tickets are sold, with a bare server that runs the same statements, and with `POST /orders` for
 * pending orders.
 */
export async function benchFlashSale(all: readonly Databases[]): Promise<void> {
  heading(
    `Flash sale: ${stock} tickets, ${connections} connections, until sold out, compared with a bare server with the same statements`,
  );
  for (const databases of all) await benchDatabase(databases);
}

async function benchDatabase(databases: Databases): Promise<void> {
  const location = await databases.create('flash_sale');
  const benchData = await createBenchData(location);
  const recordedSale = await recordSale(location, benchData.recordedOffer);
  await databases.runMaintenance('flash_sale');
  const program = await startProgram({ RATE_LIMIT_PUBLIC: '1000000', ...envOf(location) });
  const ceiling = await startBench(
    'flash-sale-ceiling.ts',
    { ...envOf(location), SALE: JSON.stringify(recordedSale) },
    '/',
  );
  const results = {
    singleType: [] as SaleResult[],
    bare: [] as SaleResult[],
    repeatable: [] as SaleResult[],
    byApi: [] as SaleResult[],
    oneEvent: [] as SaleResult[],
    separateEvents: [] as SaleResult[],
  };
  const { apiKey } = benchData;
  for (let round = 0; round < rounds; round += 1) {
    results.singleType.push(await sell(program, benchData.singleType[round]!));
    results.bare.push(await sell(ceiling, benchData.bare[round]!));
    results.repeatable.push(await sell(program, benchData.repeatable[round]!, { isRepeatable: true }));
    results.byApi.push(await sell(program, benchData.byApi[round]!, { isRepeatable: true, apiKey }));
    results.oneEvent.push(await sell(program, benchData.oneEvent[round]!));
    results.separateEvents.push(await sell(program, benchData.separateEvents[round]!));
  }
  await program.stop();
  await ceiling.stop();
  await checkSold(location);
  report({
    name: `${databases.kind}, one ticket type`,
    measured: formatRate(results.singleType),
    reference: formatRate(results.bare),
    ratio: formatSpread(results.singleType.map((result, round) => rate(result) / rate(results.bare[round]!))),
    required: '≥ 0.5, exactly sold out',
  });
  report({
    name: `${databases.kind}, pending orders by API`,
    measured: `${formatRate(results.byApi)}, ${formatCpu(results.byApi)}`,
    reference: `${formatRate(results.repeatable)}, ${formatCpu(results.repeatable)} with reserve`,
    ratio: formatSpread(results.byApi.map((result, round) => rate(result) / rate(results.repeatable[round]!))),
    required: '≥ 0.9, both with an Idempotency-Key',
  });
  report({
    name: `${databases.kind}, ${parts} ticket types of one event`,
    measured: formatRate(results.oneEvent),
    reference: `${formatRate(results.separateEvents)} of ${parts} events`,
    ratio: formatSpread(results.oneEvent.map((result, round) => rate(result) / rate(results.separateEvents[round]!))),
    required: '≥ 1',
  });
  const [p50, p99] = [0.5, 0.99].map((share) =>
    median(results.singleType.map((result) => quantile(result.acceptedMs, share))),
  );
  report({
    name: `${databases.kind}, p99 of a reservation, compared with p50`,
    measured: `${p99!.toFixed(1)} ms`,
    reference: `${p50!.toFixed(1)} ms`,
    ratio: formatSpread(
      results.singleType.map((result) => quantile(result.acceptedMs, 0.99) / quantile(result.acceptedMs, 0.5)),
    ),
    required: '< 10',
  });
}

/** A sale, with the processor time of the server in microseconds. */
interface SaleResult extends FloodResult {
  readonly serverMicroseconds: number;
}

function formatCpu(results: readonly SaleResult[]): string {
  return `${Math.round(median(results.map(({ serverMicroseconds }) => serverMicroseconds / stock)))} µs cpu`;
}

function rate({ acceptedMs, seconds }: FloodResult): number {
  return acceptedMs.length / seconds;
}

function formatRate(results: readonly FloodResult[]): string {
  return `${formatInteger(median(results.map(rate)))}/s`;
}

let buyers = 0;

/**
 * @param options.apiKey the key with which orders are created; without it, buyers reserve tickets
 * @throws Error if a response is neither a reservation nor `sold_out`, or if not all tickets were sold
 */
async function sell(
  { port, pid }: Server,
  sale: Sale,
  { isRepeatable = false, apiKey }: { isRepeatable?: boolean; apiKey?: string } = {},
): Promise<SaleResult> {
  const createBody = () => {
    buyers += 1;
    const { eventId, ticketTypeId } = sale[buyers % sale.length]!;
    const buyer = { email: `buyer${buyers}@example.com`, name: 'Ada Buyer' };
    const status = apiKey === undefined ? {} : { status: 'pending' };
    return JSON.stringify({ eventId, items: [{ ticketTypeId, quantity: 1 }], buyer, ...status });
  };
  const target = {
    ...{ port, body: createBody, status: 201, rejection: 409 },
    ...(isRepeatable ? { idempotencyKey: randomUUID } : {}),
    ...(apiKey === undefined
      ? { path: '/api/public/v1/reserve' }
      : { path: '/api/v1/orders', headers: { authorization: `Bearer ${apiKey}` } }),
  };
  const microsecondsBefore = cpuMicroseconds(pid);
  const result = await flood(target, { connections, isDone: ({ acceptedMs }) => acceptedMs.length >= stock });
  const sold = result.acceptedMs.length;
  if (sold !== stock) throw new Error(`${sold} of ${stock} tickets were sold.`);
  return { ...result, serverMicroseconds: cpuMicroseconds(pid) - microsecondsBefore };
}

/** Creates an organizer with one event on sale, in an empty database. */
export async function createSale(
  location: DatabaseLocation,
  { endpointUrl, ...size }: { types: number; quantity: number; endpointUrl?: string },
): Promise<Offer[]> {
  const db = openDatabase(location);
  await migrate(db);
  const organizer = await makeOrganizer(db);
  const offers = await createOffers(db, organizer, 'Sale', size);
  if (endpointUrl !== undefined) await makeEndpoint(db, organizer.id, endpointUrl);
  await db.destroy();
  return offers;
}

async function createOffers(
  db: Db,
  organizer: Organizer,
  name: string,
  { types, quantity }: { types: number; quantity: number },
): Promise<Offer[]> {
  await importAll(db, organizer, [
    { type: 'event', externalId: name, name, status: 'published', startsAt: '2030-05-01T06:00:00Z' },
    ...Array.from({ length: types }, (_, index) => ({
      type: 'ticketType' as const,
      externalId: `${name}-${index}`,
      eventId: name,
      name: `Ticket ${index}`,
      price: 4900,
      quantity,
    })),
  ]);
  const rows = await db
    .selectFrom('ticket_types as t')
    .innerJoin('events as e', (join) =>
      join.onRef('e.organizer_id', '=', 't.organizer_id').onRef('e.id', '=', 't.event_id'),
    )
    .select(['t.id', 't.event_id'])
    .where('e.external_id', '=', name)
    .execute();
  return rows.map((row) => ({ eventId: row.event_id, ticketTypeId: row.id }));
}

/** Creates the events of all rounds: with one ticket type, with `parts` ticket types, and `parts` separate events. */
async function createBenchData(location: DatabaseLocation): Promise<BenchData> {
  const db = openDatabase(location);
  await migrate(db);
  const organizer = await makeOrganizer(db);
  const createEvent = (name: string, types: number, quantity: number) =>
    createOffers(db, organizer, name, { types, quantity });
  const benchData = {
    singleType: [] as Sale[],
    bare: [] as Sale[],
    repeatable: [] as Sale[],
    byApi: [] as Sale[],
    oneEvent: [] as Sale[],
    separateEvents: [] as Sale[],
  };
  for (let round = 0; round < rounds; round += 1) {
    benchData.singleType.push(await createEvent(`one ticket type ${round}`, 1, stock));
    benchData.bare.push(await createEvent(`bare ${round}`, 1, stock));
    benchData.repeatable.push(await createEvent(`repeatable ${round}`, 1, stock));
    benchData.byApi.push(await createEvent(`by API ${round}`, 1, stock));
    benchData.oneEvent.push(await createEvent(`one event ${round}`, parts, stock / parts));
    const separateEvents: Offer[] = [];
    for (let part = 0; part < parts; part += 1)
      separateEvents.push(...(await createEvent(`separate event ${round} ${part}`, 1, stock / parts)));
    benchData.separateEvents.push(separateEvents);
  }
  const [recordedOffer] = await createEvent('recorded', 1, 1);
  const { key: apiKey } = await makeKey(db, organizer.id, { granted: ['orders:write'] });
  await db.destroy();
  return { ...benchData, apiKey, recordedOffer: recordedOffer! };
}

/** Checks that each ticket type is sold out and not oversold. */
async function checkSold(location: DatabaseLocation): Promise<void> {
  const db = openDatabase(location);
  const { rows } = await sql<{ name: string; reserved: number; ordered: number; quantity: number }>`
    select e.name, t.reserved + t.sold as reserved, t.quantity, (select coalesce(sum(i.quantity), 0) from order_items as i
        where i.organizer_id = t.organizer_id and i.ticket_type_id = t.id) as ordered
    from ticket_types as t join events as e on e.organizer_id = t.organizer_id and e.id = t.event_id
    where e.name <> 'recorded'`.execute(db);
  await db.destroy();
  for (const { name, reserved, ordered, quantity } of rows) {
    if (reserved !== quantity || Number(ordered) !== quantity) {
      throw new Error(
        `"${name}": the stock is ${quantity}, but ${reserved} are reserved or sold, and ${ordered} are in orders.`,
      );
    }
  }
}

/** The statements that the service runs for one reservation, recorded in a transaction that is rolled back. */
async function recordSale({ databaseUrl, dataDir }: DatabaseLocation, offer: Offer): Promise<RecordedSale> {
  const observe = () => {};
  const queries: CompiledQuery[] = [];
  const db: Db = new Kysely<Tables>({
    dialect:
      databaseUrl === null
        ? sqliteKyselyDialect({ file: sqliteFile(dataDir), observe, isOnlyServer: false })
        : postgresKyselyDialect({ url: databaseUrl, observe }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  const now = new Date().toISOString();
  const rollback = new Error('Rolled back after recording.');
  let placed = { orderNumber: '', itemId: '' };
  await db
    .transaction()
    .execute(async (tx) => {
      const ids = { ticketTypeIds: [offer.ticketTypeId], addonIds: [] };
      const event = (await findCartEvent(tx, offer.eventId, ids))!;
      const cartOffer = event.offers.get(offer.ticketTypeId)!;
      const { price: unitPrice, version, name, unitsPerPurchase } = cartOffer;
      const line = {
        kind: 'ticket' as const,
        id: cartOffer.id,
        quantity: 1,
        unitPrice,
        version,
        name,
        unitsPerPurchase,
        person: null,
      };
      const order = await placeOrder(
        tx,
        event.organizerId,
        {
          eventId: event.id,
          currency: event.currency,
          lines: [line],
          fees: priceOrder([line], event.feePolicy),
          buyer: { email: 'buyer@example.com', name: 'Ada Buyer', phone: null },
          attendees: [],
          answers: [],
          counters: noCounters,
          language: null,
          expiresAt: '2030-01-01T00:00:00.000Z',
        },
        now,
      );
      placed = { orderNumber: order.orderNumber, itemId: order.items[0]!.id };
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
  await db.destroy();
  const [read, ...steps] = queries.filter((query) => !('announces' in query)).map(stepOf);
  const text = JSON.stringify(steps);
  return {
    offer,
    ...placed,
    messageId: /msg_[0-9a-z]{26}/.exec(text)![0],
    sequence: Number(/\\"sequence\\":(\d+)/.exec(text.replaceAll('\\\\', '\\'))![1]),
    read: read!,
    steps,
  };
}

function stepOf(query: CompiledQuery): RecordedStep {
  const isBatch = 'batch' in query;
  return {
    sql: query.sql,
    returnsRow: !isBatch,
    parameters: isBatch ? (query.batch as unknown[][])[0]! : query.parameters,
  };
}

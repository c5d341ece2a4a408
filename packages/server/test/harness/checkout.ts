import { sql } from 'kysely';
import { byOperator } from '../../src/features/audit/index.ts';
import { type FeePolicy, setFeePolicy } from '../../src/features/organizers/index.ts';
import { issueBuyerToken } from '../../src/features/otp/buyer-tokens.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import type { TestApp } from './app.ts';
import { OrganizerApi } from './catalog.ts';
import type { TestDatabase } from './databases.ts';
import { baseUrl, type ProblemBody, read, type TestResponse } from './responses.ts';
import { sendRequest } from './send-request.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The master key of the applications and processes of these tests. */
const masterKey = 'a master key that only the tests use';
const secrets = deriveSecrets(masterKey);

/** The environment variables of a server with payments. The tests do not reach its rate limits. */
export function serverEnv(database: Pick<TestDatabase, 'env'>): Record<string, string> {
  return {
    ...database.env,
    MASTER_KEY: masterKey,
    BASE_URL: baseUrl,
    PAYMENTS: 'test,manual',
    RATE_LIMIT_PUBLIC: '1000000',
    RATE_LIMIT_API: '1000000',
    LOG_LEVEL: 'error',
  };
}

/**
 * Starts two server processes on one database. On PostgreSQL they are two servers. On SQLite they are one server with
 * `--processes 2`, because only one server can use the folder of the database.
 */
export async function startTwoProcesses(database: TestDatabase): Promise<{ urls: string[]; stop(): Promise<string> }> {
  const servers: ServerProcess[] =
    database.kind === 'sqlite'
      ? [await startServer(serverEnv(database), ['--processes', '2'])]
      : await Promise.all([startServer(serverEnv(database)), startServer(serverEnv(database))]);
  return {
    urls: servers.map(({ url }) => url),
    /** Stops the servers and returns their log output, which is empty without errors. */
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      return servers.map((server) => server.output()).join('');
    },
  };
}

export interface CartBody {
  readonly eventId: string;
  readonly items?: readonly { ticketTypeId: string; quantity: number }[];
  readonly addons?: readonly { addonId: string; quantity: number }[];
}

export interface FeeView {
  readonly subtotal: number;
  readonly discount: number;
  readonly platformFee: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
  readonly organizerNet: number;
  readonly paidBy: string;
}

interface LineView {
  readonly kind: 'ticket' | 'addon';
  readonly ticketTypeId: string | null;
  readonly addonId: string | null;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
}

export interface ReservedBody {
  readonly orderNumber: string;
  readonly reservationToken: string;
  readonly expiresAt: string;
  readonly currency: string;
  readonly lines: readonly LineView[];
  readonly feeBreakdown: FeeView;
}

export interface QuoteBody {
  readonly currency: string;
  readonly lines: readonly LineView[];
  readonly feeBreakdown: FeeView;
  readonly shortages: readonly {
    readonly ticketTypeId: string | null;
    readonly addonId: string | null;
    readonly requested: number;
    readonly available: number;
  }[];
}

export interface BuyerOrder {
  readonly orderNumber: string;
  readonly status: string;
  readonly ticketCount: number;
  readonly tickets: readonly { id: string; status: string }[];
}

/** A buyer. `url` is called for each request, because a restarted server can have a different URL. */
export class Buyer {
  readonly email: string;
  readonly #url: () => string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers additional headers of the requests */
  constructor(url: () => string, email: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.email = email;
    this.#headers = headers;
  }

  quote(cart: CartBody): Promise<TestResponse> {
    return this.#post('quote', cart);
  }

  reserve(cart: CartBody, idempotencyKey?: string): Promise<TestResponse> {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.#post('reserve', { ...cart, buyer: { email: this.email } }, headers);
  }

  pay(reserved: ReservedBody, method: 'test' | 'manual' = 'test'): Promise<TestResponse> {
    const { token: buyerToken } = issueBuyerToken(secrets, this.email, systemClock.now());
    const { orderNumber, reservationToken } = reserved;
    return this.#post('pay', { orderNumber, reservationToken, buyerToken, method });
  }

  cancel({ orderNumber, reservationToken }: ReservedBody): Promise<TestResponse> {
    return this.#post('cancel', { orderNumber, reservationToken });
  }

  async readOrder({ orderNumber, reservationToken }: ReservedBody): Promise<TestResponse> {
    const headers = { authorization: `Bearer ${reservationToken}` };
    return read(await sendRequest(`${this.#url()}/api/public/v1/orders/${orderNumber}`, { headers }));
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    const requestHeaders = { 'content-type': 'application/json', ...this.#headers, ...headers };
    const url = `${this.#url()}/api/public/v1/${path}`;
    return read(await sendRequest(url, { method: 'POST', headers: requestHeaders, body: JSON.stringify(body) }));
  }
}

/** A short form of a response: `201` or `409 sold_out`; for a status of 500 or above, the status and the detail. */
export function outcomeOf({ status, text }: TestResponse): string {
  if (status < 400) return String(status);
  const { code, detail } = JSON.parse(text) as ProblemBody;
  return `${status} ${status < 500 ? code : detail}`;
}

/** The outcome of a reservation if the offers change during each attempt of the server. */
export const offersChangedOutcome = '503 The offers of this event are changing right now. Try again shortly.';

/** Makes pending orders expire now: all, or only those in `orderNumbers`. Returns the number of these orders. */
export async function expirePendingOrders(db: Db, orderNumbers?: readonly string[]): Promise<number> {
  const condition = orderNumbers === undefined ? sql`` : sql`and order_number in (${sql.join(orderNumbers)})`;
  const { numAffectedRows } = await sql`update orders set expires_at = ${timestamp(systemClock.now())}
    where status = 'pending' ${condition}`.execute(db);
  return Number(numAffectedRows);
}

/** The sold, reserved and total quantity of each offer in an event, by offer id. */
export async function readStock(
  db: Db,
  eventId: string,
): Promise<Map<string, { sold: number; reserved: number; quantity: number | null }>> {
  const tables = await Promise.all(
    (['ticket_types', 'addons'] as const).map((table) =>
      db.selectFrom(table).select(['id', 'sold', 'reserved', 'quantity']).where('event_id', '=', eventId).execute(),
    ),
  );
  return new Map(tables.flat().map(({ id, ...stock }) => [id, stock]));
}

/** The number of deadlocks in this PostgreSQL database. Sessions report them when they end. */
export async function countDeadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(db);
  return Number(rows[0]!.deadlocks);
}

/** Runs `work` `count` times concurrently. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** A fee policy whose fees must be rounded. */
const policy: FeePolicy = {
  platformFeeBps: 333,
  platformFeeFixed: 49,
  paymentFeeBps: 145,
  paymentFeeFixed: 25,
  taxBps: 1_900,
  taxMode: 'on_top',
  paidBy: 'buyer',
};

/** A published event of a new organizer, with two paid ticket types, one free ticket type and one add-on. */
export interface Sale {
  readonly catalog: OrganizerApi;
  readonly policy: FeePolicy;
  readonly eventId: string;
  /** The id of a ticket type with the price 20.00. */
  readonly ticketA: string;
  /** The id of a ticket type with the price 35.00. */
  readonly ticketB: string;
  /** The id of a free ticket type. */
  readonly free: string;
  /** The id of an add-on with 5 units for 9.00. */
  readonly drinks: string;
  /** The path of an offer in the organizer API. */
  offerPath(id: string): string;
  /** A cart with the given quantity for each offer id, in the order of the keys. */
  cart(lines: Readonly<Record<string, number>>): CartBody;
}

export async function createSale(db: Db, app: Pick<TestApp, 'request'>, quantity: number | null): Promise<Sale> {
  const catalog = await OrganizerApi.create(db, app);
  await setFeePolicy(db, organizerScope(catalog.organizer.id, systemClock, byOperator), policy);
  const { id: eventId } = await catalog.event({ status: 'published' });
  const [ticketA, ticketB, free] = [
    await catalog.ticketType(eventId, { name: 'A', price: 2_000, quantity, maxPerOrder: 1_000 }),
    await catalog.ticketType(eventId, { name: 'B', price: 3_500, quantity, maxPerOrder: 1_000 }),
    await catalog.ticketType(eventId, { name: 'Free', price: 0, quantity, maxPerOrder: 1_000 }),
  ];
  const drinks = await catalog.addon(eventId, { unitsPerPurchase: 5, quantity });
  return {
    catalog,
    policy,
    eventId,
    ticketA: ticketA.id,
    ticketB: ticketB.id,
    free: free.id,
    drinks: drinks.id,
    offerPath: (id) => `/events/${eventId}/${id === drinks.id ? 'addons' : 'ticket-types'}/${id}`,
    cart: (lines) => {
      const entries = Object.entries(lines);
      return {
        eventId,
        items: entries
          .filter(([id]) => id !== drinks.id)
          .map(([ticketTypeId, count]) => ({ ticketTypeId, quantity: count })),
        addons: entries.filter(([id]) => id === drinks.id).map(([addonId, count]) => ({ addonId, quantity: count })),
      };
    },
  };
}

/** Sends requests to these URLs in turn (round robin). */
export function roundRobin(urls: readonly string[]): Pick<TestApp, 'request'> & { nextUrl(): string } {
  let requestCount = 0;
  const nextUrl = () => {
    requestCount += 1;
    return urls[requestCount % urls.length]!;
  };
  return {
    nextUrl,
    request: (path, { key, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      return sendRequest(nextUrl() + path, { ...init, headers });
    },
  };
}

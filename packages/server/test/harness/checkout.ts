import { sql } from 'kysely';
import { byOperator } from '../../src/features/audit/index.ts';
import { type FeePolicy, setFeePolicy } from '../../src/features/organizers/index.ts';
import { issueBuyerToken } from '../../src/features/otp/buyer-tokens.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { type Answer, type ProblemBody, read } from './answers.ts';
import type { TestApp } from './app.ts';
import { CatalogWriter } from './catalog.ts';
import type { TestDatabase } from './databases.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The master key of the applications and processes of these tests. */
const masterKey = 'a master key that only the tests use';
const secrets = deriveSecrets(masterKey);

/** The environment of a server that sells. */
export function sellingEnv(t: TestDatabase): Record<string, string> {
  return {
    ...t.env,
    MASTER_KEY: masterKey,
    PAYMENTS: 'test,manual',
    RATE_LIMIT_PUBLIC: '1000000',
    RATE_LIMIT_API: '1000000',
    LOG_LEVEL: 'error',
  };
}

/** Two server processes on one database: on PostgreSQL two servers, on SQLite two processes of one. */
export async function startTwo(t: TestDatabase): Promise<{ urls: string[]; stop(): Promise<string> }> {
  const servers: ServerProcess[] =
    t.kind === 'sqlite'
      ? [await startServer(sellingEnv(t), ['--processes', '2'])]
      : await Promise.all([startServer(sellingEnv(t)), startServer(sellingEnv(t))]);
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

export interface OwnOrder {
  readonly orderNumber: string;
  readonly status: string;
  readonly ticketCount: number;
  readonly tickets: readonly { id: string; status: string }[];
}

/** A buyer who uses the server at the current URL. */
export class Buyer {
  readonly email: string;
  readonly #url: () => string;

  constructor(url: () => string, email: string) {
    this.#url = url;
    this.email = email;
  }

  quote(cart: CartBody): Promise<Answer> {
    return this.#post('quote', cart);
  }

  reserve(cart: CartBody, idempotencyKey?: string): Promise<Answer> {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.#post('reserve', { ...cart, buyer: { email: this.email } }, headers);
  }

  pay(reserved: ReservedBody, method: 'test' | 'manual' = 'test'): Promise<Answer> {
    const { token: buyerToken } = issueBuyerToken(secrets, this.email, systemClock.now());
    const { orderNumber, reservationToken } = reserved;
    return this.#post('pay', { orderNumber, reservationToken, buyerToken, method });
  }

  cancel({ orderNumber, reservationToken }: ReservedBody): Promise<Answer> {
    return this.#post('cancel', { orderNumber, reservationToken });
  }

  async order({ orderNumber, reservationToken }: ReservedBody): Promise<Answer> {
    const headers = { authorization: `Bearer ${reservationToken}` };
    return read(await fetch(`${this.#url()}/api/public/v1/orders/${orderNumber}`, { headers }));
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = { 'content-type': 'application/json', ...headers };
    const url = `${this.#url()}/api/public/v1/${path}`;
    return read(await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) }));
  }
}

/** A short form of a response: `201` or `409 sold_out`; for a status of 500 or above, the status and the detail. */
export function outcomeOf({ status, text }: Answer): string {
  if (status < 400) return String(status);
  const { code, detail } = JSON.parse(text) as ProblemBody;
  return `${status} ${status < 500 ? code : detail}`;
}

/** The outcome of a reservation whose offers change repeatedly while it is created. */
export const changesTooOften = '503 The offers of this event are changing right now. Try again shortly.';

/** Lets pending orders expire now: these, or all. Returns how many. */
export async function expireHolds(db: Db, orderNumbers?: readonly string[]): Promise<number> {
  const some = orderNumbers === undefined ? sql`` : sql`and order_number in (${sql.join(orderNumbers)})`;
  const { numAffectedRows } = await sql`update orders set expires_at = ${timestamp(systemClock.now())}
    where status = 'pending' ${some}`.execute(db);
  return Number(numAffectedRows);
}

/** The sold, reserved and total quantity of each offer of an event, by its id. */
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

/** Runs `work` this many times concurrently. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Fees that have to be rounded. */
const policy: FeePolicy = {
  platformFeeBps: 333,
  platformFeeFixed: 49,
  paymentFeeBps: 145,
  paymentFeeFixed: 25,
  taxBps: 1_900,
  taxMode: 'on_top',
  paidBy: 'buyer',
};

/** A published event of a new organizer, with two paid ticket types, a free one and an add-on. */
export interface Shop {
  readonly own: CatalogWriter;
  readonly policy: FeePolicy;
  readonly eventId: string;
  /** 20.00 each. */
  readonly a: string;
  /** 35.00 each. */
  readonly b: string;
  readonly free: string;
  /** 9.00 each, for 5 units. */
  readonly drinks: string;
  /** The path of an offer in the organizer API. */
  path(id: string): string;
  /** A cart with these quantities, by the ids of the offers, in this order. */
  cart(lines: Readonly<Record<string, number>>): CartBody;
}

export async function openShop(db: Db, app: Pick<TestApp, 'request'>, quantity: number | null): Promise<Shop> {
  const own = await CatalogWriter.make(db, app);
  await setFeePolicy(db, own.organizer.id, policy, systemClock, byOperator);
  const { id: eventId } = await own.event({ status: 'published' });
  const [a, b, free] = [
    await own.ticketType(eventId, { name: 'A', price: 2_000, quantity, maxPerOrder: 1_000 }),
    await own.ticketType(eventId, { name: 'B', price: 3_500, quantity, maxPerOrder: 1_000 }),
    await own.ticketType(eventId, { name: 'Free', price: 0, quantity, maxPerOrder: 1_000 }),
  ];
  const drinks = await own.addon(eventId, { unitsPerPurchase: 5, quantity });
  return {
    own,
    policy,
    eventId,
    a: a.id,
    b: b.id,
    free: free.id,
    drinks: drinks.id,
    path: (id) => `/events/${eventId}/${id === drinks.id ? 'addons' : 'ticket-types'}/${id}`,
    cart: (lines) => {
      const all = Object.entries(lines);
      return {
        eventId,
        items: all
          .filter(([id]) => id !== drinks.id)
          .map(([ticketTypeId, count]) => ({ ticketTypeId, quantity: count })),
        addons: all.filter(([id]) => id === drinks.id).map(([addonId, count]) => ({ addonId, quantity: count })),
      };
    },
  };
}

/** Sends requests to these URLs, round robin. */
export function roundRobin(urls: readonly string[]): Pick<TestApp, 'request'> & { next(): string } {
  let turn = 0;
  const next = () => {
    turn += 1;
    return urls[turn % urls.length]!;
  };
  return {
    next,
    request: (path, { key, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      return fetch(next() + path, { ...init, headers });
    },
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { loadSecrets } from '../../src/commands/master-key.ts';
import { eventTypes } from '../../src/deployments/webhook-types.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { addEndpoint } from '../../src/features/webhooks/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import { holdsFor, waitUntil } from './wait.ts';

/** The settings that let a server deliver to a receiver. */
export const receiverSettings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };

/** An event that arrived at a path. */
export interface Arrival {
  readonly path: string;
  readonly id: string;
  /** The brand in the name of the signature header, in lower case. It identifies the sending process. */
  readonly brand: string;
  /** The number of arrivals of the event at this path, including this one. */
  readonly arrivalCount: number;
}

export type ReceiverResponse = 200 | 500 | 'reset';

/** Receives webhooks as the server of an organizer does. Verifies and counts them. */
export class EventReceiver {
  /** Chooses the response to an arrival. */
  chooseResponse: (arrival: Arrival) => ReceiverResponse | Promise<ReceiverResponse> = () => 200;
  /** Messages about invalid requests. */
  readonly errors: string[] = [];
  readonly arrivals: Arrival[] = [];
  /** The number of 200 responses for each event, by path and id. */
  readonly accepted = new Map<string, number>();
  /** The body of each event, by its id. */
  readonly bodies = new Map<string, string>();
  readonly #arrivalCounts = new Map<string, number>();
  readonly #secrets = new Map<string, string>();
  readonly #server = createServer((request, response) => this.#receive(request, response));

  async start(): Promise<void> {
    this.#server.keepAliveTimeout = 600_000; // Avoids closing a connection at the moment of its reuse.
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  urlOf(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** Sets the signing secret of an endpoint that was registered in another way. */
  trust(path: string, secret: string): void {
    this.#secrets.set(path, secret);
  }

  /** Registers a path of this receiver as an endpoint of an organizer, by default for all event types. */
  async register(
    database: { db: Db; dataDir: string },
    organizerId: string,
    path: string,
    events: readonly string[] = [],
  ): Promise<void> {
    const url = this.urlOf(path);
    const rules = { allowHttp: true, allowPrivateNetworks: true, eventTypes };
    const { secrets } = await loadSecrets(database.db, { masterKey: null, dataDir: database.dataDir });
    const endpoint = { url, events, description: null };
    const { secret } = await addEndpoint(
      database.db,
      organizerScope(organizerId, systemClock, byOperator),
      endpoint,
      rules,
      secrets,
    );
    this.trust(path, secret);
  }

  /** The number of accepted requests that were duplicates. */
  get duplicates(): number {
    return [...this.accepted.values()].reduce((sum, count) => sum + count - 1, 0);
  }

  /** Waits until this many more events have arrived, or until the timeout. */
  async waitForArrivals(count: number, timeoutMs: number): Promise<void> {
    const targetCount = this.arrivals.length + count;
    const isWaiting = holdsFor(timeoutMs);
    await waitUntil(() => this.arrivals.length >= targetCount || !isWaiting(), {
      timeoutMs: 2 * timeoutMs,
      intervalMs: 5,
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await buffer(request).catch(() => null);
      if (body === null) return; // The sender was killed before the request was complete.
      const arrival = this.#check(request, body);
      this.arrivals.push(arrival);
      const result = await this.chooseResponse(arrival);
      if (result === 'reset') {
        request.socket.resetAndDestroy();
        return;
      }
      if (result === 200) increment(this.accepted, `${arrival.path} ${arrival.id}`);
      response.writeHead(result).end();
    } catch (error) {
      this.errors.push((error as Error).message);
      response.writeHead(400).end();
    }
  }

  /** Verifies both signatures with public libraries, and asserts that an event always has the same bytes. */
  #check({ url, headers }: IncomingMessage, body: Buffer): Arrival {
    const path = url!;
    const text = body.toString();
    const secret = this.#secrets.get(path)!;
    const [name, brand] = Object.keys(headers)
      .map((header) => /^x-(.+)-signature$/.exec(header))
      .find((match) => match !== null)!;
    Stripe.webhooks.constructEvent(body, headers[name!]!, secret);
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const { id } = JSON.parse(text) as { id: string };
    if (headers['webhook-id'] !== id) this.errors.push(`${id} arrived with the id ${headers['webhook-id']}`);
    if ((this.bodies.get(id) ?? text) !== text) this.errors.push(`${id} arrived with a different body than before`);
    this.bodies.set(id, text);
    return { path, id, brand: brand!, arrivalCount: increment(this.#arrivalCounts, `${path} ${id}`) };
  }
}

/** Waits until no delivery is pending. */
export async function waitForDeliveries(db: Db, timeoutMs: number): Promise<void> {
  const isEmpty = async () => {
    const { pending } = await db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll<number>().as('pending'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    return pending === 0;
  };
  await waitUntil(isEmpty, { timeoutMs, intervalMs: 100 });
}

/**
 * Asserts that every committed event was delivered to the endpoints that subscribe to it and accepted by them. Also asserts
 * that no other events arrived, that bodies were not changed, and that no two events were emitted concurrently.
 */
export async function expectAllDelivered(db: Db, receiver: EventReceiver): Promise<void> {
  await expectDelivered(db, receiver);
  const events = await db.selectFrom('webhook_events').selectAll().orderBy('sequence').execute();
  for (const organizerId of new Set(events.map(({ organizer_id }) => organizer_id))) {
    const eventsOfOrganizer = events.filter(({ organizer_id }) => organizer_id === organizerId);
    const sequences = eventsOfOrganizer.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    // An event with a higher sequence number was not created earlier.
    const times = eventsOfOrganizer.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
  }
}

/** Like `expectAllDelivered`, also for events that were emitted concurrently. */
export async function expectDelivered(db: Db, receiver: EventReceiver): Promise<void> {
  expect(receiver.errors).toEqual([]);
  const events = await db.selectFrom('webhook_events').selectAll().orderBy('sequence').execute();
  const endpoints = await db.selectFrom('webhook_endpoints').selectAll().execute();
  const deliveries = await db.selectFrom('webhook_deliveries').selectAll().execute();

  const expected = endpoints.flatMap(({ organizer_id, id, event_types }) =>
    events
      .filter((event) => event.organizer_id === organizer_id)
      .filter(({ type }) => event_types === null || event_types.split(' ').includes(type))
      .map((event) => `${id} ${event.id}`),
  );
  const storedDeliveries = deliveries.map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`);
  expect(storedDeliveries.sort()).toEqual(expected.sort());
  expect(deliveries.filter(({ status }) => status !== 'succeeded')).toEqual([]);

  const paths = new Map(endpoints.map(({ id, url }) => [id, new URL(url).pathname]));
  const expectedArrivals = new Set(
    deliveries.map(({ endpoint_id, event_id }) => `${paths.get(endpoint_id)} ${event_id}`),
  );
  const arrived = new Set(receiver.arrivals.map(({ path, id }) => `${path} ${id}`));
  expect([...expectedArrivals].filter((arrival) => !receiver.accepted.has(arrival))).toEqual([]);
  expect([...arrived].filter((arrival) => !expectedArrivals.has(arrival))).toEqual([]);
  expect(events.filter(({ id, body }) => receiver.bodies.get(id) !== body)).toEqual([]);
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

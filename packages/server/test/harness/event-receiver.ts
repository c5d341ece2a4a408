import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { eventTypes } from '../../src/deployments/webhook-types.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { addEndpoint } from '../../src/features/webhooks/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { deriveSecrets, loadMasterKey } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { lasting, waitUntil } from './wait.ts';

/** The settings that let a server deliver to a receiver. */
export const receiverSettings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };

/** An event that has arrived at a path. */
export interface Arrival {
  readonly path: string;
  readonly id: string;
  /** The brand in the name of the signature header, in lower case. It identifies the sending process. */
  readonly brand: string;
  /** The number of its arrivals at this path, including this one. */
  readonly times: number;
}

export type ReceiverResponse = 200 | 500 | 'reset';

/** Receives webhooks as an organizer's server does, verifies and counts them. */
export class EventReceiver {
  /** Chooses the response to an arrival. */
  answer: (arrival: Arrival) => ReceiverResponse | Promise<ReceiverResponse> = () => 200;
  /** Messages about invalid requests. */
  readonly problems: string[] = [];
  readonly arrivals: Arrival[] = [];
  /** The number of 200 responses for each event, by path and id. */
  readonly accepted = new Map<string, number>();
  /** The body of each event, by its id. */
  readonly bodies = new Map<string, string>();
  readonly #times = new Map<string, number>();
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

  /** Registers a path of this receiver as an endpoint of an organizer, by default for all event types. */
  async register(
    t: { db: Db; dataDir: string },
    organizerId: string,
    path: string,
    events: readonly string[] = [],
  ): Promise<void> {
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
    const rules = { allowHttp: true, allowPrivateNetworks: true, eventTypes };
    const secrets = deriveSecrets(loadMasterKey(null, t.dataDir));
    const given = { url, events, description: null };
    const { secret } = await addEndpoint(t.db, organizerId, given, rules, secrets, systemClock, byOperator);
    this.#secrets.set(path, secret);
  }

  /** The number of accepted requests that were duplicates. */
  get duplicates(): number {
    return [...this.accepted.values()].reduce((sum, times) => sum + times - 1, 0);
  }

  /** Waits until this many more events have arrived, or until the timeout. */
  async waitForArrivals(count: number, msMax: number): Promise<void> {
    const targetCount = this.arrivals.length + count;
    const isWaiting = lasting(msMax);
    await waitUntil(() => this.arrivals.length >= targetCount || !isWaiting(), { timeoutMs: 2 * msMax, intervalMs: 5 });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await buffer(request).catch(() => null);
      if (body === null) return; // The sender was killed before the request was complete.
      const arrival = this.#check(request, body);
      this.arrivals.push(arrival);
      const answer = await this.answer(arrival);
      if (answer === 'reset') {
        request.socket.resetAndDestroy();
        return;
      }
      if (answer === 200) increment(this.accepted, `${arrival.path} ${arrival.id}`);
      response.writeHead(answer).end();
    } catch (error) {
      this.problems.push((error as Error).message);
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
    if (headers['webhook-id'] !== id) this.problems.push(`${id} arrived as ${headers['webhook-id']}`);
    if ((this.bodies.get(id) ?? text) !== text) this.problems.push(`${id} arrived with another body than before`);
    this.bodies.set(id, text);
    return { path, id, brand: brand!, times: increment(this.#times, `${path} ${id}`) };
  }
}

/** Waits until no delivery is pending. */
export async function waitForDeliveries(db: Db, msMax: number): Promise<void> {
  const isEmpty = async () => {
    const { pending } = await db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll<number>().as('pending'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    return pending === 0;
  };
  await waitUntil(isEmpty, { timeoutMs: msMax, intervalMs: 100 });
}

/**
 * Asserts that every committed event was delivered to its subscribers and accepted, that nothing else arrived, and that
 * bodies arrived unchanged.
 */
export async function expectAllDelivered(db: Db, receiver: EventReceiver): Promise<void> {
  expect(receiver.problems).toEqual([]);
  const events = await db.selectFrom('webhook_events').selectAll().orderBy('sequence').execute();
  const endpoints = await db.selectFrom('webhook_endpoints').selectAll().execute();
  const deliveries = await db.selectFrom('webhook_deliveries').selectAll().execute();

  const expected = endpoints.flatMap(({ organizer_id, id, event_types }) =>
    events
      .filter((event) => event.organizer_id === organizer_id)
      .filter(({ type }) => event_types === null || event_types.split(' ').includes(type))
      .map((event) => `${id} ${event.id}`),
  );
  const stored = deliveries.map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`);
  expect(stored.sort()).toEqual(expected.sort());
  expect(deliveries.filter(({ status }) => status !== 'succeeded')).toEqual([]);

  const paths = new Map(endpoints.map(({ id, url }) => [id, new URL(url).pathname]));
  const due = new Set(deliveries.map(({ endpoint_id, event_id }) => `${paths.get(endpoint_id)} ${event_id}`));
  const arrived = new Set(receiver.arrivals.map(({ path, id }) => `${path} ${id}`));
  expect([...due].filter((one) => !receiver.accepted.has(one))).toEqual([]);
  expect([...arrived].filter((one) => !due.has(one))).toEqual([]);
  expect(events.filter(({ id, body }) => receiver.bodies.get(id) !== body)).toEqual([]);

  for (const organizerId of new Set(events.map(({ organizer_id }) => organizer_id))) {
    const eventsOfOrganizer = events.filter(({ organizer_id }) => organizer_id === organizerId);
    const sequences = eventsOfOrganizer.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    // The times of the events are sorted like their sequence numbers.
    const times = eventsOfOrganizer.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
  }
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

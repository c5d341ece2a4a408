import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { eventTypes } from '../../src/deployments/webhook-types.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { addEndpoint } from '../../src/features/webhooks/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { deriveSecrets, loadMasterKey } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';

/** The settings with which a server delivers to a receiver. */
export const receiverSettings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };

/** An event that has arrived at a path. */
export interface Arrival {
  readonly path: string;
  readonly id: string;
  /** The word in its signature's header, in lower case: tells apart processes that were started with different ones. */
  readonly brand: string;
  /** How often it has arrived at this path, this time included. */
  readonly times: number;
}

export type Answer = 200 | 500 | 'reset';

/** Receives webhooks as an organizer's server would, checks each and counts them. */
export class EventReceiver {
  /** Decides what an arrival is answered. */
  answer: (arrival: Arrival) => Answer | Promise<Answer> = () => 200;
  /** What was wrong with what arrived, in words. */
  readonly faults: string[] = [];
  readonly arrivals: Arrival[] = [];
  /** By path and id: how often it was taken, that is, answered 200. */
  readonly taken = new Map<string, number>();
  /** The body of each event, by its id. */
  readonly bodies = new Map<string, string>();
  readonly #times = new Map<string, number>();
  readonly #secrets = new Map<string, string>();
  readonly #server = createServer((request, response) => this.#receive(request, response));

  async start(): Promise<void> {
    this.#server.keepAliveTimeout = 600_000; // No connection is closed just when it is used again.
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Makes a path of this receiver an endpoint of an organizer's, for all types unless some are given. */
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

  /** How often something was taken that had been taken before. */
  get duplicates(): number {
    return [...this.taken.values()].reduce((sum, times) => sum + times - 1, 0);
  }

  /** Waits until so many more have arrived. */
  async untilMore(count: number, msMax: number): Promise<void> {
    const enough = this.arrivals.length + count;
    const endMs = performance.now() + msMax;
    while (this.arrivals.length < enough && performance.now() < endMs) await sleep(5);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await buffer(request).catch(() => null);
      if (body === null) return; // Its sender was killed before it had sent all of it.
      const arrival = this.#check(request, body);
      this.arrivals.push(arrival);
      const answer = await this.answer(arrival);
      if (answer === 'reset') {
        request.socket.resetAndDestroy();
        return;
      }
      if (answer === 200) increment(this.taken, `${arrival.path} ${arrival.id}`);
      response.writeHead(answer).end();
    } catch (error) {
      this.faults.push((error as Error).message);
      response.writeHead(400).end();
    }
  }

  /** Checks both signatures with the libraries that integrators use, and that the same event is always the same bytes. */
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
    if (headers['webhook-id'] !== id) this.faults.push(`${id} arrived as ${headers['webhook-id']}`);
    if ((this.bodies.get(id) ?? text) !== text) this.faults.push(`${id} arrived with another body than before`);
    this.bodies.set(id, text);
    return { path, id, brand: brand!, times: increment(this.#times, `${path} ${id}`) };
  }
}

/** Waits until no delivery waits any more. */
export async function untilNoneWaits(db: Db, msMax: number): Promise<void> {
  const endMs = performance.now() + msMax;
  for (;;) {
    const { pending } = await db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll<number>().as('pending'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (pending === 0) return;
    if (performance.now() > endMs) throw new Error(`${pending} deliveries still wait`);
    await sleep(100);
  }
}

/**
 * What a database and a receiver say of each other: everything that was committed was delivered and taken, nothing else
 * ever arrived, and bodies arrived as they were written.
 */
export async function expectAllDelivered(db: Db, receiver: EventReceiver): Promise<void> {
  expect(receiver.faults).toEqual([]);
  const events = await db.selectFrom('webhook_events').selectAll().orderBy('sequence').execute();
  const endpoints = await db.selectFrom('webhook_endpoints').selectAll().execute();
  const deliveries = await db.selectFrom('webhook_deliveries').selectAll().execute();

  const wanted = endpoints.flatMap(({ organizer_id, id, event_types }) =>
    events
      .filter((event) => event.organizer_id === organizer_id)
      .filter(({ type }) => event_types === null || event_types.split(' ').includes(type))
      .map((event) => `${id} ${event.id}`),
  );
  const stored = deliveries.map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`);
  expect(stored.sort()).toEqual(wanted.sort());
  expect(deliveries.filter(({ status }) => status !== 'succeeded')).toEqual([]);

  const paths = new Map(endpoints.map(({ id, url }) => [id, new URL(url).pathname]));
  const due = new Set(deliveries.map(({ endpoint_id, event_id }) => `${paths.get(endpoint_id)} ${event_id}`));
  const arrived = new Set(receiver.arrivals.map(({ path, id }) => `${path} ${id}`));
  expect([...due].filter((one) => !receiver.taken.has(one))).toEqual([]);
  expect([...arrived].filter((one) => !due.has(one))).toEqual([]);
  expect(events.filter(({ id, body }) => receiver.bodies.get(id) !== body)).toEqual([]);

  for (const organizerId of new Set(events.map(({ organizer_id }) => organizer_id))) {
    const own = events.filter(({ organizer_id }) => organizer_id === organizerId);
    const sequences = own.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    // Their changes came one after the other: so did the numbers.
    const times = own.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
  }
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

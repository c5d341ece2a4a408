import { onTestFinished } from 'vitest';
import { eventTypes } from '../../src/deployments/webhook-types.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { DeliveryEngine, type EngineOptions } from '../../src/features/webhooks/engine.ts';
import {
  addEndpoint,
  type CreatedEndpoint,
  type EndpointRules,
  type EndpointSettings,
  emit,
  getDelivery,
  listDeliveries,
} from '../../src/features/webhooks/index.ts';
import { type Clock, systemClock, timestamp } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { createLogTo } from '../../src/platform/log.ts';

/** The secrets of the workers that `startWorker` starts. */
export const webhookSecrets = deriveSecrets('a master key that only the tests use');

/** The receivers of the tests are on this machine and use HTTP. */
export const anyTarget: EndpointRules = { allowHttp: true, allowPrivateNetworks: true, eventTypes };

export interface TestWorker {
  poll(): void;
  stop(): Promise<void>;
  /** The log output: one JSON object per line. */
  log(): string;
}

/** Starts a worker, and stops it at the end of the test. */
export function startWorker(db: Db, options: Partial<EngineOptions> = {}): TestWorker {
  let lines = '';
  const { logger } = createLogTo('info', {
    write: (line) => {
      lines += line;
    },
  });
  const worker = new DeliveryEngine({
    db,
    clock: systemClock,
    secrets: webhookSecrets,
    log: logger,
    metrics: { observeAttempt: () => {} },
    brand: 'SERVICE',
    allowPrivateNetworks: true,
    ...options,
  });
  let stopPromise: Promise<void> | undefined;
  const stop = () => {
    stopPromise ??= worker.stop();
    return stopPromise;
  };
  onTestFinished(stop);
  return { poll: () => worker.poll(), stop, log: () => lines };
}

/** Creates an endpoint that subscribes to these event types, by default to all. */
export function makeEndpoint(
  db: Db,
  organizerId: string,
  url: string,
  options: Partial<Omit<EndpointSettings, 'url'>> & { clock?: Clock; rules?: EndpointRules } = {},
): Promise<CreatedEndpoint> {
  const { clock = systemClock, rules = anyTarget, ...others } = options;
  const settings = { url, events: [], description: null, ...others };
  return addEndpoint(db, { organizerId, clock, origin: byOperator }, settings, rules, webhookSecrets);
}

/** Emits `count` equal webhook events in one transaction. Returns their ids. */
export function emitMany(
  db: Db,
  organizerId: string,
  count: number,
  options: { type?: string; data?: object; clock?: Clock } = {},
): Promise<string[]> {
  const { type = 'order.paid', data = { orderNumber: 'AAAAAAAA01' }, clock = systemClock } = options;
  const event = { type, data: JSON.stringify(data) };
  return db
    .transaction()
    .execute((tx) => emit(tx, organizerId, Array<typeof event>(count).fill(event), timestamp(clock.now())));
}

/** The number of deliveries of an endpoint with each status. */
export async function countByStatus(db: Db, endpointId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('endpoint_id', '=', endpointId)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

/** The newest delivery of an endpoint. */
export async function newestDelivery(db: Db, organizerId: string, endpointId: string) {
  const [newest] = await listDeliveries(db, organizerId, endpointId, { limit: 1 });
  if (newest === undefined) throw new Error(`${endpointId} has no delivery.`);
  return getDelivery(db, organizerId, newest.id);
}

/**
 * Pays the pending orders of an organizer, about one every 50 ms, and sends a bare POST request after each payment. Sends the time
 * of each commit and the start time of each POST request to its parent process. It can also run a worker, as `serve` does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { payOrder } from '../packages/server/src/features/orders/index.ts';
import { DeliveryEngine } from '../packages/server/src/features/webhooks/engine.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets } from '../packages/server/src/platform/crypto.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { createMetrics } from '../packages/server/src/platform/metrics.ts';
import { organizerScope } from '../packages/server/src/platform/scope.ts';
import { monotonicMs } from './report.ts';

/** The task, passed as JSON in the first argument. */
export interface PayerTask {
  readonly organizerId: string;
  /** The URL of the sink for the bare POST requests. */
  readonly url: string;
  /** Whether the worker runs in this process. */
  readonly worker: 'sameProcess' | 'separateProcess';
}

/** The message to the parent process. Its times are values of `monotonicMs`. */
export interface PayerResult {
  readonly paid: readonly (readonly [orderNumber: string, ms: number])[];
  readonly posted: readonly (readonly [id: string, ms: number])[];
}

const { organizerId, url, worker: workerLocation } = JSON.parse(process.argv[2]!) as PayerTask;
const config = deployments.extended.loadConfig(process.env);
const db = openDatabase(config);
const worker =
  workerLocation === 'separateProcess'
    ? null
    : new DeliveryEngine({
        db,
        clock: systemClock,
        secrets: deriveSecrets(config.masterKey!),
        log: createLog('silent').logger,
        metrics: createMetrics(),
        brand: config.webhooks.brand,
        allowPrivateNetworks: config.webhooks.allowPrivateNetworks,
      });
const dispatcher = new Agent({ connections: 1 });
const paid: [string, number][] = [];
const posted: [string, number][] = [];
const pause = () => sleep(20 + Math.random() * 10); // Random, to avoid synchronization with polling.

async function post(id: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'webhook-id': id };
  const response = await request(url, { method: 'POST', headers, body: Buffer.alloc(1_000, 'x'), dispatcher });
  await response.body.dump();
}

const pendingOrders = await db
  .selectFrom('orders')
  .select('order_number')
  .where('organizer_id', '=', organizerId)
  .where('status', '=', 'pending')
  .execute();
for (const { order_number: number } of pendingOrders) {
  await payOrder(db, organizerScope(organizerId, systemClock, byOperator), number);
  paid.push([number, monotonicMs()]);
  await pause();
  posted.push([`bare-${number}`, monotonicMs()]);
  await post(`bare-${number}`);
  await pause();
}
await sleep(1_000);
await worker?.stop();
await dispatcher.close();
await db.destroy();
process.send!({ paid, posted } satisfies PayerResult);
process.disconnect!();

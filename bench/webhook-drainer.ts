/**
 * Delivers all pending deliveries with a worker, as `serve --role worker` does, and observes its statements. Sends their durations to
 * its parent process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { DeliveryEngine } from '../packages/server/src/features/webhooks/engine.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets } from '../packages/server/src/platform/crypto.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { createLog } from '../packages/server/src/platform/log.ts';

/** The message to the parent process. */
export interface DrainerResult {
  /** From the start of the worker to the last recorded outcome. */
  readonly seconds: number;
  /** How long the worker waited for statements that claim deliveries. */
  readonly claimSeconds: number;
  /** How long the worker waited for statements and commits. */
  readonly statementSeconds: number;
}

/** A part of the statement that claims deliveries, and of no other. */
const claimText = 'with picked as';
const checkPauseMs = 20;

const config = deployments.extended.loadConfig(process.env);
let claimSeconds = 0;
let statementSeconds = 0;
const db = openDatabase(config, (seconds, text) => {
  statementSeconds += seconds;
  if (text.includes(claimText)) claimSeconds += seconds;
});
const unobservedDb = openDatabase(config);
const startedMs = performance.now();
const worker = new DeliveryEngine({
  db,
  clock: systemClock,
  secrets: deriveSecrets(config.masterKey!),
  log: createLog('silent').logger,
  metrics: { observeAttempt: () => {} },
  brand: config.webhooks.brand,
  allowPrivateNetworks: config.webhooks.allowPrivateNetworks,
});
const pending = unobservedDb.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending').limit(1);
while ((await pending.executeTakeFirst()) !== undefined) await sleep(checkPauseMs);
const seconds = (performance.now() - startedMs) / 1_000;
process.send!({ seconds, claimSeconds, statementSeconds } satisfies DrainerResult);
await worker.stop();
await db.destroy();
await unobservedDb.destroy();
process.disconnect!();

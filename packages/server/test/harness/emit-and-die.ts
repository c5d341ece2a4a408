import { deployments } from '../../src/deployments/index.ts';
import { DeliveryEngine } from '../../src/features/webhooks/engine.ts';
import { emit } from '../../src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import { afterTransaction } from '../../src/platform/database/dialect.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { createLog } from '../../src/platform/log.ts';

/*
 * Emits an event of an organizer in a process that also delivers webhooks, and kills the process after the commit, before its worker
 * knows of the delivery.
 */

const organizerId = process.argv[2]!;
const db = openDatabase(deployments.extended.loadConfig(process.env));
new DeliveryEngine({
  db,
  clock: systemClock,
  secrets: deriveSecrets('a master key that only the tests use'),
  log: createLog('silent').logger,
  metrics: { observeAttempt: () => {} },
  brand: 'SERVICE',
  allowPrivateNetworks: true,
});
await db.transaction().execute(async (tx) => {
  await afterTransaction(tx, () => process.kill(process.pid, 'SIGKILL'));
  await emit(tx, organizerId, [{ type: 'order.paid', data: '{}' }], timestamp(systemClock.now()));
});

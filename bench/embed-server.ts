/**
 * The application with the embed plane alone. With `BARE=1` the plane looks at no key and counts against no limit: every
 * request is the organizer's whose id is `ORGANIZER`. `DATA_DIR` and `PORT` say where.
 */
import { buildApp } from '../packages/server/src/app.ts';
import { loadConfig } from '../packages/server/src/config.ts';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { checkoutPayments } from '../packages/server/src/features/checkout/index.ts';
import { Keyring } from '../packages/server/src/features/keys/index.ts';
import { embedRoutes } from '../packages/server/src/features/programme/http.ts';
import type { Plane } from '../packages/server/src/planes/context.ts';
import { embedPlane } from '../packages/server/src/planes/embed.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets, loadMasterKey } from '../packages/server/src/platform/crypto.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { PlaneApp } from '../packages/server/src/platform/http/plane.ts';
import { MemoryLimiter } from '../packages/server/src/platform/limits/memory-limiter.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { createMetrics } from '../packages/server/src/platform/metrics.ts';

const caller = {
  id: 'key_bench',
  organizerId: process.env['ORGANIZER'] ?? '',
  kind: 'secret' as const,
  scopes: new Set(['events:read']),
};

const barePlane: Plane = (root, { services }) => {
  root.register(
    async (scoped) => {
      const app = scoped as unknown as PlaneApp;
      app.addHook('onRequest', (request, _reply, done) => {
        request.key = caller;
        done();
      });
      embedRoutes(app, services);
    },
    { prefix: '/api/embed/v1' },
  );
};

const config = loadConfig(process.env);
const db = openDatabase(config);
const keyring = new Keyring(db, systemClock);
const plane = process.env['BARE'] === '1' ? barePlane : embedPlane({ features: [embedRoutes], fullLimits: true });
const app = await buildApp({
  config,
  deployment: { ...deployments.extended, planes: [plane] },
  services: { db, clock: systemClock, secrets: deriveSecrets(loadMasterKey(config.masterKey, config.dataDir)) },
  payments: await checkoutPayments(config),
  keyring,
  limiter: new MemoryLimiter(systemClock),
  log: createLog(config.logLevel),
  metrics: createMetrics(),
});
await app.listen({ host: config.host, port: config.port });
keyring.start();
process.once('SIGTERM', () => process.exit(0));

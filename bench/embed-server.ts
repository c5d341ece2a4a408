/**
 * The application with only the embed plane. With `BARE=1`, the plane has no authentication and no rate limit, and every request
 * is for the organizer with the id `ORGANIZER`. The other settings are `DATA_DIR` and `PORT`.
 */
import { buildApp } from '../packages/server/src/app.ts';
import { loadSecrets } from '../packages/server/src/commands/master-key.ts';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { embedRoutes } from '../packages/server/src/features/event-views/http.ts';
import { keyAuthenticator } from '../packages/server/src/features/keys/http.ts';
import { createKeyring, type KeyPrincipal } from '../packages/server/src/features/keys/index.ts';
import type { Plane } from '../packages/server/src/planes/context.ts';
import { embedPlane } from '../packages/server/src/planes/embed.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { PlaneApp } from '../packages/server/src/platform/http/plane.ts';
import { HandlerScope } from '../packages/server/src/platform/http/principal.ts';
import { MemoryLimiter } from '../packages/server/src/platform/limits/memory-limiter.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { createMetrics } from '../packages/server/src/platform/metrics.ts';

const organizer: KeyPrincipal = {
  kind: 'key',
  keyKind: 'secret',
  organizerId: process.env['ORGANIZER'] ?? '',
  actor: 'key_bench',
  isInReset: false,
  permissions: new Set(['events:read']),
  rateLimitKey: 'key_bench',
};

const barePlane: Plane = (root, { services, limiter }) => {
  root.register(
    async (scoped) => {
      const app = scoped as unknown as PlaneApp;
      embedRoutes(app, {
        ...services,
        limiter,
        scopeOf: (request) => new HandlerScope(organizer, systemClock, request),
      });
    },
    { prefix: '/api/embed/v1' },
  );
};

const { config, parts } = await deployments.extended.load(process.env);
const db = openDatabase(config);
const { secrets } = await loadSecrets(db, config);
const services = { db, clock: systemClock, secrets };
const keyring = createKeyring(db, systemClock);
const { embed, failedAuth } = deployments.extended.loadConfig(process.env).rateLimits;
const limits = { perMinute: embed, failedPerMinute: failedAuth, announceLimits: true };
const authenticator = keyAuthenticator(keyring);
const plane = process.env['BARE'] === '1' ? barePlane : embedPlane({ features: [embedRoutes], authenticator, limits });
const log = createLog(config.logLevel);
const app = await buildApp({
  config,
  description: parts.description,
  planes: [plane],
  services,
  limiter: new MemoryLimiter(systemClock),
  log,
  metrics: createMetrics(),
});
await app.listen({ host: config.host, port: config.port });
keyring.component().start(log.logger);
process.once('SIGTERM', () => process.exit(0));

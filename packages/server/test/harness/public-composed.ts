import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/app.ts';
import { deployments } from '../../src/deployments/index.ts';
import { publicPlane } from '../../src/planes/public.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { Feature } from '../../src/platform/http/plane.ts';
import { MemoryLimiter } from '../../src/platform/limits/memory-limiter.ts';
import { createLogTo } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { testSecrets } from './app.ts';
import { baseUrl } from './responses.ts';

/** Starts the public plane with only these features. Tests use it for responses that no real route returns. */
export async function startPublicComposed(
  db: Db,
  features: readonly Feature[],
): Promise<{ url: string; close(): Promise<void> }> {
  const config = deployments.extended.loadConfig({});
  const { description } = await deployments.extended.composeServer(config);
  const app = await buildApp({
    config: { ...config, baseUrl },
    description,
    planes: [publicPlane({ features, perMinute: config.rateLimits.public })],
    services: { db, clock: systemClock, secrets: testSecrets },
    limiter: new MemoryLimiter(systemClock),
    log: createLogTo('silent', { write: () => {} }),
    metrics: createMetrics(),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
}

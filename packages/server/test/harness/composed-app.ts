import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppParts, buildApp } from '../../src/app.ts';
import { deployments } from '../../src/deployments/index.ts';
import { type KeyPrincipal, Keyring } from '../../src/features/keys/index.ts';
import type { Plane } from '../../src/planes/context.ts';
import { hostedPagePlane } from '../../src/planes/hosted-page.ts';
import { organizerPlane } from '../../src/planes/organizer.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { backlogMax } from '../../src/platform/http/listen.ts';
import type { Feature, OrganizerServices } from '../../src/platform/http/plane.ts';
import { MemoryLimiter } from '../../src/platform/limits/memory-limiter.ts';
import { createLogTo } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { baseUrl } from './answers.ts';
import { defaultRateLimits, defaultSelling } from './app.ts';
import { providersOf } from './payment-providers.ts';

/** An application that runs, and what it logged. */
export interface ComposedApp {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  readonly log: () => string;
  close(): Promise<void>;
}

/** The extended deployment with its hosted page, with these features on its organizer plane, and with further planes. */
export async function startComposed(
  db: Db,
  features: readonly Feature<OrganizerServices<KeyPrincipal>>[],
  rateLimits: Partial<AppParts['config']['rateLimits']>,
  others: readonly Plane[] = [],
): Promise<ComposedApp> {
  const lines: string[] = [];
  const app = await buildApp({
    config: { baseUrl, trustProxy: [], rateLimits: { ...defaultRateLimits, ...rateLimits }, selling: defaultSelling },
    deployment: {
      ...deployments.extended,
      planes: [organizerPlane({ features, fullLimits: true }), hostedPagePlane, ...others],
    },
    services: { db, clock: systemClock, secrets: deriveSecrets('a master key that only the tests use') },
    paymentProviders: await providersOf('test'),
    keyring: new Keyring(db, systemClock),
    limiter: new MemoryLimiter(systemClock),
    log: createLogTo('info', { write: (line) => lines.push(line) }),
    metrics: createMetrics(),
  });
  await app.listen({ host: '127.0.0.1', port: 0, backlog: backlogMax });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, port, server: app.server, log: () => lines.join(''), close: () => app.close() };
}

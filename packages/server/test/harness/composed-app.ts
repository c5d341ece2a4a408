import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/app.ts';
import { deployments } from '../../src/deployments/index.ts';
import { keyAuthenticator } from '../../src/features/keys/http.ts';
import { createKeyring, type KeyPrincipal } from '../../src/features/keys/index.ts';
import type { Plane } from '../../src/planes/context.ts';
import { hostedPagePlane } from '../../src/planes/hosted-page.ts';
import { organizerPlane } from '../../src/planes/organizer.ts';
import { type ServiceClock, systemClock } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { maxBacklog } from '../../src/platform/http/listen.ts';
import type { Feature, OrganizerServices } from '../../src/platform/http/plane.ts';
import { MemoryLimiter } from '../../src/platform/limits/memory-limiter.ts';
import { createLogTo } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { baseUrl } from './responses.ts';
import { longestWaitMs } from './wait.ts';

/** A running application. */
export interface ComposedApp {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** The log output: one JSON object per line. */
  readonly log: () => string;
  close(): Promise<void>;
}

/** Starts an application with the hosted page, the organizer plane with these features, and further planes. */
export async function startComposed(
  db: Db,
  features: readonly Feature<OrganizerServices<KeyPrincipal>>[],
  rateLimits: { api?: number; failedAuth?: number },
  {
    planes = [],
    clock = systemClock,
    maxWaitMs = Number(longestWaitMs),
  }: { planes?: readonly Plane[]; clock?: ServiceClock; maxWaitMs?: number } = {},
): Promise<ComposedApp> {
  const lines: string[] = [];
  const services = { db, clock, secrets: deriveSecrets('a master key that only the tests use') };
  const config = deployments.extended.loadConfig({});
  const { description } = await deployments.extended.composeServer(config);
  const limits = {
    perMinute: rateLimits.api ?? config.rateLimits.api,
    failedPerMinute: rateLimits.failedAuth ?? config.rateLimits.failedAuth,
    announceLimits: true,
  };
  const authenticator = keyAuthenticator(createKeyring(db, clock));
  const app = await buildApp({
    config: { baseUrl, trustProxy: [], maxWaitMs },
    description,
    planes: [
      organizerPlane({ features, authenticator, limits }),
      hostedPagePlane({ arrivalsPerMinute: 1_000 }),
      ...planes,
    ],
    services,
    limiter: new MemoryLimiter(clock),
    log: createLogTo('info', { write: (line) => lines.push(line) }),
    metrics: createMetrics(),
  });
  await app.listen({ host: '127.0.0.1', port: 0, backlog: maxBacklog });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, port, server: app.server, log: () => lines.join(''), close: () => app.close() };
}

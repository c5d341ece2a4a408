import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { buildApp } from '../../src/app.ts';
import { type Config, type DeploymentName, holdDefaults } from '../../src/config.ts';
import { deployments } from '../../src/deployments/index.ts';
import { Keyring } from '../../src/features/keys/index.ts';
import type { PaymentMethod, PaymentProvider } from '../../src/features/payments/index.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { backlogMax } from '../../src/platform/http/listen.ts';
import type { Limiter } from '../../src/platform/limits/limiter.ts';
import { MemoryLimiter } from '../../src/platform/limits/memory-limiter.ts';
import { createLogTo } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { providersOf } from './payment-providers.ts';

export interface TestApp {
  readonly url: string;
  /** Everything that was logged, a JSON object a line. */
  readonly log: () => string;
  /** Sends a request; `key` goes into the Authorization header. */
  request(path: string, options?: RequestInit & { key?: string }): Promise<Response>;
  close(): Promise<void>;
}

/** What the application of `startApp` derives its keys from. */
export const testSecrets = deriveSecrets('a master key that only the tests use');

export const defaultRateLimits: Config['rateLimits'] = { api: 120, embed: 240, failedAuth: 30, public: 60, search: 30 };

/** What the operator of a test demands of reservations where it says nothing else. */
export const defaultSelling: Config['selling'] = {
  requiresVerifiedEmail: false,
  ...holdDefaults(defaultRateLimits.public),
};

/** The application on a free port of 127.0.0.1, spoken to by real HTTP. */
export async function startApp(options: {
  db: Db;
  deployment?: DeploymentName;
  clock?: Clock;
  limiter?: Limiter;
  trustProxy?: string[];
  rateLimits?: Partial<Config['rateLimits']>;
  /** Payment methods besides those of the deployment. */
  paymentMethods?: readonly PaymentMethod[];
  /** By default, `test` and `manual`. */
  paymentProviders?: readonly PaymentProvider[];
  selling?: Partial<Config['selling']>;
}): Promise<TestApp> {
  const clock = options.clock ?? systemClock;
  const rateLimits = { ...defaultRateLimits, ...options.rateLimits };
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const deployment = deployments[options.deployment ?? 'extended'];
  const app = await buildApp({
    config: {
      baseUrl: 'https://tickets.example.com',
      trustProxy: options.trustProxy ?? [],
      rateLimits,
      selling: { ...defaultSelling, ...holdDefaults(rateLimits.public), ...options.selling },
    },
    deployment: { ...deployment, paymentMethods: [...deployment.paymentMethods, ...(options.paymentMethods ?? [])] },
    services: { db: options.db, clock, secrets: testSecrets },
    paymentProviders: options.paymentProviders ?? (await providersOf('test', 'manual')),
    keyring: new Keyring(options.db, clock),
    limiter: options.limiter ?? new MemoryLimiter(clock),
    log: createLogTo('info', sink),
    metrics: createMetrics(),
  });
  await app.listen({ host: '127.0.0.1', port: 0, backlog: backlogMax });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    log: () => lines.join(''),
    request: (path, { key, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      return fetch(url + path, { ...init, headers });
    },
    close: () => app.close(),
  };
}

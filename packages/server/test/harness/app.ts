import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { type DeploymentName, deployments, type ExtendedConfig } from '../../src/deployments/index.ts';
import { holdDefaults } from '../../src/features/checkout/settings.ts';
import { SandboxClocks } from '../../src/features/organizers/index.ts';
import type { ConfiguredMethod, PaymentMethod, PaymentProvider } from '../../src/features/payments/index.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { deriveSecrets } from '../../src/platform/crypto.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { maxBacklog } from '../../src/platform/http/listen.ts';
import { Lifecycle } from '../../src/platform/lifecycle.ts';
import type { Limiter } from '../../src/platform/limits/limiter.ts';
import { MemoryLimiter } from '../../src/platform/limits/memory-limiter.ts';
import { createLogTo } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { sendRequest } from './send-request.ts';
import { longestWaitMs } from './wait.ts';

export interface TestApp {
  readonly url: string;
  readonly db: Db;
  /** The routes of all planes, in the order of their registration. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** The log output: one JSON object per line. */
  readonly log: () => string;
  /** Sends a request, with `key` in the Authorization header. */
  request(path: string, options?: RequestInit & { key?: string }): Promise<Response>;
  close(): Promise<void>;
}

/** The secrets of the application that `startApp` starts. */
export const testSecrets = deriveSecrets('a master key that only the tests use');

/** The settings of the extended deployment in tests. */
const testConfig: ExtendedConfig = {
  ...deployments.extended.loadConfig({ PAYMENTS: 'test,manual', MAX_WAIT_MS: longestWaitMs }),
  baseUrl: 'https://tickets.example.com',
};

const stopTimeoutMs = 5_000;

/** Configures a payment method with an existing client. */
function toConfigured({ method, client }: PaymentProvider): ConfiguredMethod {
  return { method, connect: async () => client };
}

interface AppOptions {
  db: Db;
  deployment?: DeploymentName;
  clock?: Clock;
  limiter?: Limiter;
  trustProxy?: string[];
  rateLimits?: Partial<ExtendedConfig['rateLimits']>;
  /** Payment methods in addition to those of the deployment. */
  paymentMethods?: readonly PaymentMethod[];
  /** By default, `test` and `manual`. */
  paymentProviders?: readonly PaymentProvider[];
  selling?: Partial<ExtendedConfig['selling']>;
  requestLog?: ExtendedConfig['requestLog'];
  /** `start` also starts the components of the planes, such as the request log. By default, they write nothing. */
  components?: 'start';
}

/**
 * Starts the application for the suite that calls this, and closes it after the suite. Hooks and tests can use it.
 *
 * @param options is called in a hook, after the database of the suite was created
 */
export function useApp(options: () => AppOptions): TestApp {
  let startedApp: TestApp | undefined;
  const app = (): TestApp => {
    if (startedApp === undefined) throw new Error('The application of a suite exists only in its hooks and tests.');
    return startedApp;
  };
  beforeAll(async () => {
    startedApp = await startApp(options());
  });
  afterAll(() => startedApp?.close());
  return {
    get url() {
      return app().url;
    },
    get db() {
      return app().db;
    },
    get routes() {
      return app().routes;
    },
    log: () => app().log(),
    request: (path, init) => app().request(path, init),
    close: () => app().close(),
  };
}

/** Starts the application on a free port of 127.0.0.1. */
export async function startApp(options: AppOptions): Promise<TestApp> {
  const clock = new SandboxClocks(options.db, options.clock ?? systemClock);
  const rateLimits = { ...testConfig.rateLimits, ...options.rateLimits };
  const config = {
    ...testConfig,
    trustProxy: options.trustProxy ?? [],
    rateLimits,
    payments: {
      available: [...testConfig.payments.available, ...(options.paymentMethods ?? [])],
      configured: options.paymentProviders?.map(toConfigured) ?? testConfig.payments.configured,
    },
    requestLog: options.requestLog ?? testConfig.requestLog,
    selling: { ...testConfig.selling, ...holdDefaults(rateLimits.public), ...options.selling },
  };
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const services = { db: options.db, clock, secrets: testSecrets };
  const { description, createPlanes } = await deployments[options.deployment ?? 'extended'].composeServer(config);
  const routes: { method: string; url: string }[] = [];
  const collectRoute = ({ method, url, config }: RouteOptions) => {
    // A route with `allow` rejects methods. GET implies HEAD.
    if (config?.allow === undefined && method !== 'HEAD') routes.push({ method: String(method), url });
  };
  const { planes, components, observeRequest } = createPlanes(services);
  const log = createLogTo('info', sink);
  const lifecycle = new Lifecycle(log.logger);
  if (options.components === 'start') for (const component of components) await lifecycle.start(component);
  const app = await buildApp({
    config,
    description,
    planes: [(root) => root.addHook('onRoute', collectRoute), ...planes],
    services,
    limiter: options.limiter ?? new MemoryLimiter(clock),
    log,
    metrics: createMetrics(),
    observeRequest,
  });
  await app.listen({ host: '127.0.0.1', port: 0, backlog: maxBacklog });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    db: options.db,
    routes,
    log: () => lines.join(''),
    request: (path, { key, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      return sendRequest(url + path, { ...init, headers });
    },
    close: async () => {
      await app.close();
      await lifecycle.stop(stopTimeoutMs);
    },
  };
}

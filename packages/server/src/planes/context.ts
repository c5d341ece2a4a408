import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Keyring } from '../features/keys/index.ts';
import type { PaymentMethod, PaymentProvider } from '../features/payments/index.ts';
import type { Services } from '../platform/http/plane.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** What planes are created with. */
export interface PlaneContext {
  readonly services: Services;
  readonly rateLimits: Config['rateLimits'];
  readonly selling: Config['selling'];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly paymentProviders: readonly PaymentProvider[];
  readonly keyring: Keyring;
  readonly limiter: Limiter;
  readonly log: Pick<Log, 'logger'>;
  readonly metrics: Metrics;
  readonly isOverloaded: () => boolean;
}

/** Registers a part of the service, with its own prefix, authentication and limits. */
export type Plane = (app: FastifyInstance, context: PlaneContext) => void;

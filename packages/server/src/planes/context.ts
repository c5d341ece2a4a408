import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/http/plane.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** The services that all planes use. If only one plane needs a service, the function that creates this plane has a parameter for it. */
interface PlaneContext {
  readonly services: Services;
  readonly limiter: Limiter;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Registers a part of the service, with its own prefix, authentication and limits. */
export type Plane = (app: FastifyInstance, context: PlaneContext) => void;

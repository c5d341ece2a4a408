import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the service counts about itself, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  readonly observeDatabase: (seconds: number) => void;
  countRefusal(plane: string, limit: string): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Memory, garbage collection and event-loop lag.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const database = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time that the database took for a statement.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['plane', 'limit'],
    registers: [registry],
  });
  // Resolving labels costs more than observing: each combination is resolved once.
  const children = new Map<string, (seconds: number) => void>();
  return {
    registry,
    observeRequest: (method, route, status, seconds) => {
      const key = `${method} ${status} ${route}`;
      let observe = children.get(key);
      if (observe === undefined) {
        const child = requests.labels(method, route, String(status));
        observe = (value) => child.observe(value);
        children.set(key, observe);
      }
      observe(seconds);
    },
    observeDatabase: (seconds) => database.observe(seconds),
    countRefusal: (plane, limit) => refusals.inc({ plane, limit }),
  };
}

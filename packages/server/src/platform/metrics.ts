import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { shareMetrics } from './cluster-metrics.ts';
import { withTimeout } from './with-timeout.ts';

/** Reads the values that are not counted continuously. It is called each time the metrics are requested. */
export interface StateReader {
  /** The state of each queue by its name. If this call fails or takes too long, the metrics do not contain the queues. */
  readQueues(): Promise<Readonly<Record<string, { readonly waiting: number; readonly oldestDueSeconds: number }>>>;
  /**
   * The number of connections to the database in each state (`used`, `idle`), and as `waiting` the number of statements and
   * transactions that wait for one; empty with SQLite.
   */
  countConnections(): Readonly<Record<string, number>>;
}

/** A metric with its values. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** The metrics of a process, for Prometheus and for OpenTelemetry. */
export interface Metrics {
  readonly contentType: string;
  /** The metrics in the text format of Prometheus. With several processes, they are the metrics of all of them together. */
  text(): Promise<string>;
  /** The metrics of this process as data. */
  values(): Promise<MetricValues[]>;
  /** Adds the state of the queues and of the connections to the metrics. */
  setStateReader(reader: StateReader): void;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** Records the duration of an SQL statement. */
  readonly observeStatement: (seconds: number) => void;
  /**
   * Counts a request that was rejected by the rate limit of its plane or route, or after too many failed attempts.
   * Rejections by a limit that a handler checks itself are not counted.
   *
   * @param limitedBy what the limit counts by, such as `key` or `address`; `failed_attempts` for the limit of failed attempts
   */
  countRejection(plane: string, limitedBy: string): void;
  /** Counts a request that was rejected because of an overload. */
  countOverload(): void;
  /** Records a finished attempt to deliver a webhook. */
  observeAttempt(outcome: 'succeeded' | 'failed', seconds: number): void;
  /** Counts a finished attempt to send an e-mail, or an e-mail that expired before an attempt. */
  countMail(kind: string, outcome: string): void;
}

/** The state of the queues is left out of the metrics if the database does not respond within this time. */
const queuesTimeoutMs = 1_000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Memory, garbage collection and event-loop lag.
  collectDefaultMetrics({ register: registry });
  const rejections = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests rejected by the rate limit of a plane or route, or after too many failed attempts.',
    labelNames: ['plane', 'limit'],
    registers: [registry],
  });
  const overloads = new Counter({
    name: 'overload_rejections_total',
    help: 'Requests rejected with 503 because too many requests were in progress, or the expected wait was too long.',
    registers: [registry],
  });
  const mails = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send an e-mail, and e-mails that expired unsent, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  let stateReader: StateReader | null = null;
  let reading: ReturnType<StateReader['readQueues']> | null = null;
  /** Two metrics need the queues. They are read once. */
  const readQueues = async () => {
    if (stateReader === null) return [];
    reading ??= withTimeout(stateReader.readQueues(), queuesTimeoutMs)
      .catch(() => ({}))
      .finally(() => {
        reading = null;
      });
    return Object.entries(await reading);
  };
  // Every process reads the same queues of the database, so their values are not added up.
  new Gauge({
    name: 'queue_waiting',
    help: 'Rows of a queue that wait for an attempt. Counting stops at 10,000.',
    labelNames: ['queue'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const queues = await readQueues();
      this.reset();
      for (const [queue, { waiting }] of queues) this.set({ queue }, waiting);
    },
  });
  new Gauge({
    name: 'queue_oldest_due_seconds',
    help: 'How long the oldest due row of a queue has been due, 0 if none is due.',
    labelNames: ['queue'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const queues = await readQueues();
      this.reset();
      for (const [queue, { oldestDueSeconds }] of queues) this.set({ queue }, oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL that are used or idle, and the statements and transactions that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(stateReader?.countConnections() ?? {})) this.set({ state }, count);
    },
  });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const statements = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time that a statement took. For most reads outside a transaction, it includes the wait for a connection.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  });
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time from sending a webhook to the end of its response, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  for (const outcome of ['succeeded', 'failed']) attempts.zero({ outcome });
  return {
    contentType: registry.contentType,
    text: shareMetrics(registry),
    values: () => registry.getMetricsAsJSON(),
    setStateReader: (reader) => {
      stateReader = reader;
    },
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    observeStatement: (seconds) => statements.observe(seconds),
    countRejection: (plane, limitedBy) => rejections.inc({ plane, limit: limitedBy }),
    countOverload: () => overloads.inc(),
    countMail: (kind, outcome) => mails.inc({ kind, outcome }),
    observeAttempt: (outcome, seconds) => attempts.observe({ outcome }, seconds),
  };
}

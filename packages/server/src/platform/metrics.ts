import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { Histogram } from './histogram.ts';

/** The metrics of a process, for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  readonly observeDatabase: (seconds: number) => void;
  countRejection(plane: string, limit: string): void;
  /** Records a finished attempt to deliver a webhook. */
  observeAttempt(outcome: 'succeeded' | 'failed', seconds: number): void;
  /** Counts a finished attempt to send an e-mail. */
  countMail(kind: string, outcome: string): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Memory, garbage collection and event-loop lag.
  collectDefaultMetrics({ register: registry });
  const rejections = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests rejected by a rate limit.',
    labelNames: ['plane', 'limit'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send an e-mail, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const requests = new Histogram(
    'http_request_duration_seconds',
    'Time from a request to its response, by route and status.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  );
  const statements = new Histogram(
    'database_statement_duration_seconds',
    'Time that the database took for a statement.',
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
  );
  const attempts = new Histogram(
    'webhook_attempt_duration_seconds',
    'Time from sending a webhook to the end of its response, by outcome.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  );
  const attemptsByOutcome = {
    succeeded: attempts.series({ outcome: 'succeeded' }),
    failed: attempts.series({ outcome: 'failed' }),
  };
  const allStatements = statements.series({});
  const seriesByRequest = new Map<string, { observe(seconds: number): void }>();
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${requests.text()}\n${statements.text()}\n${attempts.text()}`,
    observeRequest: (method, route, status, seconds) => {
      const key = `${method} ${status} ${route}`;
      let series = seriesByRequest.get(key);
      if (series === undefined) {
        series = requests.series({ method, route, status: String(status) });
        seriesByRequest.set(key, series);
      }
      series.observe(seconds);
    },
    observeDatabase: (seconds) => allStatements.observe(seconds),
    countRejection: (plane, limit) => rejections.inc({ plane, limit }),
    countMail: (kind, outcome) => mails.inc({ kind, outcome }),
    observeAttempt: (outcome, seconds) => attemptsByOutcome[outcome].observe(seconds),
  };
}

import type { Databases } from './copies.ts';
import { heading } from './report.ts';
import { benchDrain } from './webhook-drain.ts';
import { benchHistory } from './webhook-history.ts';
import { benchIsolation } from './webhook-isolation.ts';
import { benchLatency } from './webhook-latency.ts';
import { startSink } from './webhook-setup.ts';

/**
 * Measures the promised figures of the webhooks and their ceilings. SQLite writes each commit to the disk; PostgreSQL runs
 * with fsync off.
 */
export async function benchWebhooks(all: readonly Databases[]): Promise<void> {
  const sink = await startSink();
  try {
    heading(
      'A queue of 50,000 deliveries of 1 kB to one endpoint, from its first request to its last `succeeded` (PostgreSQL: fsync off)',
    );
    for (const databases of all) await benchDrain(databases, sink);

    heading('From the commit of a payment to the arrival of order.paid, beside a bare POST to there (ms)');
    for (const databases of all) await benchLatency(databases, sink);

    heading('Claiming 500 of 5,000 that wait, with 1,000,000 delivered events in the history beside none');
    for (const databases of all) await benchHistory(databases);

    heading('Commit to arrival, 100/s, beside an endpoint that never answers and has 10,000 waiting (p50 / p99, ms)');
    for (const databases of all) await benchIsolation(databases, sink);
  } finally {
    sink.stop();
  }
}

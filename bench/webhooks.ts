import type { Databases } from './copies.ts';
import { heading } from './report.ts';
import { benchDrain } from './webhook-drain.ts';
import { benchHistory } from './webhook-history.ts';
import { benchIsolation } from './webhook-isolation.ts';
import { benchLatency } from './webhook-latency.ts';
import { benchSaturated } from './webhook-saturated.ts';
import { startSink } from './webhook-setup.ts';

/**
 * Measures the required figures of webhooks and their ceilings. SQLite writes each commit to the disk, and PostgreSQL runs with
 * fsync off.
 */
export async function benchWebhooks(all: readonly Databases[]): Promise<void> {
  const sink = await startSink();
  try {
    heading(
      'A queue of 50,000 deliveries of 1 kB to one endpoint, from the first request to the last `succeeded` (PostgreSQL: fsync off)',
    );
    for (const databases of all) await benchDrain(databases, sink);

    heading(
      'From the commit of a payment to the arrival of order.paid, compared with a bare POST request to the sink (ms)',
    );
    for (const databases of all) await benchLatency(databases, sink);

    heading('From the creation of an event to its arrival, while the server is saturated with writes (ms)');
    for (const databases of all) await benchSaturated(databases, sink);

    heading('Claiming 500 of 5,000 pending deliveries, with 300,000 succeeded deliveries, compared with none');
    for (const databases of all) await benchHistory(databases);

    heading('Commit to arrival, 100/s, with an unresponsive endpoint with 10,000 pending deliveries (p50 / p99, ms)');
    for (const databases of all) await benchIsolation(databases, sink);
  } finally {
    sink.stop();
  }
}

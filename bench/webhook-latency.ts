import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { importAll, orderLine, raceLines } from '../packages/server/test/harness/fixtures.ts';
import type { Databases } from './copies.ts';
import { quantile, report } from './report.ts';
import type { PayerResult, PayerTask } from './webhook-payer.ts';
import { delaysOf, makeEndpoint, makeOrganizer, runTask, type Sink, startWorkerProcess } from './webhook-setup.ts';

const orders = 200;

/** Measures the delay from a payment to its webhook while the server has no other work. */
export async function benchLatency(databases: Databases, sink: Sink): Promise<void> {
  for (const worker of ['sameProcess', 'separateProcess'] as const) {
    const location = await databases.create('webhook_latency');
    const organizerId = await fill(location, sink);
    const { delays, bare } = await measure(location, { organizerId, url: sink.url('times'), worker }, sink);
    report({
      name: `${databases.kind}, worker ${worker === 'sameProcess' ? 'in the process that pays' : 'in a separate process'}`,
      measured: formatDelays(delays),
      reference: formatDelays(bare),
      ratio: (quantile(delays, 0.5) / quantile(bare, 0.5)).toFixed(1),
      required: worker === 'sameProcess' ? 'p50 ≤ 1.5' : 'p50 < 20, p99 < 100',
    });
  }
}

async function fill(location: DatabaseLocation, sink: Sink): Promise<string> {
  const db = openDatabase(location);
  await migrate(db);
  const organizer = await makeOrganizer(db, 'latency');
  const pendingLines = Array.from({ length: orders }, (_, index) => orderLine(`order-${index}`, { status: 'pending' }));
  await importAll(db, organizer, [...raceLines(), ...pendingLines]);
  await makeEndpoint(db, organizer.id, sink.url('times'));
  await db.destroy();
  return organizer.id;
}

async function measure(
  location: DatabaseLocation,
  task: PayerTask,
  sink: Sink,
): Promise<{ delays: number[]; bare: number[] }> {
  await sink.takeRequests();
  const worker = task.worker === 'separateProcess' ? await startWorkerProcess(location) : null;
  const { paid, posted } = await runTask<PayerResult>('webhook-payer.ts', { ...task }, location);
  const events = await eventsOfOrders(location);
  const allDelays = await delaysOf(sink, [
    ...paid.map(([number, ms]) => [events.get(number)!, ms] as const),
    ...posted,
  ]);
  await worker?.kill();
  return { delays: allDelays.slice(0, paid.length), bare: allDelays.slice(paid.length) };
}

/** The id of the `order.paid` event of each order, by order number. */
async function eventsOfOrders(location: DatabaseLocation): Promise<Map<string, string>> {
  const db = openDatabase(location);
  const rows = await db.selectFrom('webhook_events').select(['id', 'body']).where('type', '=', 'order.paid').execute();
  await db.destroy();
  return new Map(
    rows.map(({ id, body }) => [(JSON.parse(body) as { data: { orderNumber: string } }).data.orderNumber, id]),
  );
}

function formatDelays(ms: readonly number[]): string {
  return `p50 ${quantile(ms, 0.5).toFixed(1)}, p99 ${quantile(ms, 0.99).toFixed(1)}, max ${Math.max(...ms).toFixed(1)}`;
}

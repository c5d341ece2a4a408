import type { Databases } from './copies.ts';
import { createSale } from './flash-sale.ts';
import { type FloodResult, flood } from './load.ts';
import { formatInteger, heading, median, quantile, report } from './report.ts';
import { startProgram } from './servers.ts';
import { envOf } from './webhook-setup.ts';

const stock = 1_000_000;
/** The connections with which the capacity is measured. */
const fewConnections = 32;
const manyConnections = 500;
/** The load during the overload, as a multiple of the capacity. */
const overloadFactor = 10;
const rounds = 3;

/** Sends ten times as many reservations, and as many requests for the page of an event, as the server can handle. */
export async function benchOverload(all: readonly Databases[], seconds: number): Promise<void> {
  heading(`Overload: ${overloadFactor} times the capacity over ${manyConnections} connections`);
  for (const databases of all) await benchDatabase(databases, seconds);
}

async function benchDatabase(databases: Databases, seconds: number): Promise<void> {
  const location = await databases.create('overload');
  const [offer] = await createSale(location, { types: 1, quantity: stock });
  const { eventId, ticketTypeId } = offer!;
  await databases.runMaintenance('overload');
  const program = await startProgram({
    ...envOf(location),
    RATE_LIMIT_PUBLIC: '1000000',
  });
  let buyers = 0;
  const reserve = () => {
    buyers += 1;
    const buyer = { email: `buyer${buyers}@example.com`, name: 'Ada Buyer' };
    return JSON.stringify({ eventId, items: [{ ticketTypeId, quantity: 1 }], buyer });
  };
  const { port } = program;
  const targets = {
    'POST /reserve': { port, path: '/api/public/v1/reserve', body: reserve, status: 201 },
    'GET /e/{id}': { port, path: `/e/${eventId}` },
  };
  for (const [name, target] of Object.entries(targets)) {
    await flood(target, { connections: fewConnections, seconds });
    const results: { capacity: number; overload: FloodResult }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await flood(target, { connections: fewConnections, seconds });
      const capacity = quiet.acceptedMs.length / quiet.seconds;
      const perSecond = overloadFactor * capacity;
      results.push({
        capacity,
        overload: await flood(target, { connections: manyConnections, seconds: seconds * 2, perSecond }),
      });
    }
    reportResults(`${databases.kind} ${name}`, results);
  }
  await program.stop();
}

function reportResults(name: string, results: readonly { capacity: number; overload: FloodResult }[]): void {
  const capacity = median(results.map((result) => result.capacity));
  const rate = ({ overload }: (typeof results)[number]) => overload.acceptedMs.length / overload.seconds;
  const sent = median(
    results.map(({ overload }) => (overload.acceptedMs.length + overload.rejectedMs.length) / overload.seconds),
  );
  report({
    name: `${name}: accepted`,
    measured: `${formatInteger(median(results.map(rate)))}/s of ${formatInteger(sent)}/s`,
    reference: `${formatInteger(capacity)}/s without overload`,
    ratio: median(results.map((result) => rate(result) / result.capacity)).toFixed(2),
    required: '≥ 0.8',
  });
  const p99 = (latencies: readonly (readonly number[])[]) =>
    `${Math.round(median(latencies.map((values) => (values.length === 0 ? 0 : quantile(values, 0.99)))))} ms`;
  report({
    name: `${name}: p99 of accepted requests`,
    measured: p99(results.map(({ overload }) => overload.acceptedMs)),
    reference: '',
    ratio: '',
    required: '≤ 1500 ms',
  });
  report({
    name: `${name}: p99 of rejections`,
    measured: p99(results.map(({ overload }) => overload.rejectedMs)),
    reference: '',
    ratio: '',
    required: '≤ 200 ms',
  });
}

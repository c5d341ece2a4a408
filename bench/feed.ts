import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { emit } from '../packages/server/src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../packages/server/src/platform/clock.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { makeKey } from '../packages/server/test/harness/fixtures.ts';
import type { Databases } from './copies.ts';
import { quantile, report } from './report.ts';
import { type Server, startProgram } from './servers.ts';
import { envOf, makeOrganizer } from './webhook-setup.ts';

const organizers = 100;
const streamsPerOrganizer = 10;
const streams = organizers * streamsPerOrganizer;
/** Longer than the pause between two heartbeats. */
const idleMs = 20_000;
const events = 200;

/** Called with the text of the response as it arrives. */
type OnText = (text: string) => void;

/** Measures the memory of idle streams, and the delay from a commit to the arrival at all streams of its organizer. */
export async function benchFeed(databases: Databases): Promise<void> {
  const location = await databases.create('feed');
  const db = openDatabase(location);
  await migrate(db);
  const keys: { organizerId: string; key: string }[] = [];
  for (let index = 0; index < organizers; index += 1) {
    const { id } = await makeOrganizer(db, `feed-${index}`);
    keys.push({ organizerId: id, key: (await makeKey(db, id)).key });
  }
  const server = await startProgram(envOf(location));
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  /** The times of arrival of each event. */
  const arrivals = Array.from({ length: events }, (): number[] => []);
  const onText: OnText = (text) => {
    for (const [, index] of text.matchAll(/"index":(\d+)/g)) arrivals[Number(index)]!.push(performance.now());
  };
  // The code of the stream is loaded and compiled before the first measurement.
  const first = await openStream(server, agent, keys[0]!.key, () => {});
  first.destroy();
  await sleep(1_000);
  const before = residentMegabytes(server.pid);
  for (const [index, { key }] of keys.entries()) {
    for (let count = 0; count < streamsPerOrganizer; count += 1) {
      await openStream(server, agent, key, index === 0 ? onText : () => {});
    }
  }
  await sleep(idleMs);
  const after = residentMegabytes(server.pid);
  report({
    name: `${databases.kind}, ${streams} idle streams`,
    measured: `${Math.round(after - before)} MB more`,
    reference: `${Math.round(before)} MB without streams`,
    ratio: '',
    required: '< 100 MB',
  });

  const { organizerId } = keys[0]!;
  const delays: number[] = [];
  for (let index = 0; index < events; index += 1) {
    const event = { type: 'order.paid', data: JSON.stringify({ orderNumber: 'AAAAAAAA01', index }) };
    await db.transaction().execute((tx) => emit(tx, organizerId, [event], timestamp(systemClock.now())));
    const committedMs = performance.now();
    while (arrivals[index]!.length < streamsPerOrganizer) await sleep(1);
    delays.push(Math.max(...arrivals[index]!) - committedMs);
  }
  report({
    name: `${databases.kind}, commit to the last of ${streamsPerOrganizer} streams (ms)`,
    measured: `p50 ${quantile(delays, 0.5).toFixed(1)}, p99 ${quantile(delays, 0.99).toFixed(1)}`,
    reference: '',
    ratio: '',
    required: '',
  });
  agent.destroy();
  await server.stop();
  await db.destroy();
}

/** Opens a stream, and waits for its first data. */
async function openStream(server: Server, agent: Agent, key: string, onText: OnText): Promise<IncomingMessage> {
  const url = `http://127.0.0.1:${server.port}/api/v1/webhook-events/stream`;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
    response.setEncoding('utf8').on('error', () => {});
    response.on('data', (text: string) => {
      onText(text);
      if (text.includes('heartbeat')) resolve(response);
    });
    if (response.statusCode !== 200) reject(new Error(`The response is ${response.statusCode}.`));
  }).on('error', reject);
  return promise;
}

/** The resident memory of a process, in megabytes (1,000,000 bytes). */
function residentMegabytes(pid: number): number {
  return (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024) / 1e6;
}

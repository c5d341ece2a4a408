import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { createKey } from '../packages/server/src/features/keys/index.ts';
import { createOrganizer } from '../packages/server/src/features/organizers/index.ts';
import { importLines } from '../packages/server/src/features/transfer/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { load, type Target } from './load.ts';
import { formatInteger, formatSpread, heading, median, report } from './report.ts';
import { type Server, startBench } from './servers.ts';

const rounds = 7;
const events = 5;
const typesPerEvent = 4;

/** Compares `GET /events` on the embed plane with the same plane without authentication and rate limits. */
export async function benchEmbed(folder: string, seconds: number): Promise<void> {
  heading(`The embed plane with keys and rate limits, compared with the plane without them (${events} events, SQLite)`);
  const dataDir = join(folder, 'embed');
  rmSync(dataDir, { recursive: true, force: true });
  const db = openDatabase({ databaseUrl: null, dataDir });
  const { organizerId, key } = await createProgramme(db);
  const env = { DATA_DIR: dataDir, RATE_LIMIT_EMBED: '1000000', ORGANIZER: organizerId, LOG_LEVEL: 'info' };
  const servers = [
    await startBench('embed-server.ts', env, '/healthz'),
    await startBench('embed-server.ts', { ...env, BARE: '1' }, '/healthz'),
  ];
  const [service, bare] = servers.map((server) => targetOf(server, key));
  const pairs = [];
  await load(service!, 1);
  await load(bare!, 1);
  for (let round = 0; round < rounds; round += 1) {
    const serviceResult = await load(service!, seconds);
    const bareResult = await load(bare!, seconds);
    pairs.push({
      serviceResult,
      bareResult,
      ratio: serviceResult.requestsPerSecond / bareResult.requestsPerSecond,
    });
  }
  report({
    name: 'GET /api/embed/v1/events',
    measured: `${formatInteger(median(pairs.map(({ serviceResult }) => serviceResult.requestsPerSecond)))}/s`,
    reference: `${formatInteger(median(pairs.map(({ bareResult }) => bareResult.requestsPerSecond)))}/s bare`,
    ratio: formatSpread(pairs.map(({ ratio }) => ratio)),
    required: '≥ 0.9',
  });
  for (const server of servers) await server.stop();
  await db.destroy();
}

function targetOf(server: Server, key: string): Target {
  const headers = { authorization: `Bearer ${key}` };
  return { port: server.port, pid: server.pid, path: '/api/embed/v1/events', headers };
}

/** Creates an organizer with published events, and a key that can read them. */
export async function createProgramme(db: Db): Promise<{ organizerId: string; key: string }> {
  await migrate(db);
  const settings = { name: 'Bench', slug: 'bench', currency: 'EUR', timezone: 'Europe/Berlin' };
  const organizer = await createOrganizer(db, systemClock, settings, byOperator);
  const lines = Array.from({ length: events }, (_, event) => [
    {
      type: 'event',
      externalId: `run-${event}`,
      name: `Bench run ${event}`,
      status: 'published',
      startsAt: '2027-05-02T06:00:00Z',
    },
    ...Array.from({ length: typesPerEvent }, (_, type) => ({
      type: 'ticketType',
      externalId: `run-${event}-${type}`,
      eventId: `run-${event}`,
      name: `Distance ${type}`,
      price: 2000 + 1500 * type,
      quantity: 500,
    })),
  ]).flat();
  async function* chunks() {
    yield lines.map((line, index) => ({ number: index + 1, text: JSON.stringify(line) }));
  }
  const onFailure = (failure: unknown) => {
    throw new Error(`A line was rejected: ${JSON.stringify(failure)}`);
  };
  await importLines(
    db,
    organizer,
    chunks(),
    { dryRun: false, baseUrl: '', onFailure, onProgress: () => {} },
    systemClock,
    byOperator,
  );
  const keyOptions = { kind: 'publishable' as const, name: 'Site' };
  const { keyPolicy } = deployments.extended;
  const { key } = await createKey(
    db,
    { organizerId: organizer.id, origin: byOperator },
    keyOptions,
    keyPolicy,
    systemClock,
  );
  return { organizerId: organizer.id, key };
}

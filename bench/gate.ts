import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { addDevice, addGate, listGates, scanTicket } from '../packages/server/src/features/gate/index.ts';
import { prepareBundle } from '../packages/server/src/features/gate/offline-bundle.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets } from '../packages/server/src/platform/crypto.ts';
import { type Db, dialectOf } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { organizerScope } from '../packages/server/src/platform/scope.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from '../packages/server/test/harness/fixtures.ts';
import { openRecordingDatabase, type Statement } from './bare-statements.ts';
import type { Databases } from './copies.ts';
import { fill } from './data.ts';
import { benchGateApp } from './gate-app.ts';
import { type Target, timeRequests } from './load.ts';
import { formatInteger, formatSpread, heading, median, quantile, report } from './report.ts';
import { type Server, startBench, startProgram } from './servers.ts';

const deviceCount = 32;
const scansPerDevice = 30;
const rounds = 5;
/** Orders with about 100,000 tickets. */
const bundleOrders = 72_000;

interface Scan {
  readonly token: string;
  readonly body: string;
}

/** Measures scans of different tickets against the same statements on a bare server, and how an offline bundle is made. */
export async function benchGate(all: readonly Databases[], folder: string): Promise<void> {
  heading(
    `Scans of different tickets by ${deviceCount} devices, compared with a bare node:http server with the same statements`,
  );
  for (const databases of all) await benchScans(databases, folder);
  heading(`The offline bundle of ${bundleOrders} orders`);
  const organizerIds: string[] = [];
  for (const databases of all) organizerIds.push(await benchBundle(databases, folder));
  heading('The gate app in Chromium, with the tickets of this bundle');
  await benchGateApp(all[0]!.locationOf('bundle'), organizerIds[0]!, folder);
}

async function benchScans(databases: Databases, folder: string): Promise<void> {
  const location = await databases.create('gate');
  const scans = await createScans(location);
  const statements = join(folder, 'gate-statements.json');
  await databases.runMaintenance('gate');
  writeFileSync(statements, JSON.stringify(await recordScans(location, scans)));
  const limits = { RATE_LIMIT_GATE: '1000000' };
  const program = await startProgram({ ...envOf(location), ...limits });
  const ceiling = await startBench('gate-ceiling.ts', { ...envOf(location), STATEMENTS: statements }, '/');
  const results: { service: number[]; serviceRate: number; bareRate: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await resetScans(location);
    const service = await send(program, '/api/gate/v1/scans', scans);
    await resetScans(location);
    const bare = await send(ceiling, '/', scans);
    // The first round warms up.
    if (round > 0) results.push({ service: service.latencies, serviceRate: service.rate, bareRate: bare.rate });
  }
  await program.stop();
  await ceiling.stop();
  report({
    name: `${databases.kind}, scans`,
    measured: `${formatInteger(median(results.map(({ serviceRate }) => serviceRate)))}/s`,
    reference: `${formatInteger(median(results.map(({ bareRate }) => bareRate)))}/s`,
    ratio: formatSpread(results.map(({ serviceRate, bareRate }) => serviceRate / bareRate)),
    required: '≥ 0.6',
  });
  const latencies = results.flatMap(({ service }) => service);
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  report({
    name: `${databases.kind}, p99 of a scan`,
    measured: `${p99.toFixed(1)} ms`,
    reference: `${p50.toFixed(1)} ms (p50)`,
    ratio: (p99 / p50).toFixed(2),
    required: '< 10',
  });
}

function envOf({ databaseUrl, dataDir }: DatabaseLocation): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

/** Creates the tickets, the gate and the devices, and returns the scans in the order of the devices. */
async function createScans(location: DatabaseLocation): Promise<Scan[]> {
  const db = openDatabase(location);
  await migrate(db);
  const organizer = await makeOrganizer(db);
  const orders = Array.from({ length: deviceCount * scansPerDevice }, (_, index) => orderLine(`order-${index}`));
  await importAll(db, organizer, [...raceLines(), ...orders]);
  const gate = await addGate(db, organizerScope(organizer.id, systemClock, byOperator), {
    event: 'race',
    name: 'Entrance',
  });
  const tickets = await db.selectFrom('tickets').select('qr_value').execute();
  const secrets = deriveSecrets('bench');
  const scans: Scan[] = [];
  for (let device = 0; device < deviceCount; device += 1) {
    const newDevice = { event: 'race', name: `Phone ${device}`, roles: ['gate'] as const };
    const { token } = await addDevice(db, organizerScope(organizer.id, systemClock, byOperator), newDevice, secrets);
    for (let number = 0; number < scansPerDevice; number += 1) {
      const { qr_value: qrValue } = tickets[device * scansPerDevice + number]!;
      const scan = { qrValue, nonce: `nonce-${device}-${number}`, gateId: gate.id, direction: 'entry' };
      scans.push({ token, body: JSON.stringify({ ...scan, scannedAt: new Date().toISOString() }) });
    }
  }
  await db.destroy();
  return scans;
}

/** The statements that the service runs for each scan. */
async function recordScans(location: DatabaseLocation, scans: readonly Scan[]): Promise<Statement[][]> {
  const { db, record } = openRecordingDatabase(location);
  const devices = await db.selectFrom('gate_devices').selectAll().orderBy('id').execute();
  const recorded: Statement[][] = [];
  for (const [index, { body }] of scans.entries()) {
    const { organizer_id: organizerId, id, event_id: eventId } = devices[Math.floor(index / scansPerDevice)]!;
    const device = { organizerId, id, eventId, gateIds: null, gates: await listGates(db, organizerId, eventId) };
    recorded.push(
      await record(() =>
        scanTicket(db, { organizerId: device.organizerId, clock: systemClock }, device, JSON.parse(body)),
      ),
    );
  }
  await db.destroy();
  return recorded;
}

/** Makes all tickets valid, and deletes the scans with their events. */
async function resetScans(location: DatabaseLocation): Promise<void> {
  const db: Db = openDatabase(location);
  await sql`update tickets set status = 'valid', used_at = null, inside = null, last_scan_id = null`.execute(db);
  for (const table of ['gate_scans', 'gate_minutes', 'webhook_events'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await db.destroy();
}

/** Sends the scans of all devices at the same time, each device one after the other. */
async function send(
  server: Server,
  path: string,
  scans: readonly Scan[],
): Promise<{ rate: number; latencies: number[] }> {
  const startedMs = performance.now();
  const latencies = await Promise.all(
    Array.from({ length: deviceCount }, (_, device) => {
      const own = scans.slice(device * scansPerDevice, (device + 1) * scansPerDevice);
      let next = 0;
      const target: Target = {
        port: server.port,
        pid: server.pid,
        path,
        headers: { authorization: `Bearer ${own[0]!.token}` },
        body: () => {
          next += 1;
          return own[(next - 1) % own.length]!.body;
        },
      };
      return timeRequests(target, own.length);
    }),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  return { rate: scans.length / seconds, latencies: latencies.flat() };
}

/** Makes bundles in this process, and measures how long other requests would wait. Returns the id of the organizer. */
async function benchBundle(databases: Databases, folder: string): Promise<string> {
  const location = await databases.create('bundle');
  const db = openDatabase(location);
  const { organizerId } = await fill(db, folder, bundleOrders);
  await databases.runMaintenance('bundle');
  const { id: eventId } = await db.selectFrom('events').select('id').executeTakeFirstOrThrow();
  const types = await db.selectFrom('ticket_types').select('id').execute();
  const options = { eventId, ticketTypeIds: types.map(({ id }) => id), carriesNames: false, since: null };
  const secrets = deriveSecrets('bench');
  const times: number[] = [];
  const stalls: number[] = [];
  let startCpu = process.cpuUsage();
  let bytes = 0;
  // As the job of the service does. Without it, PostgreSQL keeps the plan that it made when no details were stored.
  const statistics = setInterval(() => dialectOf(db).updateStatisticsOfGrownTables(db), 5_000);
  // The first bundle also encrypts and stores the details of all tickets.
  for (let round = -1; round < rounds; round += 1) {
    const bundle = await prepareBundle(db, { organizerId, clock: systemClock }, options, secrets);
    const startedMs = performance.now();
    let lastMs = startedMs;
    bytes = 0;
    // A timer that is late has waited for a slice.
    const timer = setInterval(() => {
      stalls.push(performance.now() - lastMs - 1);
      lastMs = performance.now();
    }, 1);
    for await (const slice of bundle.slices()) bytes += slice.length;
    clearInterval(timer);
    const elapsedMs = performance.now() - startedMs;
    if (round >= 0) {
      times.push(elapsedMs);
      continue;
    }
    const longest = Math.max(0, ...stalls.splice(0)).toFixed(1);
    const measured = `${formatInteger(elapsedMs)} ms, longest wait ${longest} ms`;
    report({ name: `${databases.kind}, first bundle`, measured, reference: '', ratio: '', required: '' });
    startCpu = process.cpuUsage();
  }
  const { user, system } = process.cpuUsage(startCpu);
  clearInterval(statistics);
  await db.destroy();
  report({
    name: `${databases.kind}, bundle`,
    measured: `${formatInteger(median(times))} ms, ${(bytes / 1_000_000).toFixed(1)} MB`,
    reference: `${formatInteger((user + system) / 1_000 / rounds)} ms CPU time`,
    ratio: '',
    required: '< 2,000 ms, < 10 MB',
  });
  report({
    name: `${databases.kind}, longest wait of other requests`,
    measured: `${Math.max(0, ...stalls).toFixed(1)} ms`,
    reference: '',
    ratio: '',
    required: '≤ 20 ms',
  });
  return organizerId;
}

import { createSecretKey } from 'node:crypto';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { auditPersonalPage, byOperator } from '../packages/server/src/features/audit/index.ts';
import { changeGrant, createKey } from '../packages/server/src/features/keys/index.ts';
import { listOrders } from '../packages/server/src/features/orders/queries.ts';
import { listAttendees, personalFieldsOfAttendee } from '../packages/server/src/features/tickets/attendees.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { organizerScope } from '../packages/server/src/platform/scope.ts';
import { openBareDatabase, openRecordingDatabase } from './bare-statements.ts';
import { createdAtOf } from './data.ts';
import { timeRequests } from './load.ts';
import { ceilingEnv, envOf, type FilledDatabase, statementOf, target } from './reads.ts';
import { formatInteger, formatSpread, median, report } from './report.ts';
import { peakMegabytes, type Server, startCeiling, startProgram } from './servers.ts';

const rounds = 7;
const requestsPerRound = 30;
const attendeesPerPage = 200;
const exportedOrders = 100_000;
const cursorKey = createSecretKey('unused', 'utf8');

/** A key that can read personal data. With it, each read of an order is audited, so other figures use another key. */
async function personalKey({ db, organizerId }: FilledDatabase): Promise<string> {
  const { keyPolicy } = deployments.extended;
  const caller = { organizerId, origin: byOperator };
  const { id, key } = await createKey(db, caller, { kind: 'secret', name: 'Bench' }, keyPolicy, systemClock);
  await changeGrant(db, caller, id, { grant: 'orders:read:pii' }, keyPolicy, systemClock);
  return key;
}

/**
 * Compares the time of a page of attendees with that of its statements, which include the audit entry of each order, without a server:
 * the first page, and one in the middle of the list.
 */
export async function benchAttendees(database: FilledDatabase, orders: number): Promise<void> {
  const program = await startProgram(envOf(database));
  const caller = { ...database, key: await personalKey(database) };
  const recording = openRecordingDatabase(database);
  const bare = await openBareDatabase(database);
  const medians = [];
  for (const [name, createdBefore] of [
    ['first page', undefined],
    ['middle', createdAtOf(orders / 2)],
  ] as const) {
    const scope = organizerScope(database.organizerId, systemClock, byOperator);
    const statements = await recording.record(async () => {
      const query = { limit: attendeesPerPage, createdBefore };
      const page = await listAttendees(recording.db, database.organizerId, query, cursorKey);
      await auditPersonalPage(recording.db, scope, page, { fields: personalFieldsOfAttendee });
    });
    const path = `/api/v1/attendees?limit=${attendeesPerPage}`;
    const service = target(
      program,
      createdBefore === undefined ? path : `${path}&createdBefore=${createdBefore}`,
      caller,
    );
    const pairs = [];
    for (let round = -1; round < rounds; round += 1) {
      const serviceMs = median(await timeRequests(service, requestsPerRound));
      const bareMs = median(await timeRuns(() => bare.run(statements), requestsPerRound));
      // In the first round, V8 compiles the code.
      if (round >= 0) pairs.push({ serviceMs, bareMs });
    }
    medians.push(median(pairs.map(({ serviceMs }) => serviceMs)));
    report({
      name: `${database.name} attendees, ${name}`,
      measured: `${medians.at(-1)!.toFixed(1)} ms`,
      reference: `${median(pairs.map(({ bareMs }) => bareMs)).toFixed(1)} ms`,
      ratio: formatSpread(pairs.map(({ serviceMs, bareMs }) => bareMs / serviceMs)),
      required: '≥ 0.8',
    });
  }
  const ratio = medians[1]! / medians[0]!;
  report({ name: '  middle and first page', measured: '', reference: '', ratio: ratio.toFixed(2), required: '≤ 1.3' });
  await bare.close();
  await recording.db.destroy();
  await program.stop();
}

async function timeRuns(run: () => Promise<void>, count: number): Promise<number[]> {
  const times = [];
  for (let index = 0; index < count; index += 1) times.push(await timeOf(run));
  return times;
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

/** Compares a stream of the newest orders as JSON lines with a bare server that reads them with one statement. */
export async function benchStream(database: FilledDatabase, orders: number): Promise<void> {
  const { db, organizerId, key } = database;
  const count = Math.min(exportedOrders, orders);
  const createdSince = createdAtOf(orders - count);
  const statement = await statementOf(db, () =>
    listOrders(db, organizerId, { limit: count, createdSince }, [], cursorKey),
  );
  const [program, ceiling] = [await startProgram(envOf(database)), await startCeiling(ceilingEnv(database, statement))];
  const download = async ({ port }: Server, limit: number, since: string) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/jsonl' };
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/orders?createdSince=${since}`, { headers });
    let lines = 0;
    for await (const chunk of response.body!) for (const byte of chunk) if (byte === 10) lines += 1;
    if (!response.ok || lines < limit)
      throw new Error(`Status ${response.status}, ${lines} lines instead of ${limit}.`);
  };
  // Compiles the code of the server.
  for (let run = 0; run < 3; run += 1) await download(program, count / 10, createdAtOf(orders - count / 10));
  const before = peakMegabytes(program.pid);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const serviceMs = await timeOf(() => download(program, count, createdSince));
    pairs.push({ serviceMs, bareMs: await timeOf(() => download(ceiling, count - 1, createdSince)) });
  }
  report({
    name: `${database.name} stream of ${formatInteger(count)} orders`,
    measured: `${formatInteger(median(pairs.map(({ serviceMs }) => serviceMs)))} ms`,
    reference: `${formatInteger(median(pairs.map(({ bareMs }) => bareMs)))} ms`,
    ratio: formatSpread(pairs.map(({ serviceMs, bareMs }) => serviceMs / bareMs)),
    required: '≤ 1.5',
  });
  report({
    name: '  peak memory, compared with a tenth of the rows',
    measured: `+${(peakMegabytes(program.pid) - before).toFixed(1)} MB`,
    reference: `${before.toFixed(1)} MB`,
    ratio: '',
    required: 'flat',
  });
  await ceiling.stop();
  await program.stop();
}

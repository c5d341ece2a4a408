import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { load } from './load.ts';
import { envOf, type FilledDatabase, target } from './reads.ts';
import { median, report } from './report.ts';
import { currentMegabytes, installedProgram, peakMegabytes, startProgram } from './servers.ts';
import { makeEndpoint } from './webhook-setup.ts';

const rounds = 5;
/** The program in a copy of the repository, which Node runs without a build. */
const sourceProgram = [installedProgram[0]!, join(import.meta.dirname, '../packages/server/bin/organizer.js')];

/** Measures the program as it is installed: the processor time of a command, a warm start, and the memory under load. */
export async function benchProgram(database: FilledDatabase, seconds: number): Promise<void> {
  benchCommand(database);
  await benchStart(database);
  await withEndpoints(database, [], () => benchMemory(database, seconds, 'no endpoint'));
  // The HTTP client that sends webhooks is loaded by the first delivery.
  await withEndpoints(database, ['http://127.0.0.1:9999/'], () => benchMemory(database, seconds, 'an endpoint'));
}

function benchCommand(database: FilledDatabase): void {
  const [installed, source] = [installedProgram, sourceProgram].map((program) => {
    commandMs(program, database); // Fills the compile cache.
    return Math.round(median(Array.from({ length: rounds }, () => commandMs(program, database))));
  });
  report({
    name: `${database.name} processor time of \`keys list\``,
    measured: `${installed} ms`,
    reference: `${source} ms without a build`,
    ratio: '',
    required: '≤ 250 ms',
  });
}

/** The processor time of a command, in milliseconds. Only the shell knows the time of a process that has ended. */
function commandMs(program: readonly string[], database: FilledDatabase): number {
  const args = ['-c', '"$@" > /dev/null 2>&1; times', 'sh', process.execPath, ...program, 'keys', 'list'];
  const options = { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', ...envOf(database) } } as const;
  const { stdout } = spawnSync('sh', [...args, '--organizer', 'bench'], options);
  const childTimes = stdout.split('\n')[1] ?? '';
  const times = [...childTimes.matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length !== 2) throw new Error(`The shell printed no times, but ${JSON.stringify(stdout)}.`);
  return times.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1_000, 0);
}

async function benchStart(database: FilledDatabase): Promise<void> {
  await (await startProgram(envOf(database))).stop();
  const startTimesMs = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startProgram(envOf(database));
    startTimesMs.push(server.startMs);
    await server.stop();
  }
  report({
    name: `${database.name} warm start`,
    measured: `${Math.round(median(startTimesMs))} ms`,
    reference: '',
    ratio: '',
    required: '≤ 500 ms',
  });
}

/** Runs a part while the enabled endpoints are those of these URLs: an earlier run can have left an endpoint in the database. */
async function withEndpoints(
  { db, organizerId }: FilledDatabase,
  urls: readonly string[],
  run: () => Promise<void>,
): Promise<void> {
  const others = await db.selectFrom('webhook_endpoints').select('id').where('status', '=', 'enabled').execute();
  const otherIds = others.map(({ id }) => id);
  const setStatus = (status: 'enabled' | 'disabled') =>
    db.updateTable('webhook_endpoints').set({ status }).where('id', 'in', otherIds).execute();
  if (otherIds.length > 0) await setStatus('disabled');
  const ids = [];
  for (const url of urls) ids.push(await makeEndpoint(db, organizerId, url));
  try {
    await run();
  } finally {
    for (const id of ids) {
      await db.deleteFrom('webhook_secrets').where('endpoint_id', '=', id).execute();
      await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
    }
    if (otherIds.length > 0) await setStatus('enabled');
  }
}

async function benchMemory(database: FilledDatabase, seconds: number, variant: string): Promise<void> {
  const program = await startProgram(envOf(database));
  for (const path of ['/api/v1/orders?limit=100', '/api/v1/tickets?limit=200', '/api/v1/events']) {
    await load(target(program, path, database), seconds * 2);
  }
  const { own, proportional } = currentMegabytes(program.pid);
  report({
    name: `${database.name} peak memory under load, ${variant}`,
    measured: `${Math.round(peakMegabytes(program.pid))} MB`,
    reference: `${Math.round(own)} MB own, ${Math.round(proportional)} MB PSS`,
    ratio: '',
    required: '≤ 150 MB',
  });
  await program.stop();
}

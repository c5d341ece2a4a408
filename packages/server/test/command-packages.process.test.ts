import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { processEnv } from './harness/server-process.ts';

const reportPackages = pathToFileURL(join(import.meta.dirname, 'harness/report-packages.ts')).href;

/** The program without bundling. The bundle that other suites run contains the packages. */
const program = pathToFileURL(join(import.meta.dirname, '../src/program.ts')).href;

// Each additional package makes every command slower. Fastify, TypeBox or undici would add more than 0.1 seconds.
const packagesOfCommands = ['commander', 'ipaddr.js', 'kysely'];

const commands = [
  'migrate',
  'organizers create --slug club --name Club --currency EUR',
  'organizers list',
  'organizers show club',
  'organizers set club --contact-email hello@example.com',
  'events list --organizer club',
  'orders list --organizer club',
  'tickets list --organizer club',
  'settlements list --organizer club',
  'keys create --organizer club --kind secret --name Shop',
  'keys list --organizer club',
  'webhooks add --organizer club --url https://hooks.example.invalid/',
  'webhooks list --organizer club',
  'audit --organizer club',
  'users add --email ada@example.com --organizer club --role owner',
  'users list',
  'backup FOLDER/copy.db',
];

test('commands load no package of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'organizer-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = join(folder, 'packages.json');
  const args = commands.map((command) => command.replace('FOLDER', folder).split(' '));
  // In one process: loading the source takes longer than the commands.
  const script = `const { runProgram } = await import(${JSON.stringify(program)});
    for (const args of ${JSON.stringify(args)}) await runProgram(args);`;
  const env = processEnv({ DATA_DIR: folder, LOADED_PACKAGES: report });
  await promisify(execFile)(process.execPath, ['--import', reportPackages, '--input-type=module', '-e', script], {
    env,
  });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual(packagesOfCommands);
});

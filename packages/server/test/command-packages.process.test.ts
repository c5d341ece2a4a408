import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from './harness/server-process.ts';

const reportPackages = pathToFileURL(join(import.meta.dirname, 'harness/report-packages.ts')).href;

/** The program without bundling. The bundle that other suites run contains the packages. */
const program = join(import.meta.dirname, '../bin/organizer.js');

// Each additional package makes every command slower. Fastify, TypeBox or undici would add more than 0.1 seconds.
const packagesOfCommands = ['commander', 'ipaddr.js', 'kysely'];

describe('commands', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'organizer-packages-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.for([
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
  ])('"%s" loads no package of the server', async (command) => {
    const report = join(folder, 'packages.json');
    const env = { DATA_DIR: folder, LOADED_PACKAGES: report, NODE_OPTIONS: `--import=${reportPackages}` };
    const { code, stderr } = await runCommand(command.replace('FOLDER', folder).split(' '), env, program);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    expect(JSON.parse(await readFile(report, 'utf8'))).toEqual(packagesOfCommands);
  });
});

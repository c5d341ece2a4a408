import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startPostgres } from './harness/postgres-server.ts';
import { runHere, runJsonHere } from './harness/run-here.ts';
import { startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';

/** Containers can forbid it, also for root. */
const canMount = process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** A file system of 64 MB that is unmounted at the end of the test. */
async function smallDisk(): Promise<{ folder: string; fill: () => void; clear: () => void }> {
  const folder = await mkdtemp(join(tmpdir(), 'organizer-disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0755', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => expect(() => writeFileSync(filler, Buffer.alloc(65 * 2 ** 20))).toThrow('ENOSPC'),
    clear: () => rmSync(filler),
  };
}

/** Starts PostgreSQL with a database on this disk. Its log is on another one, without which PostgreSQL stops. */
async function createDatabaseOn(disk: string): Promise<string> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const place = join(disk, 'tablespace');
  mkdirSync(place);
  const { uid, gid } = statSync(`/proc/${postgres.pid}`);
  chownSync(place, uid, gid);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create tablespace small location '${place}'`);
  await client.query('create database shop tablespace small template template0');
  await client.end();
  return postgres.url.replace(/\/postgres$/, '/shop');
}

const kinds = inject('postgresUrl') === null ? ['sqlite'] : ['sqlite', 'postgres'];

describe.skipIf(!canMount)('while the disk of the database is full', () => {
  test.each(kinds)('/readyz is 503, and is ready again as soon as there is space (%s)', async (kind) => {
    const disk = await smallDisk();
    const dataDir = join(disk.folder, 'data');
    const env = {
      DATA_DIR: dataDir,
      ...(kind === 'postgres' ? { DATABASE_URL: await createDatabaseOn(disk.folder) } : {}),
    };
    const server = await startServer(env);
    onTestFinished(() => server.kill());
    const organizer = ['--name', 'Club', '--slug', 'club', '--currency', 'EUR', '--timezone', 'UTC'];
    await runJsonHere(['organizers', 'create', ...organizer], env);
    const keyOptions = ['--organizer', 'club', '--kind', 'secret', '--name', 'CRM'];
    const { id, key } = await runJsonHere<{ id: string; key: string }>(['keys', 'create', ...keyOptions], env);
    await runJsonHere(['keys', 'grant', id, 'events:write'], env);
    const readiness = async () => {
      const response = await fetch(`${server.url}/readyz`);
      return { status: response.status, body: await response.json() };
    };
    const createEvent = async () => {
      const response = await fetch(`${server.url}/api/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Run', startsAt: '2031-05-09T08:00:00Z', description: 'x'.repeat(5_000) }),
      });
      await response.text();
      return response.status;
    };
    expect(await createEvent()).toBe(201);
    expect((await readiness()).status).toBe(200);

    disk.fill();
    // The database still has some unused pages.
    await waitUntil(async () => (await createEvent()) === 503);
    for (let i = 0; i < 3; i += 1) {
      expect(await readiness()).toMatchObject({ status: 503, body: { reason: 'database_not_writable' } });
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    disk.clear();
    expect((await readiness()).status).toBe(200);
    expect(await createEvent()).toBe(201);
    expect(await server.stop()).toBe(0);
    const { stdout } = await runHere(['doctor', '--json'], env);
    expect(JSON.parse(stdout).checks).toContainEqual(expect.objectContaining({ name: 'database', status: 'ok' }));
  });
});

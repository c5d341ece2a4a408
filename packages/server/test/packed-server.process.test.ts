import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from './harness/server-process.ts';

const packageFolder = join(import.meta.dirname, '..');
// In node_modules of the repository, so that third-party packages are found. The workspace packages are not used.
const cacheFolder = join(packageFolder, '../../node_modules/.cache');

/** The build compiles the server and all apps, which takes minutes on a busy machine. */
const buildTimeoutMs = 240_000;

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  mkdirSync(cacheFolder, { recursive: true });
  folder = mkdtempSync(join(cacheFolder, 'packed-server-'));
  execFileSync(process.execPath, [join(packageFolder, 'src/build.ts'), join(folder, 'dist')]);
  // Only the files that the field `files` of package.json names.
  for (const file of ['bin', 'package.json'])
    cpSync(join(packageFolder, file), join(folder, file), { recursive: true });
  server = await startServer({ DATA_DIR: join(folder, 'data') }, [], join(folder, 'bin/organizer.js'));
}, buildTimeoutMs);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the built server runs without its source, and serves the checkout page with all its files', async () => {
  expect(existsSync(join(folder, 'src'))).toBe(false);
  // The page of an order does not read the event, so no data is needed.
  const response = await fetch(`${server.url}/e/evt_01kamz0g5ve4q8v5x2c4g6t0yd?order=7K3Q9MX2PA`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('Opening your order');
  const files = new Set([...page.matchAll(/"(\/e\/assets\/[^"]+)"/g)].map(([, file]) => file));
  expect([...files].map((file) => file?.replace(/^\/e\/assets\/[^/]+\//, '')).toSorted()).toEqual(
    expect.arrayContaining(['main.js', 'packages/lit-html.js', 'packages/qr.js', 'style.css']),
  );
  for (const file of files) {
    const served = await fetch(`${server.url}${file}`);
    expect([file, served.status]).toEqual([file, 200]);
    expect((await served.text()).length).toBeGreaterThan(100);
  }
});

test('the built server serves the dashboard with the scripts and styles of its page', async () => {
  const response = await fetch(`${server.url}/dashboard/organizers/any/members`);
  const page = await response.text();
  expect(response.status).toBe(200);
  const files = [...page.matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.map((file) => file?.split('.').at(-1))).toEqual(expect.arrayContaining(['js', 'css']));
  for (const file of files) {
    const served = await fetch(`${server.url}${file}`);
    expect([file, served.status]).toEqual([file, 200]);
    expect(served.headers.get('cache-control')).toContain('immutable');
    const builtFile = join(folder, 'dist/apps', file ?? '');
    expect(await served.text()).toBe(readFileSync(builtFile, 'utf8'));
  }
});

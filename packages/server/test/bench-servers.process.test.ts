import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const servers = pathToFileURL(join(import.meta.dirname, '../../../bench/servers.ts')).href;

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a benchmark that is stopped by %s leaves no server running',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'organizer-bench-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = `
    const { startProgram } = await import(${JSON.stringify(servers)});
    const { pid } = await startProgram({ DATA_DIR: ${JSON.stringify(folder)} });
    console.log(pid);
    setInterval(() => {}, 1_000);`;
    const bench = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await once(bench.stdout, 'data');
    const pid = Number(String(printed));
    expect(isRunning(pid)).toBe(true);
    bench.kill(signal);
    await once(bench, 'exit');
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  },
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

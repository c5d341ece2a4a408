import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const servers = pathToFileURL(join(import.meta.dirname, '../../../bench/servers.ts')).href;
/** The settings of a server that needs neither a file nor a build. */
const env = { DATABASE_FILE: ':memory:', STATEMENT: JSON.stringify({ sql: "select '{}'", parameters: [] }) };

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a benchmark that is stopped by %s leaves no server running',
  async (signal) => {
    const script = `
    const { startCeiling } = await import(${JSON.stringify(servers)});
    const { pid } = await startCeiling(${JSON.stringify(env)});
    console.log(pid);
    setInterval(() => {}, 1_000);`;
    const bench = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await Promise.race([once(bench.stdout, 'data'), once(bench, 'exit')]);
    const pid = Number(String(printed));
    expect(isRunning(pid)).toBe(true);
    bench.kill(signal);
    await once(bench, 'exit');
    await expect.poll(() => isRunning(pid), { timeout: 120_000 }).toBe(false);
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

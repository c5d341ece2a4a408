import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defined, elementAt } from './harness/defined.ts';
import { freePort } from './harness/ports.ts';
import { fencedBlocks, IdMap, normalizeLine, type Step, stepsOf } from './harness/tour.ts';

const root = join(import.meta.dirname, '../../..');
const pages = [join(root, 'README.md'), join(root, 'docs/tour.md')];
const blocks = pages.flatMap(fencedBlocks);
const steps = pages.flatMap(stepsOf);
const waitOptions = { timeout: 120_000, interval: 50 };

/** One shell process that runs all commands, so that later commands can use the variables of earlier commands. */
class Shell {
  readonly #child;
  #output = '';

  constructor(folder: string, env: Record<string, string>) {
    this.#child = spawn('bash', { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (chunk) => {
        this.#output += chunk;
      });
    }
  }

  /**
   * Runs a command. Returns the lines of its standard output and standard error, without empty lines and without the line
   * `database: …`, which commands of the server write to standard error.
   */
  async run(command: string): Promise<string[]> {
    const startOffset = this.#output.length;
    this.#child.stdin.write(`${command}\necho "(end of command)"; echo "(end of command)" >&2\n`);
    await vi.waitFor(
      () => expect(this.#output.slice(startOffset).split('(end of command)\n')).toHaveLength(3),
      waitOptions,
    );
    const commandOutput = this.#output.slice(startOffset).replaceAll('(end of command)\n', '');
    return commandOutput.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('database: '));
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }
}

describe('the commands of the README and of the tour', { tags: 'curl' }, () => {
  let folder: string;
  let port: string;
  let server: ChildProcessByStdio<null, Readable, Readable>;
  let output = '';
  let shell: Shell;
  const idMap = new IdMap();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'organizer-tour-'));
    for (const name of ['package.json', 'node_modules', 'packages', 'apps'])
      symlinkSync(join(root, name), join(folder, name));
    writeFileSync(
      join(folder, 'run.jsonl'),
      defined(
        blocks.find((block) => block.startsWith('{"type":')),
        'The file run.jsonl',
      ),
    );
    port = String(await freePort());
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, PORT: port, npm_config_update_notifier: 'false' };
    shell = new Shell(folder, env);
    server = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await vi.waitFor(async () => {
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true);
    }, waitOptions);
  });
  afterAll(async () => {
    await shell.close();
    const exited = once(server, 'close');
    process.kill(-defined(server.pid, 'The process id'), 'SIGTERM');
    await exited;
    await rm(folder, { recursive: true });
  });

  const withTestPort = (text: string) => text.replaceAll(':3000', `:${port}`);

  test('are found in the code blocks', () => {
    expect(steps.length).toBeGreaterThan(10);
  });

  test('begin with `npm start`, whose output contains the lines in the README', () => {
    const lines = output.split('\n').map(normalizeLine);
    const start = defined(
      blocks.find((block) => block.startsWith('The database was empty')),
      'The output',
    );
    for (const line of start.split('\n')) expect(lines).toContain(normalizeLine(withTestPort(line)));
  });

  test('include the request that `npm start` prints; its response has the fields in the tour', async () => {
    const command = defined(/^ +(curl '.*)$/m.exec(output)?.[1], 'The curl command');
    const body = JSON.parse((await shell.run(`${command} -s`)).join('')) as object;
    const expectedBody = defined(
      blocks.find((block) => block.startsWith('{"data":')),
      'The response',
    );
    expect(normalizeLine(JSON.stringify(body))).toBe(normalizeLine(expectedBody.replaceAll('\n', '')));
  });

  test.each(steps)('$command', async ({ command, expectedOutput }: Step) => {
    const lines = await shell.run(withTestPort(idMap.replaceIn(command)));
    const remainingLines = [...lines];
    for (const expected of expectedOutput.filter((line) => line !== '…')) {
      const normalized = normalizeLine(withTestPort(expected));
      const index = remainingLines.findIndex((line) => normalizeLine(line) === normalized);
      expect(index, `"${expected}" is not in the output:\n${lines.join('\n')}`).not.toBe(-1);
      idMap.add(expected, elementAt(remainingLines, index));
      remainingLines.splice(index, 1);
    }
    if (!expectedOutput.includes('…')) expect(remainingLines).toEqual([]);
  });
});

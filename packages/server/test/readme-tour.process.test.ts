import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from './harness/ports.ts';
import { fencedBlocks, Names, type Step, shapeOf, stepsOf } from './harness/tour.ts';

const root = join(import.meta.dirname, '../../..');
const readme = join(root, 'README.md');
const steps = stepsOf(readme);
const waiting = { timeout: 50_000, interval: 50 };

/** A process of a shell, in which commands run one after another: variables live on. */
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

  /** The lines that a command prints, on standard output and standard error, but for the name of the database. */
  async run(command: string): Promise<string[]> {
    const from = this.#output.length;
    this.#child.stdin.write(`${command}\necho "(ended)"; echo "(ended)" >&2\n`);
    await vi.waitFor(() => expect(this.#output.slice(from).split('(ended)\n')).toHaveLength(3), waiting);
    const printed = this.#output.slice(from).replaceAll('(ended)\n', '');
    return printed.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('database: '));
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }
}

describe('the tour of the README', () => {
  let folder: string;
  let port: string;
  let server: ReturnType<typeof spawn>;
  let output = '';
  let shell: Shell;
  const real = new Names();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'organizer-tour-'));
    for (const name of ['package.json', 'node_modules', 'packages']) symlinkSync(join(root, name), join(folder, name));
    writeFileSync(join(folder, 'run.jsonl'), fencedBlocks(readme).find((block) => block.startsWith('{"type":'))!);
    port = String(await freePort());
    const env = { PATH: process.env['PATH']!, HOME: folder, PORT: port, npm_config_update_notifier: 'false' };
    server = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout!, server.stderr!]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await vi.waitFor(async () => {
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true);
    }, waiting);
    shell = new Shell(folder, env);
  });
  afterAll(async () => {
    await shell.end();
    const ended = once(server, 'close');
    process.kill(-server.pid!, 'SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });

  const here = (text: string) => text.replaceAll(':3000', `:${port}`);

  test('has the steps that follow', () => {
    expect(steps.length).toBeGreaterThan(10);
  });

  test('begins with a start that prints the output in the README', () => {
    const printed = output.split('\n').map(shapeOf);
    const blocks = fencedBlocks(readme).filter((block) => /^The database was empty|^Buy a ticket/.test(block));
    expect(blocks).toHaveLength(2);
    for (const line of blocks.join('\n').split('\n')) expect(printed).toContain(shapeOf(here(line)));
  });

  test('goes on with the request that the start prints, and the response that the README shows', async () => {
    const command = /^ +(curl '.*)$/m.exec(output)![1]!;
    const printed = JSON.parse((await shell.run(`${command} -s`)).join('')) as object;
    const said = fencedBlocks(readme).find((block) => block.startsWith('{"data":'))!;
    expect(shapeOf(JSON.stringify(printed))).toBe(shapeOf(said.replaceAll('\n', '')));
  });

  test.each(steps)('$command', async ({ command, printed: said }: Step) => {
    const printed = await shell.run(here(real.replaceIn(command)));
    const left = [...printed];
    for (const line of said.filter((line) => line !== '…')) {
      const shape = shapeOf(here(line));
      const index = left.findIndex((other) => shapeOf(other) === shape);
      expect(index, `"${line}" is not printed, but:\n${printed.join('\n')}`).not.toBe(-1);
      real.learn(line, left[index]!);
      left.splice(index, 1);
    }
    if (!said.includes('…')) expect(left).toEqual([]);
  });
});

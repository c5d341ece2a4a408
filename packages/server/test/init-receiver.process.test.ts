import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import { goEnv } from './harness/go-env.ts';
import { freePort, isListening } from './harness/ports.ts';
import type { ProgramTag } from './harness/programs.ts';
import { runHere, runJsonHere } from './harness/run-here.ts';
import { waitUntil } from './harness/wait.ts';

const folder = mkdtempSync(join(tmpdir(), 'organizer-receivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const oldSecret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';
const newSecret = 'whsec_YW5vdGhlciBvbmUgdGhhdCBpcyBubyBzZWNyZXQgZWl0aGVy';

interface Language {
  readonly name: string;
  readonly tags: ProgramTag[];
  readonly build?: readonly [command: string, ...args: string[]];
  /** The command that starts the receiver. */
  readonly start: (port: string) => readonly [command: string, ...args: string[]];
}

const languages: readonly Language[] = [
  { name: 'node', tags: [], start: () => [process.execPath, 'receiver.mjs'] },
  { name: 'python', tags: ['python'], start: () => ['python3', 'receiver.py'] },
  { name: 'php', tags: ['php'], start: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'] },
  {
    name: 'go',
    tags: ['go'],
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    start: () => ['./receiver'],
  },
];

const orderPaid = {
  id: 'msg_1',
  type: 'order.paid',
  data: { orderNumber: '7K3Q9MX2PA', total: 4900, currency: 'EUR', note: 'Zoë 日本' },
};

/** A request with an event, signed by the reference implementation of Standard Webhooks. */
function signed(
  event: object,
  { ageSeconds = 0, secret = newSecret } = {},
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(event);
  const seconds = Math.floor(systemClock.now() / 1_000) - ageSeconds;
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', new Date(seconds * 1_000), body)}`,
  };
  return { headers, body };
}

for (const { name, tags, build, start } of languages) {
  describe(`the receiver in ${name}`, { tags }, () => {
    test('handles each valid event once, also after a restart, and rejects all other requests', {
      timeout: 300_000,
    }, async () => {
      const cwd = join(folder, name);
      await runJsonHere(['init', 'receiver', cwd, '--language', name], {});
      if (build !== undefined) {
        const { status, stderr } = spawnSync(build[0], build.slice(1), {
          cwd,
          encoding: 'utf8',
          env: { ...process.env, ...goEnv },
        });
        expect([status, stderr]).toEqual([0, '']);
      }
      let output = '';
      const withReceiver = async (work: (post: (request: RequestInit) => Promise<number>) => Promise<void>) => {
        const port = await freePort();
        const [command, ...args] = start(String(port));
        const env = { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: `${oldSecret},${newSecret}` };
        const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk) => {
            output += chunk;
          });
        }
        const closed = once(child, 'close');
        try {
          await waitUntil(() => isListening(port));
          await work(async (request) => {
            const headers = { connection: 'close', ...(request.headers as Record<string, string>) };
            return (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', ...request, headers })).status;
          });
        } finally {
          child.kill();
          await closed;
        }
      };
      await withReceiver(async (post) => {
        const valid = signed(orderPaid);
        expect(await post({})).toBe(400);
        expect(await post({ ...valid, body: `${valid.body} ` })).toBe(400);
        expect(await post(signed(orderPaid, { ageSeconds: 400 }))).toBe(400);
        expect(await post(signed(orderPaid, { ageSeconds: -400 }))).toBe(400);
        expect(await post(signed(orderPaid, { secret: 'whsec_AAAA' }))).toBe(400);
        expect(await post(valid)).toBe(204);
        expect(await post(signed(orderPaid, { secret: oldSecret }))).toBe(204);
      });
      await withReceiver(async (post) => {
        expect(await post(signed(orderPaid))).toBe(204);
        expect(await post(signed({ id: 'msg_2', type: 'ping', data: {} }))).toBe(204);
      });
      expect(output.match(/paid: .*/g)).toEqual(['paid: 7K3Q9MX2PA 4900 EUR']);
      expect(output).toContain('ping: msg_2');
      const lines = readFileSync(join(cwd, 'events.jsonl'), 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toEqual([orderPaid, { id: 'msg_2', type: 'ping', data: {} }]);
    });
  });
}

test('a file that exists is not replaced', async () => {
  const args = ['init', 'receiver', join(folder, 'twice'), '--language', 'node'];
  expect((await runHere(args, {})).code).toBe(0);
  const { code, stderr } = await runHere(args, {});
  expect([code, stderr]).toEqual([1, expect.stringContaining('receiver.mjs exists already.')]);
});

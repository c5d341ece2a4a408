import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { publicKeyOf } from '../src/features/webhooks/secrets.ts';
import { signingSecret, standardHeaders } from '../src/features/webhooks/signature.ts';
import { systemClock } from '../src/platform/clock.ts';
import { ed25519Key } from '../src/platform/crypto.ts';
import { defined } from './harness/defined.ts';
import { goEnv } from './harness/go-env.ts';
import type { ProgramTag } from './harness/programs.ts';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const page = readFileSync(join(docs, 'webhooks.md'), 'utf8');
const example = (name: string) => join(docs, 'webhooks', name);

const folder = mkdtempSync(join(tmpdir(), 'webhook-verification-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';
const otherSecret = 'whsec_YW5vdGhlciBvbmUgdGhhdCBpcyBubyBzZWNyZXQgZWl0aGVy';
const now = 1_795_168_800;
const plainBody = '{"id":"msg_1","type":"ping"}';

/** Signs a body as the documentation describes. */
function sign(body: string | Buffer, time: number | string = now, key = secret): string {
  return createHmac('sha256', key).update(`${time}.`).update(body).digest('hex');
}

function signByStripe(payload: string, timestamp = now, key = secret): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, timestamp, secret: key });
}

interface SignatureCase {
  body?: string | Buffer;
  header: string;
  secret?: string;
}

const bodies: Record<string, string | Buffer> = {
  'of plain JSON': plainBody,
  'with characters beyond ASCII': '{"name":"Zoë Müller-Łódź 日本 🏃‍♀️","note":"\u2028"}',
  'of zero bytes': '',
  'with line breaks and spaces at the start and the end': ' \r\n{ "a" : 1 }\r\n\n',
  'with a byte order mark': '\ufeff{}',
  'of bytes that are not UTF-8': Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3]),
  'of a mebibyte': 'ü'.repeat(524_288),
};

const validCases: Record<string, SignatureCase> = {
  'several v1, and the first matches': {
    header: `t=${now},v1=${sign(plainBody)},v1=${sign(plainBody, now, otherSecret)}`,
  },
  'several v1, and the last matches': {
    header: `t=${now},v1=${sign(plainBody, now, otherSecret)},v1=${sign(plainBody)}`,
  },
  'a v1 before t': { header: `v1=${sign(plainBody)},t=${now}` },
  'parts with other names': { header: `v0=${'0'.repeat(64)},t=${now},v1=${sign(plainBody)},v2=x,w,` },
  'a time 300 s old': { header: `t=${now - 300},v1=${sign(plainBody, now - 300)}` },
  'a time 300 s ahead': { header: `t=${now + 300},v1=${sign(plainBody, now + 300)}` },
  'two times, and the last was signed': { header: `t=1,t=${now},v1=${sign(plainBody)}` },
};
for (const [name, body] of Object.entries(bodies)) {
  validCases[`a body ${name}`] = { body, header: `t=${now},v1=${sign(body)}` };
  if (typeof body === 'string') validCases[`a body ${name}, signed by stripe`] = { body, header: signByStripe(body) };
}

const noMatch = 'no signature matches';
const noTime = 'the header has no time t=';
const noSignature = 'the header has no signature v1=';
const notCurrent = 'the time differs from the current time by more than 300 s';
const noSecret = 'the secret is missing';

const invalidCases: Record<string, SignatureCase & { reason: string }> = {
  'a body that was changed': { body: `${plainBody} `, header: `t=${now},v1=${sign(plainBody)}`, reason: noMatch },
  'a body that was changed after stripe signed it': { body: '{}', header: signByStripe(plainBody), reason: noMatch },
  'a missing body': { body: '', header: `t=${now},v1=${sign(plainBody)}`, reason: noMatch },
  'JSON that was reformatted': { body: '{"a":1}', header: `t=${now},v1=${sign('{ "a": 1 }')}`, reason: noMatch },
  'another secret': { secret: otherSecret, header: `t=${now},v1=${sign(plainBody)}`, reason: noMatch },
  'another secret of stripe': { header: signByStripe(plainBody, now, otherSecret), reason: noMatch },
  'a secret without whsec_': { secret: secret.slice(6), header: `t=${now},v1=${sign(plainBody)}`, reason: noMatch },
  'a secret with a line break': { secret: `${secret}\n`, header: `t=${now},v1=${sign(plainBody)}`, reason: noMatch },
  'an empty secret': { secret: '', header: `t=${now},v1=${sign(plainBody, now, '')}`, reason: noSecret },
  'several v1, and none matches': {
    header: `t=${now},v1=${sign(plainBody, now, otherSecret)},v1=${sign('{}')}`,
    reason: noMatch,
  },
  'a time that was changed': { header: `t=${now + 1},v1=${sign(plainBody)}`, reason: noMatch },
  'a time 301 s old': { header: `t=${now - 301},v1=${sign(plainBody, now - 301)}`, reason: notCurrent },
  'a time 301 s old, signed by stripe': { header: signByStripe(plainBody, now - 301), reason: notCurrent },
  'a time 301 s ahead': { header: `t=${now + 301},v1=${sign(plainBody, now + 301)}`, reason: notCurrent },
  'a time in milliseconds': { header: `t=${now}000,v1=${sign(plainBody, `${now}000`)}`, reason: noTime },
  'the maximum time': {
    header: `t=999999999999,v1=${sign(plainBody, '999999999999')}`,
    reason: notCurrent,
  },
  'upper-case hex': { header: `t=${now},v1=${sign(plainBody).toUpperCase()}`, reason: noMatch },
  'a truncated signature': { header: `t=${now},v1=${sign(plainBody).slice(0, 63)}`, reason: noMatch },
  'a signature with an additional digit': { header: `t=${now},v1=${sign(plainBody)}0`, reason: noMatch },
  'a signature followed by =': { header: `t=${now},v1=${sign(plainBody)}=x`, reason: noMatch },
  'a signature with a space': { header: `t=${now},v1= ${sign(plainBody)}`, reason: noMatch },
  'an empty signature': { header: `t=${now},v1=`, reason: noMatch },
  'a signature with characters beyond ASCII': { header: `t=${now},v1=${'é'.repeat(32)}`, reason: noMatch },
  'a signature in base64': {
    header: `t=${now},v1=${Buffer.from(sign(plainBody), 'hex').toString('base64')}`,
    reason: noMatch,
  },
  'no time': { header: `v1=${sign(plainBody)}`, reason: noTime },
  'an empty time': { header: `t=,v1=${sign(plainBody, '')}`, reason: noTime },
  'no signature': { header: `t=${now}`, reason: noSignature },
  'a signature of another version': { header: `t=${now},v0=${sign(plainBody)}`, reason: noSignature },
  'an upper-case name': { header: `t=${now},V1=${sign(plainBody)}`, reason: noSignature },
  'a name without =': { header: `t=${now},v1`, reason: noSignature },
  'an empty header': { header: '', reason: noTime },
  'only commas': { header: ',,,', reason: noTime },
  'only the signature': { header: sign(plainBody), reason: noTime },
  'the header of another signature scheme': { header: `v1,${sign(plainBody)}`, reason: noTime },
  'a header that looks like an option': { header: '--help', reason: noTime },
};
for (const time of [
  `+${now}`,
  `-${now}`,
  ` ${now}`,
  `${now}.0`,
  `${now}e0`,
  '0x6b00',
  '１７９５１６８８００',
  `${now}\n`,
  'NaN',
])
  invalidCases[`the time ${JSON.stringify(time)}`] = {
    header: `t=${time},v1=${sign(plainBody, time)}`,
    reason: noTime,
  };

interface Language {
  name: string;
  tags: ProgramTag[];
  /** The command that runs the program. */
  command: [command: string, ...args: string[]];
  build?: [command: string, ...args: string[]];
}

const goProgram = join(folder, 'verify');
/** The program itself: `python3` can be a script of pyenv that starts it, and this takes longer than a verification. */
const python =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim() || 'python3';
const languages: Language[] = [
  { name: 'Node', tags: [], command: [process.execPath, example('verify.mjs')] },
  { name: 'Python', tags: ['python'], command: [python, example('verify.py')] },
  { name: 'PHP', tags: ['php'], command: ['php', example('verify.php')] },
  {
    name: 'Go',
    tags: ['go'],
    command: [goProgram],
    build: ['go', 'build', '-o', goProgram, example('verify.go')],
  },
];

async function run([command, ...args]: [string, ...string[]], input: string | Buffer) {
  const child = spawn(command, args, { stdio: 'pipe' });
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await closed;
  return { status, stdout, stderr };
}

for (const language of languages) {
  describe(`verification in ${language.name}`, { tags: language.tags }, () => {
    beforeAll(() => {
      if (!language.build) return;
      const [builder, ...builderArgs] = language.build;
      const built = spawnSync(builder, builderArgs, { encoding: 'utf8', env: { ...process.env, ...goEnv } });
      if (built.status !== 0) throw new Error(`${language.name} does not build: ${built.stderr}`);
    }, 300_000);

    const verify = (signatureCase: SignatureCase) =>
      run(
        [...language.command, signatureCase.header, signatureCase.secret ?? secret, String(now)],
        signatureCase.body ?? plainBody,
      );

    test.each(Object.entries(validCases))('accepts %s', async (_, signatureCase) => {
      expect(await verify(signatureCase)).toEqual({ status: 0, stdout: 'valid\n', stderr: '' });
    });

    test.each(Object.entries(invalidCases))('rejects %s', async (_, signatureCase) => {
      expect(await verify(signatureCase)).toEqual({ status: 1, stdout: '', stderr: `${signatureCase.reason}\n` });
    });

    test('uses the current time by default', async () => {
      const current = Math.floor(systemClock.now() / 1000);
      const errorAt = async (time: number) =>
        (await run([...language.command, `t=${time},v1=${sign(plainBody, time)}`, secret], plainBody)).stderr;
      expect(await errorAt(current)).toBe('');
      expect(await errorAt(current - 3600)).toBe(`${notCurrent}\n`);
      expect(await errorAt(current + 3600)).toBe(`${notCurrent}\n`);
    });

    test('prints that the secret is missing if it gets no arguments', async () => {
      expect(await run(language.command, plainBody)).toEqual({ status: 1, stdout: '', stderr: `${noSecret}\n` });
    });
  });
}

describe('the page about receiving webhooks', () => {
  const blocks = [...page.matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language,
    code: String(code),
  }));

  test('contains the function of verify.mjs unchanged', () => {
    const file = readFileSync(example('verify.mjs'), 'utf8');
    const excerpt = `${file.split('\n')[0]}\n\n${/^\/\*\*.*?^}\n/ms.exec(file)?.[0]}`;
    expect(excerpt).toContain('export function verify(');
    expect(blocks.map(({ code }) => code)).toContain(excerpt);
  });

  test('links every example file', () => {
    const links = [...page.matchAll(/\]\((webhooks\/[^)]+)\)/g)].map(([, path]) => String(path));
    expect(links.sort()).toEqual(['go', 'mjs', 'php', 'py'].map((ending) => `webhooks/verify.${ending}`));
    for (const path of links) expect(readFileSync(join(docs, path), 'utf8')).toContain('X-SERVICE-Signature');
  });

  test('has commands with a valid example for every language', () => {
    const { code } = defined(
      blocks.find(({ code }) => code.includes('node docs/webhooks/verify.mjs')),
      'The shell commands',
    );
    const value = (name: string) => new RegExp(`^${name}='(.*)'$`, 'm').exec(code)?.[1] ?? '';
    expect(value('header')).toBe(`t=${now},v1=${sign(value('body'), now, value('secret'))}`);
    expect(code.match(new RegExp(`"\\$header" "\\$secret" ${now}$`, 'gm'))).toHaveLength(languages.length);
  });

  test('has a receiver that accepts each event once and rejects invalid signatures', async () => {
    const { code } = defined(
      blocks.find((block) => block.code.includes('createServer(')),
      'The receiver',
    );
    copyFileSync(example('verify.mjs'), join(folder, 'verify.mjs'));
    const file = join(folder, 'receiver.mjs');
    writeFileSync(file, `${code.replace('listen(8080)', 'listen(0, "127.0.0.1")')}\nexport { received, server };\n`);
    const { received, server }: { received: Map<string, unknown>; server: Server } = await import(
      /* @vite-ignore */ pathToFileURL(file).href
    );
    vi.stubEnv('WEBHOOK_SECRET', secret);
    try {
      if (!server.listening) await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
      const time = Math.floor(systemClock.now() / 1000);
      const post = async (headers: Record<string, string>) =>
        (await fetch(url, { method: 'POST', body: plainBody, headers: { connection: 'close', ...headers } })).status;
      const signed = { 'X-SERVICE-Signature': `t=${time},v1=${sign(plainBody, time)}` };

      expect(await post({})).toBe(400);
      expect(await post({ 'X-SERVICE-Signature': `t=${time},v1=${sign('{}', time)}` })).toBe(400);
      expect([...received]).toEqual([]);
      expect(await post(signed)).toBe(204);
      expect(await post(signed)).toBe(204);
      expect([...received]).toEqual([['msg_1', JSON.parse(plainBody)]]);
    } finally {
      server.close();
      vi.unstubAllEnvs();
    }
  });

  test('describes signatures that the package stripe accepts', () => {
    const time = Math.floor(systemClock.now() / 1000);
    const header = `t=${time},v1=${sign(plainBody, time, otherSecret)},v1=${sign(plainBody, time)}`;
    expect(Stripe.webhooks.constructEvent(Buffer.from(plainBody), header, secret)).toEqual(JSON.parse(plainBody));
  });

  test('has code that verifies Ed25519 signatures of the service', async () => {
    const { code } = defined(
      blocks.find((block) => block.code.includes('function verifyEd25519(')),
      'The code for Ed25519',
    );
    const file = join(folder, 'verify-ed25519.mjs');
    writeFileSync(file, code);
    const { verifyEd25519 } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const [opened, other] = [1, 2].map((byte) => ({ secret, ed25519: ed25519Key(Buffer.alloc(32, byte)) }));
    const signingKey = signingSecret(secret, opened!.ed25519);
    const headers = standardHeaders([signingKey], 'msg_1', now, Buffer.from(plainBody));
    const publicKey = publicKeyOf(opened!);
    expect(verifyEd25519(plainBody, headers, publicKey)).toBe(true);
    expect(verifyEd25519(`${plainBody} `, headers, publicKey)).toBe(false);
    expect(verifyEd25519(plainBody, headers, publicKeyOf(other!))).toBe(false);
  });

  test('describes signatures that the package standardwebhooks accepts', () => {
    const time = Math.floor(systemClock.now() / 1000);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`msg_1.${time}.${plainBody}`).digest('base64');
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${sign(plainBody)} v1,${signature}`,
    };
    expect(new Webhook(secret).verify(Buffer.from(plainBody), headers)).toEqual(JSON.parse(plainBody));
  });
});

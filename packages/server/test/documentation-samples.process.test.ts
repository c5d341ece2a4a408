import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defined, elementAt } from './harness/defined.ts';
import { programs } from './harness/programs.ts';
import { eventually } from './harness/receiver.ts';
import { runJsonHere } from './harness/run-here.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';

const repository = join(import.meta.dirname, '../../..');

/** Pages, or code on a page, that other suites run. */
const otherSuites: readonly { readonly file: string; readonly code: RegExp; readonly suite: string }[] = [
  { file: 'extending.md', code: /./, suite: 'extending' },
  { file: 'installing.md', code: /./, suite: 'packed-server' },
  { file: 'webhooks.md', code: /verify|constructEvent|new Webhook/, suite: 'webhook-verification' },
];

/** The languages of code that can be run. Other blocks are data, output or HTTP messages. */
const languages = ['sh', 'js', 'ts', 'python', 'php'];

/** A block of code of a page. */
interface Sample {
  readonly page: string;
  readonly language: string;
  /** The file that the reader writes; empty if the code is run directly. */
  readonly file: string;
  /** Why the sample cannot be run; empty if it is run. */
  readonly reason: string;
  readonly code: string;
}

function samplesOf(page: string): Sample[] {
  const text = readFileSync(join(repository, 'docs', page), 'utf8');
  const blocks = text.matchAll(/^( *)```(\w+)(?: ([^\n]+))?\n(.*?)^\1```$/gms);
  return Array.from(blocks, ([, indent = '', language = '', detail = '', code = '']) => ({
    page,
    language,
    file: detail.startsWith('not-run: ') ? '' : detail,
    reason: detail.startsWith('not-run: ') ? detail.slice('not-run: '.length) : '',
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })).filter(
    (sample) =>
      languages.includes(sample.language) &&
      !otherSuites.some(({ file, code: pattern }) => file === page && pattern.test(sample.code)),
  );
}

const pages = readdirSync(join(repository, 'docs')).filter((file) => file.endsWith('.md'));
const samples = pages.flatMap(samplesOf);
const samplesToRun = samples.filter(({ reason }) => reason === '');

/** Code for Bash that a sample of a shell needs: the variables of earlier samples, and the command line without npm. */
const shellStart = `set -ae
[ ! -f .variables ] || . ./.variables
npm() { while [ "$1" != "--" ]; do shift; done; shift; "$NODE" "$PROGRAM" "$@"; }
`;

describe('the samples of the guides', () => {
  let folder: string;
  let server: ServerProcess;
  let env: Record<string, string>;
  /** What replaces a value of the documentation: a value of the server, or one that an earlier sample of the page has printed. */
  let values: (readonly [documented: RegExp, value: string | RegExp])[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'organizer-samples-'));
    symlinkSync(join(repository, 'docs'), join(folder, 'docs'));
    env = {
      HOME: folder,
      DATA_DIR: join(folder, 'data'),
      PAYMENTS: 'test,manual',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      RATE_LIMIT_API: '100000',
      RATE_LIMIT_PUBLIC: '10000',
    };
    server = await startServer(env, ['--demo']);
    const eventPage = defined(/\/e\/([\w-]+)/.exec(server.output())?.[1], 'The slug of an event');
    const key = defined(/\bsk_\w{38}\b/.exec(server.output())?.[0], 'The key');
    const organizer = ['--organizer', 'kranich-laufverein'];
    const get = async (path: string) => {
      const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } });
      return JSON.parse(await response.text());
    };
    const testKey = ['keys', 'create', ...organizer, '--kind', 'secret', '--name', 'Tests', '--sandbox'];
    const event = elementAt(/evt_\w+/.exec(await (await fetch(`${server.url}/e/${eventPage}`)).text()) ?? [], 0);
    const offers = await get(`/api/public/v1/events/${event}`);
    const isOnSale = ({ soldOut, status, salesStartAt, salesEndAt }: Record<string, unknown>) => {
      const now = new Date().toISOString();
      return !soldOut && status === 'active' && String(salesStartAt ?? '') <= now && now < String(salesEndAt ?? '9');
    };
    const ticketType = defined(offers.ticketTypes.find(isOnSale), 'A ticket type on sale').id;
    const addon = defined(offers.addons.find(isOnSale), 'An add-on on sale').id;
    const { data: events } = await get('/api/v1/events?limit=1');
    const { data: pending } = await get('/api/v1/orders?status=pending&limit=1');
    const { data: paid } = await get('/api/v1/orders?status=paid&limit=1');
    const { data: entitlements } = await get('/api/v1/addons?consumed=false&limit=1');
    values = [
      [/https:\/\/example\.com\/hooks/, `${server.url}/hooks`],
      [/http:\/\/127\.0\.0\.1:3000|https:\/\/tickets\.example\.com/, server.url],
      [/relaystone-new-york-\d+/, eventPage],
      [/\bSLUG\b/, 'kranich-laufverein'],
      [/sk_test_…/, (await runJsonHere<{ key: string }>(testKey, env)).key],
      [/sk_…/, key],
      [/orders pay NUMBER/, `orders pay ${pending[0].orderNumber}`],
      [/\bNUMBER\b/, paid[0].orderNumber],
      [/\bENDPOINT_ID\b/, /\bwhk_\w+/],
      [/evt_01…,evt_02…/, events[0].id],
      [/(?<=--event )EVENT_ID/, /\bevt_\w+/],
      [/ent_01…/, entitlements[0].id],
      [/tty_01m7zd4g9ee14be11q8jmf16k2/, ticketType],
      [/add_01m7zd4g9fee2bjvmqkv9mtmrr/, addon],
      [/CRTFHPNVY5/, /"orderNumber":"(\w+)"/],
      [/rsv_01m7zd4g7te9zrnjd3jad95h6bF7NQpg5kK1rnLp0k/, /"reservationToken":"([\w-]+)"/],
      [/(?<=")772666(?=")/, /^ {4}(\d{6})$/m],
      [/byt_1V7qd5nkBdlHkwkIOLThA9ccXx--E9a3h7hH8cUzQMGYYiF9F…/, /"buyerToken":"([\w-]+)"/],
      [/2027-05-02T00:00:00Z/, new Date(Date.now() + 30 * 86_400_000).toISOString()],
    ];
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param output the output of the earlier samples of the page */
  function withValues(code: string, output: string): string {
    return values.reduce((text, [documented, value]) => {
      if (!documented.test(text)) return text;
      const match = typeof value === 'string' ? value : value.exec(output);
      const current = typeof match === 'string' ? match : (match?.[1] ?? match?.[0]);
      return text.replaceAll(new RegExp(documented, 'g'), defined(current, `The value for ${documented}`));
    }, code);
  }

  function run(program: string, args: readonly string[]): Promise<string> {
    const programEnv = { ...env, PATH: process.env['PATH'] ?? '', NODE: process.execPath, PROGRAM: inject('program') };
    return new Promise((resolve, reject) => {
      execFile(program, args, { cwd: folder, env: programEnv }, (error, stdout, stderr) => {
        if (error === null) resolve(`${stdout}\n${stderr}`);
        else reject(new Error(`${error.message}\n${stdout}`));
      });
    });
  }

  /** Waits for the e-mail with a code, as the reader does. */
  async function codeMail(): Promise<void> {
    const outbox = join(folder, 'data/outbox');
    const files = () => readdirSync(outbox).filter((file) => file.endsWith('.eml'));
    const mails = () => files().map((file) => readFileSync(join(outbox, file), 'utf8'));
    await eventually(() => expect(mails()).toContainEqual(expect.stringMatching(/^ {4}\d{6}\r?$/m)));
  }

  async function runSample({ language, file, code }: Sample, output: string): Promise<string> {
    const text = withValues(code, output);
    if (file !== '') {
      writeFileSync(join(folder, file), text);
      return '';
    }
    if (code.includes('data/outbox')) await codeMail();
    if (language === 'sh') return run('bash', ['-c', `${shellStart}${text}\nset +e\nexport -p > .variables`]);
    if (language === 'js') return run(process.execPath, ['--input-type=module', '-e', text]);
    throw new Error(`No program runs code in the language ${language}.`);
  }

  for (const [page, pageSamples] of Map.groupBy(samplesToRun, (sample) => sample.page)) {
    const isUsed = (command: string) => pageSamples.some(({ code }) => code.includes(`${command} `));
    const tags = programs.filter(({ commands }) => commands.some(isUsed)).map(({ tag }) => tag);
    test(`of ${page} work`, { tags }, async () => {
      let output = '';
      for (const sample of pageSamples) {
        const newOutput = await runSample(sample, output);
        // curl succeeds if the response is an error.
        expect([sample.code, newOutput.match(/"type":"[^"]*\/docs\/errors#\w+".*/g)]).toEqual([sample.code, null]);
        output += newOutput;
      }
    });
  }

  test('of the first sync copy every order, in both languages', { tags: 'python' }, async () => {
    const [copy, pythonCopy] = ['orders.json', 'orders-python.json'].map((file) =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    );
    const orders = await runJsonHere<{ orderNumber: string }[]>(
      ['orders', 'list', '--organizer', 'kranich-laufverein', '--all'],
      env,
    );
    expect(orders.length).toBeGreaterThan(50);
    expect(Object.keys(copy.orders).sort()).toEqual(orders.map(({ orderNumber }) => orderNumber).sort());
    expect(Object.keys(pythonCopy.orders).sort()).toEqual(Object.keys(copy.orders).sort());
  });
});

test('only these samples are not run, each for a reason on its page', () => {
  const notRun = samples.filter(({ reason }) => reason !== '');
  expect(notRun.map(({ page, reason }) => `${page}: ${reason}`)).toEqual([
    'api.md: it needs the id of an event',
    'first-sync.md: the test has started this server',
    'generating-clients.md: another suite runs this generator',
    'generating-clients.md: it downloads a generator for Java and a library for PHP',
    'generating-clients.md: it needs a client that was generated',
    'generating-clients.md: another suite runs this generator',
    'going-live.md: its result depends on the machine',
    'going-live.md: the folder belongs to the user of an installed server',
    'payments.md: a refund fails only at a payment provider',
    'privacy.md: the address of a person',
    'selling.md: the test has started this server',
    'webhooks.md: the second command runs until it is stopped',
    'webhooks.md: the command runs until it is stopped',
  ]);
});

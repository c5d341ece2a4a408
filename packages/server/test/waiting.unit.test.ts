import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * No test waits for a fixed time, and none asserts how long something took: on a slow machine such a test fails without a
 * bug. Tests wait for conditions (`waitUntil`, `vi.waitFor`, an event) or use a TestClock.
 */

const repository = join(import.meta.dirname, '../../..');
const thisFile = 'packages/server/test/waiting.unit.test.ts';

/** Timers, sleeps and readings of clocks in the code of a test. */
const uses = new RegExp(
  [
    String.raw`(?<![\w.'])(?:setTimeout|setInterval|sleep|delay|pause|randomDelay|responseDelay|holdsFor)\(`,
    String.raw`\b(?:performance\.now|Date\.now|hrtime|hrtime\.bigint|systemClock\.monotonicNow|waitForTimeout)\(`,
    String.raw`-\s*systemClock\.now\(`,
    String.raw`\bpg_sleep\b`,
    String.raw`\bfrom '(?:node:)?timers(?:/promises)?'`,
  ].join('|'),
  'g',
);

const waits = 'The only timers of the tests are here.';
const slowServer = 'A stand-in for another server responds slowly.';
const anyMoment = 'Processes are killed or requests sent at random moments, which no assertion depends on.';
const program = 'A program of the test has a timer. The test does not wait for a time.';
const deadline =
  'Compares instants with a deadline. On a slow machine fewer requests come before it, and the test passes.';
const clock = 'The test reads a clock, or has one that it can change; or it waits for a turn of the event loop.';
const limit = 'Limits how long a failing test takes, or a load lasts.';
const statistics = 'Compares how long different requests take, in many samples. There is no limit for any of them.';

/** The allowed uses, by file under packages/server: their number and the reason. */
const allowed: Record<string, readonly [count: number, reason: string]> = {
  'src/features/mail/worker.test.ts': [3, slowServer],
  'src/platform/net/guarded-agent.test.ts': [1, clock],
  'test/bench-servers.process.test.ts': [1, program],
  'src/platform/limits/limits.test.ts': [1, clock],
  'test/beside-server.process.test.ts': [1, deadline],
  'test/checkout-crash.process.test.ts': [2, anyMoment],
  'test/checkout-races.test.ts': [1, anyMoment],
  'test/checkout-stress.process.test.ts': [1, limit],
  'test/consume-crash.process.test.ts': [2, anyMoment],
  'test/crash.process.test.ts': [5, anyMoment],
  'test/event-change-races.test.ts': [1, anyMoment],
  'test/harness/checkout-market.ts': [1, anyMoment],
  'test/harness/event-receiver.ts': [1, limit],
  'test/harness/pay-and-roll-back.ts': [2, anyMoment],
  'test/harness/receiver.ts': [2, slowServer],
  'test/harness/till.ts': [1, anyMoment],
  'test/harness/wait.ts': [12, waits],
  'test/hosted-page-shop.ts': [2, clock],
  'test/key-changes.process.test.ts': [8, deadline],
  'test/payments-by-hand.process.test.ts': [2, deadline],
  'test/payments-late.test.ts': [3, anyMoment],
  'test/public-privacy.test.ts': [2, statistics],
  'test/start.process.test.ts': [1, program],
  'test/webhook-commands.process.test.ts': [2, deadline],
  'test/webhooks-crash.process.test.ts': [5, `${anyMoment} ${slowServer}`],
  'test/webhooks-outage.process.test.ts': [1, slowServer],
};

function countUses(source: string): number {
  return [...source.matchAll(uses)].length;
}

/** Files whose number of uses is not the allowed one. */
function fieldErrorsOf(sources: ReadonlyMap<string, string>, exceptions: typeof allowed): string[] {
  const counts = new Map([...sources].map(([file, source]) => [file, countUses(source)]));
  for (const file of Object.keys(exceptions)) if (!counts.has(file)) counts.set(file, 0);
  return [...counts]
    .filter(([file, count]) => count !== (exceptions[file]?.[0] ?? 0))
    .map(
      ([file, count]) => `${file} has ${count} waits or readings of a clock, ${exceptions[file]?.[0] ?? 0} are allowed`,
    );
}

test('tests wait for conditions, and assert no elapsed time', () => {
  const patterns = ['{apps,packages}/*/{src,test}/**/*.test.ts', '{apps,packages}/*/test/**/*.ts'];
  const files = globSync(patterns, { cwd: repository, exclude: (name) => name === 'node_modules' }).filter(
    (file) => file !== thisFile,
  );
  expect(files.length).toBeGreaterThan(150);
  const nameOf = (file: string) => file.replace(/^packages\/server\//, '');
  const sources = new Map(files.map((file) => [nameOf(file), readFileSync(join(repository, file), 'utf8')]));
  expect(fieldErrorsOf(sources, allowed)).toEqual([]);
});

test.each([
  "import { setTimeout as wait } from 'node:timers/promises';",
  'await sleep(1_000);',
  'await new Promise((resolve) => setTimeout(resolve, 200));',
  'const startMs = performance.now();',
  'expect(Date.now() - startMs).toBeLessThan(1_000);',
  'expect(Date.parse(expiresAt) - systemClock.now()).toBeLessThan(1_000);',
  'await page.waitForTimeout(500);',
  'await sql`select pg_sleep(1)`.execute(db);',
  'await randomDelay(1_000);',
])('the check finds %s', (source) => {
  expect(fieldErrorsOf(new Map([['a.test.ts', source]]), {})).toHaveLength(1);
  expect(fieldErrorsOf(new Map([['a.test.ts', source]]), { 'a.test.ts': [1, slowServer] })).toEqual([]);
});

test('the check finds one more use in an allowed file, and an exception that is no longer needed', () => {
  const source = 'await responseDelay(1);\n';
  const exceptions = { 'a.test.ts': [1, slowServer] } as const;
  expect(fieldErrorsOf(new Map([['a.test.ts', source + source]]), exceptions)).toHaveLength(1);
  expect(fieldErrorsOf(new Map([['a.test.ts', '']]), exceptions)).toHaveLength(1);
  expect(fieldErrorsOf(new Map(), exceptions)).toHaveLength(1);
});

test.each([
  'await waitUntil(() => gate.held > before);',
  'await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 15_000 });',
  'clock.advance(1_000);',
  "vi.useFakeTimers({ toFake: ['setInterval'] });",
])('the check accepts %s', (source) => {
  expect(fieldErrorsOf(new Map([['a.test.ts', source]]), {})).toEqual([]);
});

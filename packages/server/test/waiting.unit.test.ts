import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * No test waits for a fixed time or asserts an elapsed time. On a slow machine, such a test fails although there is no bug.
 * Tests wait for conditions (`waitUntil`, `vi.waitFor`, an event) or use a TestClock.
 */

const repository = join(import.meta.dirname, '../../..');
const thisFile = 'packages/server/test/waiting.unit.test.ts';

/** Matches timers, sleeps and calls that read a clock. */
const usePattern = new RegExp(
  [
    String.raw`(?<![\w.'])(?:setTimeout|setInterval|sleep|delay|pause|randomDelay|responseDelay|holdsFor)\(`,
    String.raw`\b(?:performance\.now|Date\.now|hrtime|hrtime\.bigint|systemClock\.monotonicNow|waitForTimeout)\(`,
    String.raw`-\s*systemClock\.now\(`,
    String.raw`\bpg_sleep\b`,
    String.raw`\bfrom '(?:node:)?timers(?:/promises)?'`,
  ].join('|'),
  'g',
);

const waits = 'This file contains the timers that all tests use.';
const slowServer = 'A test server responds slowly.';
const anyMoment = 'Processes are killed, or requests are sent, at random times. No assertion depends on these times.';
const program = 'A program that the test starts has a timer. The test itself does not wait for a fixed time.';
const deadline =
  'Compares times with a deadline. On a slow machine, fewer requests are sent before it, and the test still passes.';
const clock = 'The test reads a clock, changes a clock, or waits for the next run of the event loop.';
const limit = 'A limit for the time of a failing test.';
const printed = 'Prints a duration.';
const statistics = 'Compares the times of many different requests. No single time is limited.';

/** The allowed uses, by file under packages/server: their number and the reason. */
const allowed: Record<string, readonly [count: number, reason: string]> = {
  'test/accounts-members.test.ts': [3, clock],
  'test/accounts-passkeys.test.ts': [1, clock],
  'test/accounts-settings.test.ts': [4, clock],
  'test/figures.test.ts': [1, clock],
  'test/hosted-page-routes.test.ts': [2, clock],
  'test/hosted-page.process.test.ts': [1, clock],
  'test/harness/browser.ts': [1, clock],
  'src/features/mail/worker.test.ts': [3, slowServer],
  'src/platform/net/guarded-agent.test.ts': [1, clock],
  'test/bench-servers.process.test.ts': [1, program],
  'src/platform/limits/limits.test.ts': [1, clock],
  'test/beside-server.process.test.ts': [1, deadline],
  'test/checkout-crash.process.test.ts': [2, anyMoment],
  'test/checkout-races.test.ts': [1, anyMoment],
  'test/consume-crash.process.test.ts': [2, anyMoment],
  'test/crash.process.test.ts': [6, anyMoment],
  'test/documentation-samples.process.test.ts': [1, clock],
  'test/gate-app.process.test.ts': [1, clock],
  'test/gate-routes.test.ts': [1, clock],
  'test/postgres-failover.process.test.ts': [3, `${printed} ${anyMoment}`],
  'test/rolling-update.process.test.ts': [2, anyMoment],
  'test/event-change-races.test.ts': [1, anyMoment],
  'test/withdraw.test.ts': [4, anyMoment],
  'test/harness/checkout-market.ts': [1, anyMoment],
  'test/feed.process.test.ts': [1, anyMoment],
  'test/harness/emit-slowly.ts': [2, anyMoment],
  'test/harness/event-receiver.ts': [1, limit],
  'test/harness/pay-and-roll-back.ts': [2, anyMoment],
  'test/harness/receiver.ts': [2, slowServer],
  'test/harness/till.ts': [1, anyMoment],
  'test/harness/wait.ts': [12, waits],
  'test/hosted-page-shop.ts': [2, clock],
  'test/key-changes.process.test.ts': [7, deadline],
  'test/payments-by-hand.process.test.ts': [2, deadline],
  'test/payments-late.test.ts': [3, anyMoment],
  'test/public-privacy.test.ts': [2, statistics],
  'test/sandbox.test.ts': [3, clock],
  'test/start.process.test.ts': [1, program],
  'test/webhook-commands.process.test.ts': [2, deadline],
  'test/webhooks-crash.process.test.ts': [5, `${anyMoment} ${slowServer}`],
  'test/webhooks-outage.process.test.ts': [1, slowServer],
};

function countUses(source: string): number {
  return [...source.matchAll(usePattern)].length;
}

/** The files whose number of uses differs from the allowed number. */
function findViolations(sources: ReadonlyMap<string, string>, exceptions: typeof allowed): string[] {
  const counts = new Map([...sources].map(([file, source]) => [file, countUses(source)]));
  for (const file of Object.keys(exceptions)) if (!counts.has(file)) counts.set(file, 0);
  return [...counts]
    .filter(([file, count]) => count !== (exceptions[file]?.[0] ?? 0))
    .map(
      ([file, count]) =>
        `${file} waits or reads a clock ${count} times, but ${exceptions[file]?.[0] ?? 0} times are allowed`,
    );
}

test('tests wait for conditions, and do not assert elapsed times', () => {
  const patterns = ['{apps,packages}/*/{src,test}/**/*.test.ts', '{apps,packages}/*/test/**/*.ts'];
  const files = globSync(patterns, { cwd: repository, exclude: (name) => name === 'node_modules' }).filter(
    (file) => file !== thisFile,
  );
  expect(files.length).toBeGreaterThan(150);
  const nameOf = (file: string) => file.replace(/^packages\/server\//, '');
  const sources = new Map(files.map((file) => [nameOf(file), readFileSync(join(repository, file), 'utf8')]));
  expect(findViolations(sources, allowed)).toEqual([]);
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
  expect(findViolations(new Map([['a.test.ts', source]]), {})).toHaveLength(1);
  expect(findViolations(new Map([['a.test.ts', source]]), { 'a.test.ts': [1, slowServer] })).toEqual([]);
});

test('the check finds one more use in an allowed file, and an exception that is no longer needed', () => {
  const source = 'await responseDelay(1);\n';
  const exceptions = { 'a.test.ts': [1, slowServer] } as const;
  expect(findViolations(new Map([['a.test.ts', source + source]]), exceptions)).toHaveLength(1);
  expect(findViolations(new Map([['a.test.ts', '']]), exceptions)).toHaveLength(1);
  expect(findViolations(new Map(), exceptions)).toHaveLength(1);
});

test.each([
  'await waitUntil(() => proxy.delayedCount > before);',
  'await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 15_000 });',
  'clock.advance(1_000);',
  "vi.useFakeTimers({ toFake: ['setInterval'] });",
])('the check accepts %s', (source) => {
  expect(findViolations(new Map([['a.test.ts', source]]), {})).toEqual([]);
});

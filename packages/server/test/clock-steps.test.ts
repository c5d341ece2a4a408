import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { revokeKey } from '../src/features/keys/index.ts';
import { EndpointQueue } from '../src/features/webhooks/endpoint-queue.ts';
import { MemoryLimiter } from '../src/platform/limits/memory-limiter.ts';
import { startApp } from './harness/app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { TestClock } from './harness/test-clock.ts';

const hourMs = 3_600_000;
const steps = [
  ['back', -hourMs],
  ['forward', hourMs],
] as const;

let t: TestDatabase;
beforeAll(async () => {
  t = await createDatabase('sqlite');
});
afterAll(() => t.drop());

async function serveWithClock() {
  const clock = new TestClock();
  const app = await startApp({ db: t.db, clock });
  onTestFinished(() => app.close());
  const { id: organizerId } = await makeOrganizer(t.db);
  const { id, key } = await makeKey(t.db, organizerId);
  const ask = () => app.request('/api/v1/events', { key });
  return { clock, id, ask };
}

test.for(steps)('a revoked key stops within a second of time though the clock is set an hour %s', async ([, step]) => {
  const { clock, id, ask } = await serveWithClock();
  expect((await ask()).status).toBe(200);
  await revokeKey(t.db, id, clock, byOperator);
  clock.step(step);
  clock.advance(1_000);
  expect((await ask()).status).toBe(401);
});

test.for(steps)(
  'a window of a rate limit ends after its minute though the clock is set an hour %s',
  async ([, step]) => {
    const { clock, ask } = await serveWithClock();
    for (let request = 0; request < 120; request += 1) expect((await ask()).status).toBe(200);
    clock.step(step);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    clock.advance(60_000);
    expect((await ask()).status).toBe(200);
  },
);

test.for(steps)('a count does not begin anew when the clock is set an hour %s', ([, step]) => {
  const clock = new TestClock();
  const limiter = new MemoryLimiter(clock);
  limiter.hit('address', 2);
  clock.step(step);
  expect(limiter.hit('address', 2)).toMatchObject({ remaining: 0, resetSeconds: 60 });
});

test.for(steps)('an endpoint rests as long as it should though the clock is set an hour %s', ([, step]) => {
  const clock = new TestClock();
  const queue = new EndpointQueue('org', 'whk');
  queue.pauseUntil(clock.monotonicNow() + 2_000);
  clock.step(step);
  expect(queue.isPaused(clock.monotonicNow())).toBe(true);
  clock.advance(2_000);
  expect(queue.isPaused(clock.monotonicNow())).toBe(false);
});

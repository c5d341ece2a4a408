import { expect, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { revokeKey } from '../src/features/keys/index.ts';
import { EndpointLimits } from '../src/features/webhooks/endpoint-limits.ts';
import { MemoryLimiter } from '../src/platform/limits/memory-limiter.ts';
import { startApp } from './harness/app.ts';
import { useDatabase } from './harness/databases.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { TestClock } from './harness/test-clock.ts';

const hourMs = 3_600_000;
const steps = [
  ['back', -hourMs],
  ['forward', hourMs],
] as const;

const database = useDatabase('sqlite');

async function serveWithClock() {
  const clock = new TestClock();
  const app = await startApp({ db: database.db, clock });
  onTestFinished(() => app.close());
  const { id: organizerId } = await makeOrganizer(database.db);
  const { id, key } = await makeKey(database.db, organizerId);
  const sendRequest = () => app.request('/api/v1/events', { key });
  return { clock, organizerId, id, sendRequest };
}

test.for(steps)(
  'a revoked key stops working within a second even if the clock is set %s by an hour',
  async ([, step]) => {
    const { clock, organizerId, id, sendRequest } = await serveWithClock();
    expect((await sendRequest()).status).toBe(200);
    await revokeKey(database.db, { organizerId, origin: byOperator }, id, clock);
    clock.step(step);
    clock.advance(1_000);
    expect((await sendRequest()).status).toBe(401);
  },
);

test.for(steps)('a rate limit window lasts one minute even if the clock is set %s by an hour', async ([, step]) => {
  const { clock, sendRequest } = await serveWithClock();
  for (let request = 0; request < 120; request += 1) expect((await sendRequest()).status).toBe(200);
  clock.step(step);
  const rejectedResponse = await sendRequest();
  expect(rejectedResponse.status).toBe(429);
  expect(Number(rejectedResponse.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  clock.advance(60_000);
  expect((await sendRequest()).status).toBe(200);
});

test.for(steps)('a rate limit count is not reset when the clock is set %s by an hour', ([, step]) => {
  const clock = new TestClock();
  const limiter = new MemoryLimiter(clock);
  limiter.hit('192.0.2.1', 2);
  clock.step(step);
  expect(limiter.hit('192.0.2.1', 2)).toMatchObject({ remaining: 0, resetSeconds: 60 });
});

test.for(steps)('a pause of an endpoint has the same length even if the clock is set %s by an hour', ([, step]) => {
  const clock = new TestClock();
  const limits = new EndpointLimits();
  limits.takeForNew('org', 'whk', 1, clock.monotonicNow());
  limits.recordFailure('whk', clock.monotonicNow(), 2_000);
  clock.step(step);
  expect(limits.takeForNew('org', 'whk', 1, clock.monotonicNow())).toBe(0);
  clock.advance(2_000);
  expect(limits.takeForNew('org', 'whk', 1, clock.monotonicNow())).toBe(1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { PaymentServer } from './harness/payments-server.ts';
import { freePort } from './harness/ports.ts';
import { eventually } from './harness/receiver.ts';
import { runCommand, startServer } from './harness/server-process.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The environment of a process whose clock is ahead by this time. */
function clockAhead(ms: number): Record<string, string> {
  const preload = `const now = Date.now; Date.now = () => now() + ${ms};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
}

describeOnBoth('a server with a living reservation', (kind) => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let orderNumber: string;

  beforeAll(async () => {
    database = await createDatabase(kind);
    env = { ...database.env, MASTER_KEY: 'a master key that only the tests use', LOG_LEVEL: 'silent' };
    const server = new PaymentServer(database, null);
    await server.start();
    ({ orderNumber } = await server.reserve(await server.shop()));
    await server.stop();
  });
  afterAll(() => database.drop());

  const readStatus = async () => {
    const orders = database.db.selectFrom('orders').select('status').where('order_number', '=', orderNumber);
    return (await orders.executeTakeFirstOrThrow()).status;
  };

  test.each([
    [-20 * minuteMs, { sqlite: /\d+ min before the last change of an order/, postgres: /\d+ min behind the clock/ }],
    [3 * dayMs, { sqlite: /3 d after the last change .*expire at once: 1\./, postgres: /(2|3) d ahead of the clock/ }],
  ])('does not start if its clock is %i ms ahead, and says what to do', async (aheadMs, messages) => {
    const shifted = { ...env, ...clockAhead(aheadMs), PORT: String(await freePort()) };
    const { code, stderr } = await runCommand(['serve'], shifted);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: [^\n]+ --accept-clock\.\n$/) });
    expect(stderr).toMatch(messages[kind]);
    expect(await readStatus()).toBe('pending');
  });

  test('starts with a clock that is a few minutes ahead, and with any clock that the operator accepts', async () => {
    const almost = await startServer({ ...env, ...clockAhead(4 * minuteMs) });
    expect(await almost.stop()).toBe(0);
    expect(await readStatus()).toBe('pending');
    const accepted = await startServer({ ...env, ...clockAhead(3 * dayMs) }, ['--accept-clock']);
    await eventually(async () => expect(await readStatus()).toBe('expired'));
    expect(await accepted.stop()).toBe(0);
  });
});

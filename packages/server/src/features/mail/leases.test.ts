import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from '../../../test/harness/databases.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { timestamp } from '../../platform/clock.ts';
import { claimDue, giveBack, markFailed, postpone } from './leases.ts';
import { purgeMails } from './purge.ts';
import { queueMail } from './queue-mail.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnBoth('the mail queue', (kind) => {
  let t: TestDatabase;
  const clock = new TestClock();

  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    await t.db.deleteFrom('mails').execute();
  });

  const rows = () => t.db.selectFrom('mails').selectAll().orderBy('id').execute();

  async function queue(count: number): Promise<string[]> {
    await t.db.transaction().execute(async (tx) => {
      for (let i = 0; i < count; i += 1) await queueMail(tx, { kind: 'tickets' }, timestamp(clock.now()));
    });
    return (await rows()).map(({ id }) => id);
  }

  test('gives what is due once, in the order in which it was queued', async () => {
    const ids = await queue(25);
    const claim = async () => (await claimDue(t.db, clock.now(), 20, minuteMs)).map(({ id }) => id);
    expect(await claim()).toEqual(ids.slice(0, 20));
    expect(await claim()).toEqual(ids.slice(20));
    expect(await claim()).toEqual([]);
  });

  test('keeps nothing of an attempt whose lease somebody else has by now', async () => {
    await queue(1);
    const [late] = await claimDue(t.db, clock.now(), 20, minuteMs);
    clock.advance(minuteMs);
    expect(await claimDue(t.db, clock.now(), 20, minuteMs)).toHaveLength(1);
    const before = await rows();
    await postpone(t.db, late!, 'late', clock.now(), clock.now());
    await markFailed(t.db, late!, 'late', clock.now());
    await giveBack(t.db, late!);
    expect(await rows()).toEqual(before);
  });

  test('failed mails are kept for 30 days, and those that nobody dropped for one', async () => {
    const old = timestamp(clock.now() - 30 * dayMs);
    const ids = await queue(1_203);
    const [failed, recent, expired, ...rest] = ids as [string, string, string, ...string[]];
    const set = (which: string[], values: object) =>
      t.db.updateTable('mails').set(values).where('id', 'in', which).execute();
    await set([failed, ...rest.slice(0, 1_100)], { status: 'failed', next_attempt_at: null, updated_at: old });
    await set([recent], { status: 'failed', next_attempt_at: null, updated_at: timestamp(Date.parse(old) + 1) });
    await set([expired], { expires_at: timestamp(clock.now() - dayMs) });
    await set(rest.slice(1_100, 1_101), { expires_at: timestamp(clock.now() - dayMs + 1) });
    await purgeMails(t.db, clock.now());
    expect((await rows()).map(({ id }) => id)).toEqual([recent, ...rest.slice(1_100)]);
  });
});

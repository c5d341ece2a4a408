import { beforeEach, describe, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { timestamp } from '../../platform/clock.ts';
import { claimDueMails, mailQueue, mailTables, markMailFailed, postponeMail } from './leases.ts';
import { purgeMails } from './purge.ts';
import { queueMail } from './queue-mail.ts';

const dayMs = 24 * 60 * 60_000;

describeOnBoth('the mail queue', (kind) => {
  const database = useDatabase(kind);
  const clock = new TestClock();

  beforeEach(async () => {
    for (const table of mailTables) await database.db.deleteFrom(table).execute();
  });

  describe.each(mailTables)('in the table %s', (table) => {
    const mail = table === 'mails' ? {} : { organizerId: 'org_1', orderNumber: 'ORDER' };
    const readRows = () => database.db.selectFrom(table).selectAll().orderBy('id').execute();

    async function queue(count: number): Promise<string[]> {
      await database.db.transaction().execute(async (tx) => {
        for (let i = 0; i < count; i += 1) await queueMail(tx, { kind: 'tickets', ...mail }, timestamp(clock.now()));
      });
      return (await readRows()).map(({ id }) => id);
    }

    test('returns each due e-mail once, first those that were queued first', async () => {
      const ids = await queue(25);
      const claim = async () => (await claimDueMails(database.db, clock, 20)).map(({ id }) => id).sort();
      expect(await claim()).toEqual(ids.slice(0, 20));
      expect(await claim()).toEqual(ids.slice(20));
      expect(await claim()).toEqual([]);
    });

    test('ignores the result of an attempt if another worker has claimed the e-mail in the meantime', async () => {
      await queue(1);
      const [expiredClaim] = await claimDueMails(database.db, clock, 20);
      clock.advance(mailQueue.leaseMs);
      expect(await claimDueMails(database.db, clock, 20)).toHaveLength(1);
      const rowsBefore = await readRows();
      await postponeMail(database.db, expiredClaim!, '450', clock.now(), clock.now());
      await markMailFailed(database.db, expiredClaim!, '450', clock.now());
      expect(await readRows()).toEqual(rowsBefore);
    });

    test('deletes failed e-mails after 30 days, and expired e-mails after a day', async () => {
      const thirtyDaysAgo = timestamp(clock.now() - 30 * dayMs);
      const ids = await queue(1_203);
      const [failed, recentlyFailed, expired, ...others] = ids as [string, string, string, ...string[]];
      const update = (mailIds: string[], values: object) =>
        database.db.updateTable(table).set(values).where('id', 'in', mailIds).execute();
      await update([failed, ...others.slice(0, 1_100)], {
        status: 'failed',
        next_attempt_at: null,
        updated_at: thirtyDaysAgo,
      });
      await update([recentlyFailed], {
        status: 'failed',
        next_attempt_at: null,
        updated_at: timestamp(Date.parse(thirtyDaysAgo) + 1),
      });
      await update([expired], { expires_at: timestamp(clock.now() - dayMs) });
      await update(others.slice(1_100, 1_101), { expires_at: timestamp(clock.now() - dayMs + 1) });
      await purgeMails(database.db, clock.now());
      expect((await readRows()).map(({ id }) => id)).toEqual([recentlyFailed, ...others.slice(1_100)]);
    });
  });

  test('claims the mails of several organizers in the order in which they became due', async () => {
    for (const organizerId of ['org_1', 'org_2', 'org_1']) {
      await database.db
        .transaction()
        .execute((tx) => queueMail(tx, { kind: 'tickets', organizerId, orderNumber: 'ORDER' }, timestamp(clock.now())));
      clock.advance(1);
    }
    const claim = async () =>
      (await claimDueMails(database.db, clock, 2)).map(({ organizer_id }) => organizer_id).sort();
    expect(await claim()).toEqual(['org_1', 'org_2']);
    expect(await claim()).toEqual(['org_1']);
  });
});

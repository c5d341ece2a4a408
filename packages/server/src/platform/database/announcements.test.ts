import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import type { AnnouncedNames } from './announced-names.ts';
import { adapterOf, announceOnCommit, type Db } from './dialect.ts';
import { openDatabase } from './open.ts';

const waitOptions = { timeout: 120_000, interval: 5 };

/** Listens until the test ends, and counts notifications. */
function listen(db: Db, channel: string) {
  const notify = vi.fn<(names: AnnouncedNames) => void>();
  const stop = adapterOf(db).listen(channel, notify);
  onTestFinished(stop);
  return { notify, stop };
}

/** Updates a row and announces it twice in one transaction. */
async function announce(db: Db, channel: string, outcome: 'commit' | 'roll back' = 'commit'): Promise<void> {
  const work = db.transaction().execute(async (tx) => {
    await sql`update organizers set name = name || '.'`.execute(tx);
    await announceOnCommit(tx, channel);
    await announceOnCommit(tx, channel);
    if (outcome === 'roll back') throw new Error('roll back');
  });
  await (outcome === 'commit' ? work : expect(work).rejects.toThrow('roll back'));
}

describeOnBoth('an announcement', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
    await makeOrganizer(database.db);
  });
  afterAll(() => database.drop());

  test('reaches all listeners, in this process and on other connections', async () => {
    const otherDb = openDatabase({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
    onTestFinished(() => otherDb.destroy());
    await sql`select 1`.execute(otherDb);
    const listeners = [listen(database.db, 'news'), listen(database.db, 'news'), listen(otherDb, 'news')];
    // A new listener is notified once.
    for (const { notify } of listeners) await vi.waitFor(() => expect(notify).toHaveBeenCalled(), waitOptions);
    for (const sender of [database.db, otherDb]) {
      for (const { notify } of listeners) notify.mockClear();
      await announce(sender, 'news');
      for (const { notify } of listeners) await vi.waitFor(() => expect(notify).toHaveBeenCalled(), waitOptions);
    }
  });

  test('does not reach a listener that was stopped', async () => {
    const { notify, stop } = listen(database.db, 'news');
    const otherListener = listen(database.db, 'news');
    for (const callback of [notify, otherListener.notify]) {
      await vi.waitFor(() => expect(callback).toHaveBeenCalled(), waitOptions);
    }
    await stop();
    await stop();
    notify.mockClear();
    otherListener.notify.mockClear();
    await announce(database.db, 'news');
    await vi.waitFor(() => expect(otherListener.notify).toHaveBeenCalled(), waitOptions);
    expect(notify).not.toHaveBeenCalled();
  });

  test('a listener that is stopped before it has connected is never notified', async () => {
    const { notify, stop } = listen(database.db, 'news');
    await stop();
    const otherListener = listen(database.db, 'news');
    await vi.waitFor(() => expect(otherListener.notify).toHaveBeenCalled(), waitOptions);
    await announce(database.db, 'news');
    expect(notify).not.toHaveBeenCalled();
  });

  test('a transaction that is rolled back announces nothing', async () => {
    const [news, weather] = [listen(database.db, 'news'), listen(database.db, 'weather')];
    for (const { notify } of [news, weather])
      await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1), waitOptions);
    await announce(database.db, 'news', 'roll back');
    // Announcements arrive in the order in which they were sent. The first would arrive before these.
    await announce(database.db, 'weather');
    await announce(database.db, 'news');
    await vi.waitFor(() => expect(weather.notify).toHaveBeenCalledTimes(2), waitOptions);
    await vi.waitFor(() => expect(news.notify).toHaveBeenCalledTimes(2), waitOptions);
    await announce(database.db, 'news');
    await vi.waitFor(() => expect(news.notify).toHaveBeenCalledTimes(3), waitOptions);
  });

  test('has the names that its transaction has given, and none if anything can have changed', async () => {
    const { notify } = listen(database.db, 'news');
    await vi.waitFor(() => expect(notify.mock.calls).toEqual([[null]]), waitOptions);
    const receivedFor = async (...announcements: (readonly string[] | null)[]) => {
      notify.mockClear();
      await database.db.transaction().execute(async (tx) => {
        for (const names of announcements) await announceOnCommit(tx, 'news', names);
      });
      await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce(), waitOptions);
      return notify.mock.lastCall?.[0];
    };
    expect(await receivedFor(['é', 'b'], ['b', '"'])).toEqual(new Set(['é', 'b', '"']));
    expect(await receivedFor(['a'], null)).toBe(null);
    expect(await receivedFor(null, ['a'])).toBe(null);
    const names = Array.from({ length: 300 }, (_, index) => `a name of a row ${index} that is long`);
    // A notification of PostgreSQL has less than 8,000 bytes.
    expect(await receivedFor(names)).toEqual(kind === 'postgres' ? null : new Set(names));
  });

  test('an announcement on one channel does not reach listeners of another', async () => {
    const [news, weather] = [listen(database.db, 'news'), listen(database.db, `We"at'her`)];
    for (const { notify } of [news, weather])
      await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1), waitOptions);
    await announce(database.db, 'news');
    await announce(database.db, `We"at'her`);
    await vi.waitFor(() => expect(weather.notify).toHaveBeenCalledTimes(2), waitOptions);
    expect(news.notify).toHaveBeenCalledTimes(2);
  });
});

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase('postgres');
    await makeOrganizer(database.db);
  });
  afterAll(() => database.drop());

  test('listeners share a connection; if it is lost, they reconnect, are notified once, and receive announcements again', async () => {
    const [news, weather] = [listen(database.db, 'news'), listen(database.db, 'weather')];
    for (const { notify } of [news, weather])
      await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1), waitOptions);
    const terminated = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'organizer listener%'`.execute(database.db);
    expect(terminated.rows).toHaveLength(1);
    // Announcements may have been lost, so the listeners are notified after they reconnect.
    for (const { notify } of [news, weather])
      await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2), waitOptions);
    await announce(database.db, 'news');
    await vi.waitFor(() => expect(news.notify).toHaveBeenCalledTimes(3), waitOptions);
  });

  test('a notification of another version with other content means that anything can have changed', async () => {
    const { notify } = listen(database.db, 'news');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1), waitOptions);
    for (const payload of ['', 'text', '[1]', '["a"']) {
      notify.mockClear();
      await sql`select pg_notify('news', ${payload})`.execute(database.db);
      await vi.waitFor(() => expect(notify.mock.calls).toEqual([[null]]), waitOptions);
    }
  });

  test('many concurrent transactions cause few announcements, and one of them follows the last commit', async () => {
    const { notify } = listen(database.db, 'news');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1), waitOptions);
    const counts: number[] = [];
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from webhook_endpoints`.execute(database.db)).rows[0]!.n);
    notify.mockImplementation(() => {
      count().then(
        (n) => counts.push(n),
        () => {},
      );
    });
    const { id } = await database.db.selectFrom('organizers').select('id').executeTakeFirstOrThrow();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        database.db.transaction().execute(async (tx) => {
          await sql`insert into webhook_endpoints (organizer_id, id, url, status, created_at, updated_at)
            values (${id}, ${`whk_${index}`}, 'https://example.com/', 'enabled', '', '')`.execute(tx);
          await announceOnCommit(tx, 'news');
        }),
      ),
    );
    // If a listener reads at each notification, its last read finds all rows.
    await vi.waitFor(() => expect(counts.at(-1)).toBe(60), waitOptions);
    expect(notify.mock.calls.length).toBeLessThan(60);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { adapterOf, announceOnCommit, type Db } from './dialect.ts';
import { openDatabase } from './open.ts';

const patience = { timeout: 10_000, interval: 5 };

/** Listens until the test ends, and counts notifications. */
function listen(db: Db, channel: string) {
  const heard = vi.fn<() => void>();
  const stop = adapterOf(db).listen(channel, heard);
  onTestFinished(stop);
  return { heard, stop };
}

/** Writes something and announces it. */
async function announce(db: Db, channel: string, outcome: 'commit' | 'roll back' = 'commit'): Promise<void> {
  const work = db.transaction().execute(async (tx) => {
    await sql`update organizers set name = name || '.'`.execute(tx);
    await announceOnCommit(tx, channel);
    await announceOnCommit(tx, channel);
    if (outcome === 'roll back') throw new Error('not after all');
  });
  await (outcome === 'commit' ? work : expect(work).rejects.toThrow('not after all'));
}

describeOnBoth('an announcement', (kind) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase(kind);
    await makeOrganizer(t.db);
  });
  afterAll(() => t.drop());

  test('reaches all listeners, in this process and on other connections', async () => {
    const other = openDatabase({ databaseUrl: t.databaseUrl, dataDir: t.dataDir });
    onTestFinished(() => other.destroy());
    await sql`select 1`.execute(other);
    const listeners = [listen(t.db, 'news'), listen(t.db, 'news'), listen(other, 'news')];
    // A new listener is notified once.
    for (const { heard } of listeners) await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patience);
    for (const from of [t.db, other]) {
      for (const { heard } of listeners) heard.mockClear();
      await announce(from, 'news');
      for (const { heard } of listeners) await vi.waitFor(() => expect(heard).toHaveBeenCalled(), patience);
    }
  });

  test('does not reach a listener that was stopped', async () => {
    const { heard, stop } = listen(t.db, 'news');
    const beside = listen(t.db, 'news');
    for (const listener of [heard, beside.heard]) await vi.waitFor(() => expect(listener).toHaveBeenCalled(), patience);
    await stop();
    await stop();
    heard.mockClear();
    beside.heard.mockClear();
    await announce(t.db, 'news');
    await vi.waitFor(() => expect(beside.heard).toHaveBeenCalled(), patience);
    expect(heard).not.toHaveBeenCalled();
  });

  test('a listener that is stopped before it has connected never listens', async () => {
    const { heard, stop } = listen(t.db, 'news');
    await stop();
    const beside = listen(t.db, 'news');
    await vi.waitFor(() => expect(beside.heard).toHaveBeenCalled(), patience);
    await announce(t.db, 'news');
    expect(heard).not.toHaveBeenCalled();
  });
});

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase('postgres');
    await makeOrganizer(t.db);
  });
  afterAll(() => t.drop());

  test('a transaction that is rolled back announces nothing', async () => {
    const [news, weather] = [listen(t.db, 'news'), listen(t.db, 'weather')];
    for (const { heard } of [news, weather]) await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), patience);
    await announce(t.db, 'news', 'roll back');
    // Announcements stay in order: the first one would have arrived before these.
    await announce(t.db, 'weather');
    await announce(t.db, 'news');
    await vi.waitFor(() => expect(weather.heard).toHaveBeenCalledTimes(2), patience);
    await vi.waitFor(() => expect(news.heard).toHaveBeenCalledTimes(2), patience);
    await announce(t.db, 'news');
    await vi.waitFor(() => expect(news.heard).toHaveBeenCalledTimes(3), patience);
  });

  test('an announcement on one channel does not reach listeners of another', async () => {
    const [news, weather] = [listen(t.db, 'news'), listen(t.db, `We"at'her`)];
    for (const { heard } of [news, weather]) await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), patience);
    await announce(t.db, 'news');
    await announce(t.db, `We"at'her`);
    await vi.waitFor(() => expect(weather.heard).toHaveBeenCalledTimes(2), patience);
    expect(news.heard).toHaveBeenCalledTimes(2);
  });

  test('a listener that loses its connection reconnects, is notified once, and gets announcements again', async () => {
    const { heard } = listen(t.db, 'news');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), patience);
    const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'organizer listener'`.execute(t.db);
    expect(ended.rows).toHaveLength(1);
    // It may have missed announcements, so it is notified after the reconnection.
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), patience);
    await announce(t.db, 'news');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3), patience);
  });

  test('many concurrent transactions cause few announcements, and one of them follows the last commit', async () => {
    const { heard } = listen(t.db, 'news');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), patience);
    const seen: number[] = [];
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from webhook_endpoints`.execute(t.db)).rows[0]!.n);
    heard.mockImplementation(() => {
      count().then(
        (n) => seen.push(n),
        () => {},
      );
    });
    const { id } = await t.db.selectFrom('organizers').select('id').executeTakeFirstOrThrow();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        t.db.transaction().execute(async (tx) => {
          await sql`insert into webhook_endpoints (organizer_id, id, url, status, created_at, updated_at)
            values (${id}, ${`whk_${index}`}, 'https://example.com/', 'enabled', '', '')`.execute(tx);
          await announceOnCommit(tx, 'news');
        }),
      ),
    );
    // A listener that reads at each notification has read everything in the end.
    await vi.waitFor(() => expect(seen.at(-1)).toBe(60), patience);
    expect(heard.mock.calls.length).toBeLessThan(60);
  });
});

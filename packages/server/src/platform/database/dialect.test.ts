import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { type Db, dialectOf } from './dialect.ts';
import { openDatabase } from './open.ts';
import type { Tables } from './tables.ts';

type Row = Tables['webhook_endpoints'];

describeOnBoth('a failed statement', (kind) => {
  const database = useDatabase(kind);

  test('throws an error whose stack contains the function that ran it', async () => {
    async function runFailingStatement(): Promise<void> {
      await sql`select name from missing_table`.execute(database.db);
    }
    const stack = expect.stringContaining(runFailingStatement.name);
    await expect(runFailingStatement()).rejects.toMatchObject({ stack });
  });
});

describeOnBoth('skipDiskWait', (kind) => {
  const database = useDatabase(kind);

  test('commits one transaction without waiting for the disk', async () => {
    const db = openDatabase({ ...database, isOnlyServer: true });
    /** What happens in a transaction: on SQLite, a commit that waits for the disk ends in a later turn of the event loop. */
    async function transact(prepare: (tx: Db) => Promise<void>): Promise<string> {
      let setting = 'off';
      setImmediate(() => {
        setting = 'on';
      });
      await db.transaction().execute(async (tx) => {
        await prepare(tx);
        await sql`update organizers set name = name`.execute(tx);
        if (kind === 'postgres') {
          const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx);
          setting = rows[0]!.synchronous_commit;
        }
      });
      return setting;
    }
    try {
      expect(await transact(async () => {})).toBe('on');
      expect(await transact(dialectOf(db).skipDiskWait)).toBe('off');
      expect(await transact(async () => {})).toBe('on');
    } finally {
      await db.destroy();
    }
  });
});

describeOnBoth('updateMany', (kind) => {
  const database = useDatabase(kind);

  /** Inserts rows with the same ids for two organizers. */
  async function insertRows(count: number): Promise<{ organizerId: string; otherOrganizerId: string }> {
    const [{ id: organizerId }, { id: otherOrganizerId }] = [
      await makeOrganizer(database.db),
      await makeOrganizer(database.db),
    ];
    const createdAt = '2026-11-20T09:00:00.000Z';
    const row = (organizer_id: string, index: number): Row => ({
      organizer_id,
      id: `whk_${index}`,
      url: 'https://example.com/',
      description: 'before',
      event_types: 'ping',
      status: 'enabled',
      disabled_reason: 'none',
      failing_since: createdAt,
      failed_delivery_id: null,
      failed_attempt_id: null,
      alerted_failing_since: null,
      signs_ed25519: 0,
      header_names: null,
      headers_ciphertext: null,
      throttle_deliveries: null,
      throttle_period: null,
      next_slot_at: null,
      only_event_ids: null,
      version: 0,
      deleted_at: null,
      created_at: createdAt,
      updated_at: createdAt,
    });
    for (const id of [organizerId, otherOrganizerId]) {
      await dialectOf(database.db).insertMany(
        database.db,
        'webhook_endpoints',
        Array.from({ length: count }, (_, index) => row(id, index)),
      );
    }
    return { organizerId, otherOrganizerId };
  }

  const keys = ['organizer_id', 'id'] as const;
  const read = (organizerId: string) =>
    database.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('organizer_id', '=', organizerId)
      .orderBy('id')
      .execute();

  test('sets the values of each row, sets the null columns to null, and does not change other rows or columns', async () => {
    const { organizerId, otherOrganizerId } = await insertRows(4);
    const rowsBefore = await read(organizerId);
    const otherRows = await read(otherOrganizerId);
    const rows = [
      { organizer_id: organizerId, id: 'whk_2', description: `it's "ü" \\ 日本`, url: 'https://example.com/2' },
      { organizer_id: organizerId, id: 'whk_0', description: null, url: 'https://example.com/0' },
      { organizer_id: organizerId, id: 'whk_missing', description: 'missing', url: 'https://example.com/missing' },
    ];
    await dialectOf(database.db).updateMany(database.db, 'webhook_endpoints', keys, rows, [
      'event_types',
      'failing_since',
    ]);
    const nullValues = { event_types: null, failing_since: null };
    expect(await read(organizerId)).toEqual([
      { ...rowsBefore[0], ...rows[1], ...nullValues },
      rowsBefore[1],
      { ...rowsBefore[2], ...rows[0], ...nullValues },
      rowsBefore[3],
    ]);
    expect(await read(otherOrganizerId)).toEqual(otherRows);
  });

  test('does not update a row if one key column differs', async () => {
    const { organizerId } = await insertRows(2);
    const rowsBefore = await read(organizerId);
    const keyColumns = ['organizer_id', 'id', 'status'] as const;
    const row = (id: string, status: Row['status']) => ({
      organizer_id: organizerId,
      id,
      status,
      description: 'after',
    });
    const rows = [row('whk_0', 'enabled'), row('whk_1', 'disabled')];
    await dialectOf(database.db).updateMany(database.db, 'webhook_endpoints', keyColumns, rows);
    expect(await read(organizerId)).toEqual([{ ...rowsBefore[0], description: 'after' }, rowsBefore[1]]);
  });

  test('updates 3,000 rows, and zero rows', async () => {
    const { organizerId } = await insertRows(3_000);
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      organizer_id: organizerId,
      id: `whk_${index}`,
      description: `row ${index}`,
    }));
    await dialectOf(database.db).updateMany(database.db, 'webhook_endpoints', keys, rows);
    for (const { id, description } of await read(organizerId)) expect(description).toBe(id.replace('whk_', 'row '));
    await dialectOf(database.db).updateMany(database.db, 'webhook_endpoints', keys, [], ['description']);
    expect((await read(organizerId)).filter(({ description }) => description === null)).toEqual([]);
  });

  test('statements that set different columns use different prepared statements on one connection', async () => {
    const { organizerId } = await insertRows(1);
    const key = { organizer_id: organizerId, id: 'whk_0' };
    await database.db.transaction().execute(async (tx) => {
      const change = (row: Partial<Row>, nullColumns: (keyof Row & string)[]) =>
        dialectOf(tx).updateMany(tx, 'webhook_endpoints', keys, [{ ...key, ...row }], nullColumns);
      for (let i = 0; i < 2; i += 1) {
        await change({ description: `a${i}` }, []);
        await change({ url: `https://example.com/${i}` }, []);
        await change({ updated_at: `b${i}` }, ['event_types']);
        await change({ updated_at: `c${i}` }, ['disabled_reason']);
      }
    });
    const expected = { description: 'a1', url: 'https://example.com/1', event_types: null, disabled_reason: null };
    expect(await read(organizerId)).toMatchObject([
      { ...expected, updated_at: 'c1', failing_since: expect.any(String) },
    ]);
  });

  test('is rolled back with its transaction', async () => {
    const { organizerId } = await insertRows(1);
    const rowsBefore = await read(organizerId);
    const transaction = database.db.transaction().execute(async (tx) => {
      const rows = [{ organizer_id: organizerId, id: 'whk_0', description: 'after' }];
      await dialectOf(tx).updateMany(tx, 'webhook_endpoints', keys, rows);
      throw new Error('roll back');
    });
    await expect(transaction).rejects.toThrow('roll back');
    expect(await read(organizerId)).toEqual(rowsBefore);
  });

  // The tables of Citus are on its workers, which have their own statistics.
  if (kind === 'postgres' && inject('postgresSharding') === null) {
    test('the statistics of a table that has grown are updated, without autovacuum', async () => {
      const { db } = database;
      const count = async () => {
        const { rows } = await sql<{ pages: number; rows: number }>`select relpages as pages, reltuples as rows
          from pg_class where oid = 'webhook_endpoints'::regclass`.execute(db);
        return rows[0]!;
      };
      await insertRows(1_000);
      expect((await count()).pages).toBe(0);
      await dialectOf(db).updateStatisticsOfGrownTables(db);
      const { pages, rows } = await count();
      expect(pages).toBeGreaterThan(16);
      expect(rows).toBeGreaterThanOrEqual(2_000);
      // A table that has not grown is left alone.
      await db.deleteFrom('webhook_endpoints').where('id', 'like', '%9').execute();
      await dialectOf(db).updateStatisticsOfGrownTables(db);
      expect(await count()).toEqual({ pages, rows });
    });
  }
});

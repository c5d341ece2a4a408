import { expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { dialectOf } from './dialect.ts';
import type { Tables } from './tables.ts';

type Row = Tables['webhook_endpoints'];

describeOnBoth('updateMany', (kind) => {
  const t = useDatabase(kind);

  /** Rows of two organizers with the same ids. */
  async function rows(count: number): Promise<{ organizerId: string; strangerId: string }> {
    const [{ id: organizerId }, { id: strangerId }] = [await makeOrganizer(t.db), await makeOrganizer(t.db)];
    const at = '2026-11-20T09:00:00.000Z';
    const row = (organizer_id: string, index: number): Row => ({
      organizer_id,
      id: `whk_${index}`,
      url: 'https://example.com/',
      description: 'before',
      event_types: 'ping',
      status: 'enabled',
      disabled_reason: 'none',
      failing_since: at,
      created_at: at,
      updated_at: at,
    });
    for (const id of [organizerId, strangerId]) {
      await dialectOf(t.db).insertMany(
        t.db,
        'webhook_endpoints',
        Array.from({ length: count }, (_, index) => row(id, index)),
      );
    }
    return { organizerId, strangerId };
  }

  const keys = ['organizer_id', 'id'] as const;
  const read = (organizerId: string) =>
    t.db.selectFrom('webhook_endpoints').selectAll().where('organizer_id', '=', organizerId).orderBy('id').execute();

  test('sets the values of each row and the columns to null, and changes nothing else', async () => {
    const { organizerId, strangerId } = await rows(4);
    const before = await read(organizerId);
    const strangers = await read(strangerId);
    const given = [
      { organizer_id: organizerId, id: 'whk_2', description: `it's "ü" \\ 日本`, url: 'https://example.com/2' },
      { organizer_id: organizerId, id: 'whk_0', description: null, url: 'https://example.com/0' },
      { organizer_id: organizerId, id: 'whk_gone', description: 'nobody', url: 'https://example.com/gone' },
    ];
    await dialectOf(t.db).updateMany(t.db, 'webhook_endpoints', keys, given, ['event_types', 'failing_since']);
    const nulled = { event_types: null, failing_since: null };
    expect(await read(organizerId)).toEqual([
      { ...before[0], ...given[1], ...nulled },
      before[1],
      { ...before[2], ...given[0], ...nulled },
      before[3],
    ]);
    expect(await read(strangerId)).toEqual(strangers);
  });

  test('does not update rows in which one key column differs', async () => {
    const { organizerId } = await rows(2);
    const before = await read(organizerId);
    const byStatus = ['organizer_id', 'id', 'status'] as const;
    const row = (id: string, status: Row['status']) => ({
      organizer_id: organizerId,
      id,
      status,
      description: 'after',
    });
    const given = [row('whk_0', 'enabled'), row('whk_1', 'disabled')];
    await dialectOf(t.db).updateMany(t.db, 'webhook_endpoints', byStatus, given);
    expect(await read(organizerId)).toEqual([{ ...before[0], description: 'after' }, before[1]]);
  });

  test('updates any number of rows, and none', async () => {
    const { organizerId } = await rows(3_000);
    const given = Array.from({ length: 3_000 }, (_, index) => ({
      organizer_id: organizerId,
      id: `whk_${index}`,
      description: `row ${index}`,
    }));
    await dialectOf(t.db).updateMany(t.db, 'webhook_endpoints', keys, given);
    for (const { id, description } of await read(organizerId)) expect(description).toBe(id.replace('whk_', 'row '));
    await dialectOf(t.db).updateMany(t.db, 'webhook_endpoints', keys, [], ['description']);
    expect((await read(organizerId)).filter(({ description }) => description === null)).toEqual([]);
  });

  test('statements that set different columns have different names on one connection', async () => {
    const { organizerId } = await rows(1);
    const key = { organizer_id: organizerId, id: 'whk_0' };
    await t.db.transaction().execute(async (tx) => {
      const change = (row: Partial<Row>, nulled: (keyof Row & string)[]) =>
        dialectOf(tx).updateMany(tx, 'webhook_endpoints', keys, [{ ...key, ...row }], nulled);
      for (let i = 0; i < 2; i += 1) {
        await change({ description: `a${i}` }, []);
        await change({ url: `https://example.com/${i}` }, []);
        await change({ updated_at: `b${i}` }, ['event_types']);
        await change({ updated_at: `c${i}` }, ['disabled_reason']);
      }
    });
    const after = { description: 'a1', url: 'https://example.com/1', event_types: null, disabled_reason: null };
    expect(await read(organizerId)).toMatchObject([{ ...after, updated_at: 'c1', failing_since: expect.any(String) }]);
  });

  test('is rolled back with its transaction', async () => {
    const { organizerId } = await rows(1);
    const before = await read(organizerId);
    const failed = t.db.transaction().execute(async (tx) => {
      const given = [{ organizer_id: organizerId, id: 'whk_0', description: 'after' }];
      await dialectOf(tx).updateMany(tx, 'webhook_endpoints', keys, given);
      throw new Error('not after all');
    });
    await expect(failed).rejects.toThrow('not after all');
    expect(await read(organizerId)).toEqual(before);
  });
});

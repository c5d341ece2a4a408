import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../migrations/0010-entitlement-lists.ts';
import { makeEveryState } from './every-state.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { makeEntitlements } from './harness/till.ts';
import { violations } from './invariants.ts';

const added = ['type', 'consumed', 'type_consumed', 'event_type', 'event_consumed', 'event_type_consumed'];

describeOnBoth('the migration that gives entitlements a list', (kind) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  afterAll(() => t.drop());

  const entitlements = () => t.db.selectFrom('entitlements').selectAll().orderBy('id').execute();
  const run = (text: string) => sql.raw(text).execute(t.db);

  /** Brings the tables to what they were before it, with the rows that they have. */
  async function undo(): Promise<void> {
    for (const name of added) await run(`drop index entitlements_newest_of_${name}`);
    await run('drop index entitlements_changed_of_event');
    for (const column of ['consumed', 'name', 'type']) await run(`alter table entitlements drop column ${column}`);
    await run('create index entitlements_newest_of_addon on entitlements (organizer_id, addon_id, created_at, id)');
  }

  test('fills in what is there, as it would have been written', async () => {
    await makeEveryState(t.db);
    await makeEntitlements(t.db, await makeOrganizer(t.db), [1, 2, 3]);
    const before = await entitlements();
    expect(new Set(before.map(({ consumed }) => consumed))).toEqual(new Set([0, 1]));
    expect(new Set(before.map(({ name, type }) => `${name} ${type}`)).size).toBeGreaterThan(2);
    await undo();
    expect(Object.keys((await entitlements())[0]!)).not.toContain('consumed');
    await t.db.transaction().execute((tx) => up(tx as never));
    expect(await entitlements()).toEqual(before);
    expect(await violations(t.db)).toEqual([]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../migrations/0014-versions.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { violations } from './invariants.ts';

describeOnBoth('the migration that gives events a version', (kind) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  afterAll(() => t.drop());

  test('begins above the versions of all that an event offers', async () => {
    await importAll(t.db, await makeOrganizer(t.db), [...raceLines(), ...raceLines({ prefix: 'other-' })]);
    const run = (text: string) => sql.raw(text).execute(t.db);
    await run('alter table events drop column version');
    await run('drop index orders_newest_of_email');
    await run('update ticket_types set version = 41 where name = (select min(name) from ticket_types)');
    await t.db.transaction().execute((tx) => up(tx as never));
    const { rows } = await run('select version from events order by version');
    expect(rows).toEqual([{ version: 43 }, { version: 43 }]);
    expect(await violations(t.db)).toEqual([]);
  });
});

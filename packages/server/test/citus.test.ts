import { type Kysely, sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { addColumns, createTable } from '../src/platform/database/create-table.ts';
import { type Db, dialectOf, type Sharding } from '../src/platform/database/dialect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';

async function newDatabase(create: typeof createDatabase): Promise<TestDatabase> {
  const database = await create('postgres');
  onTestFinished(() => database.drop());
  return database;
}

function open({ databaseUrl, dataDir }: TestDatabase, databaseSharding: Sharding): Db {
  const db = openDatabase({ databaseUrl, dataDir, databaseSharding });
  onTestFinished(() => db.destroy());
  return db;
}

// Which of the two suites exists depends on TEST_CITUS_URL: neither counts as skipped.
const isCitus = inject('postgresSharding') !== null;

if (!isCitus) {
  describe.skipIf(inject('postgresUrl') === null)('PostgreSQL without Citus', () => {
    test('is rejected with DATABASE_SHARDING, and the error says what is missing', async () => {
      const empty = open(await newDatabase(createEmptyDatabase), 'citus');
      const current = open(await newDatabase(createDatabase), 'citus');
      for (const db of [empty, current]) {
        await expect(migrate(db)).rejects.toThrow(/^DATABASE_SHARDING: .*no extension "citus"/);
        expect(await dialectOf(db).findShardingProblems(db)).toEqual([
          {
            problem: expect.stringContaining('no extension'),
            action: expect.stringContaining('create extension citus'),
          },
        ]);
      }
    });
  });
}

/** Where the rows of tables are. Citus calls copied tables `reference`. */
async function placesOf(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; place: string }>`select table_name::text as name, citus_table_type as place
    from citus_tables`.execute(db);
  return Object.fromEntries(rows.map(({ name, place }) => [name, place]));
}

async function foreignKeysOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    key: string;
  }>`select format('%s %s', conrelid::regclass, pg_get_constraintdef(k.oid)) as key
    from pg_constraint as k join pg_class as t on t.oid = k.conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace order by 1`.execute(db);
  return rows.map(({ key }) => key);
}

if (isCitus) {
  describe('Citus', () => {
    test('gets the tables of a database with data, their foreign keys and the tables of later migrations', async () => {
      const database = await newDatabase(createEmptyDatabase);
      const plain = open(database, null);
      await migrate(plain);
      const organizer = await makeOrganizer(plain);
      await importAll(plain, organizer, [...raceLines(), orderLine('one'), orderLine('two')]);
      const foreignKeys = await foreignKeysOf(plain);

      const { db } = database;
      const { findShardingProblems } = dialectOf(db);
      expect(await findShardingProblems(db)).toEqual([
        { problem: expect.stringContaining('not distributed addons'), action: expect.stringContaining('migrate') },
      ]);
      await Promise.all([migrate(db), migrate(open(database, 'citus'))]);
      expect(await findShardingProblems(db)).toEqual([]);
      expect(await dialectOf(db).findLostServers(db)).toEqual([]);
      expect(await placesOf(db)).toMatchObject({
        orders: 'distributed',
        organizers: 'reference',
        user_sessions: 'local',
      });
      const orders = await db
        .selectFrom('orders')
        .select('order_number')
        .where('organizer_id', '=', organizer.id)
        .execute();
      expect(orders).toHaveLength(2);
      const moved = db.transaction().execute(async (tx) => {
        const toNoEvent = tx
          .updateTable('orders')
          .set({ event_id: 'evt_none' })
          .where('organizer_id', '=', organizer.id);
        await toNoEvent.where('order_number', '=', orders[0]!.order_number).execute();
      });
      await expect(moved, 'a deferred foreign key').rejects.toMatchObject({ code: '23503' });
      const ofDevices = 'gate_devices FOREIGN KEY (organizer_id, event_id) REFERENCES events(organizer_id, id)';
      expect(await foreignKeysOf(db)).toEqual(foreignKeys.filter((key) => key !== ofDevices));

      await db.transaction().execute(async (tx) => {
        await dialectOf(tx).prepareMigration(tx);
        const schema = tx as unknown as Kysely<never>;
        await createTable(schema, 'notes', { organizer_id: 'text', id: 'text', order_number: 'text' }, [
          'primary key (organizer_id, id)',
          'foreign key (organizer_id) references organizers (id)',
          'foreign key (organizer_id, order_number) references orders (organizer_id, order_number)',
        ]);
        await addColumns(schema, 'orders', { note: 'text?' });
      });
      const ofNotes = { problem: expect.stringContaining('not distributed notes') };
      expect(await findShardingProblems(db)).toEqual([expect.objectContaining(ofNotes)]);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-notes', '')`.execute(db);
      expect(await findShardingProblems(db), 'the table of a newer version').toEqual([]);
      await sql`delete from kysely_migration where name = '9999-notes'`.execute(db);
      await migrate(db);
      expect(await placesOf(db)).toMatchObject({ notes: 'distributed' });
      expect((await foreignKeysOf(db)).filter((key) => key.startsWith('notes'))).toHaveLength(2);

      const [unexpected] = await dialectOf(plain).findShardingProblems(plain);
      expect(unexpected?.problem).toContain('DATABASE_SHARDING is not set');
      await expect(migrate(plain)).rejects.toThrow(/DATABASE_SHARDING is not set.* Set DATABASE_SHARDING=citus/);
    });

    test('rejects a table with a unique key that lacks the organizer, and changes nothing', async () => {
      const { db } = await newDatabase(createDatabase);
      await createTable(db as unknown as Kysely<never>, 'notes', { organizer_id: 'text', id: 'text' }, [
        'primary key (id)',
      ]);
      await expect(migrate(db)).rejects.toThrow('unique keys lack organizer_id: notes_pkey of notes');
      expect(await placesOf(db)).not.toHaveProperty('notes');
    });
  });
}

import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { up as createInitialSchema } from '../migrations/0001-initial-schema.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, createEmptyDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { describeSchema } from './harness/schema-description.ts';
import { violations } from './invariants.ts';

/** The migrations that the initial schema replaced. */
const replacedMigrations = [
  ...['0001-organizers', '0002-catalog', '0003-orders', '0004-entitlements', '0005-settlements', '0006-keys'],
  ...['0007-webhooks', '0008-audit', '0009-webhook-queue', '0010-entitlement-lists', '0011-checkout', '0012-payments'],
  ...['0013-mails', '0014-versions', '0015-checkout-limits', '0016-organizer-profiles', '0017-master-key-check'],
  ...['0018-refund-retries', '0019-payment-refund-steps'],
];

/** The migrations of this version. */
const migrations = readdirSync(join(import.meta.dirname, '../migrations'))
  .filter((file) => /^\d.*\.ts$/.test(file))
  .map((file) => parse(file).name)
  .sort();

describeOnBoth('a database from before the first release', (kind) => {
  let currentSchema: string[];
  let database: TestDatabase;

  beforeAll(async () => {
    const fresh = await createDatabase(kind);
    currentSchema = await describeSchema(fresh);
    await fresh.drop();
  });
  /** A database with the schema of the first release, without later migrations. */
  beforeEach(async () => {
    database = await createEmptyDatabase(kind);
    await createInitialSchema(database.db as unknown as Kysely<never>);
    await run('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)');
    return () => database.drop();
  });

  const run = (text: string) => sql.raw(text).execute(database.db);

  async function executedMigrations(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db);
    return rows.map(({ name }) => name);
  }

  /** Changes the database to one in which the first `count` replaced migrations were executed. */
  async function setExecuted(count: number): Promise<void> {
    const values = replacedMigrations.slice(0, count).map((name) => `('${name}', '2026-01-01T00:00:00.000Z')`);
    await run('delete from kysely_migration');
    await run(`insert into kysely_migration (name, timestamp) values ${values.join(', ')}`);
  }

  async function insertPayment(id: string, method: string, currency: string): Promise<void> {
    await run(`insert into payments (organizer_id, id, order_number, method, status, amount, currency, attempt_count,
      created_at, updated_at) select organizer_id, '${id}', order_number, '${method}', 'open', 100, '${currency}', 0,
      created_at, updated_at from orders`);
  }

  test('gets the missing columns, and still has its rows', async () => {
    const time = "'2026-01-01T00:00:00.000Z'";
    await run(`insert into organizers (id, slug, name, currency, timezone, platform_fee_bps, platform_fee_fixed,
      payment_fee_bps, payment_fee_fixed, tax_bps, tax_mode, fees_paid_by, created_at, updated_at)
      values ('org_1', 'riverside', 'Riverside', 'EUR', 'Europe/Berlin', 0, 0, 0, 0, 0, 'included', 'organizer', ${time}, ${time})`);
    await run(`insert into events (organizer_id, id, name, slug, status, starts_at, currency, timezone, next_bib,
      created_at, updated_at) values ('org_1', 'evt_1', 'Race', 'race', 'published', ${time}, 'EUR', 'Europe/Berlin', 1, ${time}, ${time})`);
    await run(`insert into orders (organizer_id, order_number, event_id, status, currency, subtotal, discount, platform_fee,
      payment_fee, tax, total, fees_paid_by, refunded_total, refunded_tax, ticket_count, buyer_email, created_at, updated_at)
      values ('org_1', 'ABCD000001', 'evt_1', 'pending', 'EUR', 0, 0, 0, 0, 0, 0, 'organizer', 0, 0, 0, 'ada@example.com',
      ${time}, ${time})`);
    await run('alter table payment_refunds drop column retry_of');
    await run('alter table payments drop column refund_step');
    await setExecuted(17);
    await insertPayment('a', 'manual', 'EUR');
    await insertPayment('b', 'stripe', 'EUR');
    await insertPayment('c', 'stripe', 'KWD');

    expect(await migrate(database.db, { empty: 'reject' })).toEqual(migrations);
    expect(await describeSchema(database)).toEqual(currentSchema);
    const steps = await database.db.selectFrom('payments').select('refund_step').orderBy('id').execute();
    expect(steps.map(({ refund_step }) => refund_step)).toEqual([null, 1, 10]);
    expect(await violations(database.db)).toEqual([]);
    expect(await executedMigrations()).toEqual(migrations);
    expect(await migrate(database.db)).toEqual([]);
  });

  test('is not changed if it has all replaced migrations, even if several processes migrate it concurrently', async () => {
    await setExecuted(replacedMigrations.length);
    const otherConnections = [openDatabase(database), openDatabase(database)];
    const results = await Promise.all([database.db, ...otherConnections].map((db) => migrate(db)));
    await Promise.all(otherConnections.map((db) => db.destroy()));
    expect(results.flat()).toEqual(migrations);
    expect(await describeSchema(database)).toEqual(currentSchema);
    expect(await executedMigrations()).toEqual(migrations);
  });

  test('is not changed if it has too few of the replaced migrations, and the error states what to do', async () => {
    await setExecuted(12);
    await expect(migrate(database.db)).rejects.toThrow(
      'The database was created by an early version of this program, whose last migration is 0012-payments, and cannot ' +
        'be updated. Export its data with that version and import them into a new database.',
    );
    expect(await executedMigrations()).toEqual(replacedMigrations.slice(0, 12));
  });
});

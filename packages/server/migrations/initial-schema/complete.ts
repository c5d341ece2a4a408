import { type Kysely, sql } from 'kysely';
import { addColumns } from '../../src/platform/database/create-table.ts';

/** Whether the tables exist: an earlier chain of migrations created them before the first release. */
export async function isCreated(db: Kysely<never>): Promise<boolean> {
  return (await columnsOf(db, 'organizers')).size > 0;
}

/** Adds the columns of the last migrations before the first release, if they are missing. */
export async function completeSchema(db: Kysely<never>): Promise<void> {
  if (!(await columnsOf(db, 'payment_refunds')).has('retry_of')) {
    await addColumns(db, 'payment_refunds', { retry_of: 'text?' });
  }
  if (!(await columnsOf(db, 'payments')).has('refund_step')) {
    await addColumns(db, 'payments', { refund_step: 'integer?' });
    await sql`update payments set refund_step = case
        when method = 'manual' then null
        when method = 'stripe' and currency = 'MGA' then 100
        when method = 'stripe' and currency in ('BHD', 'JOD', 'KWD', 'OMR', 'TND') then 10
        else 1 end`.execute(db);
  }
}

async function columnsOf(db: Kysely<never>, table: string): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables();
  return new Set(tables.find(({ name }) => name === table)?.columns.map(({ name }) => name));
}

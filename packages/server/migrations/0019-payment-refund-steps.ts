import { type Kysely, sql } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Each payment records which refunds its provider can make. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'payments', { refund_step: 'integer?' });
  await sql`update payments set refund_step = case
      when method = 'manual' then null
      when method = 'stripe' and currency = 'MGA' then 100
      when method = 'stripe' and currency in ('BHD', 'JOD', 'KWD', 'OMR', 'TND') then 10
      else 1 end`.execute(db);
}

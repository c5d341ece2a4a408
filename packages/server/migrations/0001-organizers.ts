import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** Who sells, by which fees, and who may look after it. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'organizers',
    {
      id: 'text',
      slug: 'text',
      name: 'text',
      currency: 'text',
      timezone: 'text',
      platform_fee_bps: 'integer',
      platform_fee_fixed: 'integer',
      payment_fee_bps: 'integer',
      payment_fee_fixed: 'integer',
      tax_bps: 'integer',
      tax_mode: 'text',
      fees_paid_by: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (id)',
      'unique (slug)',
      "check (tax_mode in ('included', 'on_top'))",
      "check (fees_paid_by in ('buyer', 'organizer'))",
    ],
  );
  await createTable(
    db,
    'members',
    { organizer_id: 'text', id: 'text', email: 'text', name: 'text?', role: 'text', created_at: 'text' },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, email)',
      'foreign key (organizer_id) references organizers (id)',
      "check (role in ('owner', 'editor', 'viewer'))",
    ],
  );
}

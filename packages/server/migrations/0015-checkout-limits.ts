import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable, dropTable } from '../src/platform/database/create-table.ts';

/**
 * Limits for callers without a key: tries of a one-time code for each sender, and units held without payment by one network
 * address or e-mail address. Orders that were never paid can be found for removal. One-time codes that exist when this runs
 * are dropped: their buyers request another.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await dropTable(db, 'otp_codes');
  await createTable(
    db,
    'otp_codes',
    { email_hash: 'text', nonce: 'text', tries_left: 'integer', expires_at: 'text', ends_at: 'text' },
    ['primary key (email_hash)', 'check (tries_left >= 0)', 'check (expires_at <= ends_at)'],
  );
  await createIndex(db, 'otp_codes_by_age', 'otp_codes (expires_at)');
  await createTable(db, 'otp_tries', { email_hash: 'text', sender_hash: 'text', tries: 'integer' }, [
    'primary key (email_hash, sender_hash)',
    'foreign key (email_hash) references otp_codes (email_hash) on delete cascade',
  ]);

  await addColumns(db, 'organizers', { holds_per_address: 'integer?', holds_per_email: 'integer?' });
  await addColumns(db, 'orders', { held_by_address: 'text?', held_by_email: 'text?', buyer_removed_at: 'text?' });
  await createTable(db, 'open_holds', { organizer_id: 'text', holder_hash: 'text', units: 'integer' }, [
    'primary key (organizer_id, holder_hash)',
    'check (units >= 0)',
  ]);
  const neverPaid = "status in ('expired', 'cancelled') and external_id is null and paid_at is null";
  await createIndex(db, 'orders_with_buyer_to_remove', 'orders (expires_at)', {
    where: `${neverPaid} and buyer_removed_at is null`,
  });
  // Removing an item checks for tickets that refer to it.
  await createIndex(db, 'tickets_of_item', 'tickets (organizer_id, item_id)');
  await createIndex(db, 'orders_to_remove', 'orders (buyer_removed_at)', { where: 'buyer_removed_at is not null' });
}

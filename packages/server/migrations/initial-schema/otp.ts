import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** One-time codes by the keyed hash of the e-mail address that they verify, and the number of tries of each sender. */
export async function createOtpTables(db: Kysely<never>): Promise<void> {
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
}

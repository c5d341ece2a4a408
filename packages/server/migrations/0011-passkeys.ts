import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/** The passkeys of users. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'user_passkeys',
    {
      id: 'text',
      user_id: 'text',
      name: 'text',
      // Base64url, like the public key in COSE.
      credential_id: 'text',
      public_key: 'text',
      // The number of signatures that the authenticator has counted; 0 if it does not count.
      counter: 'integer',
      // JSON: how browsers reach the authenticator.
      transports: 'text',
      created_at: 'text',
      last_used_at: 'text?',
    },
    ['primary key (id)', 'unique (credential_id)', 'foreign key (user_id) references users (id)'],
  );
  await createIndex(db, 'user_passkeys_by_user', 'user_passkeys (user_id)');
}

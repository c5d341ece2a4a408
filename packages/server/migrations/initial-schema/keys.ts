import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** API keys. Only the hash of a key is stored. */
export async function createKeyTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'api_keys',
    {
      organizer_id: 'text',
      id: 'text',
      kind: 'text',
      name: 'text',
      key_hash: 'text',
      last4: 'text',
      scopes: 'text',
      created_at: 'text',
      expires_at: 'text?',
      revoked_at: 'text?',
      last_used_at: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, key_hash)',
      'foreign key (organizer_id) references organizers (id)',
      "check (kind in ('publishable', 'secret'))",
    ],
  );
  // A request has only a key. The row of the key has the organizer.
  await createIndex(db, 'api_keys_by_hash', 'api_keys (key_hash)');
}

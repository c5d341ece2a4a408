import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../../src/platform/database/create-table.ts';

/** Mails to be sent. A mail is deleted after it was sent. A failed mail is deleted after some days. */
export async function createMailTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'mails',
    {
      id: 'text',
      kind: 'text',
      organizer_id: 'text?',
      order_number: 'text?',
      amount: 'integer?',
      currency: 'text?',
      payload: 'text?',
      status: 'text',
      attempt_count: 'integer',
      next_attempt_at: 'text?',
      expires_at: 'text?',
      error: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (id)',
      "check (status in ('pending', 'failed'))",
      "check ((status = 'pending') = (next_attempt_at is not null))",
    ],
  );
  await createIndex(db, 'mails_due', 'mails (next_attempt_at, id)', { where: "status = 'pending'" });
}

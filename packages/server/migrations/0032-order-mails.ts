import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * Mails about orders get a table of their own, whose key begins with the organizer. A sharded database stores them with their order, so
 * that a payment and its mail are committed on one server. Mails that are already queued remain in `mails`, because a server with the
 * version before may be sending them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'order_mails',
    {
      organizer_id: 'text',
      id: 'text',
      kind: 'text',
      order_number: 'text',
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
      'primary key (organizer_id, id)',
      "check (status in ('pending', 'failed'))",
      "check ((status = 'pending') = (next_attempt_at is not null))",
    ],
  );
  await createIndex(db, 'order_mails_due', 'order_mails (next_attempt_at, id)', { where: "status = 'pending'" });
  await createIndex(db, 'order_mails_of_order', 'order_mails (organizer_id, order_number, id)');
  await createIndex(db, 'order_mails_failed', 'order_mails (organizer_id, id)', { where: "status = 'failed'" });
}

import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { mailTables } from './leases.ts';

/** A mail about an order, without its content. */
export interface OrderMail {
  readonly id: string;
  readonly kind: string;
  /** `pending`: it will be sent, or sent again. `failed`: it will not be sent again. */
  readonly status: 'pending' | 'failed' | 'sent';
  readonly createdAt: string;
  /** When the mail was sent, or when its last attempt failed. */
  readonly updatedAt: string;
  readonly error: string | null;
}

/** The newest mails of one kind of status that are read for one order. */
const maxMails = 100;

/** The mails about an order: those in the queue, those that failed in the last 30 days, and those that were sent. */
export async function listMailsOfOrder(db: Db, organizerId: string, orderNumber: string): Promise<OrderMail[]> {
  const unsent = await Promise.all(mailTables.map((table) => listUnsentMails(db, table, organizerId, orderNumber)));
  const sent = await db
    .selectFrom('sent_mails')
    .select(['id', 'kind', 'created_at as createdAt', 'sent_at as updatedAt'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .orderBy('id', 'desc')
    .limit(maxMails)
    .execute();
  return [...unsent.flat(), ...sent.map((mail) => ({ ...mail, status: 'sent' as const, error: null }))];
}

function listUnsentMails(db: Db, table: (typeof mailTables)[number], organizerId: string, orderNumber: string) {
  return db
    .selectFrom(table)
    .select(['id', 'kind', 'status', 'created_at as createdAt', 'updated_at as updatedAt', 'error'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .orderBy('id', 'desc')
    .limit(maxMails)
    .execute();
}

/** The ids of all mails about an order, also of those that were sent. */
export async function listMailIdsOfOrder(db: Db, organizerId: string, orderNumber: string): Promise<string[]> {
  const ids: string[] = [];
  for (const table of [...mailTables, 'sent_mails'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', orderNumber)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Deletes the records of sent mails about orders that are deleted. */
export async function deleteSentMails(tx: Db, organizerId: string, orderNumbers: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('sent_mails')
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), orderNumbers))
    .execute();
}

/** Deletes the mails about an order that wait or could not be sent. */
export async function deleteUnsentMails(tx: Db, organizerId: string, orderNumber: string): Promise<void> {
  for (const table of mailTables) {
    await tx
      .deleteFrom(table)
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', orderNumber)
      .execute();
  }
}

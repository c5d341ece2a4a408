import { sql } from 'kysely';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import type { NewEvent } from '../webhooks/index.ts';
import type { PaymentEventType } from './webhook-types.ts';

/**
 * The JSON fields of a payment.
 *
 * @param alias the alias of `payments` in the statement
 */
export function paymentFields(alias: string): JsonFields {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return {
    id: column('id'),
    orderNumber: column('order_number'),
    method: column('method'),
    status: column('status'),
    amount: column('amount'),
    currency: column('currency'),
    receivedBy: column('received_by'),
    reference: column('reference'),
    createdAt: column('created_at'),
    updatedAt: column('updated_at'),
    paidAt: column('paid_at'),
  };
}

/** Lists payments, newest first or, with `updatedSince`, oldest change first. */
export const listPayments = defineList<'orderNumber'>('payments', {
  table: 'payments',
  fields: () => paymentFields('t'),
  newestFirst: [
    ['created_at', 'createdAt'],
    ['id', 'id'],
  ],
  oldestChangeFirst: [
    ['updated_at', 'updatedAt'],
    ['id', 'id'],
  ],
  filters: { orderNumber: (value) => sql`t.order_number = ${value}` },
  plans: [{ name: 'payments of one order', when: ['orderNumber'], residual: [], sorts: true }],
});

const findPayments = statement<{ organizerId: string; paymentId: string }, { json: string }>((db, param) =>
  db
    .selectFrom('payments as t')
    .select(sql<string>`cast(${dialectOf(db).object(paymentFields('t'))} as text)`.as('json'))
    .where('t.organizer_id', '=', param('organizerId'))
    .where('t.id', '=', param('paymentId')),
);

/** Creates the webhook event about a payment whose money was received. */
export async function paymentReceivedEvent(
  tx: Db,
  organizerId: string,
  paymentId: string,
  eventId: string,
): Promise<NewEvent<PaymentEventType>> {
  const [row] = await findPayments(tx, { organizerId, paymentId });
  if (row === undefined) throw new Error(`The payment ${paymentId} does not exist.`);
  return { type: 'payment.received', data: JSON.stringify({ ...(JSON.parse(row.json) as object), eventId }) };
}

/** The JSON of a payment; null if the organizer has none with this id. */
export async function findPaymentJson(db: Db, organizerId: string, paymentId: string): Promise<string | null> {
  const [row] = await findPayments(db, { organizerId, paymentId });
  return row?.json ?? null;
}

import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';

/**
 * The JSON fields of a refund.
 *
 * @param alias the alias of `ledger_entries` in the statement
 */
export function refundFields(db: Db, organizerId: RawBuilder<unknown>, alias: string): JsonFields {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const { object, array, json } = dialectOf(db);
  const ofRefund = sql`from payment_refunds as r where r.organizer_id = ${organizerId} and r.entry_id = ${column('id')}`;
  const byProvider = sql`coalesce((select sum(r.amount) ${ofRefund} and r.retry_of is null), 0)`;
  const isRetried = sql`exists (select 1 from payment_refunds as retry where retry.organizer_id = ${organizerId}
    and retry.payment_id = r.payment_id and retry.retry_of = r.id)`;
  const payment = sql`from payments as p where p.organizer_id = ${organizerId} and p.id = r.payment_id`;
  return {
    id: column('id'),
    orderNumber: column('order_number'),
    eventId: column('event_id'),
    status: sql`case when exists (select 1 ${ofRefund} and r.status = 'pending') then 'pending'
      when exists (select 1 ${ofRefund} and r.status = 'failed' and not ${isRetried}) then 'failed' else 'succeeded' end`,
    amount: column('refunds'),
    tax: sql`0 - ${column('taxes')}`,
    byProvider,
    byOrganizer: sql`${column('refunds')} - ${byProvider}`,
    currency: column('currency'),
    reference: column('reference'),
    items: json(column('refunded_items')),
    providerRefunds: array(
      object({
        id: sql`r.id`,
        paymentId: sql`r.payment_id`,
        method: sql`(select p.method ${payment})`,
        retryOf: sql`r.retry_of`,
        status: sql`r.status`,
        amount: sql`r.amount`,
        origin: sql`r.origin`,
        reference: sql`r.reference`,
        error: sql`r.error`,
        createdAt: sql`r.created_at`,
        updatedAt: sql`r.updated_at`,
      }),
      ofRefund,
      sql`r.id`,
    ),
    createdAt: column('created_at'),
  };
}

/** Which ledger entries are refunds, as in the indexes of these lists. */
const isRefund = sql<boolean>`t.kind = 'refund'`;

/** Lists refunds, newest first. */
export const listRefunds = defineList<'orderNumber' | 'eventId'>('refunds', {
  table: 'ledger_entries',
  fields: (db, organizerId) => refundFields(db, organizerId, 't'),
  always: isRefund,
  newestFirst: [
    ['created_at', 'createdAt'],
    ['id', 'id'],
  ],
  filters: {
    orderNumber: (value) => sql`t.order_number = ${value}`,
    eventId: (value) => sql`t.event_id = ${value}`,
  },
  plans: [{ name: 'refunds of one order', when: ['orderNumber'], residual: ['eventId'], sorts: true }],
});

const findRefunds = statement<{ organizerId: string; refundId: string }, { json: string }>((db, param) =>
  db
    .selectFrom('ledger_entries as t')
    .select(sql<string>`cast(${dialectOf(db).object(refundFields(db, param('organizerId'), 't'))} as text)`.as('json'))
    .where('t.organizer_id', '=', param('organizerId'))
    .where('t.id', '=', param('refundId'))
    .where(isRefund),
);

/** The JSON of a refund; null if the organizer has none with this id. */
export async function findRefund(db: Db, organizerId: string, refundId: string): Promise<string | null> {
  const [row] = await findRefunds(db, { organizerId, refundId });
  return row?.json ?? null;
}

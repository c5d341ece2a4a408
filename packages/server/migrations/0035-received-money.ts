import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * Who received each payment, refunds that were made at the payment provider, disputes, and notes in mails.
 *
 * Each step changes one table in its own transaction. Servers of the version before use these tables together and in many orders, so a
 * transaction that holds the lock of one of them must not wait for another one.
 *
 * Entries of the ledger without `received_by` are payouts, or sales and refunds that a server of the version before has written: they
 * count as money of the platform until the settlement is finalized.
 */
export const steps: readonly ((db: Kysely<never>) => Promise<void>)[] = [
  async (db) => {
    for (const table of ['mails', 'order_mails']) await addColumns(db, table, { note: 'text?' });
  },
  async (db) => {
    await addColumns(db, 'payments', { received_by: 'text?' });
    await createIndex(db, 'payments_by_charge', 'payments (charge_reference)', {
      where: 'charge_reference is not null',
    });
    await createDisputes(db);
  },
  (db) => addColumns(db, 'orders', { received_by: 'text?' }),
  (db) => addColumns(db, 'ledger_entries', { received_by: 'text?' }),
  (db) =>
    addColumns(db, 'settlements', {
      // Amounts minus refunds.
      collected_by_organizer: 'integer',
      collected_by_nobody: 'integer',
      // The fees and taxes of what nobody collected.
      deductions_of_nobody: 'integer',
      // The amounts of open disputes.
      held: 'integer',
    }),
  // The part of a day's `net` that is not in the balance.
  (db) => addColumns(db, 'figure_days', { outside: 'integer' }),
  async (db) => {
    // Null for a refund that was requested here.
    await addColumns(db, 'payment_refunds', { origin: 'text?', asks_tickets: 'integer' });
    await createIndex(db, 'payment_refunds_by_reference', 'payment_refunds (organizer_id, reference)', {
      unique: true,
      where: 'origin is not null',
    });
    await createIndex(db, 'payment_refunds_asking', 'payment_refunds (organizer_id, id)', {
      where: 'asks_tickets = 1',
    });
  },
  assignReceivers,
  sumOutside,
];

async function createDisputes(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'payment_disputes',
    {
      organizer_id: 'text',
      payment_id: 'text',
      reference: 'text',
      order_number: 'text',
      amount: 'integer',
      currency: 'text',
      reason: 'text',
      status: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, reference)',
      'foreign key (organizer_id, payment_id) references payments (organizer_id, id)',
      "check (status in ('open', 'won', 'lost'))",
    ],
  );
  await createIndex(db, 'payment_disputes_of_payment', 'payment_disputes (organizer_id, payment_id)');
  // What the overview asks about.
  await createIndex(db, 'payment_disputes_open', 'payment_disputes (organizer_id, created_at)', {
    where: "status = 'open'",
  });
}

/** Imported orders without a payment method, and methods that are not known here, count as money of the platform, as before. */
async function assignReceivers(db: Kysely<never>): Promise<void> {
  const receiverOf = (method: string) =>
    sql.raw(`case ${method} when 'manual' then 'organizer' when 'box_office' then 'organizer' when 'test' then 'nobody'
      else 'platform' end`);
  await sql`update ledger_entries set received_by = coalesce(
      (select ${receiverOf('o.payment_method')} from orders as o
        where o.organizer_id = ledger_entries.organizer_id and o.order_number = ledger_entries.order_number),
      (select ${receiverOf('p.method')} from payments as p
        where p.organizer_id = ledger_entries.organizer_id and p.id = ledger_entries.reference),
      'platform')
    where kind <> 'payout'`.execute(db);
  const sumOf = (value: string, receiver: string) =>
    sql.raw(`coalesce((select sum(${value}) from ledger_entries as l
      where l.organizer_id = settlements.organizer_id and l.event_id = settlements.event_id
        and l.received_by = '${receiver}'), 0)`);
  await sql`update settlements set
      collected_by_organizer = ${sumOf('l.gross - l.refunds', 'organizer')},
      collected_by_nobody = ${sumOf('l.gross - l.refunds', 'nobody')},
      deductions_of_nobody = ${sumOf('l.platform_fees + l.payment_fees + l.taxes', 'nobody')}`.execute(db);
  const balance = sql.raw(`gross - refunds - platform_fees - payment_fees - taxes - paid_out
    - collected_by_organizer - collected_by_nobody + deductions_of_nobody`);
  await sql`update settlements set status = case when ${balance} = 0 then 'paid' else 'final' end
    where status <> 'open'`.execute(db);
}

/** Days of the time zone of the organizer are not known here, so earlier entries are added to their days in UTC. */
async function sumOutside(db: Kysely<never>): Promise<void> {
  await sql`insert into figure_days (organizer_id, scope, day, currency, event_id, offer_id, orders, units, units_refunded,
      gross, refunds, fees, taxes, paid_out, outside)
    select l.organizer_id, 'organizer', substr(l.created_at, 1, 10), l.currency, '', '', 0, 0, 0, 0, 0, 0, 0, 0,
      sum(case l.received_by when 'organizer' then l.gross - l.refunds
        else l.gross - l.refunds - l.platform_fees - l.payment_fees - l.taxes end)
    from ledger_entries as l
      join figure_watermarks as w on w.organizer_id = l.organizer_id and w.event_id = l.event_id
    where l.received_by in ('organizer', 'nobody') and l.position <= w.position
    group by l.organizer_id, substr(l.created_at, 1, 10), l.currency
    order by l.organizer_id, substr(l.created_at, 1, 10), l.currency
    on conflict (organizer_id, scope, day, currency, event_id, offer_id) do update set outside = excluded.outside`.execute(
    db,
  );
}

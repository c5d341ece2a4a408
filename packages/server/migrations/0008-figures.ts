import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';
import { dialectOf } from '../src/platform/database/dialect.ts';

/**
 * Numbers the ledger entries of each event, stores which items each entry is about, and creates the sums of the dashboard. A worker
 * adds the entries to the sums after the migration.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // The settlement is locked by every transaction that adds entries, so the entries of an event are numbered in the sequence of
  // their commits.
  await addColumns(db, 'settlements', { entry_count: 'integer' });
  await addColumns(db, 'ledger_entries', { position: 'integer', lines: 'text?' });
  await numberEntries(db);
  await sql`create unique index ledger_entries_by_position on ledger_entries (organizer_id, event_id, position)`.execute(
    db,
  );
  await sql`drop index ledger_entries_of_event`.execute(db);
  await storeLines(db);

  await createTable(
    db,
    'figure_watermarks',
    { organizer_id: 'text', event_id: 'text', position: 'integer' },
    [
      'primary key (organizer_id, event_id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id)',
    ],
    { clustered: true },
  );
  await createTable(
    db,
    'figure_days',
    {
      organizer_id: 'text',
      // The sums of the organizer, of one event, or of one ticket type or add-on.
      scope: 'text',
      // In the time zone of the organizer.
      day: 'text',
      currency: 'text',
      // Empty for the sums of the organizer.
      event_id: 'text',
      // Empty for the sums of the organizer and of events.
      offer_id: 'text',
      orders: 'integer',
      units: 'integer',
      units_refunded: 'integer',
      gross: 'integer',
      refunds: 'integer',
      fees: 'integer',
      taxes: 'integer',
      paid_out: 'integer',
    },
    [
      'primary key (organizer_id, scope, day, currency, event_id, offer_id)',
      'foreign key (organizer_id) references organizers (id)',
      "check (scope in ('organizer', 'event', 'offer'))",
    ],
    { clustered: true },
  );
  await createIndex(db, 'figure_days_of_event', 'figure_days (organizer_id, event_id, scope, day)');
  // What the overview reports as failed.
  await createIndex(db, 'mails_failed', 'mails (organizer_id, id)', { where: "status = 'failed'" });
  await createIndex(db, 'payment_refunds_failed', 'payment_refunds (organizer_id, id)', { where: "status = 'failed'" });
}

async function numberEntries(db: Kysely<never>): Promise<void> {
  await sql`update ledger_entries as t set position = n.position
    from (
      select organizer_id, id, row_number() over (partition by organizer_id, event_id order by id) as position
      from ledger_entries
    ) as n
    where n.organizer_id = t.organizer_id and n.id = t.id`.execute(db);
  await sql`update settlements set entry_count = (
    select count(*) from ledger_entries as e
    where e.organizer_id = settlements.organizer_id and e.event_id = settlements.event_id)`.execute(db);
}

/**
 * Stores the items of the orders in the entries. Earlier entries did not state which items were refunded. If an order was refunded
 * in several parts, the first entry gets the number of refunded units, and all its entries have the same items.
 */
async function storeLines(db: Kysely<never>): Promise<void> {
  const linesOf = (quantity: RawBuilder<unknown>, price: RawBuilder<unknown>, condition: RawBuilder<unknown>) => {
    const { object, array } = dialectOf(db);
    const line = object({ offerId: sql`coalesce(i.ticket_type_id, i.addon_id)`, quantity, price });
    const items = sql`from order_items as i
      where i.organizer_id = t.organizer_id and i.order_number = t.order_number and ${condition}`;
    return sql`cast(${array(line, items, sql`i.position`)} as text)`;
  };
  await sql`update ledger_entries as t set lines = ${linesOf(sql`i.quantity`, sql`i.total`, sql`i.quantity > 0`)}
    where t.kind = 'sale' and t.order_number is not null`.execute(db);
  const refundedLines = linesOf(
    sql`case when n.number = 1 then i.refunded_quantity else 0 end`,
    sql`i.refunded_quantity * i.unit_price`,
    sql`i.refunded_quantity > 0`,
  );
  await sql`update ledger_entries as t set lines = ${refundedLines}
    from (
      select organizer_id, id, row_number() over (partition by organizer_id, order_number order by id) as number
      from ledger_entries where kind = 'refund' and order_number is not null
    ) as n
    where n.organizer_id = t.organizer_id and n.id = t.id`.execute(db);
}

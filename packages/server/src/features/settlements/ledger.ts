import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { defineList } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** An item of an order in a ledger entry. */
export interface LedgerLine {
  /** The id of the ticket type or add-on. */
  readonly offerId: string;
  /** The sold or refunded quantity. */
  readonly quantity: number;
  /** The price of this quantity, in minor units, without discount, fees and added tax. */
  readonly price: number;
}

/** Named, because the result of a prepared statement must not change when a newer version adds a column. */
const entryColumns = [
  ...(['organizer_id', 'id', 'event_id', 'kind', 'order_number', 'reference', 'currency', 'orders_paid'] as const),
  ...(['tickets_sold', 'gross', 'refunds', 'platform_fees', 'payment_fees', 'taxes', 'paid_out'] as const),
  ...(['created_at', 'position', 'lines', 'received_by'] as const),
] satisfies (keyof Tables['ledger_entries'])[];

type EntryRow = Pick<Tables['ledger_entries'], (typeof entryColumns)[number]>;

const findEntriesAfter = statement<{ organizerId: string; eventId: string; position: number; limit: number }, EntryRow>(
  (db, param) =>
    db
      .selectFrom('ledger_entries')
      .select(entryColumns)
      .where('organizer_id', '=', param('organizerId'))
      .where('event_id', '=', param('eventId'))
      .where('position', '>', param('position'))
      .orderBy('position')
      .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/** The ledger entries of an event after a position, in the sequence of their commits. */
export async function listEntriesAfter(
  db: Db,
  organizerId: string,
  eventId: string,
  { position, limit }: { position: number; limit: number },
): Promise<(Omit<EntryRow, 'lines'> & { lines: readonly LedgerLine[] })[]> {
  const rows = await findEntriesAfter(db, { organizerId, eventId, position, limit });
  return rows.map((row) => ({ ...row, lines: row.lines === null ? [] : (JSON.parse(row.lines) as LedgerLine[]) }));
}

/** Lists the ledger of an event page by page, the newest entry first. */
export const listLedger = defineList<'eventId'>('ledger', {
  table: 'ledger_entries',
  fields: () => ({
    id: sql`t.id`,
    position: sql`t.position`,
    kind: sql`t.kind`,
    orderNumber: sql`t.order_number`,
    reference: sql`t.reference`,
    currency: sql`t.currency`,
    gross: sql`t.gross`,
    refunds: sql`t.refunds`,
    platformFees: sql`t.platform_fees`,
    paymentFees: sql`t.payment_fees`,
    taxes: sql`t.taxes`,
    paidOut: sql`t.paid_out`,
    receivedBy: sql`t.received_by`,
    change: sql`case t.received_by
      when 'nobody' then 0
      when 'organizer' then 0 - t.platform_fees - t.payment_fees - t.taxes
      else t.gross - t.refunds - t.platform_fees - t.payment_fees - t.taxes - t.paid_out end`,
    at: sql`t.created_at`,
  }),
  newestFirst: [['position', 'position']],
  filters: { eventId: (value) => sql`t.event_id = ${value}` },
});

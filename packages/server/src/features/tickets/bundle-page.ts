import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { addonsOfTicket, bibOf, buyerColumn } from './queries.ts';
import type { TicketStatus } from './states.ts';

/** What a device needs to decide about a ticket without a network. */
export interface BundledTicket {
  readonly id: string;
  readonly qrValue: string;
  readonly ticketTypeId: string;
  readonly status: TicketStatus;
  readonly inside: 0 | 1 | null;
  readonly refundedAt: string | null;
  readonly holderName: string | null;
  readonly bib: string;
  readonly category: string | null;
  /** JSON: the add-ons of the holder. */
  readonly addons: string;
  readonly orderNumber: string;
  /** null unless buyers are read. */
  readonly buyerName: string | null;
  readonly buyerEmail: string | null;
  readonly updatedAt: string;
  /** The encrypted details that a bundle has stored; null without them, or if buyers are read. */
  readonly offlineDetails: string | null;
}

type Position = { organizerId: string; eventId: string; updatedAt: string; id: string; limit: number };

const ofEvent = (organizerId: RawBuilder<unknown>, eventId: RawBuilder<unknown>) =>
  sql`t.organizer_id = ${organizerId} and t.event_id = ${eventId}`;

const pageStatement = ({ withBuyers }: { withBuyers: boolean }) =>
  statement<Position, BundledTicket>((db, param) => {
    const buyer = (column: 'buyer_name' | 'buyer_email') =>
      withBuyers ? buyerColumn(param('organizerId'), column) : sql`null`;
    const details = sql`(select d.encrypted from offline_details as d
      where d.organizer_id = ${param('organizerId')} and d.ticket_id = t.id)`;
    return sql<BundledTicket>`
      select t.id, t.qr_value as "qrValue", t.ticket_type_id as "ticketTypeId", t.status, t.inside,
        t.refunded_at as "refundedAt", t.holder_name as "holderName", ${bibOf('t')} as bib, t.category, t.order_number as "orderNumber",
        cast(${addonsOfTicket(db, param('organizerId'), 't')} as text) as addons,
        ${buyer('buyer_name')} as "buyerName", ${buyer('buyer_email')} as "buyerEmail", t.updated_at as "updatedAt",
        ${withBuyers ? sql`null` : details} as "offlineDetails"
      from tickets as t
      where ${ofEvent(param('organizerId'), param('eventId'))} and (t.updated_at, t.id) > (${param('updatedAt')}, ${param('id')})
      order by t.updated_at, t.id limit ${param('limit')}`;
  });

const readPage = pageStatement({ withBuyers: false });
const readPageWithBuyers = pageStatement({ withBuyers: true });

/** Reads tickets of an event in the sequence of their last change: one range of an index. Buyers cost a look-up for each ticket. */
export async function readChangedTickets(
  db: Db,
  organizerId: string,
  eventId: string,
  after: { readonly updatedAt: string; readonly id: string },
  { limit, withBuyers }: { readonly limit: number; readonly withBuyers: boolean },
): Promise<BundledTicket[]> {
  const read = withBuyers ? readPageWithBuyers : readPage;
  return read(db, { organizerId, eventId, ...after, limit });
}

/** Stores the encrypted details of tickets. Another bundle may store details of the same content at the same time. */
export async function storeOfflineDetails(
  db: Db,
  organizerId: string,
  tickets: readonly { readonly id: string; readonly encrypted: string; readonly isStored: boolean }[],
): Promise<void> {
  const rowsWhere = (isStored: boolean) =>
    tickets
      .filter((ticket) => ticket.isStored === isStored)
      .map(({ id, encrypted }) => ({ organizer_id: organizerId, ticket_id: id, encrypted }));
  const { insertMany, updateMany } = dialectOf(db);
  const [added, changed] = [rowsWhere(false), rowsWhere(true)];
  if (added.length > 0) await insertMany(db, 'offline_details', added, { existing: 'skip' });
  if (changed.length > 0) await updateMany(db, 'offline_details', ['organizer_id', 'ticket_id'], changed);
}

const readLast = statement<{ organizerId: string; eventId: string }, { updatedAt: string }>(
  (_, param) => sql<{ updatedAt: string }>`
    select t.updated_at as "updatedAt" from tickets as t where ${ofEvent(param('organizerId'), param('eventId'))}
    order by t.updated_at desc, t.id desc limit 1`,
);

const countSince = statement<{ organizerId: string; eventId: string; since: string }, { count: number }>(
  (_, param) => sql<{ count: number }>`
    select cast(count(*) as integer) as count from tickets as t
    where ${ofEvent(param('organizerId'), param('eventId'))} and t.updated_at >= ${param('since')}`,
);

/** The time of the last change of a ticket of an event; null if it has no tickets. */
export async function readLastChange(db: Db, organizerId: string, eventId: string): Promise<string | null> {
  const [row] = await readLast(db, { organizerId, eventId });
  return row?.updatedAt ?? null;
}

/** The number of tickets of an event that changed at or after a time. */
export async function countChangedSince(db: Db, organizerId: string, eventId: string, since: string): Promise<number> {
  const [row] = await countSince(db, { organizerId, eventId, since });
  return row?.count ?? 0;
}

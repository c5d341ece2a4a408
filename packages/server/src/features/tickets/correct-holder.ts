import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { StoredExternalFields } from '../../platform/external-fields.ts';

/** The columns of a ticket that can be changed. A missing value is not changed. */
export type TicketChange = Partial<
  StoredExternalFields & Pick<Tables['tickets'], 'holder_name' | 'first_name_length' | 'bib' | 'category'>
>;

/** A ticket to change, with the number of its order. */
export type TicketToChange = Required<TicketChange> & {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketTypeId: string;
  readonly updatedAt: string;
};

const fieldOfColumn = {
  holder_name: 'holderName',
  first_name_length: 'holderName',
  bib: 'bib',
  category: 'category',
  external_id: 'externalId',
  metadata: 'metadata',
} as const satisfies Record<keyof TicketChange, string>;

/** A field of a ticket, as `ticket.updated` names it. */
export type TicketField = (typeof fieldOfColumn)[keyof TicketChange] | 'qrValue' | 'answers';

/** The fields of a ticket that a change gives another value. */
export function changedTicketFields(stored: TicketToChange, change: TicketChange): TicketField[] {
  const columns = Object.keys(fieldOfColumn) as (keyof TicketChange)[];
  const changed = columns.filter((column) => change[column] !== undefined && change[column] !== stored[column]);
  return [...new Set(changed.map((column) => fieldOfColumn[column]))];
}

/** Reads what a change of a ticket must know; null if the organizer has no ticket with this id. */
export async function findTicketToChange(
  tx: Db,
  organizerId: string,
  ticketId: string,
): Promise<TicketToChange | null> {
  const row = await tx
    .selectFrom('tickets')
    .select(['id', 'order_number as orderNumber', 'ticket_type_id as ticketTypeId', 'updated_at as updatedAt'])
    .select(['external_id', 'metadata', 'holder_name', 'first_name_length', 'bib', 'category'])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', ticketId)
    .executeTakeFirst();
  return row ?? null;
}

/** The ticket types of the tickets of an order, by the ids of the tickets. */
export async function readTypesOfTickets(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'ticket_type_id'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .execute();
  return new Map(rows.map((row) => [row.id, row.ticket_type_id]));
}

/**
 * Moves `updatedAt` of the tickets of an order whose buyer or add-ons have changed: attendees show both, and devices find tickets by the buyer.
 *
 * @param ticketIds only of these tickets, because the answers of their holders have changed
 */
export async function touchTickets(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  now: string,
  ticketIds?: readonly string[],
): Promise<void> {
  const tickets = tx
    .updateTable('tickets')
    .set({ updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber);
  const touched =
    ticketIds === undefined ? tickets : tickets.where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), ticketIds));
  await touched.execute();
}

/** A bib that was given by hand is fixed. A ticket without a bib has its id in the column. */
function fixedBib(ticketId: string, { bib }: TicketChange) {
  return bib === undefined ? {} : { bib_fixed: bib === ticketId ? (0 as const) : (1 as const) };
}

/** A category that was given by hand is fixed. */
function fixedCategory({ category }: TicketChange) {
  return category === undefined ? {} : { category_fixed: category === null ? (0 as const) : (1 as const) };
}

/** Changes a ticket whose order is locked. Its `updatedAt` becomes later. */
export async function setTicket(
  tx: Db,
  organizerId: string,
  { id: ticketId, updatedAt }: TicketToChange,
  change: TicketChange,
  now: string,
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({
      ...change,
      ...fixedBib(ticketId, change),
      ...fixedCategory(change),
      updated_at: timestamp(Math.max(Date.parse(now), Date.parse(updatedAt) + 1)),
    })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', ticketId)
    .execute();
  // Otherwise, the old name would stay in the database, encrypted, until the next offline bundle.
  await tx
    .deleteFrom('offline_details')
    .where('organizer_id', '=', organizerId)
    .where('ticket_id', '=', ticketId)
    .execute();
}

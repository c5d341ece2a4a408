import { sql } from 'kysely';
import type { FieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Static } from '../../platform/http/schema.ts';
import { addonColumns, type Columns, ticketTypeColumns } from './columns.ts';
import { type EventRef, insertAddon, insertTicketType, type Origin } from './insert-rows.ts';
import { ticketTypeFaults } from './rules.ts';
import type { addonPatch, newAddon, newTicketType, ticketTypePatch } from './schema.ts';

export type OfferRow = Tables['ticket_types'] | Tables['addons'];
type Fields = Readonly<Record<string, unknown>>;

/** In what ticket types and add-ons, the things that an event offers, are written differently. */
export interface OfferKind {
  readonly table: 'ticket_types' | 'addons';
  /** Their part of the address. */
  readonly path: 'ticket-types' | 'addons';
  /** Where an event shows them. */
  readonly shownIn: 'ticketTypes' | 'addons';
  /** What messages call it. */
  readonly word: string;
  /** What is wrong with its fields, beside the currency. */
  faults(sent: Fields, stored?: OfferRow): FieldError[];
  /** @param patch as the schema of its kind has it */
  columns(patch: object): Columns<'ticket_types'> | Columns<'addons'>;
  /** @param given as the schema of its kind has it */
  insert(tx: Db, organizerId: string, event: EventRef, given: object, origin: Origin): Promise<string>;
}

export const ticketTypes: OfferKind = {
  table: 'ticket_types',
  path: 'ticket-types',
  shownIn: 'ticketTypes',
  word: 'ticket type',
  faults: (sent, stored) => ticketTypeFaults(sent, stored && rangesOf(stored as Tables['ticket_types'])),
  columns: (patch) => ticketTypeColumns(patch as Static<typeof ticketTypePatch>),
  insert: (tx, organizerId, event, given, origin) =>
    insertTicketType(tx, organizerId, event, given as Static<typeof newTicketType>, origin),
};

export const addons: OfferKind = {
  table: 'addons',
  path: 'addons',
  shownIn: 'addons',
  word: 'add-on',
  faults: () => [],
  columns: (patch) => addonColumns(patch as Static<typeof addonPatch>),
  insert: (tx, organizerId, event, given, origin) =>
    insertAddon(tx, organizerId, event, given as Static<typeof newAddon>, origin),
};

/** What rules about two fields must know. */
function rangesOf(row: Tables['ticket_types']): Fields {
  return {
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    salesStartAt: row.sales_start_at,
    salesEndAt: row.sales_end_at,
  };
}

/** Where an offer is found. */
export interface OfferPlace {
  readonly eventId: string;
  readonly offerId: string;
}

/** An offer, locked until the transaction ends. */
export async function lockOffer(
  tx: Db,
  organizerId: string,
  table: OfferKind['table'],
  { eventId, offerId }: OfferPlace,
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`select * from ${sql.table(table)}
    where organizer_id = ${organizerId} and event_id = ${eventId} and id = ${offerId}
    ${dialectOf(tx).forUpdate}`.execute(tx);
  return rows[0];
}

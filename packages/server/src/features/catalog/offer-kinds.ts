import { sql } from 'kysely';
import type { FieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Static } from '../../platform/http/schema.ts';
import { addonColumns, type Columns, ticketTypeColumns } from './columns.ts';
import { type EventRef, insertAddon, insertTicketType, type Origin } from './insert-rows.ts';
import { ticketTypeFieldErrors } from './rules.ts';
import type { addonPatch, newAddon, newTicketType, ticketTypePatch } from './schema.ts';

export type OfferRow = Tables['ticket_types'] | Tables['addons'];
type Fields = Readonly<Record<string, unknown>>;

/** The differences between the two kinds of offers, ticket types and add-ons, when they are written. */
export interface OfferKind {
  readonly table: 'ticket_types' | 'addons';
  /** Their segment of the URL. */
  readonly path: 'ticket-types' | 'addons';
  /** The field of an event that contains them. */
  readonly shownIn: 'ticketTypes' | 'addons';
  /** Their name in messages. */
  readonly word: string;
  /** The errors of an offer's fields, except its currency. */
  fieldErrors(sent: Fields, stored?: OfferRow): FieldError[];
  /** @param patch valid by the schema of its kind */
  columns(patch: object): Columns<'ticket_types'> | Columns<'addons'>;
  /** @param given valid by the schema of its kind */
  insert(tx: Db, organizerId: string, event: EventRef, given: object, origin: Origin): Promise<string>;
}

export const ticketTypes: OfferKind = {
  table: 'ticket_types',
  path: 'ticket-types',
  shownIn: 'ticketTypes',
  word: 'ticket type',
  fieldErrors: (sent, stored) => ticketTypeFieldErrors(sent, stored && rangesOf(stored as Tables['ticket_types'])),
  columns: (patch) => ticketTypeColumns(patch as Static<typeof ticketTypePatch>),
  insert: (tx, organizerId, event, given, origin) =>
    insertTicketType(tx, organizerId, event, given as Static<typeof newTicketType>, origin),
};

export const addons: OfferKind = {
  table: 'addons',
  path: 'addons',
  shownIn: 'addons',
  word: 'add-on',
  fieldErrors: () => [],
  columns: (patch) => addonColumns(patch as Static<typeof addonPatch>),
  insert: (tx, organizerId, event, given, origin) =>
    insertAddon(tx, organizerId, event, given as Static<typeof newAddon>, origin),
};

/** The stored values that rules about two fields compare. */
function rangesOf(row: Tables['ticket_types']): Fields {
  return {
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    salesStartAt: row.sales_start_at,
    salesEndAt: row.sales_end_at,
  };
}

/** The ids of an offer and its event. */
export interface OfferPlace {
  readonly eventId: string;
  readonly offerId: string;
}

/** Reads an offer and locks it until the transaction ends. */
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

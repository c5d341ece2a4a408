import { sql } from 'kysely';
import type { FieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Static } from '../../platform/http/schema.ts';
import { addonColumns, type Columns, ticketTypeColumns } from './columns.ts';
import { storedRules } from './holder-rules.ts';
import { type EventRef, insertAddon, insertTicketType } from './insert-rows.ts';
import { assertQuestionsOfRules } from './needed-questions.ts';
import { ticketTypeFieldErrors } from './rules.ts';
import type { addonPatch, newAddon, newTicketType, ticketTypePatch } from './schema.ts';

export type OfferRow = Tables['ticket_types'] | Tables['addons'];
type Fields = Readonly<Record<string, unknown>>;

/** The differences between ticket types and add-ons when they are created and changed. */
export interface OfferKind {
  readonly table: 'ticket_types' | 'addons';
  /** Path segment in URLs. */
  readonly path: 'ticket-types' | 'addons';
  /** Field of an event that contains the offers of this kind. */
  readonly eventField: 'ticketTypes' | 'addons';
  /** Name of the kind in error messages. */
  readonly kindName: string;
  /** Name of the kind in the actions of the audit log. */
  readonly auditName: 'ticket_type' | 'addon';
  /** Returns the field errors of an offer, except those of its currency. */
  fieldErrors(input: Fields, stored?: OfferRow): FieldError[];
  /**
   * @param patch validated against the schema of the kind
   * @param stored the row before the change
   */
  columns(patch: object, stored: OfferRow): Columns<'ticket_types'> | Columns<'addons'>;
  /** @param fields validated against the schema of the kind */
  insert(tx: Db, organizerId: string, event: EventRef, fields: object, now: string): Promise<string>;
  /**
   * Asserts that the holders of an offer that was just written are asked what its rules need.
   *
   * @throws ApiError `invalid_fields`
   */
  assertQuestions(tx: Db, organizerId: string, ids: OfferIds): Promise<void>;
}

export const ticketTypes: OfferKind = {
  table: 'ticket_types',
  path: 'ticket-types',
  eventField: 'ticketTypes',
  kindName: 'ticket type',
  auditName: 'ticket_type',
  fieldErrors: (input, stored) =>
    ticketTypeFieldErrors(input, stored && storedValuesOf(stored as Tables['ticket_types'])),
  columns: (patch, stored) =>
    ticketTypeColumns(patch as Static<typeof ticketTypePatch>, stored as Tables['ticket_types']),
  insert: (tx, organizerId, event, fields, now) =>
    insertTicketType(tx, organizerId, event, fields as Static<typeof newTicketType>, now),
  assertQuestions: assertQuestionsOfRules,
};

export const addons: OfferKind = {
  table: 'addons',
  path: 'addons',
  eventField: 'addons',
  kindName: 'add-on',
  auditName: 'addon',
  fieldErrors: () => [],
  columns: (patch, stored) => addonColumns(patch as Static<typeof addonPatch>, stored),
  insert: (tx, organizerId, event, fields, now) =>
    insertAddon(tx, organizerId, event, fields as Static<typeof newAddon>, now),
  assertQuestions: async () => undefined,
};

/** The stored values for the rules about several fields. */
function storedValuesOf(row: Tables['ticket_types']): Fields {
  return {
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    salesStartAt: row.sales_start_at,
    salesEndAt: row.sales_end_at,
    ...storedRules(row),
  };
}

/** The ids of an offer and its event. */
export interface OfferIds {
  readonly eventId: string;
  readonly offerId: string;
}

/** Reads an offer and locks it until the transaction ends. */
export async function lockOffer(
  tx: Db,
  organizerId: string,
  table: OfferKind['table'],
  { eventId, offerId }: OfferIds,
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`select * from ${sql.table(table)}
    where organizer_id = ${organizerId} and event_id = ${eventId} and id = ${offerId}
    ${dialectOf(tx).forUpdate}`.execute(tx);
  return rows[0];
}

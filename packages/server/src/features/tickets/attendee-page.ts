import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { answersJson } from '../questions/index.ts';
import type { HolderName } from './holder-name.ts';
import { answersOfTicket, bibOf, buyerColumn } from './queries.ts';
import { ticketStatuses } from './states.ts';

/** The ticket of an attendee, with the buyer if requested. */
export interface AttendeeTicket extends HolderName {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketTypeId: string;
  readonly ticketType: string;
  readonly bib: string;
  readonly category: string | null;
  readonly isCategoryFixed: 0 | 1;
  readonly status: 'valid' | 'used' | 'void';
  readonly issuedAt: string;
  readonly usedAt: string | null;
  readonly qrValue: string;
  /** JSON. */
  readonly fields: string | null;
  readonly buyerName?: string | null;
  readonly buyerEmail?: string;
  readonly buyerPhone?: string | null;
  /** When the order was paid. */
  readonly paidAt?: string | null;
  /** JSON: the answers of the holder. */
  readonly answers?: string;
  /** JSON: the answers of the buyer. */
  readonly buyerAnswers?: string;
  /** JSON: the ids of the add-ons of the holder. */
  readonly addonIds?: string;
  /** JSON: the name and the units of each add-on of the order. */
  readonly addons?: string;
}

/** Which tickets of an event are listed. */
export interface AttendeeFilter {
  readonly eventId: string;
  readonly ticketTypeId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly statuses: readonly AttendeeTicket['status'][];
  /** The parts that are read of each ticket. */
  readonly parts: ReadonlySet<AttendeePart>;
}

export type AttendeePart = 'addonIds' | 'addons' | 'answers' | 'buyer' | 'buyerAnswers';

/**
 * Reads tickets of an event in the sequence of their issue, with their holders.
 *
 * @param after the last ticket of the previous page
 */
export async function readAttendeePage(
  db: Db,
  organizerId: string,
  { eventId, ticketTypeId, ids, statuses, parts }: AttendeeFilter,
  after: Pick<AttendeeTicket, 'issuedAt' | 'id'> | null,
  limit: number,
): Promise<AttendeeTicket[]> {
  let query = db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
    .select(['t.id', 't.order_number as orderNumber', 't.ticket_type_id as ticketTypeId', 'y.name as ticketType'])
    .select(['t.holder_name as holderName', 't.first_name_length as firstNameLength'])
    .select(bibOf('t').as('bib'))
    .select(['t.category', 't.status', 't.issued_at as issuedAt', 't.used_at as usedAt', 't.qr_value as qrValue'])
    .select(['t.fields', 't.category_fixed as isCategoryFixed'])
    .where('t.organizer_id', '=', organizerId)
    .where('y.organizer_id', '=', organizerId)
    .where('t.event_id', '=', eventId)
    .orderBy('t.issued_at')
    .orderBy('t.id')
    .limit(limit);
  if (after !== null) query = query.where(sql<boolean>`(t.issued_at, t.id) > (${after.issuedAt}, ${after.id})`);
  if (ticketTypeId !== undefined) query = query.where('t.ticket_type_id', '=', ticketTypeId);
  if (ids !== undefined) query = query.where(dialectOf(db).isOneOf(sql.ref('t.id'), ids));
  if (statuses.length < ticketStatuses.length) query = query.where('t.status', 'in', statuses);
  const id = sql`${organizerId}`;
  const columns: Readonly<Record<AttendeePart, readonly AliasedRawBuilder<unknown, string>[]>> = {
    addonIds: [addonIdsOfHolder(db, organizerId).as('addonIds')],
    addons: [addonsOfOrder(db, organizerId).as('addons')],
    answers: [sql`cast(${answersOfTicket(db, id, 't')} as text)`.as('answers')],
    buyer: [
      buyerColumn<string | null>(organizerId, 'buyer_name').as('buyerName'),
      buyerColumn<string>(organizerId, 'buyer_email').as('buyerEmail'),
      buyerColumn<string | null>(organizerId, 'buyer_phone').as('buyerPhone'),
      buyerColumn<string | null>(organizerId, 'paid_at').as('paidAt'),
    ],
    buyerAnswers: [
      sql`cast(${answersJson(db, id, sql`a.order_number = t.order_number and a.person = 0`)} as text)`.as(
        'buyerAnswers',
      ),
    ],
  };
  const more = [...parts].flatMap((part) => columns[part]);
  return more.length === 0 ? query.execute() : (query.select(more) as typeof query).execute();
}

/** Number of tickets that `readAttendeePages` reads at a time. */
const pageSize = 500;

/** Reads all tickets that match the filter, in the order of their issue, page by page. */
export async function* readAttendeePages(
  db: Db,
  organizerId: string,
  filter: AttendeeFilter,
): AsyncGenerator<AttendeeTicket[]> {
  let last: AttendeeTicket | null = null;
  for (;;) {
    const tickets: AttendeeTicket[] = await readAttendeePage(db, organizerId, filter, last, pageSize);
    yield tickets;
    last = tickets.at(-1) ?? null;
    if (tickets.length < pageSize) return;
  }
}

/** The ids of the add-ons of a ticket holder, which decide the questions. */
function addonIdsOfHolder(db: Db, organizerId: string): RawBuilder<string> {
  const source = sql`from entitlements as n where n.organizer_id = ${organizerId} and n.order_number = t.order_number
    and n.ticket_id = t.id`;
  return sql`cast(${dialectOf(db).array(sql`n.addon_id`, source, sql`n.id`)} as text)`;
}

/** The add-ons of a ticket holder, and those of the order. */
function addonsOfOrder(db: Db, organizerId: string): RawBuilder<string> {
  const { array, object } = dialectOf(db);
  const addon = object({ name: sql`n.name`, units: sql`n.units_total - n.units_voided` });
  const source = sql`from entitlements as n where n.organizer_id = ${organizerId} and n.order_number = t.order_number
    and n.units_total > n.units_voided and (n.ticket_id is null or n.ticket_id = t.id)`;
  return sql`cast(${array(addon, source, sql`n.id`)} as text)`;
}

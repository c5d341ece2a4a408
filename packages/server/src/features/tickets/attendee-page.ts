import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { bibOf, buyerColumn } from './queries.ts';

/** The ticket of an attendee, with the buyer if requested. */
export interface AttendeeTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketType: string;
  readonly holderName: string | null;
  readonly bib: string;
  readonly category: string | null;
  readonly status: 'valid' | 'used' | 'void';
  readonly issuedAt: string;
  readonly usedAt: string | null;
  readonly qrValue: string;
  /** JSON. */
  readonly fields: string | null;
  readonly buyerName?: string | null;
  readonly buyerEmail?: string;
  readonly buyerPhone?: string | null;
  /** JSON: the name and the units of each add-on of the order. */
  readonly addons?: string;
}

/** Which tickets of an event are listed. */
export interface AttendeeFilter {
  readonly eventId: string;
  readonly ticketTypeId?: string | undefined;
  readonly includesVoid: boolean;
  readonly withBuyers: boolean;
  readonly withAddons: boolean;
}

/**
 * Reads tickets of an event in the sequence of their issue, with their holders.
 *
 * @param after the last ticket of the previous page
 */
export async function readAttendeePage(
  db: Db,
  organizerId: string,
  { eventId, ticketTypeId, includesVoid, withBuyers, withAddons }: AttendeeFilter,
  after: Pick<AttendeeTicket, 'issuedAt' | 'id'> | null,
  limit: number,
): Promise<AttendeeTicket[]> {
  let query = db
    .selectFrom('tickets as t')
    .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
    .select(['t.id', 't.order_number as orderNumber', 'y.name as ticketType', 't.holder_name as holderName'])
    .select(bibOf('t').as('bib'))
    .select(['t.category', 't.status', 't.issued_at as issuedAt', 't.used_at as usedAt', 't.qr_value as qrValue'])
    .select('t.fields')
    .where('t.organizer_id', '=', organizerId)
    .where('y.organizer_id', '=', organizerId)
    .where('t.event_id', '=', eventId)
    .orderBy('t.issued_at')
    .orderBy('t.id')
    .limit(limit);
  if (after !== null) query = query.where(sql<boolean>`(t.issued_at, t.id) > (${after.issuedAt}, ${after.id})`);
  if (ticketTypeId !== undefined) query = query.where('t.ticket_type_id', '=', ticketTypeId);
  if (!includesVoid) query = query.where('t.status', '<>', 'void');
  if (withAddons) query = query.select(addonsOfOrder(db, organizerId).as('addons')) as typeof query;
  if (!withBuyers) return query.execute();
  return query
    .select(buyerColumn<string | null>(organizerId, 'buyer_name').as('buyerName'))
    .select(buyerColumn<string>(organizerId, 'buyer_email').as('buyerEmail'))
    .select(buyerColumn<string | null>(organizerId, 'buyer_phone').as('buyerPhone'))
    .execute();
}

/** The add-ons of a ticket holder, and those of the order. */
function addonsOfOrder(db: Db, organizerId: string): RawBuilder<string> {
  const { array, object } = dialectOf(db);
  const addon = object({ name: sql`n.name`, units: sql`n.units_total - n.units_voided` });
  const source = sql`from entitlements as n where n.organizer_id = ${organizerId} and n.order_number = t.order_number
    and n.units_total > n.units_voided and (n.ticket_id is null or n.ticket_id = t.id)`;
  return sql`cast(${array(addon, source, sql`n.id`)} as text)`;
}

import type { Tables } from '../../platform/database/tables.ts';
import { mergeMetadata } from '../../platform/external-fields.ts';
import { newId, newQrValue } from '../../platform/ids.ts';
import { type Attendee, attendeeName, type OrderStatus } from '../orders/index.ts';
import { holderNameOf, type TicketRow } from '../tickets/index.ts';
import type { BuiltItem, Times } from './build-order.ts';
import type { CachedEvent, CachedTicketType } from './catalog-cache.ts';
import type { ImportContext } from './import-catalog.ts';
import { lineError, lineTime } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** The fields of an attendee that only a ticket has. */
const ticketFields = [
  'externalId',
  'metadata',
  'bib',
  'isBibFixed',
  'isCategoryFixed',
  'qrValue',
  'status',
  'issuedAt',
  'usedAt',
  'refundedAt',
] as const;

/** The bib of a ticket without a bib in its line, until the batch assigns the next number of the event. */
export const unassignedBib = '';

type LineAttendee = NonNullable<OrderLine['attendees']>[number];

/** An attendee of a line with its index in `attendees`. */
interface AssignedAttendee {
  readonly index: number;
  readonly attendee: LineAttendee;
  /** The id of the ticket type. */
  readonly ticketTypeId: string;
}

/** The attendees of a line by the id of their ticket type. */
export type AttendeesByType = ReadonlyMap<string, readonly AssignedAttendee[]>;

/** The row of a ticket, and the index of its attendee in the line; -1 for a ticket without an attendee. */
export interface BuiltTicket {
  readonly ticket: TicketRow;
  readonly attendeeIndex: number;
  /** Whether the line says nothing of the category. */
  readonly isWithoutCategory: boolean;
}

type PaidTimes = Times & { readonly paidAt: string };

/** Assigns the attendees of a line to its items by their ticket types. */
export function assignAttendees(
  { catalog }: ImportContext,
  line: OrderLine,
  items: readonly BuiltItem[],
): AttendeesByType {
  const byType = new Map<string, AssignedAttendee[]>();
  for (const [index, attendee] of (line.attendees ?? []).entries()) {
    const path = `attendees.${index}.ticketTypeId`;
    const type = catalog.ticketType(attendee.ticketTypeId);
    const item = items.find(({ offer }) => offer.id === type?.id);
    if (type === undefined || item === undefined) {
      throw lineError(path, `no item of this order is for "${attendee.ticketTypeId}"`);
    }
    const assigned = byType.get(type.id) ?? [];
    const { quantity } = item.row;
    if (assigned.length === quantity) {
      throw lineError(path, `the order has more attendees than its ${quantity} tickets of "${attendee.ticketTypeId}"`);
    }
    assigned.push({ index, attendee, ticketTypeId: type.id });
    byType.set(type.id, assigned);
  }
  return byType;
}

/** The tickets of a paid order. The first tickets of an item belong to its attendees. The other tickets have no holder. */
export function buildTickets(
  context: ImportContext,
  status: OrderStatus,
  times: PaidTimes,
  items: readonly BuiltItem[],
  attendees: AttendeesByType,
  event: CachedEvent,
): BuiltTicket[] {
  return items.flatMap(({ row, offer }) => {
    if (offer.kind !== 'ticket') return [];
    const assigned = attendees.get(offer.id) ?? [];
    return Array.from({ length: row.quantity }, (_, ticketIndex) => {
      const { index, attendee } = assigned[ticketIndex] ?? { index: -1, attendee: undefined };
      const ticket = ticketRow(context, status, times, row, offer, event, attendee, `attendees.${index}`);
      return { ticket, attendeeIndex: index, isWithoutCategory: isWithoutCategory(attendee) };
    });
  });
}

function isWithoutCategory(attendee: LineAttendee | undefined): boolean {
  return (attendee?.category ?? attendee?.isCategoryFixed) == null;
}

function ticketRow(
  context: ImportContext,
  status: OrderStatus,
  times: PaidTimes,
  item: Tables['order_items'],
  type: CachedTicketType,
  event: CachedEvent,
  attendee: LineAttendee | undefined,
  path: string,
): TicketRow {
  const ticketStatus = attendee?.status ?? (status === 'refunded' ? 'void' : 'valid');
  const refundedAt = lineTime(`${path}.refundedAt`, attendee?.refundedAt);
  if (status === 'refunded' && ticketStatus === 'valid') {
    throw lineError(`${path}.status`, 'must not be valid: the order is refunded');
  }
  if (status === 'paid' && (ticketStatus === 'void' || refundedAt !== null)) {
    throw lineError(`${path}.status`, 'must not be void or refunded: the order is paid');
  }
  if (ticketStatus === 'valid' && refundedAt !== null) {
    throw lineError(`${path}.refundedAt`, 'must be empty: the ticket is valid');
  }
  const isRefunded = ticketStatus === 'void' || status === 'refunded';
  const issuedAt = lineTime(`${path}.issuedAt`, attendee?.issuedAt) ?? times.paidAt;
  const usedAt = lineTime(`${path}.usedAt`, attendee?.usedAt);
  if (usedAt !== null && ticketStatus !== 'used') {
    throw lineError(`${path}.usedAt`, 'must be empty: the ticket is not used');
  }
  const id = newId('tkt', context.nowMs);
  const { holderName, firstNameLength } = holderNameOf(attendee ?? {});
  return {
    organizer_id: item.organizer_id,
    id,
    order_number: item.order_number,
    external_id: attendee?.externalId ?? null,
    metadata: mergeMetadata(null, attendee?.metadata) ?? null,
    item_id: item.id,
    event_id: event.id,
    ticket_type_id: type.id,
    status: ticketStatus,
    holder_name: holderName,
    first_name_length: firstNameLength,
    // A ticket without a bib has its id in the column.
    bib: attendee?.bib === '' ? id : (attendee?.bib ?? unassignedBib),
    bib_fixed: attendee?.bib && (attendee.isBibFixed ?? true) ? 1 : 0,
    category: attendee?.category ?? type.category,
    category_fixed: attendee?.category && (attendee.isCategoryFixed ?? true) ? 1 : 0,
    qr_value: attendee?.qrValue ?? newQrValue(),
    fields: attendee?.fields ? JSON.stringify(attendee.fields) : null,
    issued_at: issuedAt,
    updated_at: lineTime(`${path}.updatedAt`, attendee?.updatedAt) ?? times.updatedAt,
    used_at: ticketStatus === 'used' ? (usedAt ?? issuedAt) : null,
    refunded_at: refundedAt ?? (isRefunded ? times.updatedAt : null),
    inside: ticketStatus === 'used' ? 1 : null,
    last_scan_id: null,
  };
}

/**
 * Checks that the attendees of an order that was never paid have no ticket fields, because such an order has no tickets.
 *
 * @throws LineError if an attendee has a ticket field. It names the first of these fields.
 */
export function assertNoTicketFields(line: OrderLine, status: OrderStatus): void {
  for (const [index, attendee] of (line.attendees ?? []).entries()) {
    for (const field of ticketFields) {
      if (attendee[field] !== undefined && attendee[field] !== null) {
        throw lineError(`attendees.${index}.${field}`, `must be empty: the order is ${status} and has no tickets`);
      }
    }
  }
}

/** The attendees of a line in the sequence in which a pending order stores them. */
export function storedAttendees(items: readonly BuiltItem[], attendees: AttendeesByType): AssignedAttendee[] {
  return items.flatMap(({ offer }) => attendees.get(offer.id) ?? []);
}

/** The attendees that the tickets of a pending order will have. */
export function pendingAttendees(items: readonly BuiltItem[], attendees: AttendeesByType): Attendee[] {
  return storedAttendees(items, attendees).map(({ attendee, ticketTypeId }) => ({
    ticketTypeId,
    ...attendeeName(holderNameOf(attendee)),
    category: attendee.category ?? null,
    ...(attendee.fields ? { fields: attendee.fields } : {}),
    ...(attendee.answers?.length ? { hasAnswers: true } : {}),
  }));
}

import type { Tables } from '../../platform/database/tables.ts';
import { newId, newQrValue } from '../../platform/ids.ts';
import type { Attendee, OrderStatus } from '../orders/index.ts';
import type { KnownEvent } from './catalog-cache.ts';
import type { ImportContext } from './import-catalog.ts';
import { lineTime, wrong } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** A bib that the event has yet to give: the batch knows the next free one. */
export const bibToCome = '';

/** When things happened to an order. */
export interface Times {
  createdAt: string;
  updatedAt: string;
  paidAt: string | null;
  expiresAt: string | null;
}

type LineAttendee = NonNullable<OrderLine['attendees']>[number];

/** Which attendees belong to which item: their ticket type tells. */
export function assignAttendees(
  { catalog }: ImportContext,
  line: OrderLine,
  items: readonly Tables['order_items'][],
): Map<string, LineAttendee[]> {
  const byType = new Map<string, LineAttendee[]>();
  for (const [index, attendee] of (line.attendees ?? []).entries()) {
    const path = `attendees.${index}.ticketTypeId`;
    const offer = catalog.offer('ticket', attendee.ticketTypeId);
    const item = offer && items.find((candidate) => candidate.ticket_type_id === offer.id);
    if (item === undefined) throw wrong(path, `no item of this order is for "${attendee.ticketTypeId}"`);
    const assigned = byType.get(offer!.id) ?? [];
    if (assigned.length === item.quantity) {
      throw wrong(path, `the order has ${item.quantity} of "${attendee.ticketTypeId}" and more attendees than that`);
    }
    assigned.push(attendee);
    byType.set(offer!.id, assigned);
  }
  return byType;
}

/** The tickets of a paid order: named by its attendees as far as there are any. */
export function buildTickets(
  context: ImportContext,
  line: OrderLine,
  status: OrderStatus,
  times: Times,
  items: readonly Tables['order_items'][],
  attendees: ReadonlyMap<string, LineAttendee[]>,
  event: KnownEvent,
): { tickets: Tables['tickets'][]; attendeePlaces: Map<string, number> } {
  const tickets: Tables['tickets'][] = [];
  const attendeePlaces = new Map<string, number>();
  for (const item of items) {
    if (item.kind !== 'ticket') continue;
    const named = attendees.get(item.ticket_type_id!) ?? [];
    for (let index = 0; index < item.quantity; index += 1) {
      const attendee = named[index];
      const place = attendee === undefined ? -1 : line.attendees!.indexOf(attendee);
      const ticket = ticketRow(context, status, times, item, event, attendee, `attendees.${place}`);
      attendeePlaces.set(ticket.id, place);
      tickets.push(ticket);
    }
  }
  return { tickets, attendeePlaces };
}

function ticketRow(
  context: ImportContext,
  status: OrderStatus,
  times: Times,
  item: Tables['order_items'],
  event: KnownEvent,
  attendee: LineAttendee | undefined,
  path: string,
): Tables['tickets'] {
  const ticketStatus = attendee?.status ?? (status === 'refunded' ? 'void' : 'valid');
  const refundedAt = lineTime(`${path}.refundedAt`, attendee?.refundedAt);
  if (status === 'refunded' && ticketStatus === 'valid') {
    throw wrong(`${path}.status`, 'must not be valid: the order is refunded');
  }
  if (status === 'paid' && (ticketStatus === 'void' || refundedAt !== null)) {
    throw wrong(`${path}.status`, 'must not be void or refunded: the order is paid');
  }
  if (ticketStatus === 'valid' && refundedAt !== null) {
    throw wrong(`${path}.refundedAt`, 'must be empty: the ticket is valid');
  }
  const isRefunded = ticketStatus === 'void' || status === 'refunded';
  const issuedAt = lineTime(`${path}.issuedAt`, attendee?.issuedAt) ?? times.paidAt!;
  const usedAt = lineTime(`${path}.usedAt`, attendee?.usedAt);
  if (usedAt !== null && ticketStatus !== 'used')
    throw wrong(`${path}.usedAt`, 'must be empty: the ticket is not used');
  return {
    organizer_id: item.organizer_id,
    id: newId('tkt', context.nowMs),
    order_number: item.order_number,
    item_id: item.id,
    event_id: event.id,
    ticket_type_id: item.ticket_type_id!,
    status: ticketStatus,
    holder_name: attendee?.holderName ?? null,
    bib: attendee?.bib ?? bibToCome,
    category: attendee?.category ?? context.catalog.offer('ticket', item.ticket_type_id!)?.category ?? null,
    qr_value: attendee?.qrValue ?? newQrValue(),
    issued_at: issuedAt,
    updated_at: lineTime(`${path}.updatedAt`, attendee?.updatedAt) ?? times.updatedAt,
    used_at: ticketStatus === 'used' ? (usedAt ?? issuedAt) : null,
    refunded_at: refundedAt ?? (isRefunded ? times.updatedAt : null),
  };
}

/** An order that was not paid has no tickets: what only a ticket has must not be given. */
export function refuseTicketFields(line: OrderLine, status: OrderStatus): void {
  for (const [index, attendee] of (line.attendees ?? []).entries()) {
    for (const field of ['bib', 'qrValue', 'status', 'issuedAt', 'usedAt', 'refundedAt'] as const) {
      if (attendee[field] !== undefined && attendee[field] !== null) {
        throw wrong(`attendees.${index}.${field}`, `must be empty: the order is ${status} and has no tickets`);
      }
    }
  }
}

/** Who the tickets of a pending order will be for. */
export function pendingAttendees(
  items: readonly Tables['order_items'][],
  attendees: ReadonlyMap<string, LineAttendee[]>,
): Attendee[] {
  return items.flatMap((item) =>
    (attendees.get(item.ticket_type_id ?? '') ?? []).map((attendee) => ({
      ticketTypeId: item.ticket_type_id!,
      holderName: attendee.holderName ?? null,
      category: attendee.category ?? null,
    })),
  );
}

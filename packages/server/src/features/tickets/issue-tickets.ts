import type { Db } from '../../platform/database/dialect.ts';
import { newId, newQrValue } from '../../platform/ids.ts';
import { readTicketTypesToIssue } from '../catalog/index.ts';
import { readPersonsOfOrder } from '../questions/index.ts';
import { assignBibs } from './assign-bibs.ts';
import { insertTickets } from './bulk.ts';
import type { HolderName } from './holder-name.ts';

/** A ticket to issue for an item of an order. */
export interface TicketToIssue extends HolderName {
  readonly itemId: string;
  readonly ticketTypeId: string;
  readonly category: string | null;
  /** The person whose answers are those of the holder; null for no answers. */
  readonly person: number | null;
  /** Answers by their questions. */
  readonly fields: Readonly<Record<string, string>> | null;
}

/**
 * Issues the tickets of an order. Each ticket gets a bib as its ticket type says, and a new QR code. A ticket without a category gets
 * the one that its ticket type has for its holder.
 *
 * @returns the ids of the tickets, in the sequence of `tickets`
 */
export async function issueTickets(
  tx: Db,
  organizerId: string,
  order: { orderNumber: string; eventId: string },
  tickets: readonly TicketToIssue[],
  now: string,
): Promise<string[]> {
  if (tickets.length === 0) return [];
  const types = await readTicketTypesToIssue(tx, organizerId, order.eventId);
  const isByPerson = tickets.some(({ ticketTypeId }) => types.get(ticketTypeId)?.isByPerson);
  const persons = isByPerson ? await readPersonsOfOrder(tx, organizerId, order.orderNumber) : null;
  const typeIds = tickets.map(({ ticketTypeId }) => ticketTypeId);
  const bibs = await assignBibs(tx, organizerId, order.eventId, types, typeIds);
  const ids = tickets.map(() => newId('tkt', Date.parse(now)));
  await insertTickets(
    tx,
    organizerId,
    tickets.map((ticket, index) => ({
      organizer_id: organizerId,
      id: ids[index]!,
      order_number: order.orderNumber,
      external_id: null,
      metadata: null,
      item_id: ticket.itemId,
      event_id: order.eventId,
      ticket_type_id: ticket.ticketTypeId,
      status: 'valid' as const,
      holder_name: ticket.holderName,
      first_name_length: ticket.firstNameLength,
      bib: bibs[index] ?? ids[index]!,
      bib_fixed: 0 as const,
      category: ticket.category ?? types.get(ticket.ticketTypeId)?.categoryOf(persons?.get(ticket.person ?? 0)) ?? null,
      category_fixed: ticket.category === null ? (0 as const) : (1 as const),
      qr_value: newQrValue(),
      fields: ticket.fields === null ? null : JSON.stringify(ticket.fields),
      issued_at: now,
      updated_at: now,
      used_at: null,
      refunded_at: null,
      inside: null,
      last_scan_id: null,
    })),
  );
  return ids;
}

import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { searchTickets } from '../tickets/index.ts';
import type { ScanningDevice } from './scan-ticket.ts';
import { maxFoundTickets, type searchResult } from './schema.gate.ts';
import { viewTicket } from './view-scan.ts';

/**
 * Searches tickets of the event of a device, and records the search with the tickets that it found. The text of the search is not
 * recorded.
 *
 * @throws ApiError `audit_unavailable` if the search cannot be recorded. The tickets must then not be shown.
 */
export async function searchAtGate(
  db: Db,
  scope: RequestScope,
  { id: deviceId, eventId }: Pick<ScanningDevice, 'id' | 'eventId'>,
  text: string,
): Promise<Static<typeof searchResult>> {
  const found = await searchTickets(db, scope.organizerId, eventId, text, maxFoundTickets);
  const details = { event: eventId, tickets: found.map(({ id }) => id) };
  const entry = { action: 'device.search', subject: deviceId, details, at: timestamp(scope.clock.now()) } as const;
  try {
    await recordAudit(db, scope, entry);
  } catch (error) {
    throw new ApiError('audit_unavailable', {}, { cause: error });
  }
  return { tickets: found.map((ticket) => ({ ...viewTicket(ticket), orderNumber: ticket.orderNumber })) };
}

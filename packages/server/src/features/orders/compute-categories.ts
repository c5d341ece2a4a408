import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, databaseForLongRead } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { findEventStatus } from '../catalog/index.ts';
import { readCategoryChanges, setCategories } from '../tickets/index.ts';
import { lockOrders, ticketsPerStep, touchOrders } from './assign-bibs.ts';
import { emitTicketsChanged } from './webhooks.ts';

/**
 * Computes the categories of the valid and used tickets of an event again, by the present rules and answers, in steps. Categories that were
 * given by hand or by an import stay. `order.updated` and `ticket.updated` are emitted in the transaction of each step. No mail is sent.
 *
 * @param options.ticketTypeId only tickets of this type
 * @returns how many categories have changed, or would change
 * @throws ApiError `event_not_found`
 */
export async function computeCategories(
  db: Db,
  scope: RequestScope,
  eventId: string,
  { ticketTypeId, dryRun = false }: { readonly ticketTypeId?: string; readonly dryRun?: boolean },
): Promise<{ changed: number }> {
  const { organizerId } = scope;
  if ((await findEventStatus(db, organizerId, eventId)) === null) throw new ApiError('event_not_found', { eventId });
  const found: { id: string; orderNumber: string }[] = [];
  const reader = await databaseForLongRead(db);
  for await (const { ticket } of readCategoryChanges(reader, organizerId, { eventId, ticketTypeId }))
    found.push(ticket);
  if (dryRun) return { changed: found.length };
  let changed = 0;
  for (let start = 0; start < found.length; start += ticketsPerStep) {
    const step = found.slice(start, start + ticketsPerStep);
    changed += await db.transaction().execute((tx) => computeStep(tx, scope, eventId, step));
  }
  return { changed };
}

/** @returns the number of changes */
async function computeStep(
  tx: Db,
  scope: RequestScope,
  eventId: string,
  step: readonly { readonly id: string; readonly orderNumber: string }[],
): Promise<number> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  await lockOrders(tx, organizerId, [...new Set(step.map(({ orderNumber }) => orderNumber))]);
  // Read again: only transactions with the lock of the order change its answers and the categories of its tickets.
  const changes: { id: string; orderNumber: string; category: string | null }[] = [];
  const found = readCategoryChanges(tx, organizerId, { eventId, ids: step.map(({ id }) => id) });
  for await (const { ticket, categoryThen: category } of found)
    changes.push({ id: ticket.id, orderNumber: ticket.orderNumber, category });
  if (changes.length === 0) return 0;
  await setCategories(tx, organizerId, changes, now);
  const numbers = [...new Set(changes.map(({ orderNumber }) => orderNumber))];
  await touchOrders(tx, organizerId, numbers, now);
  await emitTicketsChanged(tx, organizerId, numbers, new Set(changes.map(({ id }) => id)), 'category', now);
  const details = { tickets: changes.length };
  await recordAudit(tx, scope, { action: 'event.compute_categories', subject: eventId, details, at: now });
  return changes.length;
}

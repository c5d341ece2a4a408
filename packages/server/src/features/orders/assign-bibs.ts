import { sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { auditPersonalRead, recordAudit } from '../audit/index.ts';
import { forgetAssignedBibs, lockBibCounter, nextBibAfter, setBibCounter } from '../catalog/index.ts';
import { eventReader } from '../event-views/index.ts';
import { listQuestions, type QuestionView } from '../questions/index.ts';
import { findTicketsByIdOrBib, readBibTickets, setBibs } from '../tickets/index.ts';
import { type BibChange, type BibsOfType, planByFile, planByRule } from './plan-bibs.ts';
import { readBibFile } from './read-bib-file.ts';
import type { assignedBibs, bibAssignment } from './schema.bibs.ts';
import { indexOrders } from './search-index.ts';
import { emitTicketsChanged } from './webhooks.ts';

/** Number of tickets in one transaction. Payments of the event wait for it. */
export const ticketsPerStep = 100;
/** The maximum number of changes and of refused rows in a response. The counts are complete. */
export const listedMax = 500;

const events = eventReader('organizer', { addons: true });

/**
 * Assigns bibs to the tickets of an event by a rule or by a file, in steps. `updatedAt` of the tickets and of their orders changes, and
 * `order.updated` and `ticket.updated` are emitted, in the transaction of each step. No mail is sent. A ticket whose number another
 * ticket got in the meantime is left out; the same request assigns it the next time.
 *
 * @param options.withPersonalData whether the result has the names and the bibs, whose read is then audited
 * @throws ApiError `event_not_found`; `invalid_fields` if the file has no usable columns, or holders are not asked the question
 */
export async function assignBibsOfEvent(
  db: Db,
  scope: RequestScope,
  eventId: string,
  assignment: Static<typeof bibAssignment>,
  { withPersonalData }: { readonly withPersonalData: boolean },
): Promise<Static<typeof assignedBibs>> {
  const { organizerId } = scope;
  const { by, csv, ticketTypeId, renumber = false, includeFixed = false, dryRun = false } = assignment;
  const json = await events.get(db, organizerId, eventId);
  if (json === null) throw new ApiError('event_not_found', { eventId });
  const { ticketTypes } = JSON.parse(json) as { ticketTypes: { id: string; bibs: BibsOfType }[] };
  const types = new Map(ticketTypes.map(({ id, bibs }) => [id, bibs]));
  const rows = by === 'file' ? readBibFile(requireFile(csv)) : null;
  const question = findQuestion(await listQuestions(db, organizerId, eventId), assignment);
  const tickets = await readBibTickets(db, organizerId, eventId, question?.id);
  const { changes, refused } =
    rows === null
      ? { changes: planByRule(tickets, types, { by, ticketTypeId, renumber, includeFixed } as never), refused: [] }
      : planByFile(tickets, rows);
  const applied = dryRun ? changes : await apply(db, scope, eventId, changes, { isFixed: by === 'file' });
  const listed = applied.slice(0, listedMax);
  const orderNumbers = [...new Set(listed.map(({ ticket }) => ticket.orderNumber))];
  if (withPersonalData && listed.length > 0)
    await auditPersonalRead(db, scope, { orderNumbers, fields: ['holderName', 'bib'] });
  const bibAfter = new Map(applied.map(({ ticket, bib }) => [ticket.id, bib]));
  const isWithout = ({ id, status, ticketTypeId: type, bib }: (typeof tickets)[number]) =>
    status !== 'void' && types.get(type) !== null && (bibAfter.get(id) ?? bib) === '';
  return {
    changed: applied.length,
    notChanged: changes.length - applied.length,
    withoutBib: tickets.filter(isWithout).length,
    refused: refused.length,
    changes: listed.map(({ ticket, bib }) => ({
      ticketId: ticket.id,
      orderNumber: ticket.orderNumber,
      ...(withPersonalData ? { holderName: ticket.holderName, bib: ticket.bib, newBib: bib } : {}),
    })),
    refusedRows: refused.slice(0, listedMax),
  };
}

/** The question by whose answers the tickets are sorted, or found in a file: then the one for the birth date, if there is one. */
function findQuestion(
  questions: readonly QuestionView[],
  { by, questionId }: Static<typeof bibAssignment>,
): QuestionView | undefined {
  const ofHolder = questions.filter(({ askedOf }) => askedOf === 'holder');
  if (by === 'file') return ofHolder.find(({ key, isArchived }) => key === 'birthDate' && !isArchived);
  if (by !== 'answer') return undefined;
  const question = ofHolder.find(({ id }) => id === questionId);
  if (question !== undefined) return question;
  const code = questionId === undefined ? 'required' : 'unknown_question';
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError('questionId', code, {})] });
}

function requireFile(csv: string | undefined): string {
  if (csv !== undefined) return csv;
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError('csv', 'required', {})] });
}

/** @returns the changes that were made */
async function apply(
  db: Db,
  scope: RequestScope,
  eventId: string,
  changes: readonly BibChange[],
  options: { readonly isFixed: boolean },
): Promise<BibChange[]> {
  const applied: BibChange[] = [];
  const later = new Set(changes.map(({ ticket }) => ticket.id));
  for (let start = 0; start < changes.length; start += ticketsPerStep) {
    const step = changes.slice(start, start + ticketsPerStep);
    for (const { ticket } of step) later.delete(ticket.id);
    applied.push(...(await db.transaction().execute((tx) => applyStep(tx, scope, eventId, step, later, options))));
  }
  return applied;
}

/**
 * @param later the tickets that get another bib in later steps: if one of them has a bib of this step, it has none until then
 * @returns the changes that were made
 */
async function applyStep(
  tx: Db,
  scope: RequestScope,
  eventId: string,
  step: readonly BibChange[],
  later: ReadonlySet<string>,
  { isFixed }: { readonly isFixed: boolean },
): Promise<BibChange[]> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  const concerned = {
    ids: step.map(({ ticket }) => ticket.id),
    bibs: step.flatMap(({ bib }) => (bib === '' ? [] : [bib])),
  };
  const found = await findTicketsByIdOrBib(tx, organizerId, eventId, concerned);
  const locked = await lockOrders(tx, organizerId, [...new Set(found.map(({ orderNumber }) => orderNumber))]);
  await forgetAssignedBibs(tx, organizerId, eventId);
  let next = await lockBibCounter(tx, organizerId, eventId);
  // Read again: only transactions with the lock of the event change bibs.
  const current = await findTicketsByIdOrBib(tx, organizerId, eventId, concerned);
  const tickets = new Map(current.filter(({ orderNumber }) => locked.has(orderNumber)).map((row) => [row.id, row]));
  const holders = new Map(current.map(({ id, bib }) => [bib, id]));
  const changes = possibleChanges(step, tickets, holders, later);
  if (changes.length === 0) return [];
  const evicted = changes.flatMap(({ bib }) => {
    const holder = holders.get(bib);
    return bib !== '' && holder !== undefined && later.has(holder) ? [holder] : [];
  });
  const ids = [...changes.map(({ ticket }) => ticket.id), ...evicted];
  const newBibs = changes
    .filter(({ bib }) => bib !== '')
    .map(({ ticket, bib }) => ({ ticketId: ticket.id, bib, isFixed }));
  await setBibs(tx, organizerId, ids, newBibs, now);
  for (const { bib } of newBibs) next = nextBibAfter(bib, next);
  await setBibCounter(tx, organizerId, eventId, next);
  const numbers = [...new Set(ids.map((id) => tickets.get(id)!.orderNumber))];
  await touchOrders(tx, organizerId, numbers, now);
  // A ticket without a bib has its id in the column.
  await indexOrders(tx, organizerId, numbers, new Map(ids.map((id) => [id, tickets.get(id)!.bib || id])));
  await emitTicketsChanged(tx, organizerId, numbers, new Set(ids), 'bib', now);
  const details = { tickets: changes.length };
  await recordAudit(tx, scope, { action: 'event.assign_bibs', subject: eventId, details, at: now });
  return changes;
}

/** The changes of a step that are still possible: neither the ticket nor its new bib was changed by another transaction. */
function possibleChanges(
  step: readonly BibChange[],
  tickets: ReadonlyMap<string, { readonly status: string; readonly bib: string }>,
  holders: ReadonlyMap<string, string>,
  later: ReadonlySet<string>,
): BibChange[] {
  let changes = step.filter(({ ticket }) => {
    const current = tickets.get(ticket.id);
    const isSame = current?.bib === ticket.bib || current?.bib === '';
    return current !== undefined && isSame && (current.status === 'void') === (ticket.status === 'void');
  });
  for (;;) {
    const changing = new Set(changes.map(({ ticket }) => ticket.id));
    const isFree = ({ bib }: BibChange) => {
      const holder = bib === '' ? undefined : holders.get(bib);
      return holder === undefined || changing.has(holder) || (later.has(holder) && tickets.has(holder));
    };
    const possible = changes.filter(isFree);
    if (possible.length === changes.length) return possible;
    changes = possible;
  }
}

/** Locks orders by their numbers, as all transactions do. */
export async function lockOrders(
  tx: Db,
  organizerId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { forNoKeyUpdate, isOneOf } = dialectOf(tx);
  const { rows } = await sql<{ order_number: string }>`select order_number from orders
    where organizer_id = ${organizerId} and ${isOneOf(sql.ref('order_number'), numbers)}
    order by order_number ${forNoKeyUpdate}`.execute(tx);
  return new Set(rows.map((row) => row.order_number));
}

/** Moves `updatedAt` of orders. */
export async function touchOrders(tx: Db, organizerId: string, numbers: readonly string[], now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), numbers))
    .execute();
}

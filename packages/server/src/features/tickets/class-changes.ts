import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Db, databaseForLongRead, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { auditPersonalRead } from '../audit/index.ts';
import { findEventStatus, readTicketTypesToIssue } from '../catalog/index.ts';
import { personOfAnswers, type StoredAnswer } from '../questions/index.ts';
import { type AttendeeFilter, type AttendeeTicket, readAttendeePages } from './attendee-page.ts';
import type { classChanges } from './schema.event-checks.ts';

/** Maximum number of persons who are named. The count is that of all. */
const maxNamedPersons = 50;

/**
 * Tells which ticket holders would be in another class, or too young or too old, if the event were at another time; or whose category is no
 * longer the one of the present rules and answers. Nothing changes, also not if the event is moved: a category is fixed when its order is
 * paid. Categories that were changed by hand are not compared. The read is audited before this returns.
 *
 * @param time RFC 3339 in UTC, with the time zone that decides its day; what is absent does not change. Empty: the present rules
 * @throws ApiError `event_not_found`; `audit_unavailable`
 */
export async function findClassChanges(
  db: Db,
  scope: RequestScope,
  eventId: string,
  time: { readonly startsAt?: string; readonly timezone?: string },
): Promise<Static<typeof classChanges>> {
  const { organizerId } = scope;
  if ((await findEventStatus(db, organizerId, eventId)) === null) throw new ApiError('event_not_found', { eventId });
  const persons: ClassChange[] = [];
  let count = 0;
  const reader = await databaseForLongRead(db);
  const changes =
    Object.keys(time).length === 0
      ? readCategoryChanges(reader, organizerId, { eventId })
      : readChangesAt(reader, organizerId, eventId, time);
  for await (const change of changes) {
    count += 1;
    if (persons.length === maxNamedPersons) continue;
    const { ticket, categoryThen, ageError } = change;
    const { id: ticketId, orderNumber, holderName, category } = ticket;
    persons.push({ ticketId, orderNumber, holderName, category, categoryThen, ageError });
  }
  if (count === 0) return { count, persons };
  const orderNumbers = [...new Set(persons.map(({ orderNumber }) => orderNumber))];
  await auditPersonalRead(db, scope, { orderNumbers, fields: ['holderName', 'category'] });
  return { count, persons };
}

type ClassChange = Static<typeof classChanges>['persons'][number];

/** A ticket with the category that it would have, and why its holder would not be allowed. */
interface ChangedTicket extends Pick<ClassChange, 'categoryThen' | 'ageError'> {
  readonly ticket: AttendeeTicket;
}

const validStatuses = ['valid', 'used'] as const;
const parts: AttendeeFilter['parts'] = new Set(['answers']);

/** Reads the tickets that would have another category by the present rules and answers, without those whose category was given by hand. */
export async function* readCategoryChanges(
  db: Db,
  organizerId: string,
  filter: Pick<AttendeeFilter, 'eventId' | 'ticketTypeId' | 'ids'>,
): AsyncGenerator<ChangedTicket> {
  const types = await readTicketTypesToIssue(db, organizerId, filter.eventId);
  for await (const tickets of readAttendeePages(db, organizerId, { ...filter, statuses: validStatuses, parts })) {
    for (const ticket of tickets) {
      if (ticket.isCategoryFixed === 1) continue;
      const categoryThen = types.get(ticket.ticketTypeId)?.categoryOf(personOf(ticket)) ?? null;
      if (categoryThen !== ticket.category) yield { ticket, categoryThen, ageError: null };
    }
  }
}

/** Changes the categories of tickets whose orders are locked. Their `updatedAt` becomes later. */
export async function setCategories(
  tx: Db,
  organizerId: string,
  changes: readonly { readonly id: string; readonly category: string | null }[],
  now: string,
): Promise<void> {
  const { isOneOf, updateMany } = dialectOf(tx);
  const ids = changes.map(({ id }) => id);
  const rows = changes.map(({ id, category }) => ({ organizer_id: organizerId, id, category }));
  await updateMany(tx, 'tickets', ['organizer_id', 'id'], rows);
  await tx
    .updateTable('tickets')
    .set({ updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('id'), ids))
    .execute();
  // Otherwise, devices would show the old category until their next offline bundle is made of the whole event.
  await tx
    .deleteFrom('offline_details')
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('ticket_id'), ids))
    .execute();
}

async function* readChangesAt(
  db: Db,
  organizerId: string,
  eventId: string,
  time: { readonly startsAt?: string; readonly timezone?: string },
): AsyncGenerator<ChangedTicket> {
  const typesNow = await readTicketTypesToIssue(db, organizerId, eventId);
  const typesThen = await readTicketTypesToIssue(db, organizerId, eventId, time);
  const moved = [...typesNow.values()].filter(({ id, ageDay }) => ageDay.onDate !== typesThen.get(id)?.ageDay.onDate);
  if (moved.length === 0) return;
  const filter: AttendeeFilter = { eventId, statuses: validStatuses, parts };
  for await (const tickets of readAttendeePages(db, organizerId, filter)) {
    for (const ticket of tickets) {
      const [now, then] = [typesNow.get(ticket.ticketTypeId), typesThen.get(ticket.ticketTypeId)];
      const person = personOf(ticket);
      if (now === undefined || then === undefined || person.birthDate === null) continue;
      const categoryThen = ticket.category === now.categoryOf(person) ? then.categoryOf(person) : ticket.category;
      const wasAllowed = now.ageError('', person.birthDate) === null;
      const ageError = wasAllowed ? then.ageError('', person.birthDate) : null;
      if (categoryThen === ticket.category && ageError === null) continue;
      yield { ticket, categoryThen, ageError: (ageError?.code ?? null) as ClassChange['ageError'] };
    }
  }
}

function personOf({ answers }: AttendeeTicket) {
  return personOfAnswers(JSON.parse(answers!) as StoredAnswer[]);
}

import { ApiError } from '../../errors/index.ts';
import { type Db, databaseForLongRead } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { auditPersonalRead } from '../audit/index.ts';
import { findEventStatus, readTicketTypesToIssue } from '../catalog/index.ts';
import type { StoredAnswer } from '../questions/index.ts';
import { type AttendeeFilter, type AttendeeTicket, readAttendeePages } from './attendee-page.ts';
import type { classChanges } from './schema.event-checks.ts';

/** Maximum number of persons who are named. The count is that of all. */
const maxNamedPersons = 50;

/**
 * Tells which ticket holders would be in another class, or too young or too old, if the event were at another time. Nothing changes, also
 * not if the event is moved: a category is fixed when its order is paid. Categories that were changed by hand are not compared. The read is
 * audited before this returns.
 *
 * @param time RFC 3339 in UTC, with the time zone that decides its day; what is absent does not change
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
  const typesNow = await readTicketTypesToIssue(db, organizerId, eventId);
  const typesThen = await readTicketTypesToIssue(db, organizerId, eventId, time);
  const moved = [...typesNow.values()].filter(({ id, ageDay }) => ageDay.onDate !== typesThen.get(id)?.ageDay.onDate);
  if (moved.length === 0) return { count: 0, persons: [] };
  const reader = await databaseForLongRead(db);
  const filter: AttendeeFilter = { eventId, statuses: ['valid', 'used'], parts: new Set(['answers']) };
  const persons: Static<typeof classChanges>['persons'] = [];
  let count = 0;
  for await (const tickets of readAttendeePages(reader, organizerId, filter)) {
    for (const ticket of tickets) {
      const [now, then] = [typesNow.get(ticket.ticketTypeId), typesThen.get(ticket.ticketTypeId)];
      const person = personOf(ticket);
      if (now === undefined || then === undefined || person.birthDate === null) continue;
      const categoryThen = ticket.category === now.categoryOf(person) ? then.categoryOf(person) : ticket.category;
      const wasAllowed = now.ageError('', person.birthDate) === null;
      const ageError = wasAllowed ? then.ageError('', person.birthDate) : null;
      if (categoryThen === ticket.category && ageError === null) continue;
      count += 1;
      if (persons.length === maxNamedPersons) continue;
      const { id: ticketId, orderNumber, holderName, category } = ticket;
      const age = (ageError?.code ?? null) as 'too_young' | 'too_old' | null;
      persons.push({ ticketId, orderNumber, holderName, category, categoryThen, ageError: age });
    }
  }
  const orderNumbers = [...new Set(persons.map(({ orderNumber }) => orderNumber))];
  await auditPersonalRead(db, scope, { orderNumbers, fields: ['holderName', 'category'] });
  return { count, persons };
}

function personOf({ answers }: AttendeeTicket): { birthDate: string | null; sex: string | null } {
  const stored = JSON.parse(answers!) as StoredAnswer[];
  const textOf = (key: StoredAnswer['key']) => {
    const value = stored.find((answer) => answer.key === key)?.value;
    return typeof value === 'string' ? value : null;
  };
  return { birthDate: textOf('birthDate'), sex: textOf('sex') };
}

import { type RawBuilder, sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { defineList, invalidCursor, type ListTimes } from '../../platform/database/page.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { hasChosen } from '../questions/index.ts';
import { nameParts } from './holder-name.ts';
import { findTicketsWithoutAnswers } from './missing-answers.ts';
import { answersOfTicket, bibOf, listSpec, ticketFields, ticketSource } from './queries.ts';
import { findTicketIds, maxCandidates } from './search-tickets.ts';

/** The names of the personal fields of an attendee. */
export const personalFieldsOfAttendee = ['buyer', 'holderName', 'bib', 'category', 'fields', 'answers'];

/** A ticket with its holder, the buyer of its order, its add-ons, and those of its order. */
function attendeeFields(db: Db, organizerId: RawBuilder<unknown>): JsonFields {
  const { object, array, json } = dialectOf(db);
  const email = sql`nullif(o.buyer_email, '')`;
  return {
    ...ticketFields(db, 't'),
    holderName: sql`t.holder_name`,
    ...nameParts('t'),
    bib: bibOf('t'),
    category: sql`t.category`,
    fields: json(sql`coalesce(t.fields, '{}')`),
    answers: answersOfTicket(db, organizerId, 't'),
    buyer: json(sql`(select ${object({ email, name: sql`o.buyer_name`, phone: sql`o.buyer_phone` })} from orders as o
      where o.organizer_id = ${organizerId} and o.order_number = t.order_number)`),
    addons: array(
      object({
        id: sql`n.id`,
        addonId: sql`n.addon_id`,
        name: sql`n.name`,
        ticketId: sql`n.ticket_id`,
        type: sql`n.type`,
        unitsTotal: sql`n.units_total - n.units_voided`,
      }),
      sql`from entitlements as n where n.organizer_id = ${organizerId} and n.order_number = t.order_number
        and (n.ticket_id is null or n.ticket_id = t.id)`,
      sql`n.id`,
    ),
  };
}

/** Lists attendees page by page. Pass each page through `auditPersonalPage` before it is returned. */
export const listAttendees = defineList('attendees', {
  ...listSpec,
  fields: attendeeFields,
  filters: {
    eventId: listSpec.filters.eventId,
    status: listSpec.filters.status,
    ticketTypeId: (value) => sql`t.ticket_type_id = ${value}`,
    answer: (value, organizerId, db) => hasChosen(db, organizerId, value),
  },
  plans: [
    { name: 'one ticket type', when: ['ticketTypeId'], residual: ['eventId', 'status', 'answer'], sorts: false },
    { name: 'the event of a question', when: ['answer'], residual: ['eventId'], sorts: false },
  ],
});

interface AttendeeFilters extends ListTimes {
  readonly eventId?: readonly string[] | undefined;
  readonly ticketTypeId?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  /** The id of a question, a colon, and the code of the option that the holder has chosen. */
  readonly answer?: string | undefined;
  /** Only holders who have not answered a required question. It needs events. */
  readonly missingAnswers?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Searches attendees by the words of their holders and buyers, bibs, order numbers and e-mail addresses, and in one event by the answers of
 * the holders: each word of the text must be the begin of one of them. Pass the page through `auditPersonalPage` before it is returned.
 *
 * @param text undefined to find all with `missingAnswers`, the newest first
 * @returns a page of the best results, without a cursor
 * @throws ApiError `invalid_cursor` if the query has a cursor; `invalid_fields` if `missingAnswers` has no event
 */
export async function searchAttendees(
  db: Db,
  { organizerId, clock }: Pick<RequestScope, 'organizerId' | 'clock'>,
  text: string | undefined,
  filters: AttendeeFilters,
): Promise<string> {
  const { eventId, ticketTypeId, status, answer, updatedSince, createdSince, createdBefore, limit, cursor } = filters;
  if (cursor !== undefined) throw invalidCursor();
  const today = timestamp(clock.now()).slice(0, 10);
  const open = filters.missingAnswers ? await findOpen(db, organizerId, eventId, today) : null;
  const ofEvent = eventId?.length === 1 ? eventId[0]! : null;
  const matching =
    text === undefined
      ? (open ?? [])
      : await findTicketIds(db, organizerId, ofEvent, text, maxCandidates, { withAnswers: true });
  const isOpen = open === null ? null : new Set(open);
  const found = matching.filter((id) => isOpen?.has(id) ?? true).slice(0, maxCandidates);
  const { object, isOneOf } = dialectOf(db);
  const id = sql`${organizerId}`;
  const conditions = [
    sql`t.organizer_id = ${organizerId} and ${isOneOf(sql.ref('t.id'), found)}`,
    // Planners do not analyze `(…) is true`. So the tickets are found by their ids.
    ...(eventId === undefined ? [] : [sql`(${isOneOf(sql.ref('t.event_id'), eventId)}) is true`]),
    ...(ticketTypeId === undefined ? [] : [sql`(${isOneOf(sql.ref('t.ticket_type_id'), ticketTypeId)}) is true`]),
    ...(status === undefined ? [] : [sql`(${isOneOf(sql.ref('t.status'), status)}) is true`]),
    ...(answer === undefined ? [] : [sql`(${hasChosen(db, id, sql`${answer}`)}) is true`]),
    ...(updatedSince === undefined ? [] : [sql`(t.updated_at >= ${updatedSince}) is true`]),
    ...(createdSince === undefined ? [] : [sql`(t.issued_at >= ${createdSince}) is true`]),
    ...(createdBefore === undefined ? [] : [sql`(t.issued_at < ${createdBefore}) is true`]),
  ];
  const rows = await runPrepared(
    db,
    sql<{ id: string; json: string }>`select t.id, cast(${object(attendeeFields(db, id))} as text) as json
      ${ticketSource('t', id)} where ${sql.join(conditions, sql` and `)}`,
  );
  const rank = new Map(found.map((ticketId, index) => [ticketId, index]));
  const sorted = rows.sort((a, b) => rank.get(a.id)! - rank.get(b.id)!).map(({ json }) => json);
  return jsonObject({
    data: JsonText.list(sorted.slice(0, limit)),
    hasMore: sorted.length > limit,
    nextCursor: null,
  });
}

async function findOpen(
  db: Db,
  organizerId: string,
  eventIds: readonly string[] | undefined,
  today: string,
): Promise<string[]> {
  if (eventIds === undefined) {
    throw new ApiError('invalid_fields', { part: 'query' }, { fields: [fieldError('eventId', 'required', {})] });
  }
  const found: string[] = [];
  for (const eventId of eventIds) found.push(...(await findTicketsWithoutAnswers(db, organizerId, eventId, today)));
  return found;
}

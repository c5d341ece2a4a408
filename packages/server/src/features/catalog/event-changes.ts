import { sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { eventReader } from '../event-views/index.ts';
import { emit } from '../webhooks/index.ts';
import { isChangeable } from './states.ts';
import type { EventChangeType } from './webhook-types.ts';

export type EventRow = Tables['events'];

/** Reads events with the fields that the organizer API returns and that webhook events contain. */
const reader = eventReader('organizer', { addons: true });

/** Reads an event and locks it until the transaction ends. */
export async function lockEvent(tx: Db, organizerId: string, eventId: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`select * from events
    where organizer_id = ${organizerId} and id = ${eventId} ${dialectOf(tx).forUpdate}`.execute(tx);
  return rows[0];
}

export function eventNotFound(eventId: string): ApiError {
  return new ApiError('event_not_found', { eventId });
}

/** @throws ApiError `event_archived` if the event is archived */
export function assertNotArchived(event: EventRow): void {
  if (isChangeable(event.status)) return;
  throw new ApiError('event_archived', {});
}

/**
 * Asserts that the state of an event or an offer can change to the requested state.
 *
 * @param kind the kind of object, for the error message
 * @throws ApiError `status_not_reachable` if the state cannot change to it. The error contains the possible states.
 */
export function assertTransition<S extends string>(
  kind: string,
  to: S | null | undefined,
  { from, possible }: { from: S; possible: readonly S[] },
): void {
  if (!to || possible.includes(to)) return;
  throw new ApiError(
    'status_not_reachable',
    { kind, status: from, allowed: possible },
    { fields: [fieldError('status', 'status_not_reachable', { status: to })] },
  );
}

/**
 * The columns that every change to a locked event sets: the next version and the time of the change. The time is never before
 * the time of the last change. Otherwise lists with `updatedSince` would miss this change.
 */
export function nextVersion(event: EventRow, now: string): Pick<EventRow, 'version' | 'updated_at'> {
  return { version: event.version + 1, updated_at: event.updated_at > now ? event.updated_at : now };
}

/**
 * Reads the JSON of an event.
 *
 * @throws ApiError `event_not_found` if the organizer has no such event
 */
export async function readEvent(db: Db, organizerId: string, eventId: string): Promise<string> {
  const json = await reader.get(db, organizerId, eventId);
  if (json === null) throw eventNotFound(eventId);
  return json;
}

/**
 * Reads the JSON and the version of an event.
 *
 * @throws ApiError `not_found`
 */
export async function readVersionedEvent(db: Db, organizerId: string, eventId: string): Promise<Versioned> {
  const event = await reader.getVersioned(db, organizerId, eventId);
  if (event === null) throw eventNotFound(eventId);
  return event;
}

/**
 * Emits webhook events about an event. They have its texts in the default language only.
 *
 * @returns the event's JSON
 */
export async function emitEventChange(
  tx: Db,
  organizerId: string,
  eventId: string,
  types: readonly EventChangeType[],
  now: string,
): Promise<string> {
  const json = await readEvent(tx, organizerId, eventId);
  const event = JSON.parse(json) as Translated & { readonly ticketTypes: Translated[]; readonly addons?: Translated[] };
  const ticketTypes = event.ticketTypes.map(withoutTranslations);
  const addons = event.addons?.map(withoutTranslations);
  const data = JSON.stringify({ ...withoutTranslations(event), ticketTypes, addons });
  await emit(
    tx,
    organizerId,
    types.map((type) => ({ type, data })),
    now,
  );
  return json;
}

interface Translated {
  readonly translations: unknown;
}

function withoutTranslations({ translations: _, ...fields }: Translated): object {
  return fields;
}

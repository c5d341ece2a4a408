import type { Db } from '../../platform/database/dialect.ts';
import {
  currencyFaults,
  type EventRef,
  eventFaults,
  insertAddon,
  insertEvent,
  insertTicketType,
  isKnownReference,
  lockEventForShare,
  ticketTypeFaults,
} from '../catalog/index.ts';
import type { Organizer } from '../organizers/index.ts';
import type { CatalogCache } from './catalog-cache.ts';
import { assertNoFaults, lineError, lineTime } from './parse-line.ts';
import type { AddonLine, EventLine, TicketTypeLine } from './schema.ts';

/** The organizer that lines are imported to, and the time of their batch. */
export interface ImportContext {
  readonly organizer: Organizer;
  readonly catalog: CatalogCache;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The same time, RFC 3339. */
  readonly now: string;
}

export type CatalogLine = EventLine | TicketTypeLine | AddonLine;

/**
 * Imports an event, a ticket type or an add-on, unless there is one with its `externalId`.
 *
 * @returns whether it was created
 * @throws LineError
 */
export async function importCatalogLine(tx: Db, context: ImportContext, line: CatalogLine): Promise<boolean> {
  if (await isKnownReference(tx, context.organizer.id, line.type, line.externalId)) return false;
  switch (line.type) {
    case 'event':
      await importEvent(tx, context, line);
      break;
    case 'ticketType':
      await importTicketType(tx, context, line);
      break;
    case 'addon':
      await importAddon(tx, context, line);
      break;
  }
  return true;
}

async function importEvent(tx: Db, { organizer, now }: ImportContext, line: EventLine): Promise<void> {
  assertNoFaults(eventFaults(line));
  const times = {
    createdAt: lineTime('createdAt', line.createdAt) ?? now,
    updatedAt: lineTime('updatedAt', line.updatedAt) ?? now,
  };
  const event = await insertEvent(tx, organizer, line, { externalId: line.externalId, now }, times);
  if (event === null) throw lineError('slug', `"${line.slug}" is taken by another event`);
}

async function importTicketType(tx: Db, context: ImportContext, line: TicketTypeLine): Promise<void> {
  const event = await lockEventOf(tx, context, line);
  assertNoFaults([...ticketTypeFaults(line), ...currencyFaults(line, event.currency)]);
  await insertTicketType(tx, context.organizer.id, event, line, { externalId: line.externalId, now: context.now });
}

async function importAddon(tx: Db, context: ImportContext, line: AddonLine): Promise<void> {
  const event = await lockEventOf(tx, context, line);
  assertNoFaults(currencyFaults(line, event.currency));
  // The line's `type` says that it is an add-on.
  const given = { ...line, type: line.addonType ?? null };
  await insertAddon(tx, context.organizer.id, event, given, { externalId: line.externalId, now: context.now });
}

async function lockEventOf(
  tx: Db,
  { organizer, catalog }: ImportContext,
  line: TicketTypeLine | AddonLine,
): Promise<EventRef> {
  await catalog.load(tx, { events: [line.eventId] });
  const event = catalog.event(line.eventId);
  if (event === undefined) throw lineError('eventId', `no event "${line.eventId}" is known: import it first`);
  // The currency in the cache can be outdated.
  return lockEventForShare(tx, organizer.id, event.id);
}

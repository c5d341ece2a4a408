import { isTimeZone } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { isCurrency } from '../../platform/money.ts';
import { uniqueSlug } from '../events/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { openSettlement } from '../settlements/index.ts';
import type { Catalog, KnownEvent } from './catalog.ts';
import { lineTime, wrong } from './parse-line.ts';
import type { AddonLine, EventLine, TicketTypeLine } from './schema.ts';

/** Where a line is imported to, and when. */
export interface ImportContext {
  readonly organizer: Organizer;
  readonly catalog: Catalog;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The same, RFC 3339. */
  readonly now: string;
}

export type CatalogLine = EventLine | TicketTypeLine | AddonLine;

/**
 * Writes a catalog line, unless its `externalId` is known already.
 *
 * @returns whether it was written
 * @throws LineError
 */
export async function importCatalogLine(tx: Db, context: ImportContext, line: CatalogLine): Promise<boolean> {
  const table = line.type === 'event' ? 'events' : line.type === 'ticketType' ? 'ticket_types' : 'addons';
  const known = await tx
    .selectFrom(table)
    .select('id')
    .where('organizer_id', '=', context.organizer.id)
    // An export names what has no externalId by our id.
    .where((eb) =>
      eb.or([
        eb('external_id', '=', line.externalId),
        eb.and([eb('external_id', 'is', null), eb('id', '=', line.externalId)]),
      ]),
    )
    .executeTakeFirst();
  if (known !== undefined) return false;
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

async function importEvent(tx: Db, { organizer, nowMs, now }: ImportContext, line: EventLine): Promise<void> {
  const startsAt = lineTime('startsAt', line.startsAt)!;
  const endsAt = lineTime('endsAt', line.endsAt);
  if (endsAt !== null && endsAt < startsAt) throw wrong('endsAt', 'must not be before startsAt');
  const timezone = line.timezone ?? organizer.timezone;
  if (!isTimeZone(timezone)) throw wrong('timezone', 'must be an IANA time zone such as Europe/Berlin');
  const currency = line.currency ?? organizer.currency;
  if (!isCurrency(currency)) throw wrong('currency', 'must be an ISO 4217 code such as EUR');
  const posterUrl = line.posterUrl ?? null;
  if (posterUrl !== null && !(URL.canParse(posterUrl) && posterUrl.startsWith('https://'))) {
    throw wrong('posterUrl', 'must be an address that begins with https://');
  }
  if (line.slug) await refuseTakenSlug(tx, organizer.id, line.slug);
  const id = newId('evt', nowMs);
  const createdAt = lineTime('createdAt', line.createdAt) ?? now;
  await tx
    .insertInto('events')
    .values({
      organizer_id: organizer.id,
      id,
      external_id: line.externalId,
      name: line.name,
      slug: line.slug ?? (await uniqueSlug(tx, organizer.id, line.name)),
      description: line.description ?? null,
      status: line.status ?? 'draft',
      starts_at: startsAt,
      ends_at: endsAt,
      timezone,
      venue_name: line.venue?.name ?? null,
      venue_address: line.venue?.address ?? null,
      venue_city: line.venue?.city ?? null,
      venue_country: line.venue?.country ?? null,
      poster_url: posterUrl,
      currency,
      next_bib: 1,
      created_at: createdAt,
      updated_at: lineTime('updatedAt', line.updatedAt) ?? now,
    })
    .execute();
  await openSettlement(tx, organizer.id, { id, currency }, now);
}

async function refuseTakenSlug(tx: Db, organizerId: string, slug: string): Promise<void> {
  const taken = await tx
    .selectFrom('events')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (taken !== undefined) throw wrong('slug', `"${slug}" is taken by another event`);
}

async function importTicketType(tx: Db, context: ImportContext, line: TicketTypeLine): Promise<void> {
  const { organizer, nowMs, now } = context;
  const event = await eventOf(tx, context, line);
  const salesStartAt = lineTime('salesStartAt', line.salesStartAt);
  const salesEndAt = lineTime('salesEndAt', line.salesEndAt);
  if (salesStartAt !== null && salesEndAt !== null && salesEndAt < salesStartAt) {
    throw wrong('salesEndAt', 'must not be before salesStartAt');
  }
  const minPerOrder = line.minPerOrder ?? 1;
  if (line.maxPerOrder && line.maxPerOrder < minPerOrder) throw wrong('maxPerOrder', 'must not be below minPerOrder');
  await tx
    .insertInto('ticket_types')
    .values({
      organizer_id: organizer.id,
      id: newId('tty', nowMs),
      event_id: event.id,
      external_id: line.externalId,
      name: line.name,
      description: line.description ?? null,
      category: line.category ?? null,
      price: line.price,
      currency: event.currency,
      quantity: line.quantity ?? null,
      sold: 0,
      reserved: 0,
      min_per_order: minPerOrder,
      max_per_order: line.maxPerOrder ?? null,
      sales_start_at: salesStartAt,
      sales_end_at: salesEndAt,
      status: line.status ?? 'active',
      position: line.position ?? (await nextPosition(tx, 'ticket_types', organizer.id, event.id)),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function importAddon(tx: Db, context: ImportContext, line: AddonLine): Promise<void> {
  const { organizer, nowMs, now } = context;
  const event = await eventOf(tx, context, line);
  await tx
    .insertInto('addons')
    .values({
      organizer_id: organizer.id,
      id: newId('add', nowMs),
      event_id: event.id,
      external_id: line.externalId,
      name: line.name,
      type: line.addonType ?? 'other',
      price: line.price,
      currency: event.currency,
      units_per_purchase: line.unitsPerPurchase ?? 1,
      quantity: line.quantity ?? null,
      sold: 0,
      reserved: 0,
      status: line.status ?? 'active',
      position: line.position ?? (await nextPosition(tx, 'addons', organizer.id, event.id)),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function eventOf(tx: Db, { catalog }: ImportContext, line: TicketTypeLine | AddonLine): Promise<KnownEvent> {
  await catalog.load(tx, { events: [line.eventId] });
  const event = catalog.event(line.eventId);
  if (event === undefined) throw wrong('eventId', `no event "${line.eventId}" is known: import it first`);
  refuseOtherCurrency(line.currency, event);
  return event;
}

/** An event sells in one currency. */
export function refuseOtherCurrency(given: string | null | undefined, event: KnownEvent): void {
  if (given && given !== event.currency) {
    throw wrong('currency', `is ${given}, but the event sells in ${event.currency}`);
  }
}

async function nextPosition(
  tx: Db,
  table: 'ticket_types' | 'addons',
  organizerId: string,
  eventId: string,
): Promise<number> {
  const { last } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.max('position').as('last'))
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : last + 1;
}

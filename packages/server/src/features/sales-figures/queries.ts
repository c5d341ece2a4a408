import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { type Param, statement } from '../../platform/database/statement.ts';

/** Sums of the ledger. Amounts are minor units. */
export interface Figures {
  readonly orders: number;
  readonly tickets: number;
  readonly ticketsRefunded: number;
  readonly gross: number;
  readonly refunds: number;
  readonly fees: number;
  readonly taxes: number;
  readonly net: number;
}

/** Days as `YYYY-MM-DD`; both are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

interface EventFilter {
  readonly eventId: string;
}

/** The maximum number of events, and of ticket types and add-ons, of one currency in the overview. */
const rowLimit = 50;

const sumOf = (value: RawBuilder<unknown>) => sql<number>`cast(coalesce(sum(${value}), 0) as bigint)`;
const netOf = sql`t.gross - t.refunds - t.fees - t.taxes`;

/** The columns of `Figures`. */
const sums = sql`${sumOf(sql`t.orders`)} as orders, ${sumOf(sql`t.units`)} as tickets,
  ${sumOf(sql`t.units_refunded`)} as "ticketsRefunded", ${sumOf(sql`t.gross`)} as gross,
  ${sumOf(sql`t.refunds`)} as refunds, ${sumOf(sql`t.fees`)} as fees, ${sumOf(sql`t.taxes`)} as taxes,
  ${sumOf(netOf)} as net`;

const sumNames = sql.raw('orders, tickets, "ticketsRefunded", gross, refunds, fees, taxes, net');

/** The place of a row among those of its currency: 1 for the highest `gross`. */
const placeOf = (id: RawBuilder<unknown>) =>
  sql`row_number() over (partition by t.currency order by sum(t.gross) desc, ${id})`;

/** The sums of one day in one currency. */
export interface DaySums extends Figures {
  readonly day: string;
  readonly currency: string;
  /** The part of `net` that the platform does not owe: payouts, and what it has not received. */
  readonly notOwed: number;
}

interface DaysQuery extends Period {
  readonly organizerId: string;
  readonly scope: 'organizer' | 'event';
  /** Empty for the whole organizer. */
  readonly eventId: string;
}

const findDays = statement<DaysQuery, DaySums>(
  (_db, param) => sql`
    select t.day, t.currency, ${sums}, ${sumOf(sql`t.paid_out + t.outside`)} as "notOwed"
    from figure_days as t
    where t.organizer_id = ${param('organizerId')} and t.scope = ${param('scope')}
      and t.event_id = ${param('eventId')} and t.day between ${param('from')} and ${param('to')}
    group by t.day, t.currency order by t.day`,
);

/**
 * The sums of each day of a period that has ledger entries, for the organizer or for one event.
 *
 * @param eventId null for the whole organizer
 */
export async function sumDays(
  db: Db,
  organizerId: string,
  eventId: string | null,
  { from, to }: Period,
): Promise<DaySums[]> {
  const scope = eventId === null ? 'organizer' : 'event';
  return findDays(db, { organizerId, scope, eventId: eventId ?? '', from, to });
}

const findBalances = statement<{ organizerId: string; day: string }, { currency: string; balance: number }>(
  (_db, param) => sql`
    select t.currency, ${sumOf(sql`${netOf} - t.paid_out - t.outside`)} as balance
    from figure_days as t
    where t.organizer_id = ${param('organizerId')} and t.scope = 'organizer' and t.day < ${param('day')}
    group by t.currency`,
);

/** The balance of the organizer at the beginning of a day, by currency. */
export async function readBalances(db: Db, organizerId: string, day: string): Promise<Map<string, number>> {
  const rows = await findBalances(db, { organizerId, day });
  return new Map(rows.map(({ currency, balance }) => [currency, balance]));
}

/** The sums of an event in a period. */
export interface EventSums extends Figures {
  readonly eventId: string;
  readonly name: string;
  readonly currency: string;
  /** `gross` in the previous period. */
  readonly previousGross: number;
}

interface EventsQuery extends Period {
  readonly organizerId: string;
  readonly previousFrom: string;
  readonly previousTo: string;
}

function eventsStatement<P extends EventsQuery>(condition: (param: Param<P>) => RawBuilder<unknown>) {
  return statement<P, EventSums>((_db, param) => {
    const organizerId = param('organizerId');
    const previousGross = sql`(select ${sumOf(sql`p.gross`)} from figure_days as p
      where p.organizer_id = ${organizerId} and p.event_id = ranked."eventId" and p.scope = 'event'
        and p.currency = ranked.currency and p.day between ${param('previousFrom')} and ${param('previousTo')})`;
    return sql`
      select "eventId", name, currency, ${sumNames}, ${previousGross} as "previousGross"
      from (
        select t.event_id as "eventId", e.name, t.currency, ${sums}, ${placeOf(sql`t.event_id`)} as place
        from figure_days as t join events as e on e.organizer_id = ${organizerId} and e.id = t.event_id
        where t.organizer_id = ${organizerId} and t.scope = 'event'
          and t.day between ${param('from')} and ${param('to')} ${condition(param)}
        group by t.event_id, e.name, t.currency
      ) as ranked
      where place <= ${sql.lit(rowLimit)} order by place`;
  });
}

const findEvents = eventsStatement<EventsQuery>(() => sql``);
const findEvent = eventsStatement<EventsQuery & EventFilter>((param) => sql`and t.event_id = ${param('eventId')}`);

/** The sums of each event in a period: in each currency the events with the highest `gross`, the highest first. */
export function sumEvents(
  db: Db,
  organizerId: string,
  { from, to }: Period,
  previous: Period,
  eventId: string | null,
): Promise<EventSums[]> {
  const query = { organizerId, from, to, previousFrom: previous.from, previousTo: previous.to };
  return eventId === null ? findEvents(db, query) : findEvent(db, { ...query, eventId });
}

/** The sums of a ticket type or add-on in a period. */
export interface OfferSums extends Figures {
  readonly eventId: string;
  readonly eventName: string;
  readonly offerId: string;
  readonly kind: 'ticket' | 'addon';
  readonly name: string;
  readonly currency: string;
}

interface OffersQuery extends Period {
  readonly organizerId: string;
}

function offersStatement<P extends OffersQuery>(condition: (param: Param<P>) => RawBuilder<unknown>) {
  return statement<P, OfferSums>((_db, param) => {
    const organizerId = param('organizerId');
    return sql`
      select "eventId", "eventName", "offerId", kind, name, currency, ${sumNames}
      from (
        select t.event_id as "eventId", e.name as "eventName", t.offer_id as "offerId",
          case when a.id is null then 'ticket' else 'addon' end as kind, coalesce(y.name, a.name) as name, t.currency,
          ${sums}, ${placeOf(sql`t.offer_id`)} as place
        from figure_days as t
          join events as e on e.organizer_id = ${organizerId} and e.id = t.event_id
          left join ticket_types as y on y.organizer_id = ${organizerId} and y.id = t.offer_id
          left join addons as a on a.organizer_id = ${organizerId} and a.id = t.offer_id
        where t.organizer_id = ${organizerId} and t.scope = 'offer'
          and t.day between ${param('from')} and ${param('to')} ${condition(param)}
        group by t.event_id, e.name, t.offer_id, a.id, y.name, a.name, t.currency
      ) as ranked
      where place <= ${sql.lit(rowLimit)} order by place`;
  });
}

const findOffers = offersStatement<OffersQuery>(() => sql``);
const findOffersOfEvent = offersStatement<OffersQuery & EventFilter>(
  (param) => sql`and t.event_id = ${param('eventId')}`,
);

/** The sums of each ticket type and add-on in a period: in each currency those with the highest `gross`, the highest first. */
export function sumOffers(
  db: Db,
  organizerId: string,
  { from, to }: Period,
  eventId: string | null,
): Promise<OfferSums[]> {
  const query = { organizerId, from, to };
  return eventId === null ? findOffers(db, query) : findOffersOfEvent(db, { ...query, eventId });
}

/** A number that changes if ledger entries of the organizer were added to the sums. */
export async function readFiguresVersion(db: Db, organizerId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select cast(coalesce(sum(position), 0) as bigint) as version
    from figure_watermarks where organizer_id = ${organizerId}`.execute(db);
  return rows[0]?.version ?? 0;
}

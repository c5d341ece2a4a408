import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { assertIdCursor, defineList } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Static } from '../../platform/http/schema.ts';
import { balanceOf, collectedByPlatformOf } from './balance.ts';
import type { settlement } from './schema.ts';

export type SettlementView = Static<typeof settlement>;

const fields = {
  id: sql`t.id`,
  eventId: sql`t.event_id`,
  eventName: sql`e.name`,
  currency: sql`t.currency`,
  status: sql`t.status`,
  ordersPaid: sql`t.orders_paid`,
  ticketsSold: sql`t.tickets_sold`,
  gross: sql`t.gross`,
  refunds: sql`t.refunds`,
  platformFees: sql`t.platform_fees`,
  paymentFees: sql`t.payment_fees`,
  taxes: sql`t.taxes`,
  net: sql`t.gross - t.refunds - t.platform_fees - t.payment_fees - t.taxes`,
  collectedByPlatform: collectedByPlatformOf('t'),
  collectedByOrganizer: sql`t.collected_by_organizer`,
  held: sql`t.held`,
  paidOut: sql`t.paid_out`,
  balance: balanceOf('t'),
  updatedAt: sql`t.updated_at`,
};

const eventJoin = (organizerId: unknown) =>
  sql`join events as e on e.organizer_id = ${organizerId} and e.id = t.event_id`;

/** Lists an organizer's settlements page by page, newest first. Ids are in the order of their creation. */
export const listSettlements = defineList('settlements', {
  table: 'settlements',
  fields: () => fields,
  join: eventJoin,
  newestFirst: [['id', 'id']],
  oldestChangeFirst: [
    ['updated_at', 'updatedAt'],
    ['id', 'id'],
  ],
  filters: { eventId: (value) => sql`t.event_id = ${value}` },
  // An organizer has one settlement for each event. Every payment changes one, and would have to change an index of the changes too.
  plans: [{ name: 'changes', when: ['updatedSince'], residual: [], sorts: true }],
});

/** Returns all settlements of an organizer, newest first. */
export async function listAllSettlements(db: Db, organizerId: string): Promise<SettlementView[]> {
  const { rows } = await sql<{ json: string }>`
    select cast(${dialectOf(db).object(fields)} as text) as json
    from settlements as t ${eventJoin(organizerId)}
    where t.organizer_id = ${organizerId} order by t.id desc`.execute(db);
  return rows.map((row) => JSON.parse(row.json) as SettlementView);
}

const findSettlement = statement<{ organizerId: string; eventId: string }, { json: string }>(
  (db, param) => sql<{ json: string }>`
    select cast(${dialectOf(db).object(fields)} as text) as json
    from settlements as t ${eventJoin(param('organizerId'))}
    where t.organizer_id = ${param('organizerId')} and t.event_id = ${param('eventId')}`,
);

/**
 * Returns the settlement of an event.
 *
 * @throws ApiError `event_not_found` if the organizer has no such event
 */
export async function readSettlement(db: Db, organizerId: string, eventId: string): Promise<SettlementView> {
  const [row] = await findSettlement(db, { organizerId, eventId });
  if (row === undefined) throw new ApiError('event_not_found', { eventId });
  return JSON.parse(row.json) as SettlementView;
}

/** The end of an event, or its start if it has no end. */
const eventEndsAt = sql<string>`coalesce(e.ends_at, e.starts_at)`;

/**
 * The status of the settlement of an event, and the end of the event, RFC 3339.
 *
 * @throws ApiError `event_not_found` if the organizer has no such event
 */
export async function readEventEnd(
  db: Db,
  organizerId: string,
  eventId: string,
): Promise<Pick<SettlementView, 'status'> & { readonly endsAt: string }> {
  const { rows } = await sql<Pick<SettlementView, 'status'> & { endsAt: string }>`
    select t.status, ${eventEndsAt} as "endsAt" from settlements as t ${eventJoin(organizerId)}
    where t.organizer_id = ${organizerId} and t.event_id = ${eventId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new ApiError('event_not_found', { eventId });
  return row;
}

/** The bank account of an organizer, for the operator who pays out to it. */
interface PayoutAccount {
  readonly holder: string;
  /** Null if the organizer has not set one. */
  readonly iban: string | null;
  readonly bic: string | null;
}

/** A settlement with a balance to be paid out. */
export interface Payout extends SettlementView {
  readonly organizerSlug: string;
  readonly organizerName: string;
  readonly isSuspended: boolean;
  readonly account: PayoutAccount;
  /** The end of the event, or its start if it has no end, RFC 3339. */
  readonly eventEndsAt: string;
}

type PayoutRow = Omit<Payout, 'isSuspended' | 'account'> & PayoutAccount & { readonly suspendedAt: string | null };

/** `due`: the settlement is finalized. `unfinalized`: the event is over, but its settlement is open. */
export const payoutStates = ['due', 'unfinalized'] as const;

/**
 * A page of the settlements of all organizers whose balance is positive, the oldest first.
 *
 * @param query.cursor the id of the last settlement of the previous page
 * @throws ApiError `invalid_cursor` if the cursor is not an id
 */
export async function listPayouts(
  db: Db,
  { state, limit, cursor }: { state: (typeof payoutStates)[number]; limit: number; cursor?: string | undefined },
  clock: Clock,
): Promise<{ data: Payout[]; hasMore: boolean; nextCursor: string | null }> {
  assertIdCursor('stl', cursor);
  const columns = {
    ...fields,
    ...{ organizerSlug: sql`o.slug`, organizerName: sql`o.name`, suspendedAt: sql`o.suspended_at`, eventEndsAt },
    ...{ holder: sql`coalesce(o.account_holder, o.name)`, iban: sql`o.iban`, bic: sql`o.bic` },
  };
  const isInState =
    state === 'due' ? sql`t.status = 'final'` : sql`t.status = 'open' and ${eventEndsAt} <= ${timestamp(clock.now())}`;
  // Columns instead of JSON, because Citus rejects subqueries without tables in a statement of all organizers.
  const { rows } = await sql<PayoutRow>`
    select ${sql.join(Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}
    from settlements as t ${eventJoin(sql`t.organizer_id`)} join organizers as o on o.id = t.organizer_id and o.sandbox_of is null
    where ${isInState} and ${balanceOf('t')} > 0 and t.id > ${cursor ?? ''}
    order by t.id limit ${sql.lit(limit + 1)}`.execute(db);
  const data = rows.slice(0, limit).map(({ holder, iban, bic, suspendedAt, ...row }): Payout => {
    return { ...row, isSuspended: suspendedAt !== null, account: { holder, iban, bic } };
  });
  const hasMore = rows.length > limit;
  return { data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

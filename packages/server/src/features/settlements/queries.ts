import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { defineList } from '../../platform/database/page.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { settlement } from './schema.ts';

export type SettlementView = Static<typeof settlement>;

const net = sql`t.gross - t.refunds - t.platform_fees - t.payment_fees - t.taxes`;

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
  net,
  paidOut: sql`t.paid_out`,
  balance: sql`${net} - t.paid_out`,
  updatedAt: sql`t.updated_at`,
};

const eventJoin = sql`join events as e on e.organizer_id = t.organizer_id and e.id = t.event_id`;

/** Lists an organizer's settlements page by page, newest first. Ids are in the order of their creation. */
export const listSettlements = defineList('settlements', {
  table: 'settlements',
  fields: () => fields,
  join: eventJoin,
  newestFirst: [['id', 'id']],
  filters: { eventId: (value) => sql`t.event_id = ${value}` },
});

/** Returns all settlements of an organizer, newest first. */
export async function listAllSettlements(db: Db, organizerId: string): Promise<SettlementView[]> {
  const { rows } = await sql<{ json: string }>`
    select cast(${dialectOf(db).object(fields)} as text) as json
    from settlements as t ${eventJoin}
    where t.organizer_id = ${organizerId} order by t.id desc`.execute(db);
  return rows.map((row) => JSON.parse(row.json) as SettlementView);
}

/**
 * Returns the settlement of an event.
 *
 * @throws ApiError `event_not_found` if the organizer has no such event
 */
export async function readSettlement(db: Db, organizerId: string, eventId: string): Promise<SettlementView> {
  const { rows } = await sql<{ json: string }>`
    select cast(${dialectOf(db).object(fields)} as text) as json
    from settlements as t ${eventJoin}
    where t.organizer_id = ${organizerId} and t.event_id = ${eventId}`.execute(db);
  if (rows[0] === undefined) throw new ApiError('event_not_found', { eventId });
  return JSON.parse(rows[0].json) as SettlementView;
}

/** A finalized settlement with a balance to be paid out. */
export interface DuePayout extends SettlementView {
  readonly organizerSlug: string;
  readonly organizerName: string;
}

/** Lists the finalized settlements of all organizers whose balance is positive, the oldest first. */
export async function listDuePayouts(db: Db, limit: number): Promise<DuePayout[]> {
  const { rows } = await sql<{ json: string }>`
    select cast(${dialectOf(db).object({ ...fields, organizerSlug: sql`o.slug`, organizerName: sql`o.name` })} as text) as json
    from settlements as t ${eventJoin} join organizers as o on o.id = t.organizer_id
    where t.status = 'final' and ${net} - t.paid_out > 0
    order by t.id limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => JSON.parse(row.json) as DuePayout);
}

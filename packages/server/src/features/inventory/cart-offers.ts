import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type FeePolicy, feePolicyFields, type HoldLimits, takesTransfers } from '../organizers/index.ts';
import { addonsPerOrderMax, effectiveMaxPerOrder } from './per-order.ts';

/** The current state of a ticket type or an add-on, which the lines of a cart are checked against. */
export interface CartOffer {
  readonly kind: 'ticket' | 'addon';
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'archived';
  /** Minor units of the event's currency. */
  readonly price: number;
  /** How many units are available; null: unlimited. */
  readonly left: number | null;
  readonly minPerOrder: number;
  readonly maxPerOrder: number;
  /** RFC 3339; null: sales have no start. */
  readonly salesStartAt: string | null;
  /** RFC 3339; the end of the event, unless another time is set. */
  readonly salesEndAt: string;
  readonly unitsPerPurchase: number;
  /** Raised by each change of the offer, its event's currency or its event's archiving. */
  readonly version: number;
}

/** An event with the offers that a cart names, and what is needed to price them. */
export interface CartEvent {
  readonly organizerId: string;
  readonly id: string;
  /** Only published events are sold. */
  readonly status: 'draft' | 'published' | 'archived';
  readonly currency: string;
  readonly feePolicy: FeePolicy;
  /** Whether its organizer can be paid by transfer. */
  readonly takesTransfers: boolean;
  /** The limits of unpaid units that its organizer has set. */
  readonly holdLimits: HoldLimits;
  /** By id. */
  readonly offers: ReadonlyMap<string, CartOffer>;
}

interface Row {
  organizer_id: string;
  status: CartEvent['status'];
  currency: string;
  fee_policy: string;
  takes_transfers: boolean | number;
  holds_per_address: number | null;
  holds_per_email: number | null;
  ticket_types: string;
  addons: string;
}

const find = statement<{ eventId: string; ticketTypeIds: unknown; addonIds: unknown }, Row>((db, param) => {
  const { array, object, isInList } = dialectOf(db);
  const common = {
    id: sql`c.id`,
    name: sql`c.name`,
    status: sql`c.status`,
    price: sql`c.price`,
    left: sql`c.quantity - c.sold - c.reserved`,
    version: sql`c.version`,
  };
  const eventEnd = sql`coalesce(e.ends_at, e.starts_at)`;
  const offersFrom = (table: string, ids: ReturnType<typeof sql>) => sql`from ${sql.table(table)} as c
    where c.organizer_id = e.organizer_id and c.event_id = e.id and ${isInList(sql`c.id`, ids)}`;
  const ticketTypes = object({
    ...common,
    kind: sql.lit('ticket'),
    minPerOrder: sql`c.min_per_order`,
    maxPerOrder: effectiveMaxPerOrder,
    salesStartAt: sql`c.sales_start_at`,
    salesEndAt: sql`coalesce(c.sales_end_at, ${eventEnd})`,
    unitsPerPurchase: sql.lit(1),
  });
  const addons = object({
    ...common,
    kind: sql.lit('addon'),
    minPerOrder: sql.lit(1),
    maxPerOrder: sql.lit(addonsPerOrderMax),
    salesStartAt: sql`null`,
    salesEndAt: eventEnd,
    unitsPerPurchase: sql`c.units_per_purchase`,
  });
  return sql<Row>`select e.organizer_id, e.status, e.currency,
      cast(${object(feePolicyFields('o'))} as text) as fee_policy,
      ${takesTransfers('o')} as takes_transfers, o.holds_per_address, o.holds_per_email,
      cast(${array(ticketTypes, offersFrom('ticket_types', param('ticketTypeIds')), sql`c.id`)} as text) as ticket_types,
      cast(${array(addons, offersFrom('addons', param('addonIds')), sql`c.id`)} as text) as addons
    from events as e join organizers as o on o.id = e.organizer_id
    where e.id = ${param('eventId')}`;
});

/**
 * Finds an event of any organizer, with the offers that a cart names.
 *
 * @returns null if there is no event with this id; offers that it does not have are missing
 */
export async function findCartEvent(
  db: Db,
  eventId: string,
  ids: { ticketTypeIds: readonly string[]; addonIds: readonly string[] },
): Promise<CartEvent | null> {
  const { listOf } = dialectOf(db);
  const [row] = await find(db, { eventId, ticketTypeIds: listOf(ids.ticketTypeIds), addonIds: listOf(ids.addonIds) });
  if (row === undefined) return null;
  const offers = [row.ticket_types, row.addons].flatMap((json) => JSON.parse(json) as CartOffer[]);
  return {
    organizerId: row.organizer_id,
    status: row.status,
    id: eventId,
    currency: row.currency,
    feePolicy: JSON.parse(row.fee_policy) as FeePolicy,
    takesTransfers: Boolean(row.takes_transfers),
    holdLimits: { perAddress: row.holds_per_address, perEmail: row.holds_per_email },
    offers: new Map(offers.map((offer) => [offer.id, offer])),
  };
}

import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { ItemRow, OrderRow } from './load-order.ts';

/** A network address or an e-mail address. The number of unpaid units that it can hold of one organizer is limited. */
export interface Holder {
  /** Keyed hash of the address, which itself is not stored. */
  readonly hash: string;
  /** Maximum tickets and add-ons that it can hold at the same time. A first order can hold more. */
  readonly unitsMax: number;
}

/** The holders whose limits an order counts towards; null if there is no limit. */
export interface Holders {
  readonly address: Holder | null;
  readonly email: Holder | null;
}

/** An order would exceed the limit of a holder. The caller must roll back. */
export class HoldLimitExceeded extends Error {
  readonly by: keyof Holders;
  /** The number of tickets and add-ons that the holder holds already. */
  readonly unitsHeld: number;
  readonly unitsMax: number;

  constructor(by: keyof Holders, unitsHeld: number, unitsMax: number) {
    super(`One ${by} holds too many units.`);
    this.by = by;
    this.unitsHeld = unitsHeld;
    this.unitsMax = unitsMax;
  }
}

interface OneHold {
  organizerId: string;
  units: number;
  hash: string;
  unitsMax: number;
}
interface TwoHolds extends OneHold {
  hash2: string;
  unitsMax2: number;
}

// A holder without a row holds nothing yet: its first order is accepted, even if it is larger than the limit.
const holdOne = statement<OneHold, { holder_hash: string }>(
  (_, param) => sql`insert into open_holds (organizer_id, holder_hash, units)
    values (${param('organizerId')}, ${param('hash')}, ${param('units')})
    on conflict (organizer_id, holder_hash) do update set units = open_holds.units + excluded.units
      where open_holds.units + excluded.units <= cast(${param('unitsMax')} as integer)
    returning holder_hash`,
);

const holdTwo = statement<TwoHolds, { holder_hash: string }>(
  (_, param) => sql`insert into open_holds (organizer_id, holder_hash, units)
    values (${param('organizerId')}, ${param('hash')}, ${param('units')}),
      (${param('organizerId')}, ${param('hash2')}, ${param('units')})
    on conflict (organizer_id, holder_hash) do update set units = open_holds.units + excluded.units
      where open_holds.units + excluded.units <= case when open_holds.holder_hash = ${param('hash')}
        then cast(${param('unitsMax')} as integer) else cast(${param('unitsMax2')} as integer) end
    returning holder_hash`,
);

/**
 * Adds the units of a new order to the open holds of its holders, with one conditional statement, or none if there is no limit.
 * The rows stay locked until the transaction ends; they are locked in the order of their hashes. Only reservations from the
 * same network address or for the same e-mail address wait for them.
 *
 * @throws HoldLimitExceeded if the order would exceed the limit of one of them; the caller must roll back
 */
export async function addHolds(tx: Db, organizerId: string, { address, email }: Holders, units: number): Promise<void> {
  const holders = [address, email].filter((holder) => holder !== null).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const [first, second] = holders;
  if (first === undefined) return;
  const updated =
    second === undefined
      ? await holdOne(tx, { organizerId, units, ...first })
      : await holdTwo(tx, { organizerId, units, ...first, hash2: second.hash, unitsMax2: second.unitsMax });
  const exceeded = holders.find(({ hash }) => !updated.some((row) => row.holder_hash === hash));
  if (exceeded === undefined) return;
  const held = await tx
    .selectFrom('open_holds')
    .select('units')
    .where('organizer_id', '=', organizerId)
    .where('holder_hash', '=', exceeded.hash)
    .executeTakeFirst();
  throw new HoldLimitExceeded(exceeded === address ? 'address' : 'email', held?.units ?? 0, exceeded.unitsMax);
}

/** An order that no longer holds stock, with the holders that it had before. */
export type ReleasedHold = Pick<OrderRow, 'order_number' | 'held_by_address' | 'held_by_email'>;

/**
 * Subtracts the units of locked orders from the open holds of their holders, and deletes the rows that reach 0. Like
 * `addHolds`, it must be called before the stock is locked.
 *
 * @param items the items of all these orders
 */
export async function releaseHolds(
  tx: Db,
  organizerId: string,
  orders: readonly ReleasedHold[],
  items: readonly ItemRow[],
): Promise<void> {
  const released = new Map<string, number>();
  for (const { order_number, held_by_address, held_by_email } of orders) {
    const hashes = [held_by_address, held_by_email].filter((hash) => hash !== null);
    if (hashes.length === 0) continue;
    const itemsOfOrder = items.filter((item) => item.order_number === order_number);
    const units = itemsOfOrder.reduce((sum, { quantity }) => sum + quantity, 0);
    for (const hash of hashes) released.set(hash, units + (released.get(hash) ?? 0));
  }
  if (released.size === 0) return;
  const { isOneOf, forUpdate, updateMany } = dialectOf(tx);
  const { rows } = await sql<{ holder_hash: string; units: number }>`select holder_hash, units from open_holds
    where organizer_id = ${organizerId} and ${isOneOf(sql`holder_hash`, [...released.keys()])}
    order by holder_hash ${forUpdate}`.execute(tx);
  const after = rows.map(({ holder_hash, units }) => ({
    organizer_id: organizerId,
    holder_hash,
    units: units - (released.get(holder_hash) ?? 0),
  }));
  const remaining = after.filter(({ units }) => units > 0);
  const empty = after.filter(({ units }) => units <= 0).map(({ holder_hash }) => holder_hash);
  if (remaining.length > 0) await updateMany(tx, 'open_holds', ['organizer_id', 'holder_hash'], remaining);
  if (empty.length > 0) {
    await tx
      .deleteFrom('open_holds')
      .where('organizer_id', '=', organizerId)
      .where((eb) => isOneOf(eb.ref('holder_hash'), empty))
      .execute();
  }
}

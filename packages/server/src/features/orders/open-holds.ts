import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { ItemRow, OrderRow } from './load-order.ts';

/** An IP address or an e-mail address. It can hold only a limited number of unpaid units of one organizer. */
export interface Holder {
  /** Keyed hash of the IP or e-mail address. The address itself is not stored here. */
  readonly hash: string;
  /** Maximum number of tickets and add-ons that it can hold at the same time. Its first order can exceed this. */
  readonly maxUnits: number;
}

/** The holders whose limits an order counts towards; null if there is no limit. */
export interface Holders {
  readonly address: Holder | null;
  readonly email: Holder | null;
}

/** An order would exceed the limit of a holder. The caller must roll back. */
export class HoldLimitExceeded extends Error {
  readonly by: keyof Holders;
  /** Number of tickets and add-ons that the holder already holds. */
  readonly unitsHeld: number;
  readonly maxUnits: number;

  constructor(by: keyof Holders, unitsHeld: number, maxUnits: number) {
    super(`One ${by} holds too many units.`);
    this.by = by;
    this.unitsHeld = unitsHeld;
    this.maxUnits = maxUnits;
  }
}

interface OneHold {
  organizerId: string;
  units: number;
  hash: string;
  maxUnits: number;
}
interface TwoHolds extends OneHold {
  hash2: string;
  maxUnits2: number;
}

// A holder without a row holds nothing yet: its first order is accepted, even if it is larger than the limit.
const holdOne = statement<OneHold, { holder_hash: string }>(
  (_, param) => sql`insert into open_holds (organizer_id, holder_hash, units)
    values (${param('organizerId')}, ${param('hash')}, ${param('units')})
    on conflict (organizer_id, holder_hash) do update set units = open_holds.units + excluded.units
      where open_holds.units + excluded.units <= cast(${param('maxUnits')} as integer)
    returning holder_hash`,
);

const holdTwo = statement<TwoHolds, { holder_hash: string }>(
  (_, param) => sql`insert into open_holds (organizer_id, holder_hash, units)
    values (${param('organizerId')}, ${param('hash')}, ${param('units')}),
      (${param('organizerId')}, ${param('hash2')}, ${param('units')})
    on conflict (organizer_id, holder_hash) do update set units = open_holds.units + excluded.units
      where open_holds.units + excluded.units <= case when open_holds.holder_hash = ${param('hash')}
        then cast(${param('maxUnits')} as integer) else cast(${param('maxUnits2')} as integer) end
    returning holder_hash`,
);

/**
 * Adds the units of a new order to the open holds of its holders, in one conditional statement. Holders without a limit are
 * skipped. The rows are locked, sorted by hash, until the transaction ends. Only reservations with the same
 * IP address or the same e-mail address wait for these locks.
 *
 * @throws HoldLimitExceeded if the order would exceed the limit of one of them; the caller must roll back
 */
export async function addHolds(tx: Db, organizerId: string, { address, email }: Holders, units: number): Promise<void> {
  const holders = [address, email].filter((holder) => holder !== null).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const [first, second] = holders;
  if (first === undefined) return;
  const updatedHolds =
    second === undefined
      ? await holdOne(tx, { organizerId, units, ...first })
      : await holdTwo(tx, { organizerId, units, ...first, hash2: second.hash, maxUnits2: second.maxUnits });
  const exceededHolder = holders.find(({ hash }) => !updatedHolds.some((row) => row.holder_hash === hash));
  if (exceededHolder === undefined) return;
  const exceededHold = await tx
    .selectFrom('open_holds')
    .select('units')
    .where('organizer_id', '=', organizerId)
    .where('holder_hash', '=', exceededHolder.hash)
    .executeTakeFirst();
  throw new HoldLimitExceeded(
    exceededHolder === address ? 'address' : 'email',
    exceededHold?.units ?? 0,
    exceededHolder.maxUnits,
  );
}

const lockHolds = statement<{ organizerId: string; hashes: unknown }, { holder_hash: string; units: number }>(
  (db, param) => {
    const { isInList, forUpdate } = dialectOf(db);
    return sql`select holder_hash, units from open_holds
      where organizer_id = ${param('organizerId')} and ${isInList(sql`holder_hash`, param('hashes'))}
      order by holder_hash ${forUpdate}`;
  },
);

const deleteHolds = statement<{ organizerId: string; hashes: unknown }, never>((db, param) =>
  db
    .deleteFrom('open_holds')
    .where('organizer_id', '=', param('organizerId'))
    .where(dialectOf(db).isInList(sql`holder_hash`, param('hashes'))),
);

/** An order that no longer holds stock, with its previous holders. */
export type ReleasedHold = Pick<OrderRow, 'order_number' | 'held_by_address' | 'held_by_email'>;

/**
 * Subtracts the units of locked orders from the open holds of their holders, and deletes holds without units. Like `addHolds`,
 * it must be called before the stock is locked.
 *
 * @param items the items of all these orders
 */
export async function releaseHolds(
  tx: Db,
  organizerId: string,
  orders: readonly ReleasedHold[],
  items: readonly ItemRow[],
): Promise<void> {
  const releasedUnits = new Map<string, number>();
  for (const { order_number, held_by_address, held_by_email } of orders) {
    const hashes = [held_by_address, held_by_email].filter((hash) => hash !== null);
    if (hashes.length === 0) continue;
    const itemsOfOrder = items.filter((item) => item.order_number === order_number);
    const units = itemsOfOrder.reduce((sum, { quantity }) => sum + quantity, 0);
    for (const hash of hashes) releasedUnits.set(hash, units + (releasedUnits.get(hash) ?? 0));
  }
  if (releasedUnits.size === 0) return;
  const { listOf, updateMany } = dialectOf(tx);
  const rows = await lockHolds(tx, { organizerId, hashes: listOf([...releasedUnits.keys()]) });
  const reducedHolds = rows.map(({ holder_hash, units }) => ({
    organizer_id: organizerId,
    holder_hash,
    units: units - (releasedUnits.get(holder_hash) ?? 0),
  }));
  const remainingHolds = reducedHolds.filter(({ units }) => units > 0);
  const emptyHashes = reducedHolds.filter(({ units }) => units <= 0).map(({ holder_hash }) => holder_hash);
  if (remainingHolds.length > 0) await updateMany(tx, 'open_holds', ['organizer_id', 'holder_hash'], remainingHolds);
  if (emptyHashes.length > 0) await deleteHolds(tx, { organizerId, hashes: listOf(emptyHashes) });
}

import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { ItemRow, OrderRow } from './load-order.ts';

/** Counts the unpaid units of one organizer that an IP address, a network or an e-mail address holds. */
interface HoldCounter {
  /** Its key, made of keyed hashes. The address itself is not stored here. */
  readonly hash: string;
  /** Maximum number of tickets and add-ons that the address can hold at the same time. */
  readonly maxUnits: number;
}

/** The counters whose limits an order counts towards; null if there is no limit. */
export interface HoldCounters {
  readonly address: HoldCounter | null;
  /** The network of an IPv6 address. */
  readonly network: HoldCounter | null;
  readonly email: HoldCounter | null;
}

/** The counters of an order that counts towards no limit. */
export const noCounters: HoldCounters = { address: null, network: null, email: null };

/** Maximum numbers of tickets and add-ons. */
export interface AddressLimits {
  readonly perAddress: number;
  readonly perNetwork: number;
}

/** After the hash of a network. The key of an address in a network begins with the key of the network. */
const networkEnd = '.';
/** The character after `networkEnd`. */
const afterNetworkEnd = '/';
/** The begin of the keys that count orders which wait for a manual payment. It sorts after all hashes. */
const manualPrefix = 'manual ';

/**
 * The counters for the IP address of a reservation.
 *
 * @param networkHash the hash of the network of an IPv6 address; null for an IPv4 address
 */
export function addressCounters(
  hash: string,
  networkHash: string | null,
  { perAddress, perNetwork }: AddressLimits,
): Pick<HoldCounters, 'address' | 'network'> {
  if (networkHash === null) return { address: { hash, maxUnits: perAddress }, network: null };
  const network = networkHash + networkEnd;
  return { address: { hash: network + hash, maxUnits: perAddress }, network: { hash: network, maxUnits: perNetwork } };
}

/** The counters for the same IP address of an order that waits for a manual payment. */
export function manualCounters(heldByAddress: string, { perAddress, perNetwork }: AddressLimits): HoldCounters {
  const hash = heldByAddress.startsWith(manualPrefix) ? heldByAddress : manualPrefix + heldByAddress;
  const network = networkKeyOf(hash);
  return {
    address: { hash, maxUnits: perAddress },
    network: network === null ? null : { hash: network, maxUnits: perNetwork },
    email: null,
  };
}

function networkKeyOf(heldByAddress: string): string | null {
  const end = heldByAddress.indexOf(networkEnd);
  return end < 0 ? null : heldByAddress.slice(0, end + networkEnd.length);
}

/** An order would exceed the limit of a counter. The caller must roll back. */
export class HoldLimitExceeded extends Error {
  readonly by: keyof HoldCounters;
  /** Number of tickets and add-ons that the address already holds; null if the order alone exceeds the limit. */
  readonly unitsHeld: number | null;
  readonly maxUnits: number;

  constructor(by: keyof HoldCounters, unitsHeld: number | null, maxUnits: number) {
    super(`One ${by} holds too many units.`);
    this.by = by;
    this.unitsHeld = unitsHeld;
    this.maxUnits = maxUnits;
  }
}

type HeldRow = { holder_hash: string };

/** Adds units to this number of counters: `hash0` with `maxUnits0`, and so on. Returns those that stay within the limit. */
const addTo = (count: number) =>
  statement<Record<string, unknown>, HeldRow>((_, param) => {
    const indexes = Array.from({ length: count }, (_value, index) => index);
    const rows = indexes.map((index) => sql`(${param('organizerId')}, ${param(`hash${index}`)}, ${param('units')})`);
    const limits = indexes.map(
      (index) => sql`when ${param(`hash${index}`)} then cast(${param(`maxUnits${index}`)} as integer)`,
    );
    return sql<HeldRow>`insert into open_holds (organizer_id, holder_hash, units) values ${sql.join(rows)}
      on conflict (organizer_id, holder_hash) do update set units = open_holds.units + excluded.units
        where open_holds.units + excluded.units <= case open_holds.holder_hash ${sql.join(limits, sql` `)} end
      returning holder_hash`;
  });
const addToCounters = [addTo(1), addTo(2), addTo(3)] as const;

/**
 * Adds the units of an order to its counters, in one conditional statement. Counters without a limit are skipped. The rows are
 * locked, sorted by hash, until the transaction ends. Only reservations with the same network or the same e-mail address wait for these
 * locks.
 *
 * @throws HoldLimitExceeded if the order would exceed the limit of one of them; the caller must roll back
 */
export async function addHolds(tx: Db, organizerId: string, byKind: HoldCounters, units: number): Promise<void> {
  const counters = (['address', 'network', 'email'] as const)
    .flatMap((by) => (byKind[by] === null ? [] : [{ by, ...byKind[by] }]))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const tooSmall = counters.filter(({ maxUnits }) => units > maxUnits).sort((a, b) => a.maxUnits - b.maxUnits)[0];
  if (tooSmall !== undefined) throw new HoldLimitExceeded(tooSmall.by, null, tooSmall.maxUnits);
  const add = addToCounters[counters.length - 1];
  if (add === undefined) return;
  const params: Record<string, unknown> = { organizerId, units };
  for (const [index, { hash, maxUnits }] of counters.entries()) {
    params[`hash${index}`] = hash;
    params[`maxUnits${index}`] = maxUnits;
  }
  const added = new Set((await add(tx, params)).map((row) => row.holder_hash));
  const exceeded = counters.filter(({ hash }) => !added.has(hash));
  const [first, ...others] = exceeded;
  if (first === undefined) return;
  if (others.length === 0 && first.by === 'network' && (await recountNetwork(tx, organizerId, first))) return;
  const exceededHold = await tx
    .selectFrom('open_holds')
    .select('units')
    .where('organizer_id', '=', organizerId)
    .where('holder_hash', '=', first.hash)
    .executeTakeFirst();
  throw new HoldLimitExceeded(first.by, exceededHold?.units ?? 0, first.maxUnits);
}

interface Network {
  organizerId: string;
  hash: string;
  end: string;
  maxUnits: number;
}

const setToSum = statement<Network, HeldRow>((_, param) => {
  const sum = sql`(select coalesce(sum(a.units), 0) from open_holds as a where a.organizer_id = ${param('organizerId')}
    and a.holder_hash > ${param('hash')} and a.holder_hash < ${param('end')})`;
  return sql<HeldRow>`update open_holds set units = ${sum}
    where organizer_id = ${param('organizerId')} and holder_hash = ${param('hash')} and ${sum} <= ${param('maxUnits')}
    returning holder_hash`;
});

/**
 * Sets the counter of a network to the sum of its addresses, if that is within the limit. The counter can be too high: the version
 * without networks released orders only from the counters of their addresses. The caller has locked the counter.
 */
async function recountNetwork(tx: Db, organizerId: string, { hash, maxUnits }: HoldCounter): Promise<boolean> {
  const end = hash.slice(0, -networkEnd.length) + afterNetworkEnd;
  return (await setToSum(tx, { organizerId, hash, end, maxUnits })).length === 1;
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

/** An order that no longer holds stock, with its previous counters. */
export type ReleasedHold = Pick<OrderRow, 'order_number' | 'held_by_address' | 'held_by_email'>;

/**
 * Subtracts the units of locked orders from their counters, and deletes counters without units. Like `addHolds`,
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
    const network = held_by_address === null ? null : networkKeyOf(held_by_address);
    const hashes = [held_by_address, network, held_by_email].filter((hash) => hash !== null);
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

/** From how many units of unpaid manual orders an organizer is told about one IP address, or one IPv6 network. */
const manyUnitsPerAddress = 40;
const manyUnitsPerNetwork = 160;

const findMostManual = statement<{ organizerId: string }, { units: number | null }>(
  (_, param) => sql<{ units: number | null }>`select max(units) as units from open_holds
    where organizer_id = ${param('organizerId')} and holder_hash > ${sql.lit(manualPrefix)}
      and units >= case when holder_hash like ${sql.lit(`%${networkEnd}`)} then ${sql.lit(manyUnitsPerNetwork)}
        else ${sql.lit(manyUnitsPerAddress)} end`,
);

/**
 * The highest number of units that orders of one IP address or network hold while they wait for a manual payment; null if no number is
 * unusually high.
 */
export async function mostManualUnits(db: Db, organizerId: string): Promise<number | null> {
  const [row] = await findMostManual(db, { organizerId });
  return row?.units ?? null;
}

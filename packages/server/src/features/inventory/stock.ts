import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

type OfferKind = 'ticket' | 'addon';

/** A quantity of a ticket type or an add-on. */
export interface StockLine {
  readonly kind: OfferKind;
  /** `tty_…` or `add_…`. */
  readonly id: string;
  readonly quantity: number;
}

/** A line with the version of its offer that was priced. It can be reserved only while the offer has that version. */
export interface PricedLine extends StockLine {
  readonly version: number;
}

/** A line is not available: too few units are left, its offer has changed, or its event is not published. The caller must roll back. */
export class StockUnavailable extends Error {
  readonly line: StockLine;

  constructor(line: StockLine) {
    super(`${line.id} is not available`);
    this.line = line;
  }
}

const tables = { ticket: 'ticket_types', addon: 'addons' } as const;

interface ReserveParams {
  organizerId: string;
  id: string;
  quantity: number;
  version: number;
}

function reserveStatement(kind: OfferKind) {
  return statement<ReserveParams, { id: string }>(
    (_, param) => sql<{ id: string }>`update ${sql.table(tables[kind])} set reserved = reserved + ${param('quantity')}
      where organizer_id = ${param('organizerId')} and id = ${param('id')} and status = 'active'
        and version = ${param('version')}
        and (quantity is null or sold + reserved + ${param('quantity')} <= quantity)
      returning id`,
  );
}

const reserveOne = { ticket: reserveStatement('ticket'), addon: reserveStatement('addon') };

/**
 * Reserves all lines of an order, or none. Each line is one conditional statement. The rows are locked until the transaction
 * ends, so call this last in a transaction.
 *
 * @throws StockUnavailable if a line is not available at the priced version; the caller must roll back
 */
export async function reserveStock(tx: Db, organizerId: string, lines: readonly PricedLine[]): Promise<void> {
  for (const line of sortedForLocking(lines)) {
    const { kind, id, quantity, version } = line;
    const reservedRows = await reserveOne[kind](tx, { organizerId, id, quantity, version });
    if (reservedRows.length === 0) throw new StockUnavailable(line);
  }
}

/**
 * Sells units that are no longer reserved: all lines or none. The units must be available and their offers active.
 *
 * @throws StockUnavailable if a line is not available, or the event is not published; the caller must roll back
 */
export async function sellUnreserved(
  tx: Db,
  organizerId: string,
  eventId: string,
  lines: readonly StockLine[],
): Promise<void> {
  for (const line of sortedForLocking(lines)) {
    const { numUpdatedRows } = await tx
      .updateTable(tables[line.kind])
      .set((eb) => ({ sold: eb('sold', '+', line.quantity) }))
      .where('organizer_id', '=', organizerId)
      .where('id', '=', line.id)
      .where('status', '=', 'active')
      .where(sql<boolean>`(quantity is null or sold + reserved + ${line.quantity} <= quantity)`)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new StockUnavailable(line);
  }
  // Read the status after the offers are locked: a transaction that archives an event also locks its offers first.
  const { status } = await tx
    .selectFrom('events')
    .select('status')
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const [first] = lines;
  if (status !== 'published' && first !== undefined) throw new StockUnavailable(first);
}

/** Turns reserved units into sold units. */
export async function sellReserved(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: -1, sold: 1 });
}

/** Makes reserved units available again. */
export async function releaseReserved(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: -1, sold: 0 });
}

/** Makes sold units available again. */
export async function returnSoldStock(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: 0, sold: -1 });
}

interface MovedStock {
  organizerId: string;
  id: string;
  reserved: number;
  sold: number;
}

function moveStatement(kind: OfferKind) {
  return statement<MovedStock, never>(
    (_, param) => sql<never>`update ${sql.table(tables[kind])}
      set reserved = reserved + ${param('reserved')}, sold = sold + ${param('sold')}
      where organizer_id = ${param('organizerId')} and id = ${param('id')}`,
  );
}

const moveOne = { ticket: moveStatement('ticket'), addon: moveStatement('addon') };

async function moveStock(
  tx: Db,
  organizerId: string,
  lines: readonly StockLine[],
  factors: { reserved: -1 | 0; sold: -1 | 0 | 1 },
): Promise<void> {
  for (const { kind, id, quantity } of sortedForLocking(lines)) {
    const moved = { reserved: factors.reserved * quantity, sold: factors.sold * quantity };
    await moveOne[kind](tx, { organizerId, id, ...moved });
  }
}

/** Returns one line for each offer, with the sum of its quantities. */
function sumByOffer<L extends StockLine>(lines: readonly L[]): L[] {
  const sums = new Map<string, L>();
  for (const line of lines) {
    sums.set(line.id, { ...line, quantity: line.quantity + (sums.get(line.id)?.quantity ?? 0) });
  }
  return [...sums.values()];
}

/** One line for each offer, sorted to avoid deadlocks: first ticket types by id, then add-ons by id. Lines without units are omitted. */
function sortedForLocking<L extends StockLine>(lines: readonly L[]): L[] {
  return sumByOffer(lines)
    .filter((line) => line.quantity > 0)
    .sort((a, b) => (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind === 'ticket' ? -1 : 1));
}

/** The stock of a ticket type or an add-on. */
export interface Stock {
  readonly kind: OfferKind;
  readonly id: string;
  readonly eventId: string;
  readonly currency: string;
  /** null: unlimited. */
  readonly quantity: number | null;
  readonly sold: number;
  readonly reserved: number;
}

/** Reads the stock of offers and locks it until the transaction ends. An import then calls `setStock`. */
export async function lockStock(
  tx: Db,
  organizerId: string,
  ids: Readonly<Record<OfferKind, ReadonlySet<string>>>,
): Promise<Stock[]> {
  const { isOneOf, forUpdate } = dialectOf(tx);
  const stock: Stock[] = [];
  for (const kind of ['ticket', 'addon'] as const) {
    if (ids[kind].size === 0) continue;
    const { rows } = await sql<Omit<Stock, 'kind'>>`
      select id, event_id as "eventId", currency, quantity, sold, reserved from ${sql.table(tables[kind])}
      where organizer_id = ${organizerId} and ${isOneOf(sql.ref('id'), [...ids[kind]])} order by id ${forUpdate}`.execute(
      tx,
    );
    stock.push(...rows.map((row) => ({ kind, ...row })));
  }
  return stock;
}

/** Sets the numbers of sold and reserved units of an offer. The caller has locked the stock with `lockStock`. */
export async function setStock(
  tx: Db,
  organizerId: string,
  { kind, id, sold, reserved }: Pick<Stock, 'kind' | 'id' | 'sold' | 'reserved'>,
): Promise<void> {
  await tx
    .updateTable(tables[kind])
    .set({ sold, reserved })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', id)
    .execute();
}

import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

/** So many of a ticket type or an add-on. */
export interface StockLine {
  readonly kind: 'ticket' | 'addon';
  /** `tty_…` or `add_…`. */
  readonly id: string;
  readonly quantity: number;
}

/** A line as it was priced: it can be held only while its offer is what it was then. */
export interface PricedLine extends StockLine {
  /** Of the offer, when it was read. */
  readonly version: number;
}

/** Fewer are left than were wanted, or the offer is not what it was any more. Nothing that was taken may be kept. */
export class StockRefused extends Error {
  readonly line: StockLine;

  constructor(line: StockLine) {
    super(`${line.id} cannot be taken`);
    this.line = line;
  }
}

interface Taken {
  organizerId: string;
  id: string;
  quantity: number;
}

function holdStatement(table: string) {
  return statement<Taken & { version: number }, { id: string }>(
    (_, param) => sql<{ id: string }>`update ${sql.table(table)} set reserved = reserved + ${param('quantity')}
      where organizer_id = ${param('organizerId')} and id = ${param('id')} and status = 'active'
        and version = ${param('version')}
        and (quantity is null or sold + reserved + ${param('quantity')} <= quantity)
      returning id`,
  );
}

const hold = { ticket: holdStatement('ticket_types'), addon: holdStatement('addons') };

/**
 * Holds what an order is to have: all lines or none. Each is one conditional statement, always in the same order. The rows
 * are locked until the transaction ends: call it last.
 *
 * @throws StockRefused where a line cannot be had as it was priced; roll back
 */
export async function reserveStock(tx: Db, organizerId: string, lines: readonly PricedLine[]): Promise<void> {
  for (const line of inLockOrder(lines)) {
    const { kind, id, quantity, version } = line;
    const taken = await hold[kind](tx, { organizerId, id, quantity, version });
    if (taken.length === 0) throw new StockRefused(line);
  }
}

/**
 * Sells what is not held any more, as far as it is still there and still offered: all lines or none.
 *
 * @throws StockRefused where a line cannot be had; roll back
 */
export async function sellUnreserved(
  tx: Db,
  organizerId: string,
  eventId: string,
  lines: readonly StockLine[],
): Promise<void> {
  for (const line of inLockOrder(lines)) {
    const table = tableOf(line);
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set((eb) => ({ sold: eb('sold', '+', line.quantity) }))
      .where('organizer_id', '=', organizerId)
      .where('id', '=', line.id)
      .where('status', '=', 'active')
      .where(sql<boolean>`(quantity is null or sold + reserved + ${line.quantity} <= quantity)`)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new StockRefused(line);
  }
  // Asked after the locks: whoever archives an event has locked what it sells before.
  const { status } = await tx
    .selectFrom('events')
    .select('status')
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  if (status !== 'published') throw new StockRefused(lines[0]!);
}

/** What was held is sold. */
export async function sellReserved(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: -1, sold: 1 });
}

/** What was held can be bought again. */
export async function releaseReserved(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: -1, sold: 0 });
}

/** What was sold can be bought again. */
export async function returnSoldStock(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: 0, sold: -1 });
}

async function moveStock(
  tx: Db,
  organizerId: string,
  lines: readonly StockLine[],
  signs: { reserved: -1 | 0; sold: -1 | 0 | 1 },
): Promise<void> {
  for (const line of inLockOrder(summed(lines))) {
    await tx
      .updateTable(tableOf(line))
      .set((eb) => ({
        reserved: eb('reserved', '+', signs.reserved * line.quantity),
        sold: eb('sold', '+', signs.sold * line.quantity),
      }))
      .where('organizer_id', '=', organizerId)
      .where('id', '=', line.id)
      .execute();
  }
}

function tableOf({ kind }: StockLine): 'ticket_types' | 'addons' {
  return kind === 'ticket' ? 'ticket_types' : 'addons';
}

/** One line for each offer, however many lines it is in. */
function summed(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<string, StockLine>();
  for (const line of lines) {
    sums.set(line.id, { ...line, quantity: line.quantity + (sums.get(line.id)?.quantity ?? 0) });
  }
  return [...sums.values()];
}

/** Always in the same order, so that two transactions never wait for each other. */
function inLockOrder<L extends StockLine>(lines: readonly L[]): L[] {
  return lines
    .filter((line) => line.quantity > 0)
    .sort((a, b) => (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind === 'ticket' ? -1 : 1));
}

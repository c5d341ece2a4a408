import type { Db } from '../../platform/database/dialect.ts';

/** So many of a ticket type or an add-on. */
export interface StockLine {
  readonly kind: 'ticket' | 'addon';
  /** `tty_…` or `add_…`. */
  readonly id: string;
  readonly quantity: number;
}

/** What was held is sold. */
export async function sellHeld(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: -1, sold: 1 });
}

/** What was held can be bought again. */
export async function releaseHeld(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: -1, sold: 0 });
}

/** What was sold can be bought again. */
export async function returnSold(tx: Db, organizerId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, organizerId, lines, { reserved: 0, sold: -1 });
}

async function moveStock(
  tx: Db,
  organizerId: string,
  lines: readonly StockLine[],
  signs: { reserved: -1 | 0; sold: -1 | 0 | 1 },
): Promise<void> {
  for (const line of inLockOrder(lines)) {
    await tx
      .updateTable(line.kind === 'ticket' ? 'ticket_types' : 'addons')
      .set((eb) => ({
        reserved: eb('reserved', '+', signs.reserved * line.quantity),
        sold: eb('sold', '+', signs.sold * line.quantity),
      }))
      .where('organizer_id', '=', organizerId)
      .where('id', '=', line.id)
      .execute();
  }
}

/** Always in the same order, so that two transactions never wait for each other. */
function inLockOrder(lines: readonly StockLine[]): StockLine[] {
  return lines
    .filter((line) => line.quantity > 0)
    .sort((a, b) => (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind === 'ticket' ? -1 : 1));
}

/**
 * Takes running numbers of an event for its tickets' bibs: without gaps, each once.
 *
 * @returns the first of `count` numbers in a row
 */
export async function takeBibs(tx: Db, organizerId: string, eventId: string, count: number): Promise<number> {
  const { next_bib: next } = await tx
    .updateTable('events')
    .set((eb) => ({ next_bib: eb('next_bib', '+', count) }))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .returning('next_bib')
    .executeTakeFirstOrThrow();
  return next - count;
}

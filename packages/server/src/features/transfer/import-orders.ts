import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { NewRow, Tables } from '../../platform/database/tables.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { postEntries } from '../settlements/index.ts';
import { buildOrder, type OrderRows } from './build-order.ts';
import type { ImportContext } from './import-catalog.ts';
import { bibToCome } from './order-tickets.ts';
import { LineError, wrong } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** What became of each line of a batch. */
export interface BatchResult {
  created: number;
  unchanged: number;
  /** By the line's place in the batch. */
  errors: Map<number, LineError>;
}

interface Stock {
  readonly table: 'ticket_types' | 'addons';
  readonly id: string;
  readonly eventId: string;
  readonly currency: string;
  readonly quantity: number | null;
  sold: number;
  reserved: number;
  moved: boolean;
}

/**
 * Writes order lines in one transaction: reads what they refer to in a few queries, decides each line in memory, and
 * writes the rows of all good ones together. Lines whose `externalId` is known already change nothing.
 */
export async function importOrders(tx: Db, context: ImportContext, lines: readonly OrderLine[]): Promise<BatchResult> {
  const result: BatchResult = { created: 0, unchanged: 0, errors: new Map() };
  const organizerId = context.organizer.id;
  const names = lines.map((line) => line.externalId);
  const known = await findKnown(tx, organizerId, 'orders', 'external_id', names);
  // An export names an order without an externalId by its number.
  for (const number of await findKnown(
    tx,
    organizerId,
    'orders',
    'order_number',
    names,
    sql`and external_id is null`,
  )) {
    known.add(number);
  }
  const fresh = [...lines.entries()].filter(([, line]) => !known.has(line.externalId));
  const wanted = {
    events: new Set(fresh.map(([, line]) => line.eventId)),
    tickets: new Set(fresh.flatMap(([, line]) => line.items.flatMap((item) => item.ticketTypeId ?? []))),
    addons: new Set(fresh.flatMap(([, line]) => line.items.flatMap((item) => item.addonId ?? []))),
  };
  await context.catalog.load(tx, wanted);
  const taken = await findTaken(
    tx,
    organizerId,
    fresh.map(([, line]) => line),
  );

  const stocks = await lockStocks(
    tx,
    context,
    fresh.map(([, line]) => line),
  );

  // What is locked keeps its currency; what is remembered of it may be old.
  if ([...stocks.values()].some((stock) => stock.currency !== context.catalog.event(stock.eventId)?.currency)) {
    context.catalog.forget();
    await context.catalog.load(tx, wanted);
  }

  const good: OrderRows[] = [];
  for (const [index, line] of fresh) {
    // The same line twice in one batch: the second is known by then.
    if (known.has(line.externalId)) continue;
    try {
      const rows = buildOrder(context, line);
      const release = taken.claim(line, rows);
      takeStock(stocks, rows, release);
      known.add(line.externalId);
      good.push(rows);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      result.errors.set(index, error);
    }
  }
  await giveBibs(tx, organizerId, good);
  await writeRows(tx, organizerId, good, stocks, context.now);
  result.created = good.length;
  result.unchanged = lines.length - good.length - result.errors.size;
  return result;
}

/** Which of these values a column has already. */
async function findKnown(
  tx: Db,
  organizerId: string,
  table: 'orders' | 'tickets' | 'consumptions',
  column: string,
  values: readonly string[],
  where: RawBuilder<unknown> = sql``,
): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)} as value from ${sql.table(table)}
    where organizer_id = ${organizerId} ${where} and ${dialectOf(tx).isOneOf(sql.ref(column), values)}`.execute(tx);
  return new Set(rows.map((row) => row.value));
}

/** What must be unique and is given in a line: whether the database or an earlier line of the batch has it. */
async function findTaken(tx: Db, organizerId: string, lines: readonly OrderLine[]) {
  const attendees = lines.flatMap((line) => line.attendees ?? []);
  const given = <T>(values: readonly (T | null | undefined)[]) =>
    values.filter((value) => value !== null && value !== undefined) as T[];
  const numbers = await findKnown(
    tx,
    organizerId,
    'orders',
    'order_number',
    given(lines.map((line) => (line.orderNumber ? parseOrderNumber(line.orderNumber) : null))),
  );
  const qrValues = await findKnown(
    tx,
    organizerId,
    'tickets',
    'qr_value',
    given(attendees.map(({ qrValue }) => qrValue)),
  );
  const refs = await findKnown(
    tx,
    organizerId,
    'consumptions',
    'ref',
    lines.flatMap((line) => line.items.flatMap((item) => (item.consumptions ?? []).map(({ ref }) => ref))),
  );
  const bibs = new Set<string>();
  const bibsGiven = given(attendees.map(({ bib }) => bib));
  if (bibsGiven.length > 0) {
    const { rows } = await sql<{ event_id: string; bib: string }>`
      select event_id, bib from tickets
      where organizer_id = ${organizerId} and ${dialectOf(tx).isOneOf(sql.ref('bib'), bibsGiven)}`.execute(tx);
    for (const row of rows) bibs.add(`${row.event_id} ${row.bib}`);
  }

  return {
    /** Takes what a line's rows need, and gives how to let go of it; throws a LineError, and takes nothing. */
    claim(line: OrderLine, rows: OrderRows): () => void {
      const { order, tickets, attendeePlaces } = rows;
      const own: [Set<string>, string][] = [];
      const release = () => {
        for (const [set, value] of own) set.delete(value);
      };
      const claimOne = (set: Set<string>, value: string, path: string, message: string) => {
        if (set.has(value)) {
          release();
          throw wrong(path, message);
        }
        set.add(value);
        own.push([set, value]);
      };
      claimOne(numbers, order.order_number, 'orderNumber', `${order.order_number} is the number of another order`);
      for (const ticket of tickets) {
        const { bib, qr_value: qr } = ticket;
        const path = `attendees.${attendeePlaces.get(ticket.id)}`;
        claimOne(qrValues, qr, `${path}.qrValue`, 'is the QR value of another ticket');
        if (bib !== bibToCome) {
          claimOne(
            bibs,
            `${ticket.event_id} ${bib}`,
            `${path}.bib`,
            `${bib} is the bib of another ticket of the event`,
          );
        }
      }
      for (const [index, item] of line.items.entries()) {
        for (const [position, { ref }] of (item.consumptions ?? []).entries()) {
          const path = `items.${index}.consumptions.${position}.ref`;
          claimOne(refs, ref, path, `"${ref}" was used before`);
        }
      }
      return release;
    },
  };
}

/** The stock of all that a batch sells, locked until it is written, always in the same order. */
async function lockStocks(
  tx: Db,
  { organizer, catalog }: ImportContext,
  lines: readonly OrderLine[],
): Promise<Map<string, Stock>> {
  const organizerId = organizer.id;
  const stocks = new Map<string, Stock>();
  const { isOneOf, forUpdate } = dialectOf(tx);
  for (const [kind, table] of [
    ['ticket', 'ticket_types'],
    ['addon', 'addons'],
  ] as const) {
    const ids = new Set<string>();
    for (const item of lines.flatMap((line) => line.items)) {
      const offer = catalog.offer(kind, (kind === 'ticket' ? item.ticketTypeId : item.addonId) ?? '');
      if (offer !== undefined) ids.add(offer.id);
    }
    if (ids.size === 0) continue;
    const { rows } = await sql<Omit<Stock, 'table' | 'moved'>>`
      select id, event_id as "eventId", currency, quantity, sold, reserved from ${sql.table(table)}
      where organizer_id = ${organizerId} and ${isOneOf(sql.ref('id'), [...ids])} order by id ${forUpdate}`.execute(tx);
    for (const row of rows) stocks.set(row.id, { table, ...row, moved: false });
  }
  return stocks;
}

/**
 * Takes what an order sold or holds from the stock; where there is too little it throws a LineError, takes nothing and
 * lets go of what the line had claimed.
 */
function takeStock(stocks: ReadonlyMap<string, Stock>, { order, items }: OrderRows, release: () => void): void {
  if (order.status === 'cancelled' || order.status === 'expired') return;
  const needs = items.map((item) => ({
    item,
    stock: stocks.get((item.ticket_type_id ?? item.addon_id)!)!,
    needed: item.quantity - item.returned_quantity,
  }));
  for (const { item, stock, needed } of needs) {
    const left = stock.quantity === null ? null : stock.quantity - stock.sold - stock.reserved;
    if (left !== null && needed > left) {
      release();
      throw wrong(`items.${item.position}.quantity`, `is ${needed}, but of "${item.name}" only ${left} are left`);
    }
  }
  for (const { stock, needed } of needs) {
    if (order.status === 'pending') stock.reserved += needed;
    else stock.sold += needed;
    stock.moved = true;
  }
}

/** Gives tickets without a bib the next of their event; those given in lines move the event's counter past them. */
async function giveBibs(tx: Db, organizerId: string, orders: readonly OrderRows[]): Promise<void> {
  const byEvent = Map.groupBy(
    orders.flatMap((rows) => rows.tickets),
    (ticket) => ticket.event_id,
  );
  for (const [eventId, tickets] of [...byEvent].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await sql<{ next_bib: number }>`
      select next_bib from events where organizer_id = ${organizerId} and id = ${eventId}
      ${dialectOf(tx).forNoKeyUpdate}`.execute(tx);
    let next = rows[0]!.next_bib;
    for (const { bib } of tickets) {
      if (/^[1-9]\d{0,14}$/.test(bib)) next = Math.max(next, Number(bib) + 1);
    }
    for (const ticket of tickets) {
      if (ticket.bib !== bibToCome) continue;
      ticket.bib = String(next);
      next += 1;
    }
    await tx
      .updateTable('events')
      .set({ next_bib: next })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', eventId)
      .execute();
  }
}

async function writeRows(
  tx: Db,
  organizerId: string,
  orders: readonly OrderRows[],
  stocks: ReadonlyMap<string, Stock>,
  now: string,
): Promise<void> {
  const insert = <T extends keyof Tables>(table: T, rows: readonly NewRow<T>[]) =>
    dialectOf(tx).insertMany(tx, table, rows);
  await insert(
    'orders',
    orders.map((rows) => rows.order),
  );
  await insert(
    'order_items',
    orders.flatMap((rows) => rows.items),
  );
  await insert(
    'tickets',
    orders.flatMap((rows) => rows.tickets),
  );
  await insert(
    'entitlements',
    orders.flatMap((rows) => rows.entitlements),
  );
  await insert(
    'consumptions',
    orders.flatMap((rows) => rows.consumptions),
  );
  for (const stock of stocks.values()) {
    if (!stock.moved) continue;
    await tx
      .updateTable(stock.table)
      .set({ sold: stock.sold, reserved: stock.reserved })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', stock.id)
      .execute();
  }
  await postEntries(
    tx,
    organizerId,
    orders.flatMap((rows) => rows.postings),
    now,
  );
}

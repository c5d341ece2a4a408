import type { Db } from '../../platform/database/dialect.ts';
import { lockBibCounter, nextBibAfter, readTicketTypesToIssue, setBibCounter } from '../catalog/index.ts';
import { insertEntitlements } from '../entitlements/index.ts';
import { lockStock, type Stock, setStock } from '../inventory/index.ts';
import { findOrderReferences, insertOrders } from '../orders/index.ts';
import { insertAnswerRows, personOfAnswers, storedAnswersOf } from '../questions/index.ts';
import { postEntries } from '../settlements/index.ts';
import { assignBibs, insertTickets } from '../tickets/index.ts';
import { type BuiltOrder, buildOrder } from './build-order.ts';
import type { ImportContext } from './import-catalog.ts';
import { hasAnswers } from './order-answers.ts';
import { unassignedBib } from './order-tickets.ts';
import { LineError, lineError } from './parse-line.ts';
import type { OrderLine } from './schema.ts';
import { UniqueValues } from './unique-values.ts';

export interface BatchResult {
  /** The indexes of the lines whose orders were created. Lines with neither an order nor an error were imported before. */
  readonly created: ReadonlySet<number>;
  /** The errors of invalid lines, by the index of the line in the batch. */
  readonly errors: ReadonlyMap<number, LineError>;
}

/** The stock of an offer. The orders of the batch change it in memory. */
type BatchStock = Omit<Stock, 'sold' | 'reserved'> & { sold: number; reserved: number; isChanged: boolean };

/**
 * Imports order lines in one transaction: it reads the referenced rows in a few queries, checks each line in memory, and
 * inserts the rows of all valid lines together. A line whose order already exists changes nothing.
 */
export async function importOrders(tx: Db, context: ImportContext, lines: readonly OrderLine[]): Promise<BatchResult> {
  const organizerId = context.organizer.id;
  const references = lines.map((line) => line.externalId);
  const existingReferences = await findOrderReferences(tx, organizerId, references);
  const newLines = [...lines.entries()].filter(([, line]) => !existingReferences.has(line.externalId));
  const orderLines = newLines.map(([, line]) => line);
  const unique = await UniqueValues.load(tx, organizerId, orderLines);
  const stocks = await lockStocks(tx, context, orderLines);

  const errors = new Map<number, LineError>();
  const created = new Set<number>();
  const orders: BuiltOrder[] = [];
  for (const [index, line] of newLines) {
    // The second of two lines with the same `externalId` changes nothing.
    if (existingReferences.has(line.externalId)) continue;
    try {
      const order = buildOrder(context, line);
      const values = unique.check(order);
      allocateStock(stocks, order);
      unique.add(values);
      existingReferences.add(line.externalId);
      orders.push(order);
      created.add(index);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      errors.set(index, error);
    }
  }
  await assignMissingBibs(tx, organizerId, orders);
  await computeMissingCategories(tx, organizerId, orders);
  await insertRows(tx, organizerId, orders, context.now);
  for (const stock of stocks.values()) if (stock.isChanged) await setStock(tx, organizerId, stock);
  return { created, errors };
}

/** Loads the events and offers that the lines refer to, and locks the stock of the offers. Returns it by the id of the offer. */
async function lockStocks(
  tx: Db,
  { organizer, catalog }: ImportContext,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<string, BatchStock>> {
  const items = lines.flatMap((line) => line.items);
  const references = {
    events: new Set(lines.map((line) => line.eventId)),
    ticketTypes: new Set(items.flatMap(({ ticketTypeId }) => ticketTypeId ?? [])),
    addons: new Set(items.flatMap(({ addonId }) => addonId ?? [])),
  };
  await catalog.load(tx, references);
  const answered = lines.filter(hasAnswers).flatMap(({ eventId }) => catalog.event(eventId)?.id ?? []);
  await catalog.loadQuestions(tx, new Set(answered));
  const stocks = await lockStock(tx, organizer.id, {
    ticket: new Set(items.flatMap(({ ticketTypeId }) => catalog.ticketType(ticketTypeId ?? '')?.id ?? [])),
    addon: new Set(items.flatMap(({ addonId }) => catalog.addon(addonId ?? '')?.id ?? [])),
  });
  // The currency of locked offers cannot change. The currency in the cache can be outdated.
  if (stocks.some(({ eventId, currency }) => currency !== catalog.event(eventId)?.currency)) {
    catalog.clear();
    await catalog.load(tx, references);
    await catalog.loadQuestions(tx, new Set(answered));
  }
  return new Map(stocks.map((stock) => [stock.id, { ...stock, isChanged: false }]));
}

/**
 * Adds the units of an order to the sold or reserved units of its offers: all of them, or none.
 *
 * @throws LineError if too few units are left
 */
function allocateStock(stocks: ReadonlyMap<string, BatchStock>, { order, items }: BuiltOrder): void {
  if (order.status === 'cancelled' || order.status === 'expired') return;
  const allocated = new Map<BatchStock, number>();
  for (const { row, offer } of items) {
    const stock = stocks.get(offer.id);
    if (stock === undefined) throw new Error(`The stock of ${offer.id} is not locked.`);
    const units = row.quantity - row.returned_quantity;
    const before = allocated.get(stock) ?? 0;
    const unitsLeft = stock.quantity === null ? null : stock.quantity - stock.sold - stock.reserved - before;
    if (unitsLeft !== null && units > unitsLeft) {
      throw lineError(`items.${row.position}.quantity`, `is ${units}, but only ${unitsLeft} are left of "${row.name}"`);
    }
    allocated.set(stock, before + units);
  }
  for (const [stock, units] of allocated) {
    if (order.status === 'pending') stock.reserved += units;
    else stock.sold += units;
    stock.isChanged = true;
  }
}

/** Gives the tickets whose lines say nothing of a category that of the rule of their ticket type. */
async function computeMissingCategories(tx: Db, organizerId: string, orders: readonly BuiltOrder[]): Promise<void> {
  const missing = orders.flatMap(({ tickets, answers }) =>
    tickets.flatMap(({ ticket, isWithoutCategory }) => (isWithoutCategory ? [{ ticket, answers }] : [])),
  );
  for (const [eventId, ofEvent] of Map.groupBy(missing, ({ ticket }) => ticket.event_id)) {
    const types = await readTicketTypesToIssue(tx, organizerId, eventId);
    for (const { ticket, answers } of ofEvent) {
      const type = types.get(ticket.ticket_type_id);
      const row = answers.find(({ ticket_id: id }) => id === ticket.id);
      if (type?.isByPerson) ticket.category = type.categoryOf(row && personOfAnswers(storedAnswersOf(row)));
    }
  }
}

/**
 * Assigns bibs to the tickets whose lines have none, as their ticket types say. Numeric bibs in lines increase the event's counter, so
 * that it never assigns them again.
 */
async function assignMissingBibs(tx: Db, organizerId: string, orders: readonly BuiltOrder[]): Promise<void> {
  const tickets = orders.flatMap((order) => order.tickets.map(({ ticket }) => ticket));
  const ticketsByEvent = Map.groupBy(tickets, (ticket) => ticket.event_id);
  for (const [eventId, eventTickets] of [...ticketsByEvent].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let nextBib = await lockBibCounter(tx, organizerId, eventId);
    for (const { bib } of eventTickets) nextBib = nextBibAfter(bib, nextBib);
    await setBibCounter(tx, organizerId, eventId, nextBib);
    const missing = eventTickets.filter(({ bib }) => bib === unassignedBib);
    if (missing.length === 0) continue;
    const types = await readTicketTypesToIssue(tx, organizerId, eventId);
    const typeIds = missing.map((ticket) => ticket.ticket_type_id);
    const given = new Set(eventTickets.map(({ bib }) => bib));
    const bibs = await assignBibs(tx, organizerId, eventId, types, typeIds, given);
    for (const [index, ticket] of missing.entries()) ticket.bib = bibs[index] ?? ticket.id;
  }
}

async function insertRows(tx: Db, organizerId: string, orders: readonly BuiltOrder[], now: string): Promise<void> {
  await insertOrders(
    tx,
    organizerId,
    orders.map(({ order }) => order),
    orders.flatMap(({ items }) => items.map(({ row }) => row)),
  );
  await insertTickets(
    tx,
    organizerId,
    orders.flatMap(({ tickets }) => tickets.map(({ ticket }) => ticket)),
  );
  await insertAnswerRows(
    tx,
    orders.flatMap(({ answers }) => answers),
  );
  await insertEntitlements(
    tx,
    orders.flatMap(({ entitlements }) => entitlements),
    orders.flatMap(({ consumptions }) => consumptions),
    orders.flatMap(({ returns }) => returns),
  );
  await postEntries(
    tx,
    organizerId,
    orders.flatMap(({ postings }) => postings),
    now,
  );
}

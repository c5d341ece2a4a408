import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { type CatalogLine, type ImportContext, importCatalogLine } from './import-catalog.ts';
import { type BatchResult, importOrders } from './import-orders.ts';
import { LineError } from './parse-line.ts';
import type { Deferral } from './read-lines.ts';
import type { ImportLine, OrderLine } from './schema.ts';

export interface NumberedLine<L extends ImportLine> {
  readonly number: number;
  readonly line: L;
  /** The text of the line; empty if the import stores no digests. */
  readonly text: string;
}

/** A catalog line that is imported together with an order. */
export interface DeferredLine extends NumberedLine<CatalogLine> {
  readonly deferral: Deferral;
}

/** Whether a catalog line created something, or its error. */
export type CatalogOutcome = NumberedLine<CatalogLine> & { readonly outcome: boolean | LineError };

/** The deferred lines that these orders need, in their sequence. */
export function neededBy(lines: readonly DeferredLine[], orders: readonly OrderLine[]): readonly DeferredLine[] {
  if (lines.length === 0 || orders.length === 0) return [];
  const references = new Set(
    orders.flatMap(({ eventId, items, buyer, attendees }) => [
      eventId,
      ...items.map(({ ticketTypeId, addonId }) => ticketTypeId ?? addonId),
      ...[buyer, ...(attendees ?? [])].flatMap(({ answers }) => (answers ?? []).map(({ questionId }) => questionId)),
    ]),
  );
  return lines.filter(({ deferral, line }) => deferral === 'until-any-order' || references.has(line.externalId));
}

/** Imports catalog lines one by one. An invalid line has an error, and the others are imported. */
export async function importCatalogLines<L extends NumberedLine<CatalogLine>>(
  tx: Db,
  context: ImportContext,
  lines: readonly L[],
): Promise<(L & CatalogOutcome)[]> {
  const outcomes: (L & CatalogOutcome)[] = [];
  for (const line of lines) outcomes.push({ ...line, outcome: await outcomeOf(tx, context, line.line) });
  return outcomes;
}

async function outcomeOf(tx: Db, context: ImportContext, line: CatalogLine): Promise<boolean | LineError> {
  try {
    return await importCatalogLine(tx, context, line);
  } catch (error) {
    if (error instanceof LineError) return error;
    throw error;
  }
}

/**
 * Imports orders together with the deferred catalog lines that they need. A catalog line that only invalid orders need creates
 * nothing.
 *
 * @param deferred the catalog lines that the orders need
 * @returns also the outcomes of the catalog lines, without those that still wait for a valid order
 */
export async function importBatch(
  tx: Db,
  context: ImportContext,
  deferred: readonly DeferredLine[],
  orders: readonly OrderLine[],
): Promise<BatchResult & { readonly catalog: readonly CatalogOutcome[] }> {
  if (deferred.length === 0) return { ...(await importOrders(tx, context, orders)), catalog: [] };
  await sql`savepoint before_batch`.execute(tx);
  let catalog = await importCatalogLines(tx, context, deferred);
  const result = await importOrders(tx, context, orders);
  const validOrders = orders.filter((_, index) => result.created.has(index));
  const needed = new Set(neededBy(deferred, validOrders).map(({ number }) => number));
  const used = catalog.filter(({ number, outcome }) => outcome !== true || needed.has(number));
  if (used.length < catalog.length) {
    // The invalid orders are known now: import the others again, with only what they need.
    await sql`rollback to savepoint before_batch`.execute(tx);
    context.catalog.clear();
    catalog = await importCatalogLines(tx, context, used);
    const { errors } = await importOrders(tx, context, validOrders);
    for (const error of errors.values()) throw error;
  }
  await sql`release savepoint before_batch`.execute(tx);
  return { ...result, catalog };
}

import type { StagedRow } from './staged-rows.ts';
import { isRoundedNumber } from './table-values.ts';

/** The rows of an order in which each ticket occurs once. */
export interface MergedRows {
  readonly rows: readonly StagedRow[];
  /** The number of rows that were replaced by the row of a later file. */
  readonly replaced: number;
}

/**
 * Merges the rows of an order that several files have. Files can overlap: the same report twice, an older and a newer one, or the
 * attendees of an order and the order itself. A ticket is found again by the content of its QR code, or else by all of its cells.
 * Rows of one file are never merged, because each is a ticket that was sold.
 *
 * @param rows in the sequence of the files
 */
export function mergeRows(rows: readonly StagedRow[]): MergedRows {
  if (rows.every(({ fileIndex }) => fileIndex === rows[0]?.fileIndex)) return { rows, replaced: 0 };
  const orders = rows.filter(({ kind }) => kind === 'orders');
  const lastFile = Math.max(...orders.map(({ fileIndex }) => fileIndex));
  const currentOrders = orders.filter(({ fileIndex }) => fileIndex === lastFile);
  let replaced = orders.length - currentOrders.length;
  const tickets: StagedRow[] = [];
  const indexes = new Map<string, number[]>();
  for (const row of rows) {
    if (row.kind === 'orders') continue;
    const key = ticketKey(row);
    const sameKey = indexes.get(key) ?? [];
    indexes.set(key, sameKey);
    const index = sameKey.find((candidate) => tickets[candidate]?.fileIndex !== row.fileIndex);
    const earlier = index === undefined ? undefined : tickets[index];
    if (index === undefined || earlier === undefined) {
      sameKey.push(tickets.length);
      tickets.push(row);
    } else if (earlier.kind === row.kind) {
      tickets[index] = row;
      replaced += 1;
    } else tickets[index] = joinRows(earlier, row);
  }
  return { rows: [...tickets, ...currentOrders], replaced };
}

/** What a ticket has in common in several files. */
function ticketKey({ kind, values, others }: StagedRow): string {
  const { qrValue } = values;
  if (qrValue !== undefined && !isRoundedNumber(qrValue)) return `QR code ${qrValue}`;
  return JSON.stringify([kind, Object.entries(values).sort(), Object.entries(others).sort()]);
}

/** Joins the row of an order, which has the amounts, with the row of an attendee, which has the check-in. */
function joinRows(earlier: StagedRow, later: StagedRow): StagedRow {
  const [main, addition] = earlier.kind === 'both' ? [earlier, later] : [later, earlier];
  return {
    ...main,
    fileIndex: later.fileIndex,
    values: { ...addition.values, ...main.values },
    others: { ...addition.others, ...main.others },
  };
}

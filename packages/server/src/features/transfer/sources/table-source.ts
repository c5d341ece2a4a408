import { OperatorError } from '../../../errors/index.ts';
import { LineError } from '../parse-line.ts';
import type { FileLine } from '../read-lines.ts';
import { type FoundColumns, findColumns, noteMissingColumns } from './columns.ts';
import { type DecimalMark, shownDecimalMark } from './exact-amount.ts';
import { type DateOrder, shownDateOrder } from './local-time.ts';
import type { Notes } from './notes.ts';
import { openTable, type Table, type TableRow } from './read-table.ts';
import { assertOwnTable } from './recognize-product.ts';
import { externalIdOf, LineWriter, linesPerGroup, type Source, type SourceContext } from './source.ts';
import { StagedRows } from './staged-rows.ts';
import { TableCatalog } from './table-catalog.ts';
import { TableOrders } from './table-order.ts';
import {
  amountFields,
  dateFields,
  type ProductTable,
  type RowValues,
  type TableField,
  type TableProduct,
} from './table-product.ts';
import { type Conventions, TableValues } from './table-values.ts';

/**
 * Creates the importer of a product that exports tables. It reads all files once and stages their rows by order. Then it finds the
 * events and ticket types, and converts order by order.
 *
 * @param products all products that export tables, to recognize files of another product
 */
export function tableSource(product: TableProduct, products: readonly TableProduct[]): Source {
  return async function* readTables(paths, context) {
    using staged = new StagedRows();
    const conventions = await stageFiles(product, products, paths, staged, context);
    if (product.unmatchedTickets !== null && staged.areTicketsUnmatched()) {
      throw new OperatorError(product.unmatchedTickets);
    }
    const values = new TableValues(product, context, conventions);
    const catalog = new TableCatalog(product, staged, values, context);
    const writer = new LineWriter();
    for (const line of catalog.lines()) writer.defer(line, 'until-its-order');
    yield writer.take();
    yield* convertOrders(product, staged, new TableOrders(product, catalog, values, context), writer, context.notes);
    context.notes.mapped(
      `order numbers of ${product.name}`,
      'orders get new numbers; the old one is in their externalId',
    );
  };
}

async function* convertOrders(
  product: TableProduct,
  staged: StagedRows,
  orders: TableOrders,
  writer: LineWriter,
  notes: Notes,
): AsyncGenerator<readonly FileLine[]> {
  for (const { key, rows, replaced } of staged.orders()) {
    if (replaced > 0) {
      notes.mapped(
        'rows that several files have',
        'imported once, as in the last of the files',
        `order ${key}`,
        replaced,
      );
    }
    try {
      for (const line of orders.convert(key, rows)) writer.add(line);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      writer.reject(externalIdOf(product.prefix, 'order', key), error.message);
    }
    if (writer.size >= linesPerGroup) yield writer.take();
  }
  yield writer.take();
}

/** Reads all rows of all files, and finds out how their amounts and dates are written. */
async function stageFiles(
  product: TableProduct,
  products: readonly TableProduct[],
  paths: readonly string[],
  staged: StagedRows,
  context: SourceContext,
): Promise<Conventions> {
  const { notes, aliases } = context;
  const marks = new Set<DecimalMark>();
  const orders = new Set<DateOrder>();
  const found: FoundColumns<TableField>[] = [];
  const headings = new Map<string, string>();
  for (const [fileIndex, path] of paths.entries()) {
    const table = await openTable(path, notes);
    assertOwnTable(table, product, products, aliases);
    let count = 0;
    const columns = findColumns<TableField>(table, product.tables, aliases, notes);
    const kind = columns.kind as ProductTable;
    found.push(columns);
    for (const [field, index] of columns.fields) headings.set(`${table.name} ${field}`, table.columns[index] ?? field);
    for await (const row of table.rows()) {
      count += 1;
      const { values: written, others } = readRow(row, table, columns, context);
      const values = product.adapt(written, columns.fields);
      const key = product.orderKeyOf(kind, values);
      if (key === null) {
        notes.left('rows without an order', 'the column of the order is empty', `${table.name}, row ${row.number}`);
        continue;
      }
      const currency =
        values.currency?.toUpperCase() ?? context.event?.currency ?? context.currency ?? context.organizer.currency;
      for (const field of amountFields) marks.add(shownDecimalMark(values[field] ?? '', currency));
      for (const field of dateFields) orders.add(shownDateOrder(values[field] ?? ''));
      staged.add(key, { file: table.name, fileIndex, kind: kind.rows, number: row.number, values, others });
    }
    if (count === 0) notes.left('files', 'they have columns, but no rows', table.name);
  }
  staged.complete();
  noteMissingColumns(found, notes);
  return {
    decimalMark: marks.has('.') === marks.has(',') ? 'unknown' : marks.has(',') ? ',' : '.',
    dateOrder:
      orders.has('day-first') === orders.has('month-first')
        ? context.dateOrder
        : orders.has('day-first')
          ? 'day-first'
          : 'month-first',
    headings,
  };
}

function readRow(
  { cells, number }: TableRow,
  table: Table,
  columns: FoundColumns<TableField>,
  { notes }: SourceContext,
) {
  if (cells.length < table.columns.length) {
    notes.left(
      'missing cells',
      'the row is shorter than the header; its last cells are read as empty',
      `${table.name}, row ${number}`,
    );
  }
  if (cells.slice(table.columns.length).some((cell) => cell.trim() !== '')) {
    notes.left('cells without a column', 'the row is longer than the header', `${table.name}, row ${number}`);
  }
  const values: RowValues = columns.currency === null ? {} : { currency: columns.currency };
  for (const [field, index] of columns.fields) {
    const text = cells[index]?.trim() ?? '';
    if (text !== '') values[field] = text;
  }
  const others = [...columns.others].map(([name, index]) => [name, cells[index]?.trim() ?? ''] as const);
  return { values, others: Object.fromEntries(others.filter(([, text]) => text !== '')) };
}

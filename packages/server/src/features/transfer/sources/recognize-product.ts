import { OperatorError } from '../../../errors/index.ts';
import { normalizeName, readColumnName } from './columns.ts';
import type { Table } from './read-table.ts';
import type { TableProduct } from './table-product.ts';

/** A file belongs to another product if it has this many columns that only the other product has. */
const minOwnColumns = 2;

/** Columns of the order list of pretix, which is not imported. */
const pretixColumns = ['Event slug', 'Order code', 'Position ID', 'Order locale'].map(normalizeName);

/**
 * Checks that a table is not from another product: it has no column that only this product has, but columns that only another product
 * has.
 *
 * @param aliases normalized names of columns, and the names that they are read as
 * @throws OperatorError if it is from another product; the error names that product
 */
export function assertOwnTable(
  table: Table,
  product: TableProduct,
  products: readonly TableProduct[],
  aliases: ReadonlyMap<string, string>,
): void {
  const columns = new Set(table.columns.map((column) => readColumnName(column, aliases).name));
  const namesByProduct = products.map((candidate) => ({ candidate, names: knownNames(candidate) }));
  const ownColumns = (candidate: TableProduct) => {
    const names = knownNames(candidate);
    const others = namesByProduct.filter((entry) => entry.candidate !== candidate);
    return [...columns].filter((column) => names.has(column) && !others.some((entry) => entry.names.has(column)))
      .length;
  };
  if (ownColumns(product) > 0) return;
  if (pretixColumns.filter((column) => columns.has(column)).length >= minOwnColumns) {
    throw new OperatorError(
      `${table.name} is an order list of pretix, not a file of ${product.name}. ` +
        'Use the JSON export of pretix or the pages of its API, and --from pretix.',
    );
  }
  const other = products.find((candidate) => candidate !== product && ownColumns(candidate) >= minOwnColumns);
  if (other === undefined) return;
  throw new OperatorError(
    `${table.name} is a file of ${other.name}, not of ${product.name}: use --from ${other.prefix}.`,
  );
}

/** The normalized names of all columns that a product has. */
function knownNames({ tables }: TableProduct): ReadonlySet<string> {
  const names = tables.flatMap(({ columns, ignored }) => [
    ...Object.values(columns).flatMap((rule) => rule.names),
    ...ignored,
  ]);
  return new Set(names.map(normalizeName));
}

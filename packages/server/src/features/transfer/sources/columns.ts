import { OperatorError } from '../../../errors/index.ts';
import { isCurrency } from '../../../platform/money.ts';
import type { Notes } from './notes.ts';
import type { Table } from './read-table.ts';

/** A column that an importer knows. */
interface ColumnRule {
  /** Its names in the languages of the product. If a file has several of them, the first one is used. */
  readonly names: readonly string[];
  /** What cannot be imported without it. Only for columns whose absence is a loss. */
  readonly loss?: string;
}

/** A kind of file of a product. */
export interface TableKind<Field extends string> {
  /** For messages, such as `attendee report`. */
  readonly name: string;
  readonly columns: Readonly<Partial<Record<Field, ColumnRule>>>;
  /** A file is of this kind if it has all of these columns. */
  readonly required: readonly Field[];
  /** Columns that are not imported, with the reason. Other columns become fields of attendees. */
  readonly ignored: readonly string[];
}

/** The columns of a table by their fields, and the other columns by their names. */
export interface FoundColumns<Field extends string> {
  readonly kind: TableKind<Field>;
  readonly fields: ReadonlyMap<Field, number>;
  readonly others: ReadonlyMap<string, number>;
  /** The currency in names of columns such as `Amount (USD)`; null if none has one. */
  readonly currency: string | null;
}

/** A name without case, accents and punctuation, so that it can be compared. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#%]+/gu, ' ')
    .trim();
}

/** The normalized name of a column, without its currency. */
export function readColumnName(column: string, aliases: ReadonlyMap<string, string>) {
  const [, start = column, code = ''] = /^(.*\S)\s*\(([A-Z]{3})\)\s*$/.exec(column) ?? [];
  const currency = isCurrency(code) ? code : null;
  const name = normalizeName(column);
  return { name: aliases.get(name) ?? (currency === null ? name : normalizeName(start)), currency };
}

/**
 * Finds out of which kind a table is, and which of its columns have which meaning. The columns can have any sequence.
 *
 * @param aliases normalized names of columns, and the names that they are read as
 * @throws OperatorError if the table is of none of the kinds. The error names the missing columns.
 */
export function findColumns<Field extends string>(
  table: Table,
  kinds: readonly TableKind<Field>[],
  aliases: ReadonlyMap<string, string>,
  notes: Notes,
): FoundColumns<Field> {
  const indexes = new Map<string, number>();
  const currencies = new Set<string>();
  for (const [index, column] of table.columns.entries()) {
    const { name, currency } = readColumnName(column, aliases);
    if (name !== '' && !indexes.has(name)) indexes.set(name, index);
    if (currency !== null) currencies.add(currency);
  }
  if (currencies.size > 1) {
    throw new OperatorError(
      `${table.name} has amounts in ${[...currencies].join(' and ')}. An event has one currency here: split the file.`,
    );
  }
  const matches = kinds.map((kind) => matchKind(kind, indexes));
  const found = matches.find(({ kind, fields }) => kind.required.every((field) => fields.has(field)));
  if (found === undefined) throw unknownTable(table, matches);
  const used = new Set(found.fields.values());
  const ignored = new Set(found.kind.ignored.map(normalizeName));
  const others = new Map<string, number>();
  for (const [index, column] of table.columns.entries()) {
    if (used.has(index) || column.trim() === '') continue;
    if (ignored.has(readColumnName(column, aliases).name)) {
      notes.left(`the column "${column.trim()}"`, 'this service has no such data', table.name);
    } else others.set(uniqueName(column.trim(), others), index);
  }
  const [currency = null] = currencies;
  return { ...found, others, currency };
}

/** The name of a column, with a number if an earlier column has the same name. */
function uniqueName(column: string, columns: ReadonlyMap<string, number>): string {
  let name = column;
  for (let number = 2; columns.has(name); number += 1) name = `${column} (${number})`;
  return name;
}

/** Notes what cannot be imported because no file has a column for it. */
export function noteMissingColumns<Field extends string>(found: readonly FoundColumns<Field>[], notes: Notes): void {
  const known = new Set(found.flatMap(({ fields }) => [...fields.keys()]));
  for (const kind of new Set(found.map((columns) => columns.kind))) {
    for (const [field, rule] of Object.entries(kind.columns) as [Field, ColumnRule][]) {
      if (rule.loss === undefined || known.has(field)) continue;
      known.add(field);
      notes.left(rule.loss, `no file has a column "${rule.names[0]}"`);
    }
  }
}

function matchKind<Field extends string>(kind: TableKind<Field>, indexes: ReadonlyMap<string, number>) {
  const fields = new Map<Field, number>();
  for (const [field, { names }] of Object.entries(kind.columns) as [Field, ColumnRule][]) {
    const index = names.map((name) => indexes.get(normalizeName(name))).find((position) => position !== undefined);
    if (index !== undefined) fields.set(field, index);
  }
  return { kind, fields };
}

function unknownTable<Field extends string>(
  table: Table,
  matches: readonly { kind: TableKind<Field>; fields: ReadonlyMap<Field, number> }[],
) {
  const reasons = matches.map(({ kind, fields }) => {
    const missing = kind.required
      .filter((field) => !fields.has(field))
      .map((field) => `"${kind.columns[field]?.names[0]}"`);
    return `For ${kind.name}, it needs ${missing.join(', ')}.`;
  });
  return new OperatorError(
    `${table.name} lacks columns. ${reasons.join(' ')} It has ${table.columns.map((name) => `"${name.trim()}"`).join(', ')}. ` +
      'If a column has another name, use --read-as "NAME=KNOWN NAME".',
  );
}

import { LineError, lineError } from '../parse-line.ts';
import { normalizeName } from './columns.ts';
import { type DecimalMark, parseWrittenAmount } from './exact-amount.ts';
import { type DateOrder, parseWrittenTime } from './local-time.ts';
import type { SourceContext } from './source.ts';
import type { StagedRow } from './staged-rows.ts';
import type { TableField, TableProduct } from './table-product.ts';

/** How amounts and dates of all files are read. */
export interface Conventions {
  readonly decimalMark: DecimalMark;
  readonly dateOrder: DateOrder;
  /** The names of the columns in the files, by the file and the field. */
  readonly headings: ReadonlyMap<string, string>;
}

/** Normalized words for `yes` in columns such as `Checked in`. */
const yesWords = new Set(['yes', 'y', 'true', '1', 'ja', 'oui', 'si', 'sim', 'ano', 'wahr', 'vrai', 'verdadero']);
const noWords = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'nee', 'nao', 'ne', 'falsch', 'faux', 'falso', '']);

/** Reads the values of a staged row. */
export class TableValues {
  readonly #product: TableProduct;
  readonly #context: SourceContext;
  readonly #conventions: Conventions;

  constructor(product: TableProduct, context: SourceContext, conventions: Conventions) {
    this.#product = product;
    this.#context = context;
    this.#conventions = conventions;
  }

  /** The text of a field; null if it is empty. */
  text(row: StagedRow | undefined, field: TableField): string | null {
    const text = row?.values[field];
    return text === undefined || text === '' ? null : text;
  }

  /** The first text of a field in several rows. */
  firstText(rows: readonly (StagedRow | undefined)[], field: TableField): string | null {
    return rows.map((row) => this.text(row, field)).find((text) => text !== null) ?? null;
  }

  /**
   * An amount in minor units; null if the field is empty.
   *
   * @throws LineError if it is not an amount, or can be read in two ways
   */
  amount(row: StagedRow | undefined, field: TableField, currency: string): number | null {
    const text = this.text(row, field);
    if (text === null) return null;
    return parseWrittenAmount(field, text, currency, this.#conventions.decimalMark);
  }

  /** A time in UTC; null if the field is empty or cannot be read, which is noted. */
  time(row: StagedRow | undefined, field: TableField, eventTimezone: string, clock = ''): string | null {
    try {
      return this.exactTime(row, field, eventTimezone, clock);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      const heading = row === undefined ? field : this.#heading(row, field);
      const reason = 'they are in no known format, or can be read in two ways: see --date-order';
      this.#context.notes.left(`dates of the column "${heading}"`, reason, row && rowName(row));
      return null;
    }
  }

  /**
   * A time in UTC; null if the field is empty.
   *
   * @throws LineError if it is in no known format, or can be read in two ways
   */
  exactTime(row: StagedRow | undefined, field: TableField, eventTimezone: string, clock = ''): string | null {
    const text = this.text(row, field);
    if (text === null || row === undefined) return null;
    const zone = this.#product.times === 'utc' ? 'UTC' : eventTimezone;
    const time = parseWrittenTime(text, zone, this.#conventions.dateOrder, clock);
    if (time !== null) return time;
    const isAmbiguous = parseWrittenTime(text, zone, 'day-first', clock) !== null;
    const reason = isAmbiguous
      ? 'can be read in two ways: use --date-order day-first or --date-order month-first'
      : 'is in no known format: write it as 2027-05-29 20:00';
    throw lineError(field, `"${text}" in the column "${this.#heading(row, field)}" ${reason}`);
  }

  /** A date in a text, as YYYY-MM-DD; null if it is in no known format, or can be read in two ways. */
  date(text: string): string | null {
    return parseWrittenTime(text, 'UTC', this.#conventions.dateOrder)?.slice(0, 10) ?? null;
  }

  /** @throws LineError if the field is neither a word for yes nor for no */
  isYes(row: StagedRow | undefined, field: TableField): boolean {
    const text = this.text(row, field) ?? '';
    const word = this.#word(text);
    if (yesWords.has(word)) return true;
    if (noWords.has(word)) return false;
    throw lineError(field, `"${text}" is neither yes nor no: use --read-as "${text}=yes" or "${text}=no"`);
  }

  /**
   * The state that a word means.
   *
   * @throws LineError if the word is not known
   */
  state<S>(row: StagedRow | undefined, field: TableField, states: Readonly<Record<string, S>>): S | null {
    const text = this.text(row, field);
    if (text === null) return null;
    const word = this.#word(text);
    const state = Object.hasOwn(states, word) ? states[word] : undefined;
    if (state !== undefined) return state;
    const known = Object.keys(states).join(', ');
    throw lineError(field, `"${text}" is not known: use --read-as "${text}=STATUS" with one of ${known}`);
  }

  #heading({ file }: StagedRow, field: TableField): string {
    return this.#conventions.headings.get(`${file} ${field}`)?.trim() ?? field;
  }

  #word(text: string): string {
    const word = normalizeName(text);
    return this.#context.aliases.get(word) ?? word;
  }
}

/**
 * Whether a number was rounded. Spreadsheet programs write long numbers such as `1,23E+20`, and lose digits.
 */
export function isRoundedNumber(text: string): boolean {
  return /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text);
}

/** The name of a row in notes. */
export function rowName({ file, number }: StagedRow): string {
  return `${file}, row ${number}`;
}

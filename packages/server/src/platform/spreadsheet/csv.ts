/** A date (YYYY-MM-DD), or a time without a time zone (YYYY-MM-DD hh:mm:ss). A workbook has it as a date, not as text. */
export interface DateCell {
  readonly date: string;
}

export type Cell = string | number | DateCell;

/** Rows, in parts of any size. The first row is the header. */
export type RowParts = AsyncIterable<readonly (readonly Cell[])[]>;

/** The languages of files for people. */
export const fileLanguages = ['en', 'de'] as const;
export type FileLanguage = (typeof fileLanguages)[number];

/** Spreadsheet programs split rows at the separator of their language, and open a file with another separator in one column. */
const separators: Readonly<Record<FileLanguage, ',' | ';'>> = { en: ',', de: ';' };

/**
 * The beginnings of formulas. A spreadsheet program can split text at another separator than that of the file, so a formula can begin
 * after each separator. Some programs skip blanks, and quotes around cells, and convert the full-width signs of Japanese keyboards.
 */
const formulaStarts = /(?<=^|[,;|\t\r\n])(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g;
/**
 * Cells that are never changed. For a spreadsheet program: negative numbers, and telephone numbers without hyphens, which it would
 * calculate, also after the name of a contact. For any other program also words after a sign, such as a club named `=Harriers`, or `-` for none: they call nothing.
 */
const harmless = {
  spreadsheet: /^(?:-?\d+(?:\.\d+)?|(?:\p{L}[\p{L}\p{M} .'’-]*, )?\+[\d ()]+)$/u,
  program: /^(?:-?\d+|[=+\-@][\p{L}\p{M}\p{N} .&'/-]*)$/u,
} as const;
const needsQuotes = /[",;\t\r\n]/;
const byteOrderMark = '\ufeff';

/**
 * Writes rows as CSV (RFC 4180) in UTF-8. The byte order mark lets spreadsheet programs recognize the encoding. Files with semicolons
 * begin with the line `sep=;`, which tells Excel the separator in every language. Text that a spreadsheet program would calculate as a
 * formula gets an apostrophe in front: names come from buyers.
 *
 * @param reader a program takes the apostrophe as a part of the text. In a file for one, only formulas that can do harm get it, because
 *   people open such files too
 */
export async function* writeCsv(
  rows: RowParts,
  language: FileLanguage,
  reader: keyof typeof harmless = 'spreadsheet',
): AsyncGenerator<string> {
  const separator = separators[language];
  let start = separator === ',' ? byteOrderMark : `${byteOrderMark}sep=${separator}\r\n`;
  for await (const part of rows) {
    yield start +
      part.map((row) => `${row.map((cell) => cellOf(cell, harmless[reader])).join(separator)}\r\n`).join('');
    start = '';
  }
}

function textOf(cell: Cell): string {
  return typeof cell === 'object' ? cell.date : String(cell);
}

function cellOf(cell: Cell, unchanged: RegExp): string {
  const value = textOf(cell);
  const text = unchanged.test(value) ? value : value.replaceAll(formulaStarts, "'");
  return quoted(text);
}

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

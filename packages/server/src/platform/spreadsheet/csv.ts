/** Rows of text, in parts of any size. The first row is the header. */
export type RowParts = AsyncIterable<readonly (readonly string[])[]>;

/** Spreadsheet programs would calculate such a cell as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
/** Negative amounts are no formulas. */
const wholeNumber = /^-?\d+$/;
const needsQuotes = /[",\r\n]/;
const byteOrderMark = '\ufeff';

/**
 * Writes rows as CSV (RFC 4180) in UTF-8. The byte order mark lets spreadsheet programs recognize the encoding. Text that such a
 * program would calculate as a formula gets an apostrophe in front: names come from buyers.
 */
export async function* writeCsv(rows: RowParts): AsyncGenerator<string> {
  let start = byteOrderMark;
  for await (const part of rows) {
    yield start + part.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
    start = '';
  }
}

function cellOf(value: string): string {
  const text = formulaStart.test(value) && !wholeNumber.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

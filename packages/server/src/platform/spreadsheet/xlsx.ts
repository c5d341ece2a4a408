import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell, FileLanguage, RowParts } from './csv.ts';

/** The longest text of a cell in Excel, in UTF-16 code units. A workbook with a longer text is damaged for it. */
const maxCellLength = 32_767;
/** The end of a text that was cut. */
const cutNotes: Readonly<Record<FileLanguage, string>> = {
  en: ' … [cut: a cell of Excel has at most 32,767 characters. The CSV file has the whole text]',
  de: ' … [gekürzt: Eine Zelle von Excel hat höchstens 32.767 Zeichen. Die CSV-Datei hat den ganzen Text]',
};
/** The longest name of a sheet in Excel. */
const maxNameLength = 31;
/** In characters. */
const columnWidth = 18;
/** Characters that XML does not allow, or that are not visible. Lines of a cell end with \n. */
const unusable = /[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}/gu;

/**
 * Writes rows as an Excel workbook with constant memory. No cell is calculated as a formula. The first row is the
 * header: it stays visible, and is repeated on each sheet. A sheet has at most 1,048,576 rows. Text that is too long for a cell is cut,
 * and ends with a note.
 *
 * @param sheetName the name of the first sheet; further sheets have a number after it
 * @param language of the note
 * @param timeColumns the indexes of the columns with times; other dates have no time
 */
export function writeXlsx(
  sheetName: string,
  columnCount: number,
  rows: RowParts,
  language: FileLanguage,
  timeColumns: ReadonlySet<number> = new Set(),
): AsyncIterable<Uint8Array> {
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    width: columnWidth,
    ...(timeColumns.has(index) ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}),
  }));
  return writeXlsxStream(cellsOf(rows, language), { name: nameOf(sheetName), columns, freezePane: { rows: 1 } });
}

async function* cellsOf(rows: RowParts, language: FileLanguage): AsyncGenerator<(string | number | Date)[]> {
  for await (const part of rows) yield* part.map((row) => row.map((cell) => toValue(cell, language)));
}

function toValue(cell: Cell, language: FileLanguage): string | number | Date {
  if (typeof cell === 'string') return cellText(cell, language);
  // The workbook has no time zones: it shows a time as it is in UTC.
  return typeof cell === 'number'
    ? cell
    : new Date(`${cell.date.replace(' ', 'T')}${cell.date.length === 10 ? 'T00:00:00' : ''}Z`);
}

/** Cuts a text that is too long for a cell, but not within a character. */
function cellText(value: string, language: FileLanguage): string {
  const text = value.replaceAll(unusable, '');
  if (text.length <= maxCellLength) return text;
  const note = cutNotes[language];
  return text.slice(0, maxCellLength - note.length).replace(/[\ud800-\udbff]$/, '') + note;
}

/** The name of a sheet. Excel rejects longer names, some characters, apostrophes at the ends, and `History`. */
function nameOf(name: string): string {
  const allowed = name
    .replaceAll(unusable, '')
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .slice(0, maxNameLength)
    .replaceAll(/^'+|'+$/g, '');
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet' : allowed;
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Unzip, UnzipInflate } from 'fflate';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { OperatorError } from '../../../errors/index.ts';
import type { Notes } from './notes.ts';
import { describeForeignFile, openTextFile, readStart, readText, type TextFile } from './text-file.ts';

/** A row of a table: its number in the file, from 1, and its cells as text. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A table in a file. Its first row has the names of the columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Reads the other rows one after another. */
  rows(): AsyncIterable<TableRow>;
}

/** A file is read twice: first only its header, which notes nothing. */
interface RowOptions {
  readonly hasNotes: boolean;
}

interface OpenFile {
  readonly name: string;
  rows(options: RowOptions): AsyncGenerator<TableRow>;
}

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const startBytes = 64;
const delimiters = [',', ';', '\t'] as const;
/** A longer row is an error: a quote was not closed. */
const maxRowLength = 1024 * 1024;
/** Errors after which the next rows cannot be found, so that the file is rejected. */
const unclosedQuotes: readonly string[] = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];
/** Limits of a workbook: the sizes of its inflated parts in bytes, their ratio to the size of the file, and the cells of its rows. */
const maxSheetBytes = 512 * 1024 * 1024;
/** The other parts, such as the texts of the cells, are in memory. */
const maxOtherBytes = 64 * 1024 * 1024;
const maxInflation = 100;
const maxCells = 10_000_000;
/** The part of a file in which its delimiter is searched. */
const maxHeaderLength = 64 * 1024;

/**
 * Opens a file with a table: CSV with commas, semicolons or tabs, or the first sheet of an Excel workbook.
 *
 * @throws OperatorError if the file cannot be read or is empty
 */
export async function openTable(path: string, notes: Notes): Promise<Table> {
  const start = await readStart(path, startBytes);
  const isWorkbook = zipStart.every((byte, index) => start[index] === byte);
  const foreign = isWorkbook ? null : describeForeignFile(start);
  if (foreign !== null) throw new OperatorError(`${path} ${foreign}.`);
  if (/^(?:\u00ef\u00bb\u00bf)?\s*[[{]/.test(start.toString('latin1'))) {
    throw new OperatorError(`${path} is JSON, not a table. Only files of pretix are JSON: use --from pretix for them.`);
  }
  if (isWorkbook) await checkInflatedSize(path);
  const { name, rows }: OpenFile = isWorkbook ? openWorkbook(path) : await openCsv(path, notes);
  const iterator = rows({ hasNotes: false });
  const first = await iterator.next();
  await iterator.return(undefined);
  if (first.done || first.value.cells.every((cell) => cell.trim() === '')) throw new OperatorError(`${path} is empty.`);
  return {
    name,
    columns: first.value.cells,
    async *rows() {
      let isHeader = true;
      for await (const row of rows({ hasNotes: true })) {
        if (!isHeader && row.cells.some((cell) => cell.trim() !== '')) yield row;
        isHeader = false;
      }
    },
  };
}

async function openCsv(path: string, notes: Notes): Promise<OpenFile> {
  const file = await openTextFile(path, notes);
  const header = await readHeader(file);
  const declared = /^sep=(.)\r?\n/.exec(header)?.[1];
  const delimiter = declared ?? findDelimiter(header);
  if (delimiter !== ',') notes.mapped('CSV that is separated by semicolons or tabs', 'read as columns', file.name);
  return { name: file.name, rows };

  async function* rows({ hasNotes }: RowOptions): AsyncGenerator<TableRow> {
    const parser = parse({
      delimiter,
      from_line: declared === undefined ? 1 : 2,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: maxRowLength,
      info: true,
      on_skip: (error) => {
        if (error !== undefined && unclosedQuotes.includes(error.code)) throw error;
        if (hasNotes) {
          notes.left(
            'rows that are not valid CSV',
            'a cell has quotes in it',
            `${file.name}, line ${error?.['lines']}`,
          );
        }
        return undefined;
      },
    });
    let lastLine = 0;
    try {
      // The parser is destroyed with the error of the file, and the loop throws it.
      for await (const { record, info } of pipeline(Readable.from(readText(file)), parser, () => {})) {
        lastLine = info.lines;
        yield { number: info.lines, cells: record };
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      throw new OperatorError(
        `${path} is not complete CSV: a quote is not closed. The last row that can be read ends in line ${lastLine}.`,
      );
    }
  }
}

function openWorkbook(path: string): OpenFile {
  return { name: basename(path), rows };

  async function* rows(): AsyncGenerator<TableRow> {
    const file = createReadStream(path);
    let cellCount = 0;
    try {
      for await (const { index, values } of streamXlsxRows(Readable.toWeb(file) as ReadableStream<Uint8Array>)) {
        cellCount += values.length;
        if (cellCount > maxCells) throw new OperatorError(`${path} has more than ${maxCells} cells. Split it.`);
        yield { number: index + 1, cells: values.map(cellText) };
      }
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`${path} is not an Excel workbook that can be read: ${(error as Error).message}`);
    } finally {
      file.destroy();
    }
  }
}

/**
 * Inflates all parts of a workbook and only counts their bytes: a small file can be inflated to gigabytes.
 *
 * @throws OperatorError if a part is too large, or is not a ZIP file
 */
async function checkInflatedSize(path: string): Promise<void> {
  const { size } = await stat(path);
  let sheetBytes = 0;
  let otherBytes = 0;
  const zip = new Unzip((part) => {
    part.ondata = (error, bytes) => {
      if (error !== null) throw error;
      if (part.name.startsWith('xl/worksheets/')) sheetBytes += bytes.length;
      else otherBytes += bytes.length;
    };
    part.start();
  });
  zip.register(UnzipInflate);
  try {
    for await (const bytes of createReadStream(path)) {
      zip.push(bytes as Buffer);
      const inflation = (sheetBytes + otherBytes) / Math.max(size, maxOtherBytes / maxInflation);
      if (sheetBytes > maxSheetBytes || otherBytes > maxOtherBytes || inflation > maxInflation) {
        throw new OperatorError(`${path} is too large when it is decompressed. Export the file again, or as CSV.`);
      }
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} is not an Excel workbook that can be read: ${(error as Error).message}`);
  }
}

/**
 * The text of a cell: a date is a local time without an offset, a number has its shortest decimal form. A number that is too long to
 * be exact has an exponent.
 */
function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return value.toExponential().toUpperCase();
  return value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value);
}

async function readHeader(file: TextFile): Promise<string> {
  let text = '';
  for await (const part of readText(file)) {
    text += part;
    if (text.length >= maxHeaderLength) break;
  }
  return text.slice(0, maxHeaderLength);
}

/** The delimiter that occurs most often in the first row, outside of quotes. */
function findDelimiter(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [best = ','] = [...delimiters].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return best;
}

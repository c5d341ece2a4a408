import { Zip, ZipDeflate } from 'fflate';
import type { FileLanguage, RowParts } from './csv.ts';

/** The last row of a sheet in Excel. Further rows are written to the next sheet. */
const maxRowsPerSheet = 1_048_576;
/** The longest text of a cell in Excel, in UTF-16 code units. A workbook with a longer text is damaged for it. */
const maxCellLength = 32_767;
/** The end of a text that was cut. */
const cutNotes: Readonly<Record<FileLanguage, string>> = {
  en: ' … [cut: a cell of Excel has at most 32,767 characters. The CSV file has the whole text]',
  de: ' … [gekürzt: Eine Zelle von Excel hat höchstens 32.767 Zeichen. Die CSV-Datei hat den ganzen Text]',
};
/** The longest name of a sheet in Excel. */
const maxTitleLength = 31;
const compressionLevel = 3;
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const headerStyle = ' s="1"';

/**
 * Writes rows as an Excel workbook (ECMA-376) with constant memory. All cells are text, so no cell is calculated as a formula. The
 * first row is the header: it is bold, stays visible, and is repeated on each sheet. Text that is too long for a cell is cut, and ends
 * with a note.
 *
 * @param sheetName the name of the first sheet; further sheets have a number after it
 * @param language of the note
 */
export async function* writeXlsx(
  sheetName: string,
  rows: RowParts,
  language: FileLanguage,
): AsyncGenerator<Uint8Array> {
  const output = new ZipOutput();
  const names: string[] = [];
  let header: readonly string[] = [];
  let rowCount = 0;
  for await (const part of rows) {
    let xml = '';
    for (const row of part) {
      if (names.length > 0 && rowCount < maxRowsPerSheet) {
        xml += rowXml(row, '', language);
        rowCount += 1;
        continue;
      }
      if (names.length > 0) output.write(`${xml}${sheetEnd}`, { isLast: true });
      else header = row;
      names.push(sheetTitle(sheetName, names.length + 1));
      output.start(`xl/worksheets/sheet${names.length}.xml`);
      xml = sheetStart + rowXml(header, headerStyle, language);
      if (names.length > 1) xml += rowXml(row, '', language);
      rowCount = names.length === 1 ? 1 : 2;
    }
    output.write(xml);
    yield* output.take();
  }
  output.write(sheetEnd, { isLast: true });
  for (const [file, xml] of Object.entries(packageParts(names))) {
    output.start(file);
    output.write(xmlHead + xml, { isLast: true });
  }
  output.end();
  yield* output.take();
}

/** A ZIP file whose bytes are taken from time to time. */
class ZipOutput {
  readonly #zip: Zip;
  readonly #encoder = new TextEncoder();
  #chunks: Uint8Array[] = [];
  #error: Error | null = null;
  #file: ZipDeflate | null = null;

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) this.#error = error;
      else this.#chunks.push(chunk);
    });
  }

  start(name: string): void {
    this.#file = new ZipDeflate(name, { level: compressionLevel });
    this.#zip.add(this.#file);
  }

  write(text: string, { isLast = false } = {}): void {
    this.#file?.push(this.#encoder.encode(text), isLast);
  }

  end(): void {
    this.#zip.end();
  }

  /** The bytes since the last call. */
  take(): Uint8Array[] {
    if (this.#error !== null) throw this.#error;
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }
}

const sheetStart =
  `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15" baseColWidth="18"/><sheetData>';
const sheetEnd = '</sheetData></worksheet>';

function rowXml(row: readonly string[], style: string, language: FileLanguage): string {
  const cells = row.map((text) =>
    text === ''
      ? `<c${style}/>`
      : `<c${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cellText(text, language))}</t></is></c>`,
  );
  return `<row>${cells.join('')}</row>`;
}

/** Cuts a text that is too long for a cell, but not within a character. */
function cellText(text: string, language: FileLanguage): string {
  if (text.length <= maxCellLength) return text;
  const note = cutNotes[language];
  return text.slice(0, maxCellLength - note.length).replace(/[\ud800-\udbff]$/, '') + note;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text, and removes the characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}|\p{Noncharacter_Code_Point}/gu, (character) => ('\t\n\r'.includes(character) ? character : ''))
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
}

/** The parts of the workbook apart from the sheets. */
function packageParts(names: readonly string[]): Record<string, string> {
  const sheets = names.map((name, index) => ({ name: escapeXml(name), number: index + 1 }));
  const numberedSheets = (xml: (sheet: { name: string; number: number }) => string) => sheets.map(xml).join('');
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${contentTypes}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${contentTypes}.styles+xml"/>` +
      numberedSheets(
        ({ number }) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentTypes}.worksheet+xml"/>`,
      ) +
      '</Types>',
    '_rels/.rels':
      `<Relationships xmlns="${packageRelationships}">` +
      `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${mainNamespace}" xmlns:r="${relationships}"><sheets>` +
      numberedSheets(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${packageRelationships}">` +
      numberedSheets(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ) +
      `<Relationship Id="rId${names.length + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font/><font><b/></font></fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
      '<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>',
  };
}

/** The name of a sheet. Excel rejects longer and equal names, some characters, and apostrophes at the ends. */
function sheetTitle(name: string, number: number): string {
  const end = number === 1 ? '' : ` ${number}`;
  const start = name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, maxTitleLength - end.length);
  return `${start.replaceAll(/^'+|'+$/g, '') || 'Sheet'}${end}`;
}

import { Zip, ZipDeflate } from 'fflate';
import type { RowParts } from './csv.ts';

/** The last row of a sheet in Excel. Further rows are written to the next sheet. */
const maxRowsPerSheet = 1_048_576;
const compressionLevel = 3;
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const headerStyle = ' s="1"';

/**
 * Writes rows as an Excel workbook (ECMA-376) with constant memory. All cells are text, so no cell is calculated as a formula. The
 * first row is the header: it is bold, stays visible, and is repeated on each sheet.
 *
 * @param sheetName the name of the first sheet; further sheets have a number after it
 */
export async function* writeXlsx(sheetName: string, rows: RowParts): AsyncGenerator<Uint8Array> {
  const output = new ZipOutput();
  const names: string[] = [];
  let header: readonly string[] = [];
  let rowCount = 0;
  for await (const part of rows) {
    let xml = '';
    for (const row of part) {
      if (names.length > 0 && rowCount < maxRowsPerSheet) {
        xml += rowXml(row, '');
        rowCount += 1;
        continue;
      }
      if (names.length > 0) output.write(`${xml}${sheetEnd}`, { isLast: true });
      else header = row;
      names.push(names.length === 0 ? sheetName : `${sheetName} ${names.length + 1}`);
      output.start(`xl/worksheets/sheet${names.length}.xml`);
      xml = sheetStart + rowXml(header, headerStyle) + (names.length === 1 ? '' : rowXml(row, ''));
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

function rowXml(row: readonly string[], style: string): string {
  const cells = row.map((text) =>
    text === ''
      ? `<c${style}/>`
      : `<c${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
  );
  return `<row>${cells.join('')}</row>`;
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
  const sheets = names.map((name, index) => ({ name: escapeXml(sheetTitle(name)), number: index + 1 }));
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

/** Excel rejects longer names, some characters, and apostrophes at the ends. */
function sheetTitle(name: string): string {
  return name
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .slice(0, 31);
}

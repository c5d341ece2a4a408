import { CsvError, parse } from 'csv-parse/sync';
import { ApiError, fieldError } from '../../errors/index.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { bibText } from '../catalog/index.ts';

/** A row of a file of bibs. A value that it does not have is empty text. */
export interface BibRow {
  /** The number of the row in the file; the header is row 1. */
  readonly number: number;
  readonly ticketId: string;
  readonly orderNumber: string;
  readonly name: string;
  /** In any form. */
  readonly birthDate: string;
  readonly bib: string;
}

/** The columns by their headings, in lower case and without spaces: those of the export of attendees, and usual ones. */
const headings: Readonly<Record<string, Exclude<keyof BibRow, 'number'> | 'firstName' | 'lastName'>> = {
  ticket: 'ticketId',
  ticketid: 'ticketId',
  order: 'orderNumber',
  ordernumber: 'orderNumber',
  bestellung: 'orderNumber',
  bestellnummer: 'orderNumber',
  name: 'name',
  holder: 'name',
  holdername: 'name',
  inhaber: 'name',
  firstname: 'firstName',
  vorname: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  nachname: 'lastName',
  birthdate: 'birthDate',
  dateofbirth: 'birthDate',
  geburtsdatum: 'birthDate',
  bib: 'bib',
  number: 'bib',
  startnumber: 'bib',
  nummer: 'bib',
  startnummer: 'bib',
};

/** An apostrophe that an export has put before what would be a formula. */
const guard = /^'(?=["\s]*[=+\-@])/;

/**
 * Reads a CSV file with commas, semicolons or tabs. It has a column for the bib, and for the ticket, the order or the name.
 *
 * @throws ApiError `invalid_fields` if it is not such a file
 */
export function readBibFile(csv: string): BibRow[] {
  const [header = [], ...rows] = parseCells(csv);
  const columns = header.map(
    (heading) =>
      headings[
        heading
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]/g, '')
      ] ?? null,
  );
  const keys = ['ticketId', 'orderNumber', 'name', 'lastName'] as const;
  if (!columns.includes('bib') || !keys.some((key) => columns.includes(key))) throw invalidFile('no_bib_columns');
  return rows.map((cells, index) => {
    const values: Partial<Record<NonNullable<(typeof columns)[number]>, string>> = {};
    for (const [position, column] of columns.entries()) {
      if (column !== null) values[column] ??= (cells[position] ?? '').replace(guard, '').trim();
    }
    const {
      ticketId = '',
      orderNumber = '',
      name = '',
      firstName = '',
      lastName = '',
      birthDate = '',
      bib = '',
    } = values;
    return {
      number: index + 2,
      ticketId,
      orderNumber: parseOrderNumber(orderNumber) ?? orderNumber,
      name: name || `${firstName} ${lastName}`.trim(),
      birthDate,
      bib: bibText(bib),
    };
  });
}

function parseCells(csv: string): string[][] {
  // Excel writes and reads this line.
  const text = csv.replace(/^\ufeff?(?:sep=.\r?\n)?/, '');
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0]!;
  try {
    return parse(text, { delimiter, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw invalidFile('not_csv');
    throw error;
  }
}

function invalidFile(code: 'no_bib_columns' | 'not_csv'): ApiError {
  return new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError('csv', code, {})] });
}

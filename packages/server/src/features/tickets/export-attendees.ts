import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, databaseForLongRead } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { type FileLanguage, type RowParts, writeCsv } from '../../platform/spreadsheet/csv.ts';
import { writeXlsx } from '../../platform/spreadsheet/xlsx.ts';
import { recordAudit } from '../audit/index.ts';
import { eventReader } from '../event-views/index.ts';
import { listQuestions } from '../questions/index.ts';
import { type AttendeeFilter, readAttendeePages } from './attendee-page.ts';
import {
  type AttendeeColumn,
  type ExportColumn,
  type ExportedEvent,
  exportColumn,
  parseAnswers,
  raceResultColumns,
} from './export-columns.ts';

export const exportFormats = ['csv', 'xlsx', 'raceResult'] as const;

/** The columns of an export for which no columns are chosen. */
const startList: readonly AttendeeColumn[] = ['bib', 'holderName', 'ticketType', 'category', 'status'];

export interface AttendeeExport extends Omit<AttendeeFilter, 'parts'> {
  readonly format: (typeof exportFormats)[number];
  /** Names of columns and ids of questions. `raceResult` has its own columns. */
  readonly columns?: readonly string[] | undefined;
  readonly language: FileLanguage;
}

const events = eventReader('organizer', { addons: true });

/**
 * Exports the attendees of an event as CSV, as an Excel workbook or for RACE RESULT, with constant memory. The audit entry is committed
 * before any data is returned. Times are in the time zone of the event.
 *
 * @returns the parts of the file
 * @throws ApiError `event_not_found` if the organizer has no such event, and `invalid_fields` if a column is not of this event
 */
export async function exportAttendees(
  db: Db,
  scope: RequestScope,
  request: AttendeeExport,
): Promise<AsyncIterable<string | Uint8Array>> {
  const { organizerId } = scope;
  const { eventId, format, columns: names = startList, language } = request;
  const json = await events.get(db, organizerId, eventId);
  if (json === null) throw new ApiError('event_not_found', { eventId });
  const questions = await listQuestions(db, organizerId, eventId);
  const event: ExportedEvent & { name: string } = { ...JSON.parse(json), questions };
  const columns =
    format === 'raceResult'
      ? raceResultColumns(event)
      : names.map((name, index) => exportColumn(name, event, language) ?? unknownColumn(index));
  await recordAudit(db, scope, {
    action: 'attendees.export',
    subject: eventId,
    details: { format, columns: format === 'raceResult' ? [] : names },
    at: timestamp(scope.clock.now()),
  });
  const rows = readRows(await databaseForLongRead(db), organizerId, request, columns);
  if (format === 'csv') return writeCsv(rows, language);
  // The language decides the separator, and its first line for spreadsheet programs.
  if (format === 'raceResult') return writeCsv(rows, 'en', 'program');
  const timeColumns = new Set(columns.flatMap(({ hasTimes }, index) => (hasTimes ? [index] : [])));
  return writeXlsx(event.name, columns.length, rows, language, timeColumns);
}

function unknownColumn(index: number): never {
  const fields = [fieldError(`columns.${index}`, 'unknown_question', {})];
  throw new ApiError('invalid_fields', { part: 'query' }, { fields });
}

async function* readRows(
  db: Db,
  organizerId: string,
  filter: Omit<AttendeeFilter, 'parts'>,
  columns: readonly ExportColumn[],
): RowParts {
  const selection = { ...filter, parts: new Set(columns.flatMap(({ part }) => part ?? [])) };
  yield [columns.map(({ heading }) => heading)];
  for await (const tickets of readAttendeePages(db, organizerId, selection))
    yield tickets.map(parseAnswers).map((ticket) => columns.map(({ cell }) => cell(ticket) ?? ''));
}

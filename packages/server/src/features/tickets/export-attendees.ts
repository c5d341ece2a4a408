import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, databaseForLongRead } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import {
  type Cell,
  type DateCell,
  type FileLanguage,
  type RowParts,
  writeCsv,
} from '../../platform/spreadsheet/csv.ts';
import { writeXlsx } from '../../platform/spreadsheet/xlsx.ts';
import { recordAudit } from '../audit/index.ts';
import { eventReader } from '../event-views/index.ts';
import { type AttendeeFilter, type AttendeeTicket, readAttendeePage } from './attendee-page.ts';

/** The columns of an export, in their sequence, with their headings. */
const headings = {
  bib: { en: 'Number', de: 'Nummer' },
  holderName: { en: 'Name', de: 'Name' },
  ticketType: { en: 'Ticket type', de: 'Ticketart' },
  category: { en: 'Category', de: 'Kategorie' },
  addons: { en: 'Add-ons', de: 'Extras' },
  status: { en: 'Status', de: 'Status' },
  usedAt: { en: 'Used', de: 'Benutzt' },
  issuedAt: { en: 'Issued', de: 'Ausgestellt' },
  buyerName: { en: 'Buyer', de: 'Käufer' },
  buyerEmail: { en: 'E-mail address of the buyer', de: 'E-Mail-Adresse des Käufers' },
  buyerPhone: { en: 'Telephone number of the buyer', de: 'Telefonnummer des Käufers' },
  orderNumber: { en: 'Order', de: 'Bestellung' },
  ticketId: { en: 'Ticket', de: 'Ticket' },
  qrValue: { en: 'QR code', de: 'QR-Code' },
  fields: { en: 'Answers', de: 'Antworten' },
} as const;

export type AttendeeColumn = keyof typeof headings;
export const attendeeColumns = Object.keys(headings) as readonly AttendeeColumn[];
export const exportFormats = ['csv', 'xlsx'] as const;

const statuses = {
  en: { valid: 'valid', used: 'used', void: 'void' },
  de: { valid: 'gültig', used: 'benutzt', void: 'ungültig' },
} as const;

/** Number of tickets that are read at a time. */
const pageSize = 500;

const times: readonly AttendeeColumn[] = ['usedAt', 'issuedAt'];

export interface AttendeeExport extends Omit<AttendeeFilter, 'withBuyers' | 'withAddons'> {
  readonly format: (typeof exportFormats)[number];
  readonly columns: readonly AttendeeColumn[];
  readonly language: FileLanguage;
}

const events = eventReader('organizer', { addons: false });

/**
 * Exports the attendees of an event as CSV or as an Excel workbook, with constant memory. The audit entry is committed before any
 * data is returned. Times are in the time zone of the event.
 *
 * @returns the parts of the file
 * @throws ApiError `not_found` if the organizer has no such event
 */
export async function exportAttendees(
  db: Db,
  scope: RequestScope,
  request: AttendeeExport,
): Promise<AsyncIterable<string | Uint8Array>> {
  const { organizerId } = scope;
  const { eventId, format, columns } = request;
  const json = await events.get(db, organizerId, eventId);
  if (json === null) throw new ApiError('event_not_found', { eventId });
  const { name, timezone } = JSON.parse(json) as { name: string; timezone: string };
  const details = { format, columns };
  await recordAudit(db, scope, {
    action: 'attendees.export',
    subject: eventId,
    details,
    at: timestamp(scope.clock.now()),
  });
  const rows = readRows(await databaseForLongRead(db), organizerId, request, timezone);
  if (format === 'csv') return writeCsv(rows, request.language);
  const timeColumns = new Set(columns.flatMap((column, index) => (times.includes(column) ? [index] : [])));
  return writeXlsx(name, columns.length, rows, request.language, timeColumns);
}

async function* readRows(
  db: Db,
  organizerId: string,
  { columns, language, ...filter }: AttendeeExport,
  timezone: string,
): RowParts {
  const selection = {
    ...filter,
    withBuyers: columns.some((column) => column.startsWith('buyer')),
    withAddons: columns.includes('addons'),
  };
  const format = localTimeFormat(timezone);
  yield [columns.map((column) => headings[column][language])];
  let last: AttendeeTicket | null = null;
  for (;;) {
    const tickets: AttendeeTicket[] = await readAttendeePage(db, organizerId, selection, last, pageSize);
    yield tickets.map((ticket) => {
      const values: Record<AttendeeColumn, Cell | null | undefined> = {
        ...ticket,
        bib: numberCell(ticket.bib),
        addons: addonsText(ticket.addons),
        buyerName: ticket.buyerName,
        buyerEmail: ticket.buyerEmail,
        buyerPhone: ticket.buyerPhone,
        ticketId: ticket.id,
        status: statuses[language][ticket.status],
        fields: fieldsText(ticket.fields),
        issuedAt: format(ticket.issuedAt),
        usedAt: ticket.usedAt === null ? null : format(ticket.usedAt),
      };
      return columns.map((column) => values[column] ?? '');
    });
    last = tickets.at(-1) ?? null;
    if (tickets.length < pageSize) return;
  }
}

/** Answers as text, one per line. */
function fieldsText(fields: string | null): string | null {
  if (fields === null) return null;
  const answers = Object.entries(JSON.parse(fields) as Record<string, string>);
  return answers.map(([question, answer]) => `${question}: ${answer}`).join('\n');
}

/** The name of each add-on, and the number of units if it is not one. */
function addonsText(addons: string | undefined): string | null {
  if (addons === undefined) return null;
  const list = JSON.parse(addons) as { name: string; units: number }[];
  return list.map(({ name, units }) => (units === 1 ? name : `${units} × ${name}`)).join(', ');
}

/** A whole number without leading zeros is a number in a workbook, so that it is sorted as one. */
function numberCell(text: string): Cell {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;
}

/** Formats times such as `2027-05-01 08:00:00`, which spreadsheet programs recognize. */
function localTimeFormat(timeZone: string): (time: string) => DateCell {
  // Sweden writes dates and times in this format.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (time) => ({ date: format.format(new Date(time)) });
}

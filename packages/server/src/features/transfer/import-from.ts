import { OperatorError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { isCurrency } from '../../platform/money.ts';
import type { Origin } from '../../platform/scope.ts';
import { findByReferences } from '../catalog/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { findQuestionReferences, listQuestions } from '../questions/index.ts';
import { type ImportOptions, type ImportReport, importLines } from './import-file.ts';
import { eventbrite } from './sources/eventbrite.ts';
import { hiEvents } from './sources/hi-events.ts';
import { type Created, type Note, Notes } from './sources/notes.ts';
import { readPretix } from './sources/pretix.ts';
import type { Source, SourceContext, TargetEvent } from './sources/source.ts';
import { tableSource } from './sources/table-source.ts';
import { ticketTailor } from './sources/ticket-tailor.ts';

const tableProducts = [eventbrite, ticketTailor, hiEvents];

const sources = {
  pretix: readPretix,
  eventbrite: tableSource(eventbrite, tableProducts),
  tickettailor: tableSource(ticketTailor, tableProducts),
  hievents: tableSource(hiEvents, tableProducts),
} satisfies Record<string, Source>;

/** The products whose files can be imported. */
export type Product = keyof typeof sources;

/** What the files do not say. */
export interface FromSettings extends Omit<SourceContext, 'organizer' | 'event' | 'notes' | 'today' | 'onBytes'> {
  readonly product: Product;
  /** The id or `externalId` of the event that gets the orders; null to create it from the files. */
  readonly event: string | null;
}

export interface FromReport extends ImportReport {
  /** Lines that were imported before with other content. The stored data was not changed. */
  readonly changed: number;
  /** What was imported in another form, and what was not imported. */
  readonly notes: readonly Note[];
}

/**
 * Imports files that another product has exported, as `importFile` does. All files are checked before the first line is imported. A
 * repeated import creates nothing twice, and reports the orders and offers that have changed in the files.
 *
 * @throws OperatorError if a file cannot be read or its content is not known; nothing is imported then
 */
export async function importFrom(
  db: Db,
  organizer: Organizer,
  files: readonly string[],
  { product, event, ...settings }: FromSettings,
  options: Omit<ImportOptions, 'onChanged'> & Required<Pick<ImportOptions, 'onChanged'>>,
  clock: Clock,
  origin: Origin,
): Promise<FromReport> {
  if (settings.currency !== null && !isCurrency(settings.currency)) {
    throw new OperatorError(`"${settings.currency}" is not the ISO 4217 code of a currency.`);
  }
  const notes = new Notes();
  let bytes = 0;
  let changed = 0;
  const onBytes = (count: number) => {
    bytes = count;
  };
  const target = event === null ? null : await findTarget(db, organizer, event);
  const today = timestamp(clock.now()).slice(0, 10);
  const lines = sources[product](files, { ...settings, organizer, event: target, notes, today, onBytes });
  const report = await importLines(
    db,
    organizer,
    lines,
    {
      ...options,
      onProgress: () => options.onProgress(bytes),
      onChanged: (line) => {
        changed += 1;
        options.onChanged(line);
      },
    },
    clock,
    origin,
  );
  const { event: events, ticketType, addon } = report.created;
  const created: Created[] = [
    ...(events > 0 ? ['event' as const] : []),
    ...(ticketType + addon > 0 ? ['offer' as const] : []),
  ];
  return { ...report, changed, notes: notes.list(new Set(created)) };
}

async function findTarget(db: Db, organizer: Organizer, reference: string): Promise<TargetEvent> {
  const [row] = await findByReferences(db, organizer.id, 'event', [reference]);
  if (row === undefined) throw new OperatorError(`The organizer has no event "${reference}".`, 'not_found');
  const { id, currency, timezone } = row;
  const stored = await listQuestions(db, organizer.id, id);
  const referenceOf = new Map(
    (await findQuestionReferences(db, organizer.id, id)).map((found) => [found.id, found.reference]),
  );
  const questions = stored.map(
    (question) => [referenceOf.get(question.id)!, question.isArchived ? null : question.key] as const,
  );
  return { id, currency, timezone, language: row.default_language, questions: new Map(questions) };
}

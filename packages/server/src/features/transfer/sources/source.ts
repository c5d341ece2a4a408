import { createHash } from 'node:crypto';
import type { Language } from '#messages/languages';
import type { QuestionKey } from '#shared/questions/question';
import type { Organizer } from '../../organizers/index.ts';
import { maxPartOfName } from '../../tickets/http.ts';
import type { Deferral, FileLine } from '../read-lines.ts';
import type { AddonLine, EventLine, OrderLine, QuestionLine, TicketTypeLine } from '../schema.ts';
import type { DateOrder } from './local-time.ts';
import type { Notes } from './notes.ts';
import type { LineAttendee } from './order-items.ts';

/** An event of this service that gets all imported orders. */
export interface TargetEvent {
  readonly id: string;
  readonly currency: string;
  readonly timezone: string;
  /** The default language. */
  readonly language: Language;
  /** The questions that the event has, by their references, with the meaning of those that are asked. */
  readonly questions: ReadonlyMap<string, QuestionKey | null>;
}

/** The settings of an import from another product. */
export interface SourceContext {
  readonly organizer: Organizer;
  /** null if the event is created from the files. */
  readonly event: TargetEvent | null;
  /** The main language of texts that the files have in several languages; null to derive it from the event. */
  readonly language: string | null;
  /** The currency of files without one; null for the currency of the organizer. */
  readonly currency: string | null;
  /** The e-mail address of orders without one; null if such orders are rejected. */
  readonly defaultEmail: string | null;
  /** Whether ticket types and add-ons that are created in an existing event are on sale. */
  readonly onSale: boolean;
  /** How dates such as `03/04/2027` are read if no date of the files shows it. */
  readonly dateOrder: DateOrder;
  /** Normalized names of columns and statuses in the files, and the names that they are read as. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly notes: Notes;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Called with the number of bytes of the files whose orders were read. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Reads the files of a product, and converts them to import lines. All files are checked before the first line is returned.
 *
 * @throws OperatorError if a file cannot be read, or its content is not known
 */
export type Source = (files: readonly string[], context: SourceContext) => AsyncIterable<readonly FileLine[]>;

/**
 * The status of a ticket type or add-on that an import creates. An existing event can be on sale, so its new offers are archived unless
 * `onSale` is set. In a new event, offers that are free and unlimited are archived, because everybody could take any number of them as
 * soon as the event is published.
 */
export function newOfferStatus(
  { event, onSale, notes }: SourceContext,
  name: string,
  { isGiveaway = false }: { isGiveaway?: boolean } = {},
): 'active' | 'archived' {
  if (event === null && isGiveaway) {
    notes.mapped(
      'ticket types and add-ons that are free and unlimited',
      'archived; set a quantity to offer them',
      name,
      1,
      'offer',
    );
    return 'archived';
  }
  if (event === null || onSale) return 'active';
  notes.mapped(
    'ticket types and add-ons in an existing event',
    'archived; --on-sale puts new ones on sale',
    name,
    1,
    'offer',
  );
  return 'archived';
}

type CatalogLine = EventLine | TicketTypeLine | AddonLine | QuestionLine;

/** Money for orders of another product is settled there: it is neither owed to the organizer nor by it. */
export const settledElsewhere = { receivedBy: 'nobody' } as const;

/** Numbers the lines of an import, and returns them in groups. */
export class LineWriter {
  #count = 0;
  #lines: FileLine[] = [];

  add(line: OrderLine): void {
    this.#push(line, {});
  }

  /** Adds a line of the catalog. It creates something only together with an order. */
  defer(line: CatalogLine, deferral: Deferral): void {
    this.#push(line, { deferral });
  }

  /** Adds an order that cannot be converted, with the reason. */
  reject(externalId: string, problem: string): void {
    this.#count += 1;
    this.#lines.push({ number: this.#count, problem, externalId });
  }

  #push(line: CatalogLine | OrderLine, options: Pick<FileLine, 'deferral'>): void {
    this.#count += 1;
    this.#lines.push({ number: this.#count, text: JSON.stringify(line), externalId: line.externalId, ...options });
  }

  /** The number of lines since the last call of `take`. */
  get size(): number {
    return this.#lines.length;
  }

  take(): readonly FileLine[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}

/** The number of lines that are converted at a time. */
export const linesPerGroup = 200;

const maxReferenceLength = 255;

/** The `externalId` of a line: the product, the kind of the line and the ids in the product. */
export function externalIdOf(product: string, kind: string, ...ids: readonly string[]): string {
  const reference = [product, kind, ...ids].join(':');
  if (reference.length <= maxReferenceLength) return reference;
  const digest = createHash('sha256').update(reference).digest('hex').slice(0, 32);
  return `${reference.slice(0, maxReferenceLength - digest.length - 1).toWellFormed()}:${digest}`;
}

/** Cuts a text that is too long for its field. */
export function cut(text: string, maxLength: number, what: string, notes: Notes, example: string): string {
  if (text.length <= maxLength) return text;
  notes.mapped(what, `cut to ${maxLength} characters`, example);
  return text.slice(0, maxLength).toWellFormed();
}

/**
 * The name of a ticket holder: first and last name if both are known and make up the whole name.
 *
 * @param name.whole null if the files have only the parts
 */
export function nameOfHolder(
  { whole, first, last }: { whole: string | null; first: string | null; last: string | null },
  notes: Notes,
  example: string,
): Pick<LineAttendee, 'holderName' | 'firstName' | 'lastName'> {
  const known = [first, last].filter((part) => part !== null);
  const name = whole ?? (known.length > 0 ? known.join(' ') : null);
  if (
    first !== null &&
    last !== null &&
    name === known.join(' ') &&
    known.every((part) => part.length <= maxPartOfName)
  )
    return { firstName: first, lastName: last };
  return name === null ? {} : { holderName: cut(name, 300, 'names of attendees', notes, example) };
}

const maxFields = 100;
const maxLabelLength = 200;
const maxFieldLength = 2_000;

/**
 * The fields of an attendee. Questions with the same text are numbered.
 *
 * @param answers questions and their answers
 */
export function attendeeFieldsOf(
  answers: readonly (readonly [question: string, answer: string])[],
  notes: Notes,
  example: string,
): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [question, answer] of answers) {
    const label = cut(question, maxLabelLength, 'questions', notes, example);
    const text = cut(answer, maxFieldLength, 'answers', notes, example);
    let name = label;
    for (let number = 2; fields.has(name) && fields.get(name) !== text; number += 1) name = `${label} (${number})`;
    if (fields.size < maxFields || fields.has(name)) fields.set(name, text);
    else notes.left('answers to questions', `an attendee has at most ${maxFields} fields here`, example);
  }
  return Object.fromEntries(fields);
}

import { lineError } from '../parse-line.ts';
import type { OrderLine } from '../schema.ts';
import type { LineAttendee } from './order-items.ts';
import { attendeeFieldsOf, cut, nameOfHolder, type SourceContext } from './source.ts';
import type { StagedRow } from './staged-rows.ts';
import type { CellAnswers, TableQuestions } from './table-questions.ts';
import type { OrderPart } from './table-units.ts';
import { isRoundedNumber, rowName, type TableValues } from './table-values.ts';

/** Spreadsheet programs keep 15 digits of a number, and write zeros for the others. */
const maybeRounded = /^[1-9]\d{14}0{2,}$/;
const maxQrLength = 255;

/** Reads the buyers and attendees of orders. */
export class TablePeople {
  readonly #values: TableValues;
  readonly #questions: TableQuestions;
  readonly #context: SourceContext;

  constructor(values: TableValues, questions: TableQuestions, context: SourceContext) {
    this.#values = values;
    this.#questions = questions;
    this.#context = context;
  }

  /** @throws LineError if no row has an e-mail address, and there is no default one */
  buyer({ rows, event }: OrderPart, example: string): OrderLine['buyer'] {
    const { notes, defaultEmail } = this.#context;
    const values = this.#values;
    let email = values.firstText(rows, 'buyerEmail');
    if (email === null) {
      const [instead, source] =
        values.firstText(rows, 'holderEmail') !== null
          ? [values.firstText(rows, 'holderEmail'), 'the address of an attendee']
          : [defaultEmail, 'the address of --default-email'];
      if (instead === null) throw lineError('email', 'is missing: set an address for such orders with --default-email');
      notes.mapped('orders without the e-mail address of a buyer', source ?? '', example);
      email = instead;
    }
    const name =
      this.#fullName(rows, 'buyerName', 'buyerFirstName', 'buyerLastName') ??
      this.#fullName(rows, 'holderName', 'holderFirstName', 'holderLastName');
    const phone = values.firstText(rows, 'buyerPhone');
    const { answers } = this.#questions.buyer(rows, event);
    this.#noteAnswers(answers.length, example);
    return {
      email,
      ...(name === null ? {} : { name: cut(name, 300, 'names of buyers', notes, example) }),
      ...(phone === null ? {} : { phone: cut(phone, 50, 'telephone numbers', notes, example) }),
      ...(answers.length > 0 ? { answers: [...answers] } : {}),
    };
  }

  #fullName(rows: readonly StagedRow[], whole: NameField, first: NameField, last: NameField): string | null {
    const values = this.#values;
    for (const row of rows) {
      const parts = [values.text(row, first), values.text(row, last)].filter((part) => part !== null);
      const name = values.text(row, whole) ?? (parts.length > 0 ? parts.join(' ') : null);
      if (name !== null) return name;
    }
    return null;
  }

  /** The attendees of the tickets. Those of an order that was never paid have no data of tickets. */
  attendees({ units, rows, event }: OrderPart, isPaid: boolean, example: string): LineAttendee[] {
    const { notes } = this.#context;
    const values = this.#values;
    const tickets = units.filter(({ offer }) => offer.kind === 'ticket');
    const { others: othersOfBuyer } = this.#questions.buyer(rows, event);
    if (tickets.length === 0 && othersOfBuyer.length > 0)
      notes.left('cells that are no answers', 'only tickets have fields here', example);
    return tickets.map(({ row, offer, state, index }, position) => {
      const name = {
        whole: values.text(row, 'holderName'),
        first: values.text(row, 'holderFirstName'),
        last: values.text(row, 'holderLastName'),
      };
      const email = values.text(row, 'holderEmail');
      const ofHolder = index === 0 ? this.#questions.holder(row, event) : { answers: [], others: [] };
      const isOtherEmail = index === 0 && email !== null && email !== values.firstText(rows, 'buyerEmail');
      const others = [
        ...ofHolder.others,
        // The first attendee has what the buyer has answered otherwise.
        ...(position === 0 ? othersOfBuyer : []),
        ...(isOtherEmail ? [['E-mail', email] as const] : []),
      ];
      const fields = this.#fields(others, example);
      this.#noteAnswers(ofHolder.answers.length, example);
      const attendee: LineAttendee = {
        ticketTypeId: offer.reference,
        ...(index === 0 ? nameOfHolder(name, notes, example) : {}),
        ...(ofHolder.answers.length > 0 ? { answers: [...ofHolder.answers] } : {}),
        ...(fields === null ? {} : { fields }),
      };
      if (!isPaid) return attendee;
      const usedAt = values.time(row, 'checkedInAt', event.timezone);
      const qrValue = index === 0 ? this.#qrValue(row) : null;
      if (index > 0) {
        const reason = 'a row with several tickets has at most one: the other tickets get new ones';
        notes.left('QR codes', reason, rowName(row));
      }
      const bib = index === 0 ? this.#seat(row) : null;
      if (state === 'used' && usedAt === null)
        notes.mapped('check-ins without a time', 'the time of the order', rowName(row));
      if (state === 'void' || state === 'refunded')
        notes.mapped('times of refunds', 'the time of the import', rowName(row));
      return {
        ...attendee,
        ...(qrValue === null ? {} : { qrValue }),
        ...(bib === null ? {} : { bib }),
        status: state === 'refunded' ? 'void' : state,
        ...(state === 'used' && usedAt !== null ? { usedAt } : {}),
      };
    });
  }

  #noteAnswers(count: number, example: string): void {
    if (count > 0) this.#context.notes.mapped('other columns', 'questions with their answers', example, count);
  }

  #fields(others: CellAnswers['others'], example: string): Record<string, string> | null {
    const { notes } = this.#context;
    if (others.length === 0) return null;
    notes.mapped('cells that are no answers', 'fields of the attendees', example, others.length);
    return attendeeFieldsOf(others, notes, example);
  }

  /** The content of the QR code of a ticket; null if it is not known. */
  #qrValue(row: StagedRow): string | null {
    const { notes } = this.#context;
    const value = this.#values.text(row, 'qrValue');
    if (value === null) {
      notes.left('QR codes', 'the row has none: the ticket gets a new one, and the old one is not valid', rowName(row));
      return null;
    }
    if (isRoundedNumber(value)) {
      notes.left(
        'QR codes',
        'a spreadsheet program has rounded them. Export the file again and do not open it: the tickets get new codes otherwise',
        rowName(row),
      );
      return null;
    }
    if (value.length > maxQrLength) {
      notes.left('QR codes', `they have more than ${maxQrLength} characters: the tickets get new ones`, rowName(row));
      return null;
    }
    if (maybeRounded.test(value)) {
      notes.mapped(
        'QR codes that end with zeros',
        'imported as they are. A spreadsheet program can have rounded them: compare one with a ticket',
        rowName(row),
      );
    }
    return value;
  }

  #seat(row: StagedRow): string | null {
    const seat = this.#values.text(row, 'seat');
    if (seat === null) return null;
    this.#context.notes.mapped('seats', 'the bib of the ticket is its seat', rowName(row));
    return seat.slice(0, 50);
  }
}

type NameField = 'buyerName' | 'buyerFirstName' | 'buyerLastName' | 'holderName' | 'holderFirstName' | 'holderLastName';

import { textLengthMax } from '#shared/questions/parse-answer';
import type { AskedPerson } from '#shared/questions/question';
import type { QuestionLine } from '../schema.ts';
import { cut, externalIdOf, type SourceContext } from './source.ts';
import { fitQuestions, keyOfLabel, type LineAnswer, readAnswer, sexOfLabel } from './source-questions.ts';
import type { StagedRow } from './staged-rows.ts';
import type { TableCatalog, TableEvent } from './table-catalog.ts';
import type { TableProduct } from './table-product.ts';
import type { TableValues } from './table-values.ts';

/** The answers of a person, and the cells that no question accepts, with the names of their columns. */
export interface CellAnswers {
  readonly answers: readonly LineAnswer[];
  readonly others: readonly (readonly [column: string, text: string])[];
}

/** A column of the files that becomes a question of an event. */
interface Column {
  readonly line: QuestionLine;
  /** Whether all values so far are answers of the kind of the line. */
  isOfKind: boolean;
  isLong: boolean;
}

/** The kinds that a column can have if its name says what it means. */
const kindsByName = ['date', 'choice', 'country'] as const;
const maxLabelLength = 2_000;

/**
 * The questions of the files: the columns that their importer does not know. Those of tickets are asked of ticket holders, those of orders and
 * add-ons of buyers. The files do not say the kinds of questions, so most are texts.
 */
export class TableQuestions {
  readonly #product: TableProduct;
  readonly #catalog: TableCatalog;
  readonly #values: TableValues;
  readonly #context: SourceContext;
  readonly #columns = new Map<string, Column>();
  #lines: ReadonlyMap<string, QuestionLine> = new Map();

  constructor(product: TableProduct, catalog: TableCatalog, values: TableValues, context: SourceContext) {
    this.#product = product;
    this.#catalog = catalog;
    this.#values = values;
    this.#context = context;
  }

  /** Finds the columns of an order. The catalog has its events and offers. */
  addOrder(rows: readonly StagedRow[]): void {
    for (const row of rows) {
      const cells = Object.entries(row.others);
      if (cells.length === 0) continue;
      const askedOf = this.#askedOf(row, rows);
      const events = new Set(this.#eventsOf(row, rows));
      for (const event of events) for (const [name, text] of cells) this.#addCell(event, askedOf, name, text);
    }
  }

  /** The lines of all questions. Call this after the last order was added. */
  lines(): readonly QuestionLine[] {
    const byEvent = Map.groupBy(this.#columns, ([, { line }]) => line.eventId);
    const lines = [...byEvent.values()].flatMap((columns) =>
      fitQuestions(
        columns.map(([, column]) => lineOf(column)),
        this.#context,
      ),
    );
    this.#lines = new Map(lines.map((line) => [line.externalId, line]));
    return lines;
  }

  /** The answers of a ticket holder. */
  holder(row: StagedRow, event: TableEvent): CellAnswers {
    return this.#answersOf(event, 'holder', Object.entries(row.others));
  }

  /** The answers of the buyer of an order, for one of its events. */
  buyer(rows: readonly StagedRow[], event: TableEvent): CellAnswers {
    const cells = rows
      .filter((row) => this.#askedOf(row, rows) === 'buyer' && this.#eventsOf(row, rows).includes(event))
      .flatMap((row) => Object.entries(row.others));
    return this.#answersOf(event, 'buyer', cells);
  }

  #askedOf(row: StagedRow, rows: readonly StagedRow[]): AskedPerson {
    return this.#catalog.offer(row, rows)?.kind === 'ticket' ? 'holder' : 'buyer';
  }

  /** The event of a ticket or an add-on, or all events of an order. */
  #eventsOf(row: StagedRow, rows: readonly StagedRow[]): TableEvent[] {
    const isOrder = this.#values.text(row, 'ticketType') === null;
    const used = isOrder ? rows.filter((other) => this.#values.text(other, 'ticketType') !== null) : [row];
    return used.flatMap((other) => this.#catalog.event(other, rows) ?? []);
  }

  #referenceOf(event: TableEvent, askedOf: AskedPerson, name: string): string {
    return externalIdOf(this.#product.prefix, 'question', event.key, askedOf, name);
  }

  #addCell(event: TableEvent, askedOf: AskedPerson, name: string, text: string): void {
    const externalId = this.#referenceOf(event, askedOf, name);
    const column = this.#columns.get(externalId) ?? {
      line: this.#createLine(externalId, event, askedOf, name),
      isOfKind: true,
      isLong: false,
    };
    this.#columns.set(externalId, column);
    column.isLong ||= text.length > textLengthMax || /[\n\r\t]/.test(text);
    column.isOfKind &&= column.line.kind === 'text' || this.#answerOf(column.line, text) !== null;
  }

  #createLine(externalId: string, event: TableEvent, askedOf: AskedPerson, name: string): QuestionLine {
    const kind = kindsByName.find((candidate) => keyOfLabel(name, candidate) !== null) ?? 'text';
    const key = keyOfLabel(name, kind);
    return {
      type: 'question',
      externalId,
      eventId: event.reference,
      askedOf,
      kind,
      ...(key === null ? {} : { key }),
      label: cut(name, maxLabelLength, 'questions', this.#context.notes, externalId),
    };
  }

  #answerOf(line: QuestionLine, text: string): LineAnswer | null {
    const raw = line.kind === 'date' ? this.#values.date(text) : line.kind === 'choice' ? sexOfLabel(text) : text;
    return readAnswer(line, raw, this.#context);
  }

  #answersOf(
    event: TableEvent,
    askedOf: AskedPerson,
    cells: readonly (readonly [column: string, text: string])[],
  ): CellAnswers {
    const answers = new Map<string, LineAnswer>();
    const others: (readonly [string, string])[] = [];
    for (const [name, text] of cells) {
      const externalId = this.#referenceOf(event, askedOf, name);
      const line = this.#lines.get(externalId);
      const answer = line === undefined ? null : this.#answerOf(line, text);
      const earlier = answers.get(externalId);
      if (answer === null || (earlier !== undefined && earlier.text !== answer.text)) others.push([name, text]);
      else answers.set(externalId, answer);
    }
    return { answers: [...answers.values()], others };
  }
}

/** The question of a column after all its values are known. */
function lineOf({ line, isOfKind, isLong }: Column): QuestionLine {
  if (isOfKind && (line.kind !== 'text' || !isLong)) return line;
  const { key: _, ...withoutKey } = line;
  return { ...withoutKey, kind: isLong ? 'longText' : 'text' };
}

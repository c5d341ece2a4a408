import { OperatorError } from '../../../errors/index.ts';
import { LineError } from '../parse-line.ts';
import type { AddonLine, EventLine, QuestionLine, TicketTypeLine } from '../schema.ts';
import { cut, externalIdOf, newOfferStatus, type SourceContext } from './source.ts';
import type { StagedRow, StagedRows } from './staged-rows.ts';
import type { TableProduct } from './table-product.ts';
import { TableQuestions } from './table-questions.ts';
import type { TableValues } from './table-values.ts';

/** An event of the files. */
export interface TableEvent {
  readonly key: string;
  readonly reference: string;
  readonly timezone: string;
  readonly currency: string;
}

/** A ticket type or an add-on of the files. */
export interface TableOffer {
  readonly kind: 'ticket' | 'addon';
  readonly reference: string;
  readonly name: string;
  /** The highest price in the files, in minor units; null if no row shows it. */
  price: number | null;
}

const maxNameLength = 300;

/** The events, ticket types, add-ons and questions that the rows of the files name. Their number is small. */
export class TableCatalog {
  readonly questions: TableQuestions;
  readonly #product: TableProduct;
  readonly #context: SourceContext;
  readonly #values: TableValues;
  readonly #events = new Map<string, TableEvent & { readonly line: EventLine | null }>();
  readonly #offers = new Map<string, TableOffer>();

  /** @throws OperatorError if the files do not say when an event starts, or `--event` is used with several events */
  constructor(product: TableProduct, rows: StagedRows, values: TableValues, context: SourceContext) {
    this.#product = product;
    this.#context = context;
    this.#values = values;
    this.questions = new TableQuestions(product, this, values, context);
    for (const { rows: orderRows } of rows.orders()) {
      this.#addOrder(orderRows);
      this.questions.addOrder(orderRows);
    }
    if (context.event !== null && this.#events.size > 1) {
      const keys = [...this.#events.keys()].join(', ');
      throw new OperatorError(`The files have several events (${keys}). Import them one by one, or without --event.`);
    }
  }

  /** The lines of all events, ticket types, add-ons and questions. All orders of a ticket type without a price fail, so it has no line. */
  *lines(): Generator<EventLine | TicketTypeLine | AddonLine | QuestionLine> {
    for (const { line } of this.#events.values()) if (line !== null) yield line;
    for (const [key, { kind, reference, name, price }] of this.#offers) {
      if (price === null) continue;
      const event = [...this.#events.values()].find((candidate) => key.startsWith(`${candidate.key}\n`));
      const status = newOfferStatus(this.#context, name, { isGiveaway: price === 0 });
      const common = { externalId: reference, eventId: event?.reference ?? '', name, price, status };
      yield kind === 'ticket' ? { type: 'ticketType', ...common } : { type: 'addon', ...common };
    }
    if (this.#offers.size > 0) {
      this.#context.notes.left(
        'quantities of ticket types',
        'the files do not have them; every ticket type is unlimited',
        undefined,
        1,
        'offer',
      );
    }
    yield* this.questions.lines();
  }

  /** The events of an order by the rows of its tickets. A row without an event belongs to that of the order. */
  event(row: StagedRow, orderRows: readonly StagedRow[]): TableEvent | undefined {
    return this.#events.get(this.#keyOf(row, orderRows));
  }

  offer(row: StagedRow, orderRows: readonly StagedRow[]): TableOffer | undefined {
    return this.#offers.get(this.#offerKey(row, orderRows));
  }

  #addOrder(rows: readonly StagedRow[]): void {
    const tickets = rows.filter((row) => this.#values.text(row, 'ticketType') !== null);
    for (const row of tickets) {
      const key = this.#keyOf(row, rows);
      const event = this.#events.get(key) ?? this.#createEvent(key, [row, ...rows]);
      this.#events.set(key, event);
      const offerKey = this.#offerKey(row, rows);
      const offer = this.#offers.get(offerKey) ?? this.#createOffer(row, key);
      this.#offers.set(offerKey, offer);
      // An order in another currency is rejected later. Its prices are not those of the event.
      if ((this.#fileCurrency(rows) ?? event.currency) !== event.currency) continue;
      const price = this.#priceOf(row, event.currency, tickets, rows);
      if (price !== null && price > (offer.price ?? -1)) offer.price = price;
    }
  }

  /** The price that a row shows. Without it, an order with one ticket type shows the price of this type. */
  #priceOf(row: StagedRow, currency: string, tickets: readonly StagedRow[], rows: readonly StagedRow[]): number | null {
    const values = this.#values;
    try {
      const paid = values.amount(row, 'ticketPaid', currency);
      const fees = values.amount(row, 'ticketFeesPaid', currency) ?? 0;
      const quantity = Number(values.text(row, 'quantity') ?? 1) || 1;
      const price =
        values.amount(row, 'listPrice', currency) ??
        values.amount(row, 'price', currency) ??
        (paid === null ? null : Math.ceil((paid - fees) / quantity));
      if (price !== null) return price;
      const names = new Set(tickets.map((ticket) => values.text(ticket, 'ticketType')));
      const orderRow = rows.find((candidate) => values.text(candidate, 'total') !== null);
      const total = values.amount(orderRow, 'total', currency);
      if (total === null || names.size !== 1) return null;
      const added = ['platformFee', 'paymentFee', 'tax'] as const;
      const net = total - added.reduce((sum, field) => sum + (values.amount(orderRow, field, currency) ?? 0), 0);
      return Math.ceil(Math.max(0, net) / tickets.length);
    } catch (error) {
      // The order is rejected with this error later.
      if (error instanceof LineError) return null;
      throw error;
    }
  }

  #keyOf(row: StagedRow, rows: readonly StagedRow[]): string {
    const values = this.#values;
    const candidates = [row, ...rows];
    const id = values.firstText(candidates, 'eventId');
    if (id !== null) return id;
    const name = values.text(row, 'eventName') ?? values.firstText(rows, 'eventName');
    const start = values.text(row, 'eventStart') ?? values.firstText(rows, 'eventStart');
    return [name, start].filter((part) => part !== null).join(' ');
  }

  /** The id and the name of a ticket type. The tiers of a type can have the same id. */
  #offerId(row: StagedRow): string {
    const parts = [this.#values.text(row, 'ticketTypeId'), this.#values.text(row, 'ticketType')];
    return parts.filter((part) => part !== null).join(' ');
  }

  #offerKey(row: StagedRow, rows: readonly StagedRow[]): string {
    return `${this.#keyOf(row, rows)}\n${this.#offerId(row)}`;
  }

  #fileCurrency(rows: readonly StagedRow[]): string | undefined {
    return this.#values.firstText(rows, 'currency')?.toUpperCase();
  }

  #createEvent(key: string, rows: readonly StagedRow[]): TableEvent & { line: EventLine | null } {
    const { event: target, organizer, notes } = this.#context;
    const values = this.#values;
    const fileCurrency = this.#fileCurrency(rows);
    const currency = target?.currency ?? fileCurrency ?? this.#context.currency ?? organizer.currency;
    if (fileCurrency === undefined)
      notes.mapped('currency', `the files have none, so all amounts are read as ${currency}`);
    if (target !== null) return { key, reference: target.id, timezone: target.timezone, currency, line: null };
    const row = rows.find((candidate) => values.text(candidate, 'eventStart') !== null);
    const name = values.firstText(rows, 'eventName');
    const timezone = values.firstText(rows, 'eventTimezone') ?? organizer.timezone;
    const startsAt = values.time(row, 'eventStart', timezone, values.text(row, 'eventStartTime') ?? '');
    const start = values.text(row, 'eventStart');
    if (name !== null && startsAt === null && start !== null) {
      throw new OperatorError(
        `The start of the event, "${start}", is in no known format, or can be read in two ways. ` +
          'Use --date-order, or create the event first, and import with --event ID.',
      );
    }
    if (name === null || startsAt === null) {
      throw new OperatorError(
        `The files of ${this.#product.name} do not say ${name === null ? 'the name of the event' : 'when the event starts'}. ` +
          'Create the event first, and import with --event ID.',
      );
    }
    const reference = externalIdOf(this.#product.prefix, 'event', key);
    const venue = values.firstText(rows, 'venue');
    notes.mapped('events', 'drafts; publish them when they are complete', name, 1, 'event');
    const line: EventLine = {
      type: 'event',
      externalId: reference,
      name: cut(name, maxNameLength, 'names', notes, name),
      status: 'draft',
      startsAt,
      endsAt: values.time(row, 'eventEnd', timezone),
      timezone,
      currency,
      ...(venue === null ? {} : { venue: { name: cut(venue, maxNameLength, 'places', notes, name) } }),
    };
    return { key, reference, timezone, currency, line };
  }

  #createOffer(row: StagedRow, eventKey: string): TableOffer {
    const values = this.#values;
    const name = values.text(row, 'ticketType') ?? '';
    const isAddon = values.text(row, 'productType')?.toUpperCase() === 'GENERAL';
    const kind = isAddon ? 'addon' : 'ticket';
    const id = this.#offerId(row);
    const reference = externalIdOf(this.#product.prefix, isAddon ? 'addon' : 'ticketType', eventKey, id);
    return { kind, reference, name: cut(name, maxNameLength, 'names', this.#context.notes, id), price: null };
  }
}

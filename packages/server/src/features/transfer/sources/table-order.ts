import { lineError } from '../parse-line.ts';
import type { OrderLine } from '../schema.ts';
import { type CombinedItems, combineUnits, type SoldUnit } from './order-items.ts';
import { externalIdOf, type SourceContext, settledElsewhere } from './source.ts';
import type { StagedRow } from './staged-rows.ts';
import type { TableCatalog, TableEvent } from './table-catalog.ts';
import { type FeeBreakdown, solveFees, splitAmount, splitFees } from './table-money.ts';
import { TablePeople } from './table-people.ts';
import type { AmountField, OrderState, TableProduct, TicketState } from './table-product.ts';
import { isGone, isRefunded, type OrderPart, type Unit } from './table-units.ts';
import { rowName, type TableValues } from './table-values.ts';

const maxQuantity = 1_000;

/** Converts the rows of an order to import lines. */
export class TableOrders {
  readonly #product: TableProduct;
  readonly #catalog: TableCatalog;
  readonly #values: TableValues;
  readonly #context: SourceContext;
  readonly #people: TablePeople;

  constructor(product: TableProduct, catalog: TableCatalog, values: TableValues, context: SourceContext) {
    this.#product = product;
    this.#catalog = catalog;
    this.#values = values;
    this.#context = context;
    this.#people = new TablePeople(values, catalog.questions, context);
  }

  /**
   * Converts an order. It becomes one line for each event for which it has tickets.
   *
   * @throws LineError if the order cannot be imported
   */
  convert(key: string, rows: readonly StagedRow[]): OrderLine[] {
    const { notes } = this.#context;
    const values = this.#values;
    const tickets = rows.filter((row) => values.text(row, 'ticketType') !== null);
    if (tickets.length === 0) throw lineError('tickets', 'are in no row: add the file with the tickets');
    const byEvent = Map.groupBy(tickets, (row) => this.#catalog.event(row, rows));
    const isPart = byEvent.size > 1;
    if (isPart) {
      notes.mapped(
        'orders with tickets for several events',
        'one order for each event. Fees, taxes and discounts are divided by the prices of the tickets',
        `order ${key}`,
      );
    }
    const orderState = this.#orderState(rows);
    if (orderState === 'unfinished') {
      notes.left('orders that were not completed', 'their tickets were not sold', `order ${key}`);
      return [];
    }
    const currency = values.firstText(rows, 'currency')?.toUpperCase();
    const parts = [...byEvent].map(([event, eventTickets]): OrderPart => {
      if (event === undefined) throw lineError('event', 'is not known');
      if (currency !== undefined && currency !== event.currency)
        throw lineError('currency', `is ${currency}, but the event has ${event.currency}`);
      const units = eventTickets.flatMap((row) => this.#unitsOf(row, rows, event, orderState));
      return { key, rows, event, units, isPart };
    });
    return this.#convertParts(parts, tickets, orderState);
  }

  #convertParts(parts: readonly OrderPart[], tickets: readonly StagedRow[], orderState: OrderState): OrderLine[] {
    const [{ key, rows, event }] = parts as [OrderPart];
    const units = parts.flatMap((part) => part.units);
    const refunded = absolute(this.#orderAmount(rows, 'refunded', event.currency));
    const isPaid =
      paidStates.includes(orderState) ||
      (refunded ?? 0) > 0 ||
      units.some(isRefunded) ||
      this.#isCancelledAfterPayment(rows, orderState, event.currency);
    if (orderState === 'partially_refunded' && (refunded ?? 0) === 0 && !units.some(isGone))
      throw lineError('refunded', 'is missing: the order is partially refunded');
    const combined = parts.map((part) => combineUnits(part.units.map((unit) => this.#soldUnit(unit, isPaid))));
    const fees = this.#feesOf(key, rows, tickets, event.currency, combined);
    if (parts.length > 1 && refunded !== null && refunded !== 0 && refunded !== fees.total)
      throw lineError('refunded', 'cannot be divided: the tickets are for several events, and a part was refunded');
    const shares = splitFees(fees, combined);
    return parts.map((part, index) => {
      const { items } = combined[index]!;
      const share = shares[index]!;
      const partRefunded = refunded === null || refunded === 0 || parts.length === 1 ? refunded : share.total;
      return this.#orderLine(part, items, share, this.#refundOf(orderState, part, partRefunded, share.total, isPaid));
    });
  }

  #orderLine(
    part: OrderPart,
    items: OrderLine['items'],
    feeBreakdown: FeeBreakdown,
    money: { status: NonNullable<OrderLine['status']>; refundedTotal: number | null; isPaid: boolean },
  ): OrderLine {
    const values = this.#values;
    const { key, rows, event, isPart } = part;
    const { isPaid } = money;
    const example = `order ${key}`;
    const dated = rows.filter((row) => values.text(row, 'orderDate') !== null);
    // The row of a ticket can have the date of the ticket.
    const dateRow = dated.find(({ kind }) => kind !== 'tickets') ?? dated[0];
    const createdAt = values.exactTime(dateRow, 'orderDate', event.timezone);
    return {
      type: 'order',
      externalId: externalIdOf(this.#product.prefix, 'order', key, ...(isPart ? [event.key] : [])),
      eventId: event.reference,
      status: money.status,
      currency: event.currency,
      buyer: this.#people.buyer(part, example),
      items,
      attendees: this.#people.attendees(part, isPaid, example),
      feeBreakdown,
      ...(money.refundedTotal === null ? {} : { refundedTotal: money.refundedTotal }),
      ...(createdAt === null ? {} : { createdAt, ...(isPaid ? { paidAt: createdAt } : {}) }),
      ...(isPaid
        ? { paymentMethod: values.firstText(rows, 'paymentMethod')?.slice(0, 50) ?? null, ...settledElsewhere }
        : {}),
    };
  }

  /** Whether an order was paid, and then cancelled without a refund. */
  #isCancelledAfterPayment(rows: readonly StagedRow[], orderState: OrderState, currency: string): boolean {
    if (orderState !== 'cancelled' || !this.#orderAmount(rows, 'total', currency)) return false;
    return rows.some((row) => this.#values.state(row, 'paymentStatus', this.#product.orderStates) === 'paid');
  }

  /** An amount of the whole order. */
  #orderAmount(rows: readonly StagedRow[], field: AmountField, currency: string): number | null {
    const orderRow = rows.find((row) => this.#values.text(row, 'total') !== null);
    return this.#values.amount(orderRow, field, currency);
  }

  /** The fees of an order. All its tickets together add up to its total. */
  #feesOf(
    key: string,
    rows: readonly StagedRow[],
    tickets: readonly StagedRow[],
    currency: string,
    combined: readonly CombinedItems[],
  ): FeeBreakdown {
    const { notes } = this.#context;
    const example = `order ${key}`;
    const amountOf = (field: AmountField) => this.#orderAmount(rows, field, currency);
    const ticketSum = (field: AmountField) =>
      tickets.reduce((sum, row) => sum + Math.abs(this.#values.amount(row, field, currency) ?? 0), 0);
    const feesPaid = ticketSum('ticketFeesPaid');
    const ticketFees = ticketSum('ticketPlatformFee') + ticketSum('ticketPaymentFee');
    const isExactFee = feesPaid === 0 || feesPaid === ticketFees;
    if (!isExactFee)
      notes.mapped('fees that buyers paid', 'the platform fee of the order; its parts do not add up', example);
    const { fees, hasUnknownDiscount } = solveFees({
      subtotal: combined.reduce((sum, { subtotal }) => sum + subtotal, 0),
      priceReduction: combined.reduce((sum, { discount }) => sum + discount, 0),
      total: amountOf('total'),
      discount: absolute(amountOf('discount')),
      platformFee:
        Math.abs(amountOf('platformFee') ?? (isExactFee ? ticketSum('ticketPlatformFee') : feesPaid)) +
        Math.abs(amountOf('feeTax') ?? 0),
      paymentFee: Math.abs(amountOf('paymentFee') ?? (isExactFee ? ticketSum('ticketPaymentFee') : 0)),
      tax: Math.abs(amountOf('tax') ?? 0),
      feesPaidByBuyer: feesPaid > 0,
    });
    if (hasUnknownDiscount || this.#values.firstText(rows, 'promoCode') !== null)
      notes.mapped('discount codes', 'the discount of the order; the code is not stored', example);
    return fees;
  }

  /** The state of an order: of its columns, the one that says most. */
  #orderState(rows: readonly StagedRow[]): OrderState {
    const values = this.#values;
    const { orderStates } = this.#product;
    const fields = ['refundStatus', 'paymentStatus', 'orderStatus'] as const;
    const states = rows.flatMap((row) => fields.flatMap((field) => values.state(row, field, orderStates) ?? []));
    const isCancelled = rows.some((row) => values.isYes(row, 'isCancelled'));
    const isUnpaid = rows.some((row) => values.state(row, 'ticketStatus', this.#product.ticketStates) === 'unpaid');
    const first = orderStatesByWeight.find((state) => states.includes(state)) ?? (isUnpaid ? 'pending' : 'paid');
    if (!isCancelled || first !== 'paid') return first;
    return 'cancelled';
  }

  #unitsOf(row: StagedRow, rows: readonly StagedRow[], event: TableEvent, orderState: OrderState): Unit[] {
    const values = this.#values;
    const offer = this.#catalog.offer(row, rows);
    if (offer === undefined) throw lineError('ticketType', 'is not known');
    const quantityText = values.text(row, 'quantity') ?? '1';
    const quantity = Number(quantityText);
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > maxQuantity) {
      throw lineError('quantity', `"${quantityText}" is not a number up to ${maxQuantity}`);
    }
    const paid = values.amount(row, 'ticketPaid', event.currency);
    const fees = values.amount(row, 'ticketFeesPaid', event.currency) ?? 0;
    const unitPrice = values.amount(row, 'price', event.currency);
    const listPrice = values.amount(row, 'listPrice', event.currency);
    const state = this.#ticketState(row, orderState);
    const knownPrices =
      unitPrice !== null
        ? Array.from({ length: quantity }, () => unitPrice)
        : paid === null
          ? null
          : splitAmount(paid - fees, quantity || 1);
    if (knownPrices === null) {
      this.#context.notes.mapped(
        'tickets without a price',
        'the price of their ticket type; a difference is the discount of the order',
        rowName(row),
      );
      if (offer.price === null)
        throw lineError('price', 'of the tickets is in no row: add a file or a column with prices or totals');
    }
    return Array.from({ length: quantity }, (_, index) => {
      const price = knownPrices?.[index] ?? offer.price ?? 0;
      return { row, offer, price, listPrice: Math.max(price, listPrice ?? 0), state, index };
    });
  }

  #ticketState(row: StagedRow, orderState: OrderState): TicketState {
    const values = this.#values;
    const written = values.state(row, 'ticketStatus', this.#product.ticketStates) ?? 'valid';
    const state = written === 'unpaid' ? 'valid' : written;
    const isUsed = values.text(row, 'checkedInAt') !== null || values.isYes(row, 'checkedIn');
    if (state === 'valid' && (orderState === 'refunded' || orderState === 'cancelled')) return isUsed ? 'used' : 'void';
    return state === 'valid' && isUsed ? 'used' : state;
  }

  #soldUnit({ row, offer, price, listPrice, state, index }: Unit, isPaid: boolean): SoldUnit {
    const usedAt = this.#values.time(row, 'checkedInAt', 'UTC');
    const isUsedAddon = isPaid && offer.kind === 'addon' && state === 'used' && usedAt !== null;
    const ref = externalIdOf(this.#product.prefix, 'checkin', row.file, String(row.number), String(index));
    return {
      kind: offer.kind,
      reference: offer.reference,
      price,
      listPrice,
      isRefunded: isPaid && (state === 'void' || state === 'refunded'),
      use: isUsedAddon ? { ref, createdAt: usedAt } : null,
    };
  }

  /** The status of an order here, and its refunded amount. */
  #refundOf(state: OrderState, { key, units }: OrderPart, refunded: number | null, total: number, isPaid: boolean) {
    const { notes } = this.#context;
    const example = `order ${key}`;
    if (!isPaid && (state === 'pending' || state === 'expired' || state === 'cancelled')) {
      if (state === 'cancelled' && total > 0) {
        notes.left(
          'whether cancelled orders were paid',
          'the files do not say it; they are imported as never paid',
          example,
        );
      }
      return { status: state, refundedTotal: null, isPaid };
    }
    if (refunded !== null && refunded > total)
      throw lineError('refunded', `is ${refunded}, above the total of ${total}`);
    const gone = units.filter(isGone);
    const prices = units.filter(isRefunded).reduce((sum, { price }) => sum + price, 0);
    const amount = refunded ?? (state === 'refunded' ? total : Math.min(prices, total));
    if (refunded === null && amount > 0)
      notes.mapped('amounts of refunds', 'the prices of the refunded tickets', example);
    const isWhole =
      amount === total && units.every((unit) => unit.state !== 'valid') && (gone.length > 0 || state === 'refunded');
    if (isWhole) return { status: 'refunded' as const, refundedTotal: total, isPaid };
    if (amount === 0 && gone.length === 0) return { status: 'paid' as const, refundedTotal: null, isPaid };
    return { status: 'partially_refunded' as const, refundedTotal: amount, isPaid };
  }
}

const orderStatesByWeight: readonly OrderState[] = [
  'unfinished',
  'expired',
  'refunded',
  'partially_refunded',
  'cancelled',
  'pending',
  'paid',
];

const paidStates: readonly OrderState[] = ['paid', 'refunded', 'partially_refunded'];

function absolute(amount: number | null): number | null {
  return amount === null ? null : Math.abs(amount);
}

import fc from 'fast-check';
import { ApiError } from '../../src/errors/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import {
  cancelOrder,
  expireOrders,
  lockOrder,
  payOrder,
  type RefundSelection,
  readOrder,
  refundOrder,
} from '../../src/features/orders/index.ts';
import { createPayment } from '../../src/features/payments/index.ts';
import { testMethod } from '../../src/features/payments/simulated/index.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import { type Db, dialectOf } from '../../src/platform/database/dialect.ts';
import { organizerScope } from '../../src/platform/scope.ts';
import {
  Buyer,
  expirePendingOrders,
  offersChangedOutcome,
  outcomeOf,
  type ReservedBody,
  type Sale,
} from './checkout.ts';
import type { TestDatabase } from './databases.ts';
import { receive } from './payment-providers.ts';
import { jsonOf } from './responses.ts';
import { randomDelay } from './wait.ts';

const orderEndings = [
  'abandon',
  'test',
  'testTwice',
  'manual',
  'byOrganizer',
  'manualThenByOrganizer',
  'cancel',
  'cancelByOrganizer',
  'expire',
  'payWhileExpiring',
  'late',
  'paidAfterCancel',
] as const;
const refunds = ['none', 'whole', 'item', 'ticket', 'both'] as const;

/** The actions of one buyer: the buyer can request a quote, reserves a cart, and then pays, cancels or abandons the order. */
export const steps = fc.record({
  requestsQuote: fc.boolean(),
  /** The quantities of ticket A, ticket B, the free ticket type and the add-on. */
  counts: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(1), fc.nat(2)).filter((counts) => counts.some((count) => count > 0)),
  isReversed: fc.boolean(),
  /** The number of requests for the reservation with one idempotency key; 0 means one request without a key. */
  repeats: fc.constantFrom(0, 0, 1, 3),
  end: fc.constantFrom(...orderEndings),
  refund: fc.constantFrom(...refunds),
});
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** A request waits for a connection for two seconds at most, which a slow machine can exceed. */
const tooBusyOutcome = '503 The database is unavailable or too busy. Nothing was changed. Try again shortly.';

/** Simulates buyers and an organizer who act concurrently, and counts the outcomes. */
export class MarketSimulation {
  /** The number of times that each action had each outcome. */
  readonly outcomes = new Map<string, number>();
  /** Outcomes that must not happen. */
  readonly unexpected: string[] = [];
  readonly #database: TestDatabase;
  readonly #otherDb: Db;
  readonly #sale: Sale;
  readonly #nextUrl: () => string;

  constructor(options: { database: TestDatabase; otherDb: Db; sale: Sale; nextUrl: () => string }) {
    this.#database = options.database;
    this.#otherDb = options.otherDb;
    this.#sale = options.sale;
    this.#nextUrl = options.nextUrl;
  }

  /** Counts an outcome, and records it as unexpected if it is not one of `expected`. */
  record(action: string, outcome: string, expected: readonly string[]): void {
    const key = `${action} ${outcome}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
    if (!expected.includes(outcome)) this.unexpected.push(key);
  }

  /** Performs the actions of one buyer. */
  async runStep(step: Step, email: string): Promise<void> {
    const { ticketA, ticketB, free, drinks } = this.#sale;
    const buyer = new Buyer(this.#nextUrl, email);
    const quantities = [ticketA, ticketB, free, drinks]
      .map((id, index) => [id, step.counts[index]!] as const)
      .filter(([, count]) => count > 0);
    const cart = this.#sale.cart(Object.fromEntries(step.isReversed ? quantities.reverse() : quantities));
    if (step.requestsQuote) this.record('quote', outcomeOf(await buyer.quote(cart)), ['200', '409 invalid_state']);
    const count = Math.max(1, step.repeats);
    const key = step.repeats === 0 ? undefined : email;
    const responses = await Promise.all(Array.from({ length: count }, () => buyer.reserve(cart, key)));
    for (const response of responses) {
      this.record('reserve', outcomeOf(response), ['201', '409 sold_out', '409 invalid_state', offersChangedOutcome]);
    }
    const created = responses.filter(({ status }) => status === 201);
    if (new Set(created.map(({ text }) => text)).size > 1) this.unexpected.push(`two reservations for ${email}`);
    if (created.length === 0) return;
    const reserved = jsonOf<ReservedBody>(created[0]!);
    await this.#finishOrder(step.end, reserved, buyer);
    await this.#refund(step.refund, reserved);
  }

  /** Pays and refunds an order, cancels it, or lets it expire. */
  async finish(reserved: ReservedBody, buyer: Buyer, index: number): Promise<void> {
    const end = (['payWhileExpiring', 'testTwice', 'late', 'cancel'] as const)[index]!;
    await this.#finishOrder(end, reserved, buyer);
    await this.#refund((['whole', 'item', 'ticket', 'none'] as const)[index]!, reserved);
  }

  /** Changes prices, quantities, statuses, the event and its currency, as the organizer, until `isRunning` is false. */
  async organize(isRunning: () => boolean, pauseMs = 40): Promise<void> {
    const { catalog, eventId, ticketA, ticketB, free, drinks, offerPath } = this.#sale;
    const changesQuantities = pauseMs > 0;
    for (let turn = 0; isRunning(); turn += 1) {
      const changes: [string, object, string[]][] = [
        [offerPath(ticketA), { price: 2_000 + (turn % 7) * 100 }, ['200']],
        [
          offerPath(ticketB),
          changesQuantities ? { quantity: 25 + (turn % 4) * 10 } : { name: `B ${turn}` },
          ['200', '409 capacity_below_sold'],
        ],
        [`/events/${eventId}`, { name: `Market ${turn}` }, ['200']],
        [offerPath(drinks), { price: 900 + (turn % 3) }, ['200']],
        [offerPath(free), { status: 'archived' }, ['200']],
        [offerPath(free), { status: 'active' }, ['200']],
        [`/events/${eventId}`, { currency: 'CHF' }, ['200', '409 invalid_state']],
        [
          offerPath(ticketA),
          changesQuantities ? { quantity: 30 + (turn % 3) * 10 } : { name: `A ${turn}` },
          ['200', '409 capacity_below_sold'],
        ],
      ];
      for (const [path, change, expected] of changes) {
        const patch = async () => outcomeOf(await catalog.patch(path, change));
        const first = await patch();
        // The error says that nothing was changed, and to try again.
        const patched = first === tooBusyOutcome ? await patch() : first;
        this.record(`patch ${Object.keys(change)[0]}`, patched, expected);
        await randomDelay(2 * pauseMs);
      }
    }
  }

  async #finishOrder(end: (typeof orderEndings)[number], reserved: ReservedBody, buyer: Buyer): Promise<void> {
    const { orderNumber } = reserved;
    const { id } = this.#sale.catalog.organizer;
    const { db } = this.#database;
    const pay = async (method?: 'manual') => outcomeOf(await buyer.pay(reserved, method));
    const payManually = (late = false) =>
      outcome(payOrder(this.#otherDb, organizerScope(id, systemClock, byOperator), orderNumber, { late }));
    const paidOrRejected = ['200', '409 invalid_state'];
    switch (end) {
      case 'abandon':
        return;
      case 'test':
        return this.record(end, await pay(), ['200']);
      case 'testTwice': {
        const outcomes = await Promise.all([pay(), pay()]);
        for (const payOutcome of outcomes) this.record(end, payOutcome, paidOrRejected);
        if (!outcomes.includes('200')) this.unexpected.push(`${orderNumber} could not be paid`);
        return;
      }
      case 'manual':
        return this.record(end, await pay('manual'), ['200']);
      case 'byOrganizer':
        return this.record(end, await payManually(), ['200']);
      case 'manualThenByOrganizer':
        this.record(end, await pay('manual'), ['200']);
        return this.record(end, await payManually(), paidOrRejected);
      case 'cancel':
        return this.record(end, outcomeOf(await buyer.cancel(reserved)), ['200']);
      case 'cancelByOrganizer':
        return this.record(
          end,
          await outcome(cancelOrder(db, organizerScope(id, systemClock, byOperator), orderNumber)),
          ['200'],
        );
      case 'expire':
        await expirePendingOrders(db, [orderNumber]);
        return this.record(end, await outcome(this.#expire()), ['200']);
      case 'payWhileExpiring': {
        const expiring = expirePendingOrders(db, [orderNumber]).then(() => this.#expire());
        this.record(end, await pay(), paidOrRejected);
        await expiring;
        return;
      }
      case 'late':
      case 'paidAfterCancel': {
        const payment = await this.#createOpenPayment(reserved);
        if (payment === null) return;
        if (end === 'paidAfterCancel') await buyer.cancel(reserved);
        else await expirePendingOrders(db, [orderNumber]);
        if (end === 'late') await this.#expire();
        const money = { amount: payment.amount, currency: payment.currency, chargeReference: null };
        const results = await Promise.all(
          [db, this.#otherDb].map((connection) => receive(connection, systemClock, id, payment.id, money)),
        );
        this.record(end, results.sort().join(' and '), ['applied and duplicate', 'duplicate and refunded']);
      }
    }
  }

  /** Expires all due orders. A run stops if other transactions lock the stock for long: the next run continues, as in the job. */
  async #expire(): Promise<void> {
    const { classifyError } = dialectOf(this.#otherDb);
    for (let isComplete = false; !isComplete; ) {
      isComplete = await expireOrders(this.#otherDb, systemClock).then(
        () => true,
        (error) => {
          if (classifyError(error) !== 'unavailable') throw error;
          return false;
        },
      );
    }
  }

  /** Creates an open payment of a pending order, as a provider that confirms payments later does; null for a free order. */
  async #createOpenPayment({ orderNumber, feeBreakdown, currency }: ReservedBody) {
    if (feeBreakdown.total === 0) return null;
    const { id } = this.#sale.catalog.organizer;
    return this.#database.db.transaction().execute(async (tx) => {
      const { order } = await lockOrder(tx, id, orderNumber);
      if (order.status !== 'pending') return null;
      const payment = { orderNumber, method: testMethod, amount: feeBreakdown.total, currency };
      return createPayment(tx, id, payment, timestamp(systemClock.now()));
    });
  }

  async #refund(kind: (typeof refunds)[number], { orderNumber }: ReservedBody): Promise<void> {
    if (kind === 'none') return;
    const { id } = this.#sale.catalog.organizer;
    const { db } = this.#database;
    const { items, tickets } = await readOrder(db, id, orderNumber);
    const selections: Record<Exclude<typeof kind, 'none'>, RefundSelection[][]> = {
      whole: [[]],
      item: [[{ itemId: items[0]!.id, quantity: 1 }]],
      ticket: tickets.slice(0, 1).map((ticket) => [{ ticketId: ticket.id }]),
      both: [[{ itemId: items.at(-1)!.id, quantity: 1 }], []],
    };
    // Concurrent, so that each refund can be the first one.
    const outcomes = await Promise.all(
      selections[kind].map((selection, index) =>
        outcome(
          refundOrder(
            index % 2 ? this.#otherDb : db,
            organizerScope(id, systemClock, byOperator),
            orderNumber,
            selection,
          ),
        ),
      ),
    );
    for (const refundOutcome of outcomes)
      this.record(`refund ${kind}`, refundOutcome, ['200', '409 invalid_state', '400 invalid_request']);
  }
}

/** The outcome of a function call, in the form that `outcomeOf` has for a response. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return '200';
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`;
    return String(error);
  }
}

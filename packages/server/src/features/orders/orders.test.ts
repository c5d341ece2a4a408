import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeOnBoth, type TestDatabase, useDatabase } from '../../../test/harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from '../../../test/harness/fixtures.ts';
import { propertyRuns } from '../../../test/harness/property-runs.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { violations } from '../../../test/invariants.ts';
import { ApiError } from '../../errors/index.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { type Organizer, setFeePolicy } from '../organizers/index.ts';
import type { ImportLine } from '../transfer/index.ts';
import {
  cancelOrder,
  expireOrders,
  type OrderView,
  orderStatuses,
  payOrder,
  type RefundSelection,
  type RefundTarget,
  readOrder,
  refundOrder,
} from './index.ts';
import { type OrderAction, stateAfter, statesBefore } from './states.ts';

type OrderLine = Extract<ImportLine, { type: 'order' }>;

const policy = {
  platformFeeBps: 250,
  platformFeeFixed: 49,
  paymentFeeBps: 145,
  paymentFeeFixed: 25,
  taxBps: 1900,
  taxMode: 'on_top' as const,
  paidBy: 'buyer' as const,
};

/** The items of an order: up to 3 of each kind, at least one in total. */
const items = fc
  .record({ ten: fc.nat(3), half: fc.nat(3), beer: fc.nat(3) })
  .filter(({ ten, half, beer }) => ten + half + beer > 0)
  .map(({ ten, half, beer }): OrderLine['items'] =>
    [
      { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: ten },
      { kind: 'ticket' as const, ticketTypeId: 'run-21', quantity: half },
      { kind: 'addon' as const, addonId: 'beer', quantity: beer },
    ].filter((item) => item.quantity > 0),
  );

const action = fc.oneof(
  fc.constant({ do: 'pay' as const }),
  fc.constant({ do: 'cancel' as const }),
  fc.constant({ do: 'refund' as const }),
  fc.constant({ do: 'expire' as const }),
  fc.record({ do: fc.constant('refundItem' as const), item: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('refundTicket' as const), ticket: fc.nat(8) }),
  fc.record({ do: fc.constant('refundAmount' as const), amount: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ do: fc.constant('consume' as const), units: fc.integer({ min: 1, max: 4 }) }),
);

async function runStep(
  database: TestDatabase,
  organizer: Organizer,
  number: string,
  clock: TestClock,
  step: Step,
): Promise<void> {
  const { db } = database;
  const order = await readOrder(db, organizer.id, number);
  switch (step.do) {
    case 'pay':
      await payOrder(db, organizerScope(organizer.id, clock, byOperator), number);
      return;
    case 'cancel':
      await cancelOrder(db, organizerScope(organizer.id, clock, byOperator), number);
      return;
    case 'expire':
      clock.advance(11 * 60_000);
      await expireOrders(db, clock);
      return;
    case 'refund':
      await refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, []);
      return;
    case 'refundItem': {
      const item = order.items[step.item % order.items.length]!;
      await refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, [
        { itemId: item.id, quantity: step.quantity },
      ]);
      return;
    }
    case 'refundAmount':
      await refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, {
        amount: step.amount,
        reason: 'Less',
      });
      return;
    case 'refundTicket': {
      const ticket = order.tickets[step.ticket % Math.max(1, order.tickets.length)];
      if (ticket)
        await refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, [{ ticketId: ticket.id }]);
      return;
    }
    case 'consume':
      await db
        .updateTable('entitlements')
        .set((eb) => ({ units_consumed: eb('units_consumed', '+', step.units) }))
        .where('organizer_id', '=', organizer.id)
        .where('order_number', '=', number)
        .whereRef(
          (eb) => eb('units_total', '-', eb.ref('units_voided')),
          '>=',
          (eb) => eb('units_consumed', '+', step.units),
        )
        .execute();
  }
}

type Step = typeof action extends fc.Arbitrary<infer T> ? T : never;

describeOnBoth('orders', (kind) => {
  const database = useDatabase(kind);

  async function pendingOrder(
    overrides: Partial<OrderLine> = {},
  ): Promise<{ organizer: Organizer; number: string; clock: TestClock }> {
    const clock = new TestClock();
    const organizer = await makeOrganizer(database.db, clock);
    await setFeePolicy(database.db, organizerScope(organizer.id, clock, byOperator), policy);
    const priced = { ...organizer, feePolicy: policy };
    const expiresAt = '2026-11-20T09:10:00.000Z';
    await importAll(
      database.db,
      priced,
      [...raceLines({ quantity: 20 }), orderLine('one', { status: 'pending', expiresAt, ...overrides })],
      clock,
    );
    const { order_number: number } = await database.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .executeTakeFirstOrThrow();
    return { organizer, number, clock };
  }

  test('any sequence of pay, refund, cancel and expire leaves consistent ledgers, stock and tickets', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.array(action, { minLength: 1, maxLength: 8 }), async (orderItems, steps) => {
        const { organizer, number, clock } = await pendingOrder({ items: orderItems });
        for (const step of steps) {
          clock.advance(1_000);
          try {
            await runStep(database, organizer, number, clock, step);
          } catch (error) {
            // An action that is not possible in this state, or for this selection, is rejected and changes nothing.
            if (!(error instanceof ApiError) || error.status >= 500) throw error;
          }
          expect(await violations(database.db)).toEqual([]);
        }
      }),
      { numRuns: propertyRuns(kind === 'sqlite' ? 20 : 10) },
    );
  });

  test('partial refunds of an order add up to its total and its tax', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.infiniteStream(fc.nat(10)), async (orderItems, choices) => {
        const { organizer, number, clock } = await pendingOrder({ items: orderItems });
        let order = await payOrder(database.db, organizerScope(organizer.id, clock, byOperator), number);
        const paidAmount = order.total;
        let sum = 0;
        const addons = order.items.filter(({ kind }) => kind === 'addon');
        const parts: RefundSelection[] = [
          ...order.tickets.map(({ id }) => ({ ticketId: id })),
          ...addons.flatMap(({ id, quantity }) => Array<RefundSelection>(quantity).fill({ itemId: id, quantity: 1 })),
        ];
        while (order.status !== 'refunded') {
          const chosen = parts.splice(choices.next().value! % parts.length, 1);
          const refund = await refundOrder(
            database.db,
            organizerScope(organizer.id, clock, byOperator),
            number,
            chosen,
          );
          expect(refund.amount).toBeGreaterThanOrEqual(0);
          sum += refund.amount;
          order = refund.order;
        }
        expect(sum).toBe(paidAmount);
        const [settlement] = await database.db
          .selectFrom('settlements')
          .selectAll()
          .where('organizer_id', '=', organizer.id)
          .execute();
        expect(settlement).toMatchObject({ gross: paidAmount, refunds: paidAmount, taxes: 0 });
      }),
      { numRuns: propertyRuns(kind === 'sqlite' ? 14 : 7) },
    );
  });

  test('exactly one of many concurrent payments of an order succeeds', async () => {
    const { organizer, number, clock } = await pendingOrder();
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () => payOrder(database.db, organizerScope(organizer.id, clock, byOperator), number)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'invalid_state' });
    }
    expect(await violations(database.db)).toEqual([]);
  });

  test('exactly one succeeds of a concurrent payment, cancellation and expiry', async () => {
    for (let round = 0; round < 10; round += 1) {
      await expireOrders(database.db, new TestClock('2083-01-01T00:00:00.000Z')); // Expires the pending orders of other tests.
      const { organizer, number, clock } = await pendingOrder();
      clock.advance(11 * 60_000);
      const outcomes = await Promise.allSettled([
        payOrder(database.db, organizerScope(organizer.id, clock, byOperator), number),
        cancelOrder(database.db, organizerScope(organizer.id, clock, byOperator), number),
        expireOrders(database.db, clock),
        expireOrders(database.db, clock),
      ]);
      const succeeded = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value !== 0);
      expect(succeeded).toHaveLength(1);
      expect(await violations(database.db)).toEqual([]);
    }
  });

  test('concurrent refunds never exceed the paid amount', async () => {
    const { organizer, number, clock } = await pendingOrder({
      items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: 4 }],
    });
    const paidOrder = await payOrder(database.db, organizerScope(organizer.id, clock, byOperator), number);
    const targets: RefundTarget[] = Array.from({ length: 10 }, (_, index) =>
      index < 8 ? [{ ticketId: paidOrder.tickets[index % 4]!.id }] : { amount: 100, reason: 'Less' },
    );
    const refunds = await Promise.allSettled(
      targets.map((target) =>
        refundOrder(database.db, organizerScope(organizer.id, clock, byOperator), number, target),
      ),
    );
    expect(refunds.slice(0, 8).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const order: OrderView = await readOrder(database.db, organizer.id, number);
    expect(order).toMatchObject({ status: 'refunded', refundedTotal: paidOrder.total });
    expect(await violations(database.db)).toEqual([]);
  });

  test('a used ticket stays used when its order is refunded, and its unit is not sold again', async () => {
    const { organizer, number, clock } = await pendingOrder({
      items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: 2 }],
    });
    const { tickets } = await payOrder(database.db, organizerScope(organizer.id, clock, byOperator), number);
    await database.db.updateTable('tickets').set({ status: 'used' }).where('id', '=', tickets[0]!.id).execute();
    const { order } = await refundOrder(database.db, organizerScope(organizer.id, clock, byOperator), number, []);
    expect(order.tickets.map((ticket) => ticket.status).sort()).toEqual(['used', 'void']);
    expect(await violations(database.db)).toEqual([]);
  });
});

describe('order states', () => {
  test('only the transitions in the table are possible', () => {
    const table = Object.fromEntries(
      (['pay', 'expire', 'cancel', 'refund_part', 'refund_rest'] satisfies OrderAction[]).map((name) => [
        name,
        orderStatuses.map((status) => (statesBefore(name).includes(status) ? stateAfter(name) : null)),
      ]),
    );
    // pending, paid, partially_refunded, refunded, cancelled, expired
    expect(table).toEqual({
      pay: ['paid', null, null, null, null, null],
      expire: ['expired', null, null, null, null, null],
      cancel: ['cancelled', null, null, null, null, null],
      refund_part: [null, 'partially_refunded', 'partially_refunded', null, null, null],
      refund_rest: [null, 'refunded', 'refunded', null, null, null],
    });
  });
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase, useDatabase } from '../../../test/harness/databases.ts';
import {
  allRows,
  exportLines,
  importAll,
  makeOrganizer,
  orderLine,
  raceLines,
} from '../../../test/harness/fixtures.ts';
import { propertyRuns } from '../../../test/harness/property-runs.ts';
import { organizerLines } from '../../../test/harness/random-organizer.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { violations } from '../../../test/invariants.ts';
import { ApiError } from '../../errors/index.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { consumeByHand, returnConsumedUnits } from '../entitlements/index.ts';
import { cancelOrder, expireOrders, payOrder, readOrder, refundOrder } from '../orders/index.ts';
import { type Organizer, setFeePolicy } from '../organizers/index.ts';
import type { LineFailure } from './index.ts';

const policy = {
  platformFeeBps: 250,
  platformFeeFixed: 49,
  paymentFeeBps: 145,
  paymentFeeFixed: 25,
  taxBps: 1900,
  taxMode: 'on_top' as const,
  paidBy: 'buyer' as const,
};

const ana = { ticketTypeId: 'run-10', holderName: 'Ana' };

/** Counterexamples are not shrunk, because that is slow. Their seed reproduces them. */
const options = (count: number) => ({ numRuns: propertyRuns(count), endOnFailure: true });

const action = fc.record({
  do: fc.constantFrom('pay', 'cancel', 'expire', 'refund', 'refundItem', 'refundTicket', 'consume', 'return'),
  order: fc.nat(20),
  part: fc.nat(8),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function performStep(
  database: TestDatabase,
  organizer: Organizer,
  clock: TestClock,
  step: Action,
): Promise<void> {
  const orders = await database.db
    .selectFrom('orders')
    .select('order_number')
    .where('organizer_id', '=', organizer.id)
    .orderBy('order_number')
    .execute();
  if (orders.length === 0) return;
  const { db } = database;
  const { order_number: number } = orders[step.order % orders.length]!;
  const { items, tickets } = await readOrder(db, organizer.id, number);
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
    case 'refundItem':
      await refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, [
        { itemId: items[step.part % items.length]!.id, quantity: 1 },
      ]);
      return;
    case 'refundTicket': {
      const ticket = tickets[step.part % Math.max(1, tickets.length)];
      if (ticket)
        await refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, [{ ticketId: ticket.id }]);
      return;
    }
    case 'consume':
    case 'return': {
      const entitlements = await db
        .selectFrom('entitlements')
        .select('id')
        .where('organizer_id', '=', organizer.id)
        .where('order_number', '=', number)
        .orderBy('id')
        .execute();
      const entitlement = entitlements[step.part % Math.max(1, entitlements.length)];
      if (!entitlement) return;
      const change = {
        entitlementId: entitlement.id,
        units: 1 + (step.part % 3),
        ref: `${clock.now()}`,
        reason: 'Bar',
      };
      if (step.do === 'consume') await consumeByHand(db, organizerScope(organizer.id, clock, byOperator), change);
      else await returnConsumedUnits(db, organizerScope(organizer.id, clock, byOperator), change);
    }
  }
}

/**
 * Every row of an organizer, without data that an export does not contain: ids and their sorting, the times at which the
 * catalog was created and entitlements last changed, the number of ledger entries, who changed units by hand, and the versions of
 * links, which are valid only for the organizer that sent them.
 */
async function portableRows(database: TestDatabase, organizer: Organizer): Promise<Record<string, unknown>> {
  const { ledger_entries: _, ...tables } = await allRows(database.db, organizer.id);
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => {
      const isCatalog = table === 'ticket_types' || table === 'addons' || table === 'settlements';
      const portable = rows.map((row) => {
        const {
          external_id,
          created_at,
          updated_at,
          entry_count: __,
          actor: ___,
          link_version: ____,
          ...fields
        } = JSON.parse(row) as Record<string, unknown>;
        const times = table === 'entitlements' ? { created_at } : { created_at, updated_at };
        const compared = isCatalog ? fields : { ...fields, ...times };
        return JSON.stringify(compared).replaceAll(/\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}\b/g, '$1');
      });
      return [table, portable.sort()];
    }),
  );
}

describeOnBoth('export and import', (kind) => {
  let database: TestDatabase;
  let otherDatabase: TestDatabase;
  beforeAll(async () => {
    [database, otherDatabase] = await Promise.all([createDatabase(kind), createDatabase(kind)]);
  });
  afterAll(() => Promise.all([database.drop(), otherDatabase.drop()]));

  async function organizerWith(lines: readonly string[]): Promise<{ organizer: Organizer; clock: TestClock }> {
    const clock = new TestClock();
    const organizer = { ...(await makeOrganizer(database.db, clock)), feePolicy: policy };
    await setFeePolicy(database.db, organizerScope(organizer.id, clock, byOperator), policy);
    await importAll(database.db, organizer, lines, clock);
    return { organizer, clock };
  }

  /** Exports, imports into an empty organizer of another database with a later clock, and exports again. */
  async function expectSameAfterTransfer(organizer: Organizer): Promise<void> {
    const exportedLines = await exportLines(database.db, organizer.id);
    const clock = new TestClock('2027-02-03T04:05:06.789Z');
    const otherOrganizer = await makeOrganizer(otherDatabase.db, clock);
    await importAll(otherDatabase.db, otherOrganizer, exportedLines, clock);
    expect(await exportLines(otherDatabase.db, otherOrganizer.id)).toEqual(exportedLines);
    expect(await portableRows(otherDatabase, otherOrganizer)).toEqual(await portableRows(database, organizer));
    expect(await violations(otherDatabase.db)).toEqual([]);
  }

  test('all data of an organizer is the same after a transfer', async () => {
    await fc.assert(
      fc.asyncProperty(organizerLines, async (lines) => {
        const { organizer } = await organizerWith(lines);
        expect(await exportLines(database.db, organizer.id)).toHaveLength(lines.length);
        expect(await violations(database.db)).toEqual([]);
        await expectSameAfterTransfer(organizer);
      }),
      options(kind === 'sqlite' ? 20 : 10),
    );
  });

  test('all data is the same after orders were paid, refunded, cancelled and expired, and units consumed and returned', async () => {
    await fc.assert(
      fc.asyncProperty(organizerLines, fc.array(action, { minLength: 1, maxLength: 12 }), async (lines, steps) => {
        const { organizer, clock } = await organizerWith(lines);
        for (const step of steps) {
          clock.advance(1_000);
          try {
            await performStep(database, organizer, clock, step);
          } catch (error) {
            if (!(error instanceof ApiError) || error.status >= 500) throw error;
          }
        }
        await expectSameAfterTransfer(organizer);
      }),
      options(kind === 'sqlite' ? 20 : 10),
    );
  });

  test('a file imported twice changes nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(organizerLines, async (lines) => {
        const { organizer, clock } = await organizerWith(lines);
        const rowsBefore = await allRows(database.db, organizer.id);
        clock.advance(3_600_000);
        expect(await importAll(database.db, organizer, lines, clock)).toEqual({
          lines: lines.length,
          created: { event: 0, ticketType: 0, addon: 0, poster: 0, question: 0, order: 0 },
          unchanged: lines.length,
          failed: 0,
        });
        expect(await allRows(database.db, organizer.id)).toEqual(rowsBefore);
      }),
      options(8),
    );
  });
  test('an export that is imported to its own organizer changes nothing', async () => {
    const { organizer, clock } = await organizerWith([]);
    await importAll(
      database.db,
      organizer,
      [...raceLines(), orderLine('one'), orderLine('two', { status: 'pending' })],
      clock,
    );
    // Without an `externalId`, the rows look as if they were not imported.
    for (const table of ['events', 'ticket_types', 'addons', 'orders'] as const) {
      await database.db
        .updateTable(table)
        .set({ external_id: null })
        .where('organizer_id', '=', organizer.id)
        .execute();
    }
    const rowsBefore = await allRows(database.db, organizer.id);
    const failures: LineFailure[] = [];
    const report = await importAll(
      database.db,
      organizer,
      await exportLines(database.db, organizer.id),
      clock,
      failures,
    );
    expect({ failures, unchanged: report.unchanged }).toEqual({ failures: [], unchanged: 6 });
    expect(await allRows(database.db, organizer.id)).toEqual(rowsBefore);
  });

  test('a line that two concurrent imports have in common is imported once', async () => {
    const shared = [
      ...raceLines({ quantity: 200 }),
      ...Array.from({ length: 100 }, (_, index) => orderLine(`order-${index}`)),
    ];
    // Each import writes its own event and the shared one in one transaction.
    const files = ['a', 'b'].map((prefix) => [...raceLines({ prefix }), ...shared]);
    const secondConnection = openDatabase(database);
    try {
      for (let round = 0; round < 5; round += 1) {
        const { organizer, clock } = await organizerWith([]);
        const reports = await Promise.all(
          [database.db, secondConnection].map((db, index) => importAll(db, organizer, files[index]!, clock)),
        );
        expect(reports[0]!.created.order + reports[1]!.created.order).toBe(100);
        expect(await exportLines(database.db, organizer.id)).toHaveLength(8 + shared.length);
        expect(await violations(database.db)).toEqual([]);
      }
    } finally {
      await secondConnection.destroy();
    }
  });

  test.each([
    ['externalId', {}, {}],
    ['orderNumber', { orderNumber: 'AAAAAAAAAA' }, { externalId: 'other', orderNumber: 'AAAAAAAAAA' }],
    ['bib', { attendees: [{ ...ana, bib: '7' }] }, { externalId: 'other', attendees: [{ ...ana, bib: '7' }] }],
    [
      'qrValue',
      { attendees: [{ ...ana, qrValue: 'q' }] },
      { externalId: 'other', attendees: [{ ...ana, qrValue: 'q' }] },
    ],
  ])('a rejected order does not reserve its %s: the next order can use it', async (_, rejected, accepted) => {
    const { organizer, clock } = await organizerWith([]);
    const failures: LineFailure[] = [];
    const items = [{ kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 4 }];
    const lines = [
      ...raceLines({ quantity: 3 }),
      orderLine('same', { items, ...rejected }),
      orderLine('same', accepted),
    ];
    const report = await importAll(database.db, organizer, lines, clock, failures);
    expect(failures.map(({ line, errors }) => [line, errors[0]!.path])).toEqual([[5, 'items.0.quantity']]);
    expect(report).toMatchObject({ created: { order: 1 }, unchanged: 0, failed: 1 });
  });

  const drinks = (ref: string) => [
    { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 },
    { kind: 'addon' as const, addonId: 'beer', quantity: 1, consumptions: [{ ref, units: 1 }] },
  ];
  const returned = (ref: string) => [
    { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 },
    {
      kind: 'addon' as const,
      addonId: 'beer',
      quantity: 1,
      unitsConsumed: 0,
      returns: [{ ref, units: 1, reason: 'x' }],
    },
  ];
  test.each([
    ['orderNumber', { orderNumber: 'AAAAAAAAAA' }, 'orderNumber'],
    ['bib', { attendees: [{ ...ana, bib: '7' }] }, 'attendees.0.bib'],
    ['qrValue', { attendees: [{ ...ana, qrValue: 'q' }] }, 'attendees.0.qrValue'],
    ['ref', { items: drinks('r') }, 'items.1.consumptions.0.ref'],
    ['ref of returned units', { items: returned('r') }, 'items.1.returns.0.ref'],
  ])(
    'the second of two orders with the same %s is rejected, in one file and in two files',
    async (_, duplicateField, path) => {
      const { organizer, clock } = await organizerWith([]);
      for (const [second, created] of [
        ['two', 1],
        ['three', 0],
      ] as const) {
        const failures: LineFailure[] = [];
        const lines = [...raceLines(), orderLine('one', duplicateField), orderLine(second, duplicateField)];
        const report = await importAll(database.db, organizer, lines, clock, failures);
        expect(failures.map(({ line, externalId, errors }) => [line, externalId, errors[0]!.path])).toEqual([
          [6, second, path],
        ]);
        expect(report.created.order).toBe(created);
      }
    },
  );

  test('an order is not changed by a different line with the same externalId', async () => {
    const { organizer, clock } = await organizerWith([]);
    const lines = [...raceLines({ quantity: 3 }), orderLine('one', { orderNumber: 'AAAAAAAAAA' })];
    await importAll(database.db, organizer, lines, clock);
    const rowsBefore = await allRows(database.db, organizer.id);
    const changedLines = [...raceLines({ quantity: 9 }), orderLine('one', { status: 'pending' }), orderLine('one')];
    expect(await importAll(database.db, organizer, changedLines, clock)).toMatchObject({ unchanged: 6, failed: 0 });
    expect(await allRows(database.db, organizer.id)).toEqual(rowsBefore);
  });

  test('tickets without a bib get a bib that no line has', async () => {
    const { organizer, clock } = await organizerWith([]);
    const bibs = ['1', '3', 'A-2', '007', '999999999', '1000000000'];
    const attendees = bibs.map((bib) => ({ ...ana, bib }));
    const items = [{ kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: bibs.length + 2 }];
    const pendingLine = orderLine('two', { status: 'pending', orderNumber: 'AAAAAAAAAA' });
    await importAll(
      database.db,
      organizer,
      [...raceLines(), orderLine('one', { items, attendees }), pendingLine],
      clock,
    );
    await payOrder(database.db, organizerScope(organizer.id, clock, byOperator), 'AAAAAAAAAA');
    const rows = await database.db
      .selectFrom('tickets')
      .select('bib')
      .where('organizer_id', '=', organizer.id)
      .execute();
    expect(new Set(rows.map(({ bib }) => bib)).size).toBe(bibs.length + 3);
  });

  test('an order with a creation time in the future can be paid and transferred', async () => {
    const { organizer, clock } = await organizerWith([]);
    const createdAt = '2026-11-20T09:00:05.000Z';
    const orderInFuture = orderLine('one', { status: 'pending', orderNumber: 'AAAAAAAAAA', createdAt });
    await importAll(database.db, organizer, [...raceLines(), orderInFuture], clock);
    await payOrder(database.db, organizerScope(organizer.id, clock, byOperator), 'AAAAAAAAAA');
    await expectSameAfterTransfer(organizer);
  });

  test('a line whose sum is too large to be exact fails, and the other lines are imported', async () => {
    const { organizer, clock } = await organizerWith([]);
    const failures: LineFailure[] = [];
    const expensive = (quantity: number) => [
      { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity, unitPrice: 1_000_000_000_000 },
    ];
    const lines = [...raceLines(), orderLine('expensive', { items: expensive(10_000) }), orderLine('good')];
    await importAll(database.db, organizer, lines, clock, failures);
    expect(failures.map(({ line }) => line)).toEqual([5]);
    await expectSameAfterTransfer(organizer);
  });
});

describe.skipIf(inject('postgresUrl') === null)('between the two databases', () => {
  test('an export is the same after a transfer to the other database', async () => {
    const [sqlite, postgres] = await Promise.all([createDatabase('sqlite'), createDatabase('postgres')]);
    const parsed = async (database: TestDatabase, { id }: Organizer) =>
      (await exportLines(database.db, id)).map((line) => JSON.parse(line) as unknown);
    try {
      await fc.assert(
        fc.asyncProperty(organizerLines, fc.boolean(), async (lines, toPostgres) => {
          const [from, to] = toPostgres ? [sqlite, postgres] : [postgres, sqlite];
          const first = await makeOrganizer(from.db);
          await importAll(from.db, first, lines);
          const second = await makeOrganizer(to.db);
          await importAll(to.db, second, await exportLines(from.db, first.id));
          expect(await parsed(to, second)).toEqual(await parsed(from, first));
        }),
        options(8),
      );
    } finally {
      await Promise.all([sqlite.drop(), postgres.drop()]);
    }
  });
});

describe.skipIf(inject('postgresUrl') === null)('a large import into PostgreSQL', () => {
  const database = useDatabase('postgres');

  test('updates the statistics of the query planner', async () => {
    const orders = Array.from({ length: 1_000 }, (_, index) => orderLine(`order-${index}`));
    await importAll(database.db, await makeOrganizer(database.db), [...raceLines(), ...orders]);
    const { rows } = await sql`select 1 from pg_stats where tablename = 'tickets'`.execute(database.db);
    expect(rows).not.toEqual([]);
  });
});

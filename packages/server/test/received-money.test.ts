import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import { finalizeSettlement, payOutSettlement } from '../src/features/settlements/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { signInOperator } from './harness/dashboard.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { PayingSite } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';

describeOnBoth('a settlement', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(() => paying.checkAndClose());

  const organizerId = () => shop.organizerApi.organizer.id;

  async function paidBy(method: 'test' | 'manual'): Promise<{ orderNumber: string; total: number }> {
    const { orderNumber, total, payBody } = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...payBody, method });
    if (method === 'manual')
      await payOrder(database.db, organizerScope(organizerId(), paying.clock, byOperator), orderNumber);
    return { orderNumber, total };
  }

  const refund = (orderNumber: string) =>
    refundOrder(database.db, organizerScope(organizerId(), paying.clock, byOperator), orderNumber, []);
  const feesOf = ({ platformFees, paymentFees, taxes }: Record<string, number>) =>
    Number(platformFees) + Number(paymentFees) + Number(taxes);

  test('owes the organizer only what the platform received: not transfers to its account, and never test payments', async () => {
    await paidBy('test');
    const afterTest = await paying.settlement(shop);
    expect(afterTest).toMatchObject({ collectedByPlatform: 0, collectedByOrganizer: 0, balance: 0 });
    expect(afterTest['net']).toBeGreaterThan(0);

    const transfer = await paidBy('manual');
    const refunded = await paidBy('manual');
    await refund(refunded.orderNumber);
    const afterTransfers = await paying.settlement(shop);
    const feesOfTransfers = feesOf(afterTransfers) - feesOf(afterTest);
    expect(feesOfTransfers).toBeGreaterThan(0);
    expect(afterTransfers).toMatchObject({
      ...{ collectedByPlatform: 0, collectedByOrganizer: transfer.total, paidOut: 0 },
      balance: -feesOfTransfers,
    });

    const paid = await paying.paid(shop);
    const part = await paying.paid(shop);
    await refund(part.orderNumber);
    const settlement = await paying.settlement(shop);
    const owed = paid.total - (feesOf(settlement) - feesOf(afterTest));
    expect(settlement).toMatchObject({
      ...{ collectedByPlatform: paid.total, collectedByOrganizer: transfer.total },
      balance: owed,
    });
    const { gross, refunds, net } = settlement;
    expect(net).toBe(gross! - refunds! - feesOf(settlement));

    const finalized = await finalizeSettlement(
      database.db,
      organizerScope(organizerId(), paying.clock, byOperator),
      shop.event.id,
    );
    expect(finalized).toMatchObject({ status: 'final', balance: owed });
    const payOut = (amount?: number) =>
      payOutSettlement(
        database.db,
        organizerScope(organizerId(), paying.clock, byOperator),
        shop.event.id,
        amount ? { amount } : {},
      );
    await expect(payOut(owed + 1)).rejects.toThrow(`The amount must be from 1 to the balance, ${owed}`);
    expect(await payOut()).toMatchObject({ status: 'paid', paidOut: owed, balance: 0 });
    await paidBy('test');
    expect(await paying.settlement(shop)).toMatchObject({ status: 'paid', balance: 0 });
  });

  test('counts the entries of a server of the version before when it is finalized', async () => {
    const { orderNumber, total } = await paidBy('manual');
    // The version before does not write these columns.
    await sql`update orders set received_by = null where order_number = ${orderNumber}`.execute(database.db);
    await sql`update ledger_entries set received_by = null where order_number = ${orderNumber}`.execute(database.db);
    await sql`update settlements set collected_by_organizer = 0 where event_id = ${shop.event.id}`.execute(database.db);
    const before = await paying.settlement(shop);
    expect(before['balance']).toBe(before['net']);
    const finalized = await finalizeSettlement(
      database.db,
      organizerScope(organizerId(), paying.clock, byOperator),
      shop.event.id,
    );
    expect(finalized).toMatchObject({ collectedByOrganizer: total, balance: -feesOf(before) });
  });

  test('of an event that is over is finalized while its tickets are on sale only if the operator confirms it', async () => {
    const finalize = (beforeEnd: boolean) =>
      finalizeSettlement(database.db, organizerScope(organizerId(), paying.clock, byOperator), shop.event.id, {
        beforeEnd,
      });
    const now = paying.clock.now();
    const over = new Date(now - 3_600_000).toISOString();
    const later = new Date(now + 3_600_000).toISOString();
    await sql`update events set starts_at = ${over}, ends_at = ${over} where id = ${shop.event.id}`.execute(
      database.db,
    );
    await sql`update ticket_types set sales_end_at = ${later} where event_id = ${shop.event.id}`.execute(database.db);
    await expect(finalize(false)).rejects.toThrow(/can still be bought/);
    await sql`update ticket_types set sales_end_at = ${over} where event_id = ${shop.event.id}`.execute(database.db);
    expect(await finalize(false)).toMatchObject({ status: 'paid' });
  });

  test('is finalized before the end of its event only if the operator confirms it', async () => {
    const operator = await signInOperator({ url: paying.site.app.url, db: database.db });
    const path = `/organizers/${shop.organizerApi.organizer.slug}/settlements/${shop.event.id}/finalize`;
    const rejected = await operator.post(path);
    expect(expectProblem(rejected, 409, 'invalid_state').detail).toMatch(/^The event ends at .*beforeEnd=true/);
    expect(await paying.settlement(shop)).toMatchObject({ status: 'open' });
    expect(jsonOf(await operator.post(`${path}?beforeEnd=true`))).toMatchObject({ status: 'paid', balance: 0 });
  });
});

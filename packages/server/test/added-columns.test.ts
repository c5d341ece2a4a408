import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { PublicSite } from './harness/public-site.ts';

const purchaseCount = 6;

describeOnBoth('a server whose tables get new columns from the migration of a newer version', (kind) => {
  const database = useDatabase(kind);

  test('sells and reads as before', async () => {
    const { db } = database;
    const site = await PublicSite.start(db);
    const shop = await site.shop();
    const buy = async () => {
      const buyer = site.buyer();
      const payBody = await buyer.preparePayment(shop, { items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
      const { status } = await buyer.post('/pay', payBody);
      const detail = await shop.organizerApi.send('GET', `/orders/${payBody.orderNumber}`);
      return [status, detail.status];
    };
    // All connections of the pool prepare their statements.
    const buyAtOnce = () => Promise.all(Array.from({ length: purchaseCount }, buy));
    const successful = Array.from({ length: purchaseCount }, () => [200, 200]);
    expect(await buyAtOnce()).toEqual(successful);
    for (const { name, isView } of await db.introspection.getTables()) {
      if (!isView) await sql`alter table ${sql.table(name)} add column added_later text`.execute(db);
    }
    // Keys are read again.
    site.clock.advance(5_000);
    expect(await buyAtOnce()).toEqual(successful);
    await site.close();
  });
});

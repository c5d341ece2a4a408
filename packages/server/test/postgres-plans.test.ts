import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { findOrderDetail } from '../src/features/orders/queries.ts';
import { searchOrders } from '../src/features/orders/search-orders.ts';
import { searchTickets } from '../src/features/tickets/index.ts';
import { claimDueDeliveries, recordAttempts } from '../src/features/webhooks/delivery-rows.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { emitMany, makeEndpoint } from './harness/webhooks.ts';

const count = 500;
/** A plan that does not use the right index reads all `count` rows of the organizer. */
const few = 20;

// The tables of Citus are on its workers, which have their own statistics.
describe.skipIf(inject('postgresUrl') === null || inject('postgresSharding') !== null)(
  'for an organizer that is newer than the statistics, PostgreSQL',
  () => {
    const database = useDatabase('postgres');

    async function addOrganizer() {
      const { db } = database;
      const organizer = await makeOrganizer(db);
      const orders = Array.from({ length: count }, (_, index) => orderLine(`order-${index}`, { status: 'pending' }));
      await importAll(db, organizer, [...raceLines(), ...orders]);
      const { id: endpointId } = await makeEndpoint(db, organizer.id, 'http://127.0.0.1:8999/');
      await emitMany(db, organizer.id, count);
      return { organizerId: organizer.id, endpointId };
    }

    /** The number of rows of each table that the connection has read and not reported yet. */
    async function readCounts(tx: Db): Promise<Map<string, number>> {
      const { rows } = await sql<{ table: string; rows: number }>`
        select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
        from pg_stat_xact_user_tables where schemaname = 'public'`.execute(tx);
      return new Map(rows.map((row) => [row.table, Number(row.rows)]));
    }

    /** Counts the rows that `work` reads. Returns the number for a table. */
    function countReadRows(work: (tx: Db) => Promise<void>): Promise<(table: string) => number> {
      return database.db.transaction().execute(async (tx) => {
        const before = await readCounts(tx);
        await work(tx);
        const after = await readCounts(tx);
        return (table) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
      });
    }

    test('reads only the rows of an order, and of the deliveries that are claimed and recorded', async () => {
      const { db } = database;
      await addOrganizer();
      await sql`analyze`.execute(db);
      const { organizerId, endpointId } = await addOrganizer();
      const { order_number: orderNumber } = first(
        await db.selectFrom('orders').select('order_number').where('organizer_id', '=', organizerId).limit(1).execute(),
      );

      const ofDetail = await countReadRows(async (tx) => {
        expect((await findOrderDetail(tx, organizerId, orderNumber))?.json).toContain(orderNumber);
      });
      for (const table of ['orders', 'order_items']) expect(ofDetail(table)).toBeLessThan(few);

      const eventId = first(
        await db.selectFrom('events').select('id').where('organizer_id', '=', organizerId).execute(),
      ).id;
      for (const text of ['77', 'buyer 77', 'order-77@example.com', orderNumber]) {
        const ofSearch = await countReadRows(async (tx) => {
          expect(await searchOrders(tx, organizerId, text, {})).toContain('"orderNumber"');
          await searchTickets(tx, organizerId, eventId, text, 20);
        });
        for (const table of ['orders', 'tickets']) expect(ofSearch(table), `${text} ${table}`).toBeLessThan(few);
        // "Buyer" is a word of all buyers.
        const ofWords = text.startsWith('buyer') ? 2 * (count + few) : few;
        expect(ofSearch('search_words'), text).toBeLessThan(ofWords);
      }

      const now = timestamp(systemClock.now());
      const lease = { leaseId: 'lease', leaseExpiresAt: '2999-01-01T00:00:00.000Z' };
      const limit = 3;
      const ofClaim = await countReadRows(async (tx) => {
        const claimed = await claimDueDeliveries(tx, { organizerId, endpointId, now, limit, ...lease });
        expect(claimed).toHaveLength(limit);
        const updates = claimed.map(({ id }) => ({
          organizer_id: organizerId,
          id,
          lease_id: lease.leaseId,
          status: 'succeeded' as const,
          attempt_count: 1,
          next_attempt_at: null,
          updated_at: now,
        }));
        await recordAttempts(tx, [], updates);
      });
      for (const table of ['webhook_deliveries', 'webhook_events']) expect(ofClaim(table)).toBeLessThan(few);
    });
  },
);

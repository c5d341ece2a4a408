import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { indexMissingOrders } from '../src/features/orders/search-index.ts';
import { searchOrders } from '../src/features/orders/search-orders.ts';
import { searchTickets } from '../src/features/tickets/index.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import type { PageBody } from './harness/responses.ts';
import { violations } from './invariants.ts';

/** More than one batch of the job. */
const orderCount = 250;

describeOnBoth('the index of the search', (kind) => {
  const database = useDatabase(kind);

  async function addOrganizer() {
    const { db } = database;
    const organizer = await makeOrganizer(db);
    const orders = Array.from({ length: orderCount }, (_, index) =>
      orderLine(`order-${index}`, {
        buyer: { email: `JÜRGEN.${index}@example.com`, name: `Jürgen Weiß${index}` },
        attendees: [{ ticketTypeId: 'run-10', holderName: `Zoé Łoś${index}`, bib: `0${index + 1_000}` }],
      }),
    );
    await importAll(db, organizer, [...raceLines(), ...orders]);
    const ofOrganizer = db.selectFrom('orders').where('organizer_id', '=', organizer.id);
    const { event_id: eventId } = await ofOrganizer.select('event_id').limit(1).executeTakeFirstOrThrow();
    const inDashboard = async (text: string) => {
      const page = await searchOrders(db, organizer.id, text, {});
      return (JSON.parse(page) as PageBody<{ orderNumber: string }>).data.map(({ orderNumber }) => orderNumber);
    };
    const atGate = async (text: string) =>
      (await searchTickets(db, organizer.id, eventId, text, 20)).map(({ orderNumber }) => orderNumber);
    const numberOf = async (index: number) => {
      const order = ofOrganizer.select('order_number').where('external_id', '=', `order-${index}`);
      return (await order.executeTakeFirstOrThrow()).order_number;
    };
    return { organizerId: organizer.id, inDashboard, atGate, numberOf };
  }

  test('gets the rows that were written without it, also by processes at the same time', async () => {
    const { db } = database;
    const { organizerId, inDashboard, atGate, numberOf } = await addOrganizer();
    // As the previous version writes rows.
    await db.deleteFrom('search_words').where('organizer_id', '=', organizerId).execute();
    await db.updateTable('orders').set({ searched_as: null, buyer_email_form: null }).execute();
    await db.updateTable('tickets').set({ searched_as: null }).execute();
    expect(await inDashboard('weiss77')).toEqual([]);
    await Promise.all([indexMissingOrders(db), indexMissingOrders(db)]);
    await indexMissingOrders(db);
    for (const table of ['orders', 'tickets'] as const) {
      expect(await db.selectFrom(table).select('searched_as').where('searched_as', 'is', null).execute()).toEqual([]);
    }
    expect(await violations(db)).toEqual([]);
    const number = await numberOf(77);
    for (const text of ['weiss77', 'ŁOS77 zoe', '1077 jurgen', 'jürgen.77@EXAMPLE.com']) {
      expect(await inDashboard(text), text).toEqual([number]);
      expect(await atGate(text), text).toEqual([number]);
    }
  });

  test('follows names and addresses that the previous version has changed', async () => {
    const { db } = database;
    const { organizerId, inDashboard, atGate, numberOf } = await addOrganizer();
    const number = await numberOf(5);
    const buyer = { buyer_email: 'new@example.com', buyer_name: 'Nina Neu' };
    await db.updateTable('orders').set(buyer).where('order_number', '=', number).execute();
    await db.updateTable('tickets').set({ holder_name: 'Olga Ort' }).where('order_number', '=', number).execute();
    await indexMissingOrders(db);
    for (const text of ['neu nina', 'ort', 'new@example.com']) {
      expect(await inDashboard(text), text).toEqual([number]);
      expect(await atGate(text), text).toEqual([number]);
    }
    for (const text of ['weiss5', 'los5', 'jürgen.5@example.com']) {
      expect(await inDashboard(text), text).not.toContain(number);
      expect(await atGate(text), text).not.toContain(number);
    }
    const left = db.selectFrom('search_words').select('word').where('organizer_id', '=', organizerId);
    expect(await left.where('word', 'in', ['weiss5', 'los5']).execute()).toEqual([]);
    expect(await violations(db)).toEqual([]);
  });

  if (kind === 'sqlite') {
    test('is read in ranges, by the search at a gate and by the job', async () => {
      const { db } = database;
      const { atGate } = await addOrganizer();
      const statements = vi.spyOn(StatementSync.prototype, 'all');
      for (const text of ['zoe', 'zoe jurgen', 'jürgen.7@', 'zoe jürgen.7@']) await atGate(text);
      await indexMissingOrders(db);
      const texts = statements.mock.contexts.map((statement) => (statement as StatementSync).sourceSQL);
      statements.mockRestore();
      const reader = new DatabaseSync(sqliteFile(database.dataDir), { readOnly: true });
      const steps = new Set(
        [...new Set(texts)].flatMap((text) =>
          (reader.prepare(`explain query plan ${text}`).all() as { detail: string }[]).map(({ detail }) => detail),
        ),
      );
      reader.close();
      const reads = [...steps]
        .filter((step) => /^(SCAN|SEARCH) (?!few$|way$|found_words?$|json_each)/.test(step))
        .sort();
      expect(reads).toEqual([
        'SCAN orders USING INDEX orders_to_index',
        'SCAN tickets USING INDEX tickets_to_index',
        'SEARCH n USING INDEX entitlements_of_order (organizer_id=? AND order_number=?)',
        'SEARCH o USING INDEX orders_newest_of_email_form (organizer_id=? AND <expr>>? AND <expr><?)',
        'SEARCH o USING INDEX sqlite_autoindex_orders_1 (organizer_id=? AND order_number=?)',
        'SEARCH o USING INDEX sqlite_autoindex_orders_1 (organizer_id=? AND order_number>? AND order_number<?)',
        'SEARCH t USING INDEX sqlite_autoindex_tickets_1 (organizer_id=? AND id=?)',
        'SEARCH t USING INDEX tickets_of_order (organizer_id=? AND order_number=?)',
        'SEARCH w USING PRIMARY KEY (organizer_id=? AND event_id=? AND word>? AND word<?)',
        'SEARCH y USING INDEX sqlite_autoindex_ticket_types_1 (organizer_id=? AND id=?)',
      ]);
    });
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOrders, purgeAbandonedOrders, removedBuyerEmail } from '../src/features/orders/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import {
  Buyer,
  type BuyerOrder,
  createSale,
  expirePendingOrders,
  type ReservedBody,
  roundRobin,
  type Sale,
} from './harness/checkout.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { exportLines, importContent, makeKey, makeOrganizer } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, read } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };

interface OrderView {
  readonly orderNumber: string;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly updatedAt: string;
  readonly tickets: readonly { id: string; externalId: string | null; metadata: object; holderName?: string }[];
}

describeOnBoth('orders and tickets with an externalId', (kind) => {
  const database = useDatabase(kind);
  let apps: TestApp[];
  let closeSecond: () => Promise<void>;
  let sale: Sale;
  let buyer: Buyer;
  /** A key that can write orders, one that can also read personal data, and one with neither. */
  let keys: Record<'write' | 'personal' | 'read', string>;

  beforeAll(async () => {
    const secondDb = openDatabase(database);
    closeSecond = () => secondDb.destroy();
    apps = [await startApp({ db: database.db, rateLimits }), await startApp({ db: secondDb, rateLimits })];
    const servers = roundRobin(apps.map(({ url }) => url));
    sale = await createSale(database.db, servers, 50);
    buyer = new Buyer(() => servers.nextUrl(), 'ada@example.com');
    const { id } = sale.catalog.organizer;
    keys = {
      write: (await makeKey(database.db, id, { granted: ['orders:write'] })).key,
      personal: (await makeKey(database.db, id, { granted: ['orders:write', 'orders:read:pii'] })).key,
      read: (await makeKey(database.db, id, {})).key,
    };
  });
  afterAll(async () => {
    // A test gives a ticket a bib that is not the next one.
    const broken = await violations(database.db);
    expect(broken.filter((text) => !text.startsWith('the bibs of an event are consecutive'))).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
    await closeSecond();
  });

  let turn = 0;
  const send = async (method: string, path: string, body?: object, key = keys.write, headers: object = {}) => {
    turn += 1;
    const content =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    return read(await elementAt(apps, turn % 2).request(`/api/v1${path}`, { method, key, ...content }));
  };
  const reserve = async () => jsonOf<ReservedBody>(await buyer.reserve(sale.cart({ [sale.ticketA]: 2 })));
  const buy = async (): Promise<OrderView> => {
    const reserved = await reserve();
    expect((await buyer.pay(reserved)).status).toBe(200);
    return jsonOf<OrderView>(await send('GET', `/orders/${reserved.orderNumber}`));
  };
  const numbers = async (query: string) =>
    jsonOf<{ data: OrderView[] }>(await send('GET', `/orders?${query}`)).data.map(({ orderNumber }) => orderNumber);

  test('get it once, also from two requests at the same time, and are found by it', async () => {
    const [order, other] = [await buy(), await buy()];
    const patch = (number: string, body: object) => send('PATCH', `/orders/${number}`, body);
    const results = await Promise.all(
      [order, other].map(({ orderNumber }) => patch(orderNumber, { externalId: 'crm 1/ä', metadata: { vat: '1' } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const changed = jsonOf<OrderView>(results.find(({ status }) => status === 200)!);
    expect(changed).toMatchObject({ externalId: 'crm 1/ä', metadata: { vat: '1' } });
    expect(changed.updatedAt > order.updatedAt).toBe(true);
    expect(await numbers(`externalId=${encodeURIComponent('crm 1/ä')}`)).toEqual([changed.orderNumber]);
    expect(await numbers('externalId=unknown')).toEqual([]);
    const { orderNumber } = changed;
    expect((await patch(orderNumber, { externalId: 'crm 1/ä' })).status).toBe(200);
    expectFieldProblem(await patch(orderNumber, { externalId: 'crm 2' }), 'externalId');
    expect(jsonOf(await patch(orderNumber, { metadata: { vat: null, team: 'Blue' } }))).toMatchObject({
      metadata: { team: 'Blue' },
    });

    const [ticket, otherTicket] = [first(order.tickets), first(other.tickets)];
    const tickets = await Promise.all(
      [ticket, otherTicket].map(({ id }) => send('PATCH', `/tickets/${id}`, { externalId: 't1' })),
    );
    expect(tickets.map(({ status }) => status).sort()).toEqual([200, 409]);
    const found = jsonOf<{ data: { externalId: string }[] }>(await send('GET', '/tickets?externalId=t1')).data;
    expect(found).toMatchObject([{ externalId: 't1', metadata: {} }]);
    const { entries } = await auditedFields();
    expect(entries).toContain('order.update externalId,metadata');
    expect(entries).toContain('ticket.update externalId');
  });

  test('need the scope for writes, and also that for personal data to change a holder', async () => {
    const { orderNumber, tickets } = await buy();
    const { id } = first(tickets);
    for (const path of [`/orders/${orderNumber}`, `/tickets/${id}`])
      expectProblem(await send('PATCH', path, { metadata: { a: 'b' } }, keys.read), 403, 'insufficient_scope');
    const holder = { holderName: 'Grace Hopper', category: 'W40', metadata: { team: 'Blue' } };
    expectProblem(await send('PATCH', `/tickets/${id}`, holder), 403, 'insufficient_scope');
    expect((await send('PATCH', `/tickets/${id}`, holder, keys.personal)).text).not.toContain('Grace');
    const order = jsonOf<OrderView>(await send('GET', `/orders/${orderNumber}`, undefined, keys.personal));
    expect(order.tickets.find((ticket) => ticket.id === id)).toMatchObject(holder);
    expect(JSON.stringify(await auditedFields())).not.toContain('Grace');
    expectFieldProblem(await send('PATCH', `/tickets/${id}`, { metadata: { ['k'.repeat(41)]: 'v' } }), 'metadata');
  });

  test('give a ticket a bib that no other ticket of the event has or gets', async () => {
    const orders = [await buy(), await buy()];
    const ids = orders.map(({ tickets }) => first(tickets).id);
    expectProblem(await send('PATCH', `/tickets/${ids[0]}`, { bib: '500' }), 403, 'insufficient_scope');
    const responses = await Promise.all(
      ids.map((id) => send('PATCH', `/tickets/${id}`, { bib: '500' }, keys.personal)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { orderNumber } = await buy();
    const next = jsonOf<OrderView>(await send('GET', `/orders/${orderNumber}`, undefined, keys.personal));
    expect(next.tickets[0]).toMatchObject({ bib: '501' });
  });

  test('do not overwrite the change of another program that was made after they were read', async () => {
    const { orderNumber, tickets } = await buy();
    const change = (path: string, team: string, tag: string | null) =>
      send('PATCH', path, { metadata: { team } }, keys.write, tag === null ? {} : { 'if-match': tag });
    for (const path of [`/orders/${orderNumber}`, `/tickets/${first(tickets).id}`]) {
      const read = (await send('GET', path)).headers.get('etag');
      const changed = await change(path, 'Blue', read);
      expect(changed.status, changed.text).toBe(200);
      expectProblem(await change(path, 'Red', read), 412, 'precondition_failed');
      const tag = changed.headers.get('etag');
      const results = await Promise.all(['A', 'B', 'C', 'D'].map((team) => change(path, team, tag)));
      expect(results.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      expect((await change(path, 'Green', null)).status).toBe(200);
    }
  });

  test('are not kept because of it if they were never paid', async () => {
    const { orderNumber } = await reserve();
    // An order that an earlier version has placed.
    await database.db.updateTable('orders').set({ was_placed: null }).where('order_number', '=', orderNumber).execute();
    expect((await send('PATCH', `/orders/${orderNumber}`, { externalId: 'never' })).status).toBe(200);
    await expirePendingOrders(database.db, [orderNumber]);
    await expireOrders(database.db, systemClock);
    const eightDaysMs = 8 * 24 * 60 * 60_000;
    await purgeAbandonedOrders(database.db, new TestClock(timestamp(systemClock.now() + eightDaysMs)));
    const row = database.db.selectFrom('orders').select('buyer_email').where('order_number', '=', orderNumber);
    expect(await row.executeTakeFirst()).toEqual({ buyer_email: removedBuyerEmail });
  });

  test('do not show it to their buyer, and have it after an export and an import', async () => {
    const reserved = await reserve();
    await buyer.pay(reserved);
    const { orderNumber } = reserved;
    const { tickets } = jsonOf<OrderView>(await send('GET', `/orders/${orderNumber}`));
    const external = { externalId: 'kept', metadata: { vat: '1' } };
    await send('PATCH', `/orders/${orderNumber}`, external);
    await send('PATCH', `/tickets/${first(tickets).id}`, external);
    expect(jsonOf<BuyerOrder>(await buyer.readOrder(reserved))).not.toHaveProperty('metadata');
    expect((await buyer.readOrder(reserved)).text).not.toContain('vat');

    const lines = await exportLines(database.db, sale.catalog.organizer.id);
    const copy = await makeOrganizer(database.db);
    await importContent(database.db, copy, lines.join('\n'));
    const { key } = await makeKey(database.db, copy.id, {});
    const copied = first(
      jsonOf<{ data: OrderView[] }>(await send('GET', '/orders?externalId=kept&expand=tickets', undefined, key)).data,
    );
    expect(copied).toMatchObject(external);
    expect(copied.tickets.filter(({ externalId }) => externalId === 'kept')).toMatchObject([external]);
  });

  async function auditedFields(): Promise<{ entries: string[] }> {
    const rows = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('organizer_id', '=', sale.catalog.organizer.id)
      .execute();
    return {
      entries: rows.map(
        ({ action, details }) => `${action} ${String((JSON.parse(details) as { fields?: unknown }).fields)}`,
      ),
    };
  }
});

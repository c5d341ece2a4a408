import { DatabaseSync, StatementSync } from 'node:sqlite';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Role } from '../src/features/accounts/roles.ts';
import { expireOrders } from '../src/features/orders/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { useApp } from './harness/app.ts';
import { expirePendingOrders, inParallel, readStock } from './harness/checkout.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { exportLines, importAll, makeKey, makeOrganizer } from './harness/fixtures.ts';
import { type OrderDesk, openOrderDesk } from './harness/order-desk.ts';
import {
  expectFieldProblem,
  expectProblem,
  jsonOf,
  type PageBody,
  read,
  type TestResponse,
} from './harness/responses.ts';
import { withoutIds } from './harness/without-ids.ts';
import { violations } from './invariants.ts';

interface MemberOrder {
  readonly orderNumber: string;
  readonly status: string;
  readonly paymentMethod: string | null;
  readonly buyer?: { readonly email: string | null; readonly name: string | null };
}

interface Detail {
  readonly order: {
    readonly orderNumber: string;
    readonly status: string;
    readonly total: number;
    readonly refundedTotal: number;
    readonly updatedAt: string;
    readonly buyer: { readonly email: string | null; readonly name: string | null };
    readonly items: readonly { id: string; kind: string; quantity: number }[];
    readonly tickets: readonly {
      id: string;
      bib: string;
      holderName: string | null;
      status: string;
      updatedAt: string;
    }[];
  };
  readonly entitlements: readonly { id: string; unitsRemaining: number }[];
  readonly paymentMethod: string | null;
  readonly actions: readonly string[];
}

interface Preview {
  readonly amount: number;
  readonly tax: number;
  readonly fees: number;
  readonly byProvider: number;
  readonly byOrganizer: number;
  readonly ticketsVoided: number;
  readonly ticketsUsed: number;
  readonly isWhole: boolean;
  readonly refundedQuantity: number;
  readonly refundedTotal: number;
}

describeOnBoth('orders in the dashboard', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: { public: 1_000_000, api: 1_000_000 } }));
  let desk: OrderDesk;
  let owner: DashboardClient;

  beforeAll(async () => {
    desk = await openOrderDesk(t.db, app);
    owner = desk.owner;
  });

  const ada = { email: 'ada@example.com', name: 'Ada Lovelace' };
  const detailOf = async (orderNumber: string) => jsonOf<Detail>(await owner.get(`/orders/${orderNumber}`));
  const ordersOf = (response: TestResponse) => jsonOf<PageBody<MemberOrder>>(response).data;
  const numbersOf = (response: TestResponse) => ordersOf(response).map(({ orderNumber }) => orderNumber);
  const previewOf = async (orderNumber: string, selection: object = {}) =>
    jsonOf<Preview>(await owner.post(`/orders/${orderNumber}/refund-preview`, selection));

  test('each route needs its action, and an organizer of which the user is a member', async () => {
    const orderNumber = await desk.buy({ [desk.sale.ticketA]: 1 }, ada);
    const other = await openOrderDesk(t.db, app);
    const noUnits = { units: 1, ref: 'r', reason: 'x' };
    const routes: [string, string, object?][] = [
      ['GET', '/orders'],
      ['POST', '/orders/search', { text: 'ada' }],
      ['GET', `/orders/${orderNumber}`],
      ['GET', `/orders/${orderNumber}/timeline`],
      ['POST', `/orders/${orderNumber}/pay`, { late: false }],
      ['POST', `/orders/${orderNumber}/cancel`],
      ['POST', `/orders/${orderNumber}/send-tickets`],
      ['POST', `/orders/${orderNumber}/refund-preview`, {}],
      ['POST', `/orders/${orderNumber}/refund`, { refundedQuantity: 7 }],
      ['PATCH', `/orders/${orderNumber}/buyer`, { name: 'Ada' }],
      ['POST', `/orders/${orderNumber}/invalidate-links`, {}],
      ['PATCH', `/orders/${orderNumber}/tickets/tkt_none`, { holderName: 'Ada' }],
      ['POST', '/orders', { ...desk.sale.cart({ [desk.sale.free]: 1 }), buyer: ada, sale: 'complimentary' }],
      ['POST', '/orders/quote', { ...desk.sale.cart({ [desk.sale.free]: 1 }), sale: 'complimentary' }],
      ['GET', '/tickets'],
      ['POST', '/tickets/tkt_none/use'],
      ['POST', '/tickets/tkt_none/undo-use'],
      ['GET', '/addons'],
      ['GET', '/addons/ent_none'],
      ['POST', '/addons/ent_none/consume', noUnits],
      ['POST', '/addons/ent_none/return', noUnits],
      ['GET', `/attendees/file?eventId=${desk.sale.eventId}&format=csv&columns=bib&language=en`],
    ];
    const { organizer } = desk.sale.catalog;
    const send = (client: DashboardClient, slug: string, [method, path, body]: (typeof routes)[number]) =>
      client.request(`/dashboard/api/organizers/${slug}${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
    for (const role of ['manager', 'developer', 'viewer'] satisfies Role[]) {
      const client = await signIn(app, { organizer, role });
      for (const route of routes) {
        const { status } = await send(client, organizer.slug, route);
        if (role === 'manager') expect([200, 201, 404, 409], route[1]).toContain(status);
        else expect(status, `${role} ${route[1]}`).toBe(403);
      }
    }
    for (const route of routes) {
      const notMember = await send(other.owner, organizer.slug, route);
      expect(expectProblem(notMember, 404, 'not_found').reason, route[1]).toBe('organizer_not_found');
      // With the slug of their own organizer, they find nothing of this one.
      const ofOther = await send(other.owner, other.sale.catalog.organizer.slug, route);
      const isList =
        ['/orders', '/tickets', '/addons', '/orders/search'].includes(route[1]) && !('sale' in (route[2] ?? {}));
      if (isList) expect(ordersOf(ofOther), route[1]).toEqual([]);
      else expectProblem(ofOther, 404, 'not_found');
    }
  });

  test('the list is filtered by event, status, method and time, and shows buyers only in an audited read', async () => {
    const own = await openOrderDesk(t.db, app);
    const { ticketA, eventId, free } = own.sale;
    const paid = await own.buy({ [ticketA]: 1 }, ada);
    const gratis = await own.buy({ [free]: 1 }, ada);
    const { orderNumber: pending } = await own.reserve({ [ticketA]: 1 }, ada);
    const list = async (query: string) => numbersOf(await own.owner.get(`/orders?${query}`));
    expect(await list('')).toEqual([pending, gratis, paid]);
    expect(await list(`eventId=${eventId}&status=paid`)).toEqual([gratis, paid]);
    for (const query of [
      'method=test',
      `method=test&status=paid&eventId=${eventId}`,
      `method=test&eventId=${eventId}`,
    ]) {
      expect(await list(query), query).toEqual([paid]);
    }
    expect(await list('method=manual')).toEqual([]);
    expect(await list('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
    const firstPage = jsonOf<PageBody<MemberOrder>>(await own.owner.get('/orders?limit=2'));
    const cursor = defined(firstPage.nextCursor, 'The cursor');
    expect(await list(`limit=2&cursor=${cursor}`)).toEqual([paid]);
    expect(first(firstPage.data)).not.toHaveProperty('buyer');

    const readsBefore = (await own.audit()).length;
    const withBuyers = ordersOf(await own.owner.get('/orders?buyers=true'));
    expect(withBuyers.map(({ buyer }) => buyer?.email)).toEqual([ada.email, ada.email, ada.email]);
    const entries = (await own.audit()).slice(readsBefore);
    expect(entries).toHaveLength(3);
    for (const entry of entries) {
      expect(entry).toMatchObject({ action: 'order.personal_data.read', actor: own.owner.userId });
    }
  });

  test('a search finds buyers, holders, addresses, bibs and numbers by words in any order, and is audited', async () => {
    const own = await openOrderDesk(t.db, app);
    const { ticketA } = own.sale;
    const buyers = [
      { email: 'Grace@Example.com', name: 'Grace Brewster Hopper' },
      { email: 'oe@example.com', name: 'Özlem Äpfel' },
      { email: 'wang@example.com', name: '王伟' },
      { email: 'max@example.com', name: 'Maximilian Roth' },
    ];
    const numbers: string[] = [];
    for (const buyer of buyers) numbers.push(await own.buy({ [ticketA]: 1 }, buyer));
    const find = async (text: string, filters: object = {}) =>
      numbersOf(await own.owner.post('/orders/search', { text, ...filters }));
    const orderOf = (index: number) => [elementAt(numbers, index)];
    expect(await find(elementAt(numbers, 0).toLowerCase())).toEqual(orderOf(0));
    expect(await find('grace@example.COM')).toEqual(orderOf(0));
    expect(await find('grace@example')).toEqual(orderOf(0));
    expect(await find('race@example.com')).toEqual([]);
    for (const text of ['grace', 'Grace  Brew', 'HOPP', 'hopper, grace', 'brewster'])
      expect(await find(text), text).toEqual(orderOf(0));
    for (const text of ['özlem', 'ÖZLEM Ä', 'äpfel', 'apf OZL']) expect(await find(text), text).toEqual(orderOf(1));
    expect(await find('王伟')).toEqual(orderOf(2));
    expect(await find('Maximilian')).toEqual(orderOf(3)); // It is also a valid order number.
    const { orderNumber: pending } = await own.reserve(
      { [ticketA]: 1 },
      { email: 'zoe@example.com', name: 'Zoé D’Arc' },
    );
    for (const text of ["d'arc", 'DARC zoe', 'zoe@', pending.slice(0, 6)])
      expect(await find(text), text).toEqual([pending]);
    const withHolder = elementAt(numbers, 0);
    const { order } = jsonOf<Detail>(await own.owner.get(`/orders/${withHolder}`));
    const { id, bib } = first(order.tickets);
    expect(await find(`00${bib} hopp`)).toEqual(orderOf(0));
    expect(await find('strauß')).toEqual([]);
    const correction = { holderName: 'Mia Grace STRAUSS' };
    expect((await own.owner.patch(`/orders/${withHolder}/tickets/${id}`, correction)).status).toBe(200);
    for (const text of ['strauß', 'Strau mia', 'hopper strauss', 'brewster grace']) {
      expect(await find(text), text).toEqual(orderOf(0));
    }
    expect(await find('hopper', { status: 'refunded' })).toEqual([]);
    expect(await find('hopper', { status: 'paid', eventId: own.sale.eventId, method: 'test' })).toEqual(orderOf(0));
    const entries = await own.audit();
    expect(entries.filter(({ action }) => action === 'buyer.search').length).toBeGreaterThan(10);
    expect(withoutIds(JSON.stringify(entries))).not.toMatch(/grace|hopper/i);
    const other = await openOrderDesk(t.db, app);
    expect(numbersOf(await other.owner.post('/orders/search', { text: 'hopper' }))).toEqual([]);
  });

  if (kind === 'sqlite') {
    test('a search by name and a timeline read few rows, however many orders there are', async () => {
      const own = await openOrderDesk(t.db, app);
      const orderNumber = await own.buy({ [own.sale.ticketA]: 1 }, ada);
      const statements = vi.spyOn(StatementSync.prototype, 'all');
      for (const text of ['love', 'love ada', 'ada@example', 'love ada@example.com']) {
        await own.owner.post('/orders/search', { text, status: 'paid' });
      }
      await own.owner.get(`/orders/${orderNumber}/timeline`);
      const texts = statements.mock.contexts.map((statement) => (statement as StatementSync).sourceSQL);
      statements.mockRestore();
      const reader = new DatabaseSync(sqliteFile(t.dataDir), { readOnly: true });
      const reads = texts.filter((text) => /^\s*select/i.test(text) && !/organizers|users|members/.test(text));
      expect(reads.length).toBeGreaterThan(5);
      for (const text of reads) {
        const steps = reader.prepare(`explain query plan ${text}`).all() as { detail: string }[];
        for (const { detail } of steps) {
          // A range of one organizer without another column has all rows of the organizer.
          expect(detail, text).not.toMatch(
            /^SCAN (?!few$|way$|found_words?$|page$|json_each)|^SEARCH (?!w |events ).*\(organizer_id=\?\)$/,
          );
        }
      }
      reader.close();
    });
  }

  test('a member can search only a limited number of times a minute', async () => {
    const own = await openOrderDesk(t.db, app);
    for (let searches = 0; searches < 30; searches += 1) {
      expect((await own.owner.post('/orders/search', { text: 'nobody' })).status).toBe(200);
    }
    expectProblem(await own.owner.post('/orders/search', { text: 'nobody' }), 429, 'rate_limited');
    expect((await own.owner.get('/orders')).status).toBe(200);
  });

  test('a preview shows what a refund then does, by line and for the rest', async () => {
    const { ticketA, drinks } = desk.sale;
    const orderNumber = await desk.buy({ [ticketA]: 2, [drinks]: 1 }, ada);
    const { order, actions } = await detailOf(orderNumber);
    expect(actions).toEqual([
      'refund',
      'send_tickets',
      'open_tickets',
      'correct_buyer',
      'invalidate_links',
      'correct_holder',
    ]);
    await owner.post(`/tickets/${first(order.tickets).id}/use`);
    const line = { items: [{ itemId: first(order.items).id, quantity: 2 }] };
    const preview = await previewOf(orderNumber, line);
    expect(preview).toMatchObject({
      ticketsVoided: 1,
      ticketsUsed: 1,
      isWhole: false,
      refundedQuantity: 0,
      byOrganizer: 0,
    });
    expect(preview.byProvider).toBe(preview.amount);
    const done = await owner.post(`/orders/${orderNumber}/refund`, { ...line, refundedQuantity: 0 });
    expect(jsonOf(done)).toMatchObject({ amount: preview.amount, byProvider: preview.amount, byOrganizer: 0 });
    const rest = await previewOf(orderNumber);
    expect(rest).toMatchObject({ isWhole: true, refundedQuantity: 2, unitsVoided: 5, unitsConsumed: 0 });
    expect(preview.amount + rest.amount).toBe(order.total);
    await owner.post(`/orders/${orderNumber}/refund`, { refundedQuantity: 2 });
    expect(await detailOf(orderNumber)).toMatchObject({ order: { status: 'refunded', refundedTotal: order.total } });
    expectProblem(await owner.post(`/orders/${orderNumber}/refund-preview`, {}), 409, 'invalid_state');
    expect(await violations(t.db)).toEqual([]);
  });

  test('a refund voids the ticket that it names, and rejects a quantity that would leave the choice to the server', async () => {
    const orderNumber = await desk.buy({ [desk.sale.ticketA]: 2 }, ada);
    const { order } = await detailOf(orderNumber);
    const quantityOf = (quantity: number) => ({ items: [{ itemId: first(order.items).id, quantity }] });
    for (const path of ['refund-preview', 'refund']) {
      const extra = path === 'refund' ? { refundedQuantity: 0 } : {};
      const rejected = await owner.post(`/orders/${orderNumber}/${path}`, { ...quantityOf(1), ...extra });
      const { reason, detail } = expectProblem(rejected, 400, 'invalid_request');
      expect([reason, detail]).toEqual(['refund_names_no_ticket', expect.stringContaining('Name the tickets')]);
    }
    for (const [index, expected] of [
      ['void', 'valid'],
      ['void', 'void'],
    ].entries()) {
      const part = index === 0 ? { ticketIds: [first(order.tickets).id] } : quantityOf(1);
      const done = await owner.post(`/orders/${orderNumber}/refund`, { ...part, refundedQuantity: index });
      expect(done.status, done.text).toBe(200);
      expect((await detailOf(orderNumber)).order.tickets.map(({ status }) => status)).toEqual(expected);
    }
  });

  test('an amount with a reason is refunded without voiding anything, once, and a later refund is exactly the rest', async () => {
    const orderNumber = await desk.buy({ [desk.sale.ticketA]: 3, [desk.sale.drinks]: 1 }, ada);
    const { order } = await detailOf(orderNumber);
    const path = `/orders/${orderNumber}/refund`;
    const unclear = [
      { amount: 500 },
      { reason: 'Late start' },
      { amount: 500, reason: 'Late start', ticketIds: [first(order.tickets).id] },
    ];
    for (const body of unclear) {
      const { reason } = expectProblem(await owner.post(`${path}-preview`, body), 400, 'invalid_request');
      expect(reason).toBe('refund_target_unclear');
    }
    const tooMuch = { amount: order.total + 1, reason: 'Late start' };
    expectFieldProblem(await owner.post(`${path}-preview`, tooMuch), 'amount');
    const less = { amount: 500, reason: 'Late start' };
    const preview = await previewOf(orderNumber, less);
    expect(preview).toMatchObject({ amount: 500, ticketsVoided: 0, isWhole: false, refundedTotal: 0 });
    const body = { ...less, refundedQuantity: 0, refundedTotal: 0 };
    const responses = await inParallel(2, () => owner.post(path, body));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const after = await detailOf(orderNumber);
    expect(after.order).toMatchObject({ status: 'partially_refunded', refundedTotal: 500 });
    expect(after.order.tickets.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);

    // The refund of a ticket is its share of the total, whatever was refunded before.
    const ticketIds = [first(order.tickets).id];
    const ticket = await previewOf(orderNumber, { ticketIds });
    expect(ticket.amount).toBeGreaterThan(500);
    await owner.post(path, { ticketIds, refundedQuantity: 0, refundedTotal: 500 });
    const rest = await previewOf(orderNumber);
    expect(rest).toMatchObject({ isWhole: true, amount: order.total - 500 - ticket.amount });
    expect((await owner.post(path, { refundedQuantity: 1, refundedTotal: 500 + ticket.amount })).status).toBe(200);
    expect((await detailOf(orderNumber)).order).toMatchObject({ status: 'refunded', refundedTotal: order.total });
    expect(await violations(t.db)).toEqual([]);
  });

  test('of two refunds with the same preview, one is executed', async () => {
    const orderNumber = await desk.buy({ [desk.sale.ticketA]: 3, [desk.sale.free]: 2 }, ada);
    const { order } = await detailOf(orderNumber);
    for (const [index, ticket] of order.tickets.slice(0, 2).entries()) {
      const body = { ticketIds: [ticket.id], refundedQuantity: index };
      const responses = await inParallel(2, () => owner.post(`/orders/${orderNumber}/refund`, body));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const rejected = defined(
        responses.find(({ status }) => status === 409),
        'The rejected refund',
      );
      expect(expectProblem(rejected, 409, 'invalid_state').reason).toBe('refund_preview_outdated');
    }
    const refunds = (await desk.audit()).filter(
      (entry) => entry.action === 'order.refund' && entry.subject === orderNumber,
    );
    expect(refunds).toHaveLength(2);
  });

  test('a pending order is marked as paid or cancelled; an expired one is paid late only on request', async () => {
    const { ticketA } = desk.sale;
    const [paid, cancelled, expired] = [
      await desk.reserve({ [ticketA]: 1 }, ada),
      await desk.reserve({ [ticketA]: 1 }, ada),
      await desk.reserve({ [ticketA]: 1 }, ada),
    ];
    expect((await detailOf(paid.orderNumber)).actions).toEqual(['pay', 'cancel', 'correct_buyer', 'invalidate_links']);
    expect(jsonOf(await owner.post(`/orders/${paid.orderNumber}/pay`, { late: false }))).toMatchObject({
      status: 'paid',
    });
    expect(await detailOf(paid.orderNumber)).toMatchObject({ paymentMethod: 'manual' });
    expect((await owner.post(`/orders/${cancelled.orderNumber}/cancel`)).status).toBe(200);
    await expirePendingOrders(t.db, [expired.orderNumber]);
    await expireOrders(t.db, systemClock);
    expectProblem(await owner.post(`/orders/${expired.orderNumber}/pay`, { late: false }), 409, 'invalid_state');
    expect((await detailOf(expired.orderNumber)).actions).toEqual(['pay_late', 'correct_buyer', 'invalidate_links']);
    expect((await owner.post(`/orders/${expired.orderNumber}/pay`, { late: true })).status).toBe(200);
    const actions = (await desk.audit()).filter(({ subject }) => subject === paid.orderNumber);
    expect(actions).toContainEqual(expect.objectContaining({ action: 'order.pay', actor: owner.userId }));
  });

  test('a corrected buyer or holder is found under the new values, and the audit log contains no value', async () => {
    const own = await openOrderDesk(t.db, app);
    const { ticketA, drinks, catalog } = own.sale;
    const orderNumber = await own.buy({ [ticketA]: 1, [drinks]: 1 }, { email: 'typo@example.com', name: 'Wrong' });
    const path = `/orders/${orderNumber}`;
    const before = jsonOf<Detail>(await own.owner.get(path));
    const { key } = await makeKey(t.db, catalog.organizer.id, { granted: ['orders:read:pii'] });
    const since = encodeURIComponent(before.order.updatedAt);
    const correction = { email: 'Right@Example.com', name: 'Right Name' };
    expect((await own.owner.patch(`${path}/buyer`, correction)).status).toBe(200);
    const ticketPath = `${path}/tickets/${first(before.order.tickets).id}`;
    expect((await own.owner.patch(ticketPath, { holderName: '', category: 'M40' })).status).toBe(200);
    expect((await own.owner.patch(ticketPath, { holderName: 'Holder Name' })).status).toBe(200);
    const after = jsonOf<Detail>(await own.owner.get(path));
    expect(after.order.buyer).toMatchObject(correction);
    expect(first(after.order.tickets)).toMatchObject({ holderName: 'Holder Name', category: 'M40' });
    expect(after.order.updatedAt > before.order.updatedAt).toBe(true);
    expect(first(after.order.tickets).updatedAt > first(before.order.tickets).updatedAt).toBe(true);

    const addons = await read(await app.request('/api/v1/addons?email=right@example.com', { key }));
    expect(jsonOf<PageBody>(addons).data).toHaveLength(1);
    const changed = await read(await app.request(`/api/v1/orders?updatedSince=${since}`, { key }));
    expect(numbersOf(changed)).toEqual([orderNumber]);
    expect(numbersOf(await own.owner.post('/orders/search', { text: 'wrong' }))).toEqual([]);
    const entries = JSON.stringify(await own.audit());
    expect(entries).toContain('order.correct_buyer');
    expect(entries).toContain('ticket.correct_holder');
    expect(entries).not.toMatch(/right|holder name|typo/i);

    expectFieldProblem(await own.owner.patch(`${path}/buyer`, { email: 'ada@exam ple' }), 'email');
    expectProblem(await own.owner.patch(`${path}/buyer`, {}), 400, 'invalid_request');
    const ofOtherOrder = await own.buy({ [ticketA]: 1 }, ada);
    const wrongOrder = `/orders/${ofOtherOrder}/tickets/${first(before.order.tickets).id}`;
    expectProblem(await own.owner.patch(wrongOrder, { holderName: 'X' }), 404, 'not_found');
  });

  test('an order by hand has the prices, the stock and the events of any order', async () => {
    const own = await openOrderDesk(t.db, app, 2);
    const { ticketA, ticketB, drinks, catalog, eventId } = own.sale;
    await catalog.patch(own.sale.offerPath(ticketA), { salesEndAt: '2020-01-01T00:00:00Z' });
    const cart = own.sale.cart({ [ticketA]: 1, [drinks]: 1 });
    const quoted = jsonOf<{ feeBreakdown: { total: number; platformFee: number } }>(
      await own.owner.post('/orders/quote', { ...cart, sale: 'box_office' }),
    );
    const attendees = [{ ticketTypeId: ticketA, holderName: 'Ada' }];
    const body = { ...cart, buyer: ada, attendees, sale: 'box_office' };
    const eventsBefore = (await catalog.emittedTypes()).length;
    const created = await own.owner.post('/orders', body);
    expect(created.status, created.text).toBe(201);
    const { orderNumber } = jsonOf<{ orderNumber: string }>(created);
    expect((await catalog.emittedTypes()).slice(eventsBefore)).toEqual([
      'order.created',
      'order.paid',
      'ticket.issued',
      'addon.granted',
      'settlement.updated',
    ]);
    const { order, paymentMethod } = jsonOf<Detail>(await own.owner.get(`/orders/${orderNumber}`));
    expect(order).toMatchObject({ status: 'paid', total: quoted.feeBreakdown.total });
    expect(quoted.feeBreakdown.platformFee).toBeGreaterThan(0);
    expect({ paymentMethod, holder: first(order.tickets).holderName }).toEqual({
      paymentMethod: 'box_office',
      holder: 'Ada',
    });

    const gift = jsonOf<{ orderNumber: string }>(
      await own.owner.post('/orders', { ...own.sale.cart({ [ticketB]: 1 }), buyer: ada, sale: 'complimentary' }),
    );
    expect(jsonOf(await own.owner.get(`/orders/${gift.orderNumber}`))).toMatchObject({
      order: { status: 'paid', total: 0, feeBreakdown: { subtotal: 3_500, discount: 3_500, platformFee: 0 } },
      paymentMethod: 'complimentary',
    });

    // One unit of each offer is left. Of five concurrent requests, one gets it; a repeated request gets the same response.
    const responses = await inParallel(5, () => own.owner.post('/orders', body));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    for (const response of responses) if (response.status === 409) expectProblem(response, 409, 'sold_out');
    expect((await readStock(t.db, eventId)).get(ticketA)).toMatchObject({ sold: 2, reserved: 0 });
    expect((await own.audit()).filter(({ action }) => action === 'order.create')).toHaveLength(3);
    expect(await violations(t.db)).toEqual([]);
  });

  test('an order by hand without an e-mail address mails nothing, is found by its other words, and its tickets can be opened', async () => {
    const own = await openOrderDesk(t.db, app);
    const { ticketA, drinks, catalog, eventId } = own.sale;
    const cart = own.sale.cart({ [ticketA]: 2, [drinks]: 1 });
    const sell = async (buyer: object) => own.owner.post('/orders', { ...cart, buyer, sale: 'box_office' });
    for (const email of ['', 'nobody']) expectFieldProblem(await sell({ email }), 'buyer.email');
    const { orderNumber } = jsonOf<{ orderNumber: string }>(await sell({ email: null, name: 'Walk-in Guest' }));
    await sell({});
    const path = `/orders/${orderNumber}`;
    const { order, actions } = jsonOf<Detail>(await own.owner.get(path));
    expect(order.buyer).toEqual({ email: null, name: 'Walk-in Guest', phone: null, answers: [] });
    expect(actions).toEqual(['refund', 'open_tickets', 'correct_buyer', 'invalidate_links', 'correct_holder']);
    expect(expectProblem(await own.owner.post(`${path}/send-tickets`), 409, 'invalid_state').reason).toBe(
      'order_has_no_email',
    );

    const { key } = await makeKey(t.db, catalog.organizer.id, { granted: ['orders:read:pii'] });
    const byKey = async (url: string) => read(await app.request(`/api/v1/orders${url}`, { key }));
    expect(jsonOf<{ buyer: object }>(await byKey(`/${orderNumber}`)).buyer).toEqual(order.buyer);
    const list = jsonOf<PageBody<MemberOrder>>(await byKey('?expand=buyer')).data;
    expect(list.map(({ buyer }) => buyer?.email)).toEqual([null, null]);
    expectFieldProblem(await byKey('?email='), 'email');
    const find = async (text: string) => numbersOf(await own.owner.post('/orders/search', { text }));
    expect([await find('guest walk'), await find('@'), await find('a@')]).toEqual([[orderNumber], [], []]);
    const export_ = `/attendees/file?eventId=${eventId}&format=csv&columns=buyerName,buyerEmail&language=en`;
    expect((await own.owner.get(export_)).text).toContain('Walk-in Guest,\r\n');

    const readsBefore = (await own.audit()).length;
    const opened = await own.owner.request(`/dashboard/api/organizers/${catalog.organizer.slug}${path}/tickets`, {
      redirect: 'manual',
    });
    const location = defined(opened.headers.get('location'), 'The page');
    expect([opened.status, location]).toEqual([
      303,
      expect.stringContaining(`/e/${eventId}?order=${orderNumber}#rsv_`),
    ]);
    expect((await own.audit()).slice(readsBefore)).toMatchObject([
      { action: 'order.personal_data.read', subject: orderNumber, actor: own.owner.userId },
    ]);
    const token = location.slice(location.indexOf('#') + 1);
    const asBuyer = await read(await app.request(`/api/public/v1/orders/${orderNumber}`, { key: token }));
    expect(jsonOf(asBuyer)).toMatchObject({
      buyer: { email: null },
      tickets: [{ status: 'valid' }, { status: 'valid' }],
    });

    const ticketIds = [first(order.tickets).id];
    expect((await own.owner.post(`${path}/refund`, { ticketIds, refundedQuantity: 0 })).status).toBe(200);
    const mails = () => t.db.selectFrom('order_mails').select('kind').where('organizer_id', '=', catalog.organizer.id);
    expect(await mails().execute()).toEqual([]);
    await own.owner.patch(`${path}/buyer`, { name: 'Guest of Ada' });
    expect(await find('of guest')).toEqual([orderNumber]);
    await own.owner.patch(`${path}/buyer`, { email: 'guest@example.com' });
    expect((await own.owner.post(`${path}/send-tickets`)).status).toBe(200);
    expect(await mails().execute()).toEqual([{ kind: 'tickets' }]);
    expect(await find('guest@example.com')).toEqual([orderNumber]);
    expect(await violations(t.db)).toEqual([]);
  });

  test('a repeated request with the same Idempotency-Key creates one order', async () => {
    const own = await openOrderDesk(t.db, app);
    const body = JSON.stringify({ ...own.sale.cart({ [own.sale.ticketA]: 1 }), buyer: ada, sale: 'box_office' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'first-order' };
    const path = `/dashboard/api/organizers/${own.sale.catalog.organizer.slug}/orders`;
    const responses = await inParallel(3, () => own.owner.request(path, { method: 'POST', headers, body }));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(numbersOf(await own.owner.get('/orders'))).toHaveLength(1);
  });

  test('the timeline lists what happened, without personal data', async () => {
    const own = await openOrderDesk(t.db, app);
    const orderNumber = await own.buy({ [own.sale.ticketA]: 2 }, ada);
    const path = `/orders/${orderNumber}`;
    const { order } = jsonOf<Detail>(await own.owner.get(path));
    await own.owner.post(`/tickets/${first(order.tickets).id}/use`);
    await own.owner.patch(`${path}/buyer`, { name: 'Ada King' });
    await own.owner.post(`${path}/refund`, { refundedQuantity: 0 });
    const response = await own.owner.get(`${path}/timeline`);
    const { data } = jsonOf<{ data: { kind: string; name: string; actor: string | null }[] }>(response);
    const happened = data.map(({ kind: what, name }) => `${what} ${name}`);
    for (const entry of [
      'order created',
      'order paid',
      'payment test',
      'refund test',
      'mail tickets',
      'mail refunded',
      'webhook order.paid',
      'webhook order.refunded',
      'action ticket.use',
      'action order.correct_buyer',
      'action order.refund',
    ]) {
      expect(happened, entry).toContain(entry);
    }
    expect(happened.at(-1)).toMatch(/^(order created|webhook order.created)$/);
    expect(happened).not.toContain('action order.personal_data.read');
    expect(data.find(({ name }) => name === 'order.refund')?.actor).toBe(own.owner.userId);
    expect(withoutIds(response.text)).not.toMatch(/ada|lovelace|king/i);
  });

  test('orders by hand, and units changed by hand around a refund, are the same after an export and an import', async () => {
    const own = await openOrderDesk(t.db, app);
    const { ticketB, drinks } = own.sale;
    const sell = async (sale: string, buyer: object) => {
      const body = { ...own.sale.cart({ [ticketB]: 1, [drinks]: 2 }), buyer, sale };
      return jsonOf<{ orderNumber: string }>(await own.owner.post('/orders', body)).orderNumber;
    };
    const [paid, gift] = [await sell('box_office', ada), await sell('complimentary', {})];
    const { order, entitlements } = jsonOf<Detail>(await own.owner.get(`/orders/${paid}`));
    const change = (action: 'consume' | 'return', units: number, ref: string) =>
      own.owner.post(`/addons/${first(entitlements).id}/${action}`, { units, ref, reason: 'The scanner was broken' });
    expect((await change('consume', 8, 'bar')).status).toBe(200);
    const itemId = defined(
      order.items.find((item) => item.kind === 'addon'),
      'The add-on',
    ).id;
    const refund = { items: [{ itemId, quantity: 1 }], refundedQuantity: 0 };
    expect((await own.owner.post(`/orders/${paid}/refund`, refund)).status).toBe(200);
    // Of the 5 refunded units, 2 are void and 3 were consumed before. The returned unit belongs to the other purchase.
    expect(jsonOf(await change('return', 1, 'back'))).toMatchObject({ unitsConsumed: 7, unitsRemaining: 1 });

    const lines = await exportLines(t.db, own.sale.catalog.organizer.id);
    const organizer = await makeOrganizer(t.db);
    await importAll(t.db, organizer, lines);
    expect(await exportLines(t.db, organizer.id)).toEqual(lines);
    const imported = await signIn(app, { organizer, role: 'owner' });
    expect(numbersOf(await imported.get('/orders?method=box_office'))).toEqual([paid]);
    expect(numbersOf(await imported.get('/orders?method=complimentary'))).toEqual([gift]);
    const unitsOf = async () => jsonOf<Detail>(await imported.get(`/orders/${paid}`)).entitlements;
    expect(await unitsOf()).toMatchObject([{ unitsConsumed: 7, unitsRemaining: 1 }]);
    const { history } = jsonOf<{ history: object[] }>(await imported.get(`/addons/${first(await unitsOf()).id}`));
    expect(history).toMatchObject([
      { kind: 'returned', units: 1, ref: 'back', reason: 'The scanner was broken', actor: 'import' },
      { kind: 'consumed', units: 8, ref: 'bar', reason: 'The scanner was broken', actor: 'import' },
    ]);
    expect(await violations(t.db)).toEqual([]);
  });

  test('units are consumed and returned by hand once for each ref, with a reason in the history', async () => {
    const own = await openOrderDesk(t.db, app);
    const orderNumber = await own.buy({ [own.sale.drinks]: 2 }, ada);
    const [entitlement] = jsonOf<Detail>(await own.owner.get(`/orders/${orderNumber}`)).entitlements;
    const path = `/addons/${defined(entitlement, 'The entitlement').id}`;
    const change = (action: 'consume' | 'return', units: number, ref: string) =>
      own.owner.post(`${path}/${action}`, { units, ref, reason: 'The scanner was broken' });
    const consumed = await inParallel(3, () => change('consume', 4, 'bar-1'));
    for (const response of consumed) expect(jsonOf(response)).toMatchObject({ unitsConsumed: 4, unitsRemaining: 6 });
    const returned = await inParallel(3, () => change('return', 1, 'back-1'));
    for (const response of returned) expect(jsonOf(response)).toMatchObject({ unitsConsumed: 3, unitsRemaining: 7 });
    expectProblem(await change('return', 2, 'back-1'), 409, 'ref_conflict');
    expectProblem(await change('consume', 8, 'bar-2'), 409, 'insufficient_units');
    expect(expectProblem(await change('return', 4, 'back-2'), 409, 'invalid_state').params).toMatchObject({
      unitsMax: 3,
    });
    const { history, isComplete } = jsonOf<{ history: object[]; isComplete: boolean }>(await own.owner.get(path));
    expect(isComplete).toBe(true);
    expect(history).toMatchObject([
      { kind: 'returned', units: 1, ref: 'back-1', reason: 'The scanner was broken', actor: own.owner.userId },
      { kind: 'consumed', units: 4, ref: 'bar-1', reason: 'The scanner was broken', actor: own.owner.userId },
    ]);
    const actions = (await own.audit()).filter(({ subject }) => subject === entitlement?.id);
    expect(actions.map(({ action }) => action)).toEqual(['addon.consume', 'addon.return']);
    expect(JSON.stringify(actions)).not.toContain('scanner');

    // A system can reverse a consumption that a member has made.
    expect((await change('consume', 2, 'bar-3')).status).toBe(200);
    const readHistory = async () => jsonOf<{ history: { id: string }[] }>(await own.owner.get(path)).history;
    const { id: consumptionId } = first(await readHistory());
    const { key } = await makeKey(t.db, own.sale.catalog.organizer.id);
    await app.request(`/api/v1/addons/consumptions/${consumptionId}/reverse`, {
      ...{ key, method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ reason: 'The wrong drink' }),
    });
    expect(await readHistory()).toMatchObject([
      { kind: 'returned', units: 2, reason: 'The wrong drink', reversedAt: null },
      { id: consumptionId, kind: 'consumed', reversedAt: expect.any(String) },
      { kind: 'returned', reversedAt: null },
      { kind: 'consumed', reversedAt: null },
    ]);
    expectProblem(await change('consume', 2, 'bar-3'), 409, 'ref_conflict');

    // Units that were refunded after their consumption stay consumed.
    const { refundedQuantity } = jsonOf<Preview>(await own.owner.post(`/orders/${orderNumber}/refund-preview`, {}));
    expect((await own.owner.post(`/orders/${orderNumber}/refund`, { refundedQuantity })).status).toBe(200);
    expect(expectProblem(await change('return', 1, 'back-3'), 409, 'invalid_state').params).toMatchObject({
      unitsMax: 0,
    });
    expect(await violations(t.db)).toEqual([]);
  });

  test('a ticket is used and its use is undone, each once', async () => {
    const orderNumber = await desk.buy({ [desk.sale.ticketA]: 1 }, ada);
    const [ticket] = jsonOf<PageBody<{ id: string; status: string }>>(
      await owner.get(`/tickets?orderNumber=${orderNumber.toLowerCase()}`),
    ).data;
    const path = `/tickets/${defined(ticket, 'The ticket').id}`;
    for (const [action, status] of [
      ['use', 'used'],
      ['undo-use', 'valid'],
    ]) {
      const responses = await inParallel(2, () => owner.post(`${path}/${action}`));
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
      expect(
        jsonOf(
          defined(
            responses.find((response) => response.status === 200),
            'The success',
          ),
        ),
      ).toMatchObject({ status });
    }
  });
});

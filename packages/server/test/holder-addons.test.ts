import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { duplicateEvent } from '../src/features/catalog/duplicate-event.ts';
import { expireOrders } from '../src/features/orders/index.ts';
import type { LineFailure } from '../src/features/transfer/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { type QuoteBody, readStock } from './harness/checkout.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { exportLines, importAll, makeKey, makeOrganizer } from './harness/fixtures.ts';
import {
  type Buyer,
  expectCartRejected,
  PublicSite,
  type ReservedBody,
  reservation,
  type Shop,
} from './harness/public-site.ts';
import { jsonOf, read as readResponse, type TestResponse } from './harness/responses.ts';
import { violations } from './invariants.ts';

interface Addon {
  readonly addonId: string;
  readonly itemId: string;
  readonly name: string;
  readonly unitsTotal: number;
}
interface Detail {
  readonly items: { readonly id: string; readonly name: string; readonly quantityRefunded: number }[];
  readonly tickets: {
    readonly id: string;
    readonly holderName: string;
    readonly status: string;
    readonly addons: Addon[];
  }[];
}

describeOnBoth('add-ons of ticket holders', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let key: string;
  let shirt: { readonly id: string };

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    key = (await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:write', 'orders:read:pii'] }))
      .key;
    shirt = await shop.organizerApi.addon(shop.event.id, {
      ...{ name: 'Shirt L', type: 'shirt', price: 1_500, quantity: 3, unitsPerPurchase: 1 },
      assignedTo: 'holder',
    });
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
    await site.close();
  });

  const runner = (holderName: string, ...addonIds: string[]) => ({
    ticketTypeId: shop.tenKm.id,
    holderName,
    addons: addonIds.map((addonId) => ({ addonId, quantity: 1 })),
  });
  const cart = (...attendees: object[]) => ({
    items: [{ ticketTypeId: shop.tenKm.id, quantity: attendees.length }],
    attendees,
  });
  const request = async (path: string, body?: object) =>
    readResponse(
      await site.app.request(`/api/v1${path}`, {
        key,
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  const read = async (orderNumber: string) => jsonOf<Detail>(await request(`/orders/${orderNumber}`));
  const stock = async (id = shirt.id) => (await readStock(database.db, shop.event.id)).get(id);
  const pay = async (response: TestResponse) => {
    expect(response.status, response.text).toBe(201);
    const { orderNumber, reservationToken } = jsonOf<ReservedBody>(response);
    const buyerToken = site.buyerToken('ada@example.com');
    const paid = await buyer.post('/pay', { orderNumber, reservationToken, buyerToken, method: 'test' });
    expect(paid.status, paid.text).toBe(200);
    return { orderNumber, reservationToken };
  };
  const reserve = (fields: object) => buyer.post('/reserve', { ...reservation(shop), ...fields });

  test('a shirt is priced, bought and shown with its runner, in every response', async () => {
    const drinks = { addons: [{ addonId: shop.drinks.id, quantity: 1 }] };
    const order = { ...cart(runner('Ada'), runner('Grace', shirt.id)), ...drinks };
    const addons = [{ addonId: shirt.id, quantity: 1 }];
    const quoted = await buyer.post('/quote', {
      ...{ eventId: shop.event.id, items: order.items, addons: order.addons },
      attendees: [{ ticketTypeId: shop.tenKm.id }, { ticketTypeId: shop.tenKm.id, addons }],
    });
    const quote = jsonOf<Omit<QuoteBody, 'lines'> & { lines: { addonId: string; attendee: number | null }[] }>(quoted);
    expect(quote.lines.map(({ addonId, attendee }) => [addonId, attendee])).toEqual([
      [null, null],
      [shop.drinks.id, null],
      [shirt.id, 1],
    ]);
    const reserved = await reserve({ ...order, expectedTotal: quote.feeBreakdown.total });
    const { orderNumber, reservationToken } = await pay(reserved);
    const detail = await read(orderNumber);
    const addonsOf = (ticket: Detail['tickets'][number]) => [ticket.holderName, ticket.addons.map(({ name }) => name)];
    expect(detail.tickets.map(addonsOf)).toEqual([
      ['Ada', []],
      ['Grace', ['Shirt L']],
    ]);
    const [ada, grace] = detail.tickets;
    const own = jsonOf<Detail & { entitlements: { name: string; ticketId: string | null }[] }>(
      await buyer.get(`/orders/${orderNumber}`, reservationToken),
    );
    expect(own.tickets.map(addonsOf)).toEqual(detail.tickets.map(addonsOf));
    expect(own.entitlements.map(({ name, ticketId }) => [name, ticketId])).toEqual([
      [expect.any(String), null],
      ['Shirt L', grace!.id],
    ]);
    const { data } = jsonOf<{ data: { holderName: string; addons: { addonId: string }[] }[] }>(
      await request(`/attendees?eventId=${shop.event.id}`),
    );
    expect(
      Object.fromEntries(data.map(({ holderName, addons }) => [holderName, addons.map(({ addonId }) => addonId)])),
    ).toEqual({
      Ada: [shop.drinks.id],
      Grace: [shop.drinks.id, shirt.id],
    });
    expect(ada!.addons).toEqual([]);
  });

  test('rejects what cannot be ordered, with its path, and changes nothing', async () => {
    const other = await site.shop();
    const foreign = await other.organizerApi.addon(other.event.id, { assignedTo: 'holder' });
    const errorsOf = async (fields: object, code = 'invalid_request', status = 400) => {
      const { errors } = await expectCartRejected(shop, buyer, { eventId: shop.event.id, ...fields }, status, code);
      return errors!.map(({ path, code: problem }) => `${path}: ${problem}`);
    };
    const person = (...addons: object[]) => ({ ticketTypeId: shop.tenKm.id, addons });
    const one = (addonId: string, quantity = 1) => ({ addonId, quantity });
    expect(await errorsOf({ ...cart(person()), addons: [one(shirt.id)] })).toEqual([
      'addons.0.addonId: addon_of_holder',
    ]);
    expect(await errorsOf(cart(person(), person(one(shop.drinks.id))))).toEqual([
      'attendees.1.addons.0.addonId: addon_of_order',
    ]);
    expect(await errorsOf(cart(person(one(foreign.id))))).toEqual(['attendees.0.addons.0.addonId: unknown_offer']);
    expect(await errorsOf(cart(person(one(shirt.id, 2))))).toEqual([
      'attendees.0.addons.0.quantity: above_holder_maximum',
    ]);
    expect(await errorsOf(cart(person(one(shirt.id), one(shirt.id))))).toEqual([
      'attendees.0.addons.1.addonId: repeated_line',
    ]);
    const manyWrong = Array.from({ length: 50 }, () => one(foreign.id));
    expect(await errorsOf(cart(person(...manyWrong), person(...manyWrong), person(...manyWrong)))).toHaveLength(100);
    const four = cart(...Array.from({ length: 4 }, () => person(one(shirt.id))));
    const { items, attendees } = four;
    expect(await errorsOf({ items: [{ ...items[0], quantity: 3 }], attendees }, 'invalid_request')).toEqual([
      'attendees.3.ticketTypeId: too_many_holders',
    ]);
    const sold = await buyer.post('/reserve', { ...reservation(shop), ...four });
    expect(jsonOf<{ code: string; errors: object[] }>(sold)).toMatchObject({
      code: 'sold_out',
      errors: [
        { path: 'attendees.3.addons.0.quantity', code: 'not_enough_left', params: { available: 3, requested: 4 } },
      ],
    });
  });

  test('the last shirts go to one of two buyers with two runners each, and the other holds nothing', async () => {
    const both = await Promise.all(
      ['Ada', 'Grace'].map((name) => reserve(cart(runner(name, shirt.id), runner(`${name} II`, shirt.id)))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await stock()).toMatchObject({ reserved: 2, sold: 0 });
    expect(await stock(shop.tenKm.id)).toMatchObject({ reserved: 2, sold: 0 });
    site.clock.advance(11 * 60_000);
    await expireOrders(database.db, site.clock);
    expect(await stock()).toMatchObject({ reserved: 0, sold: 0 });
  });

  test('the refund of a runner takes her shirt, and no other, and returns it to the stock', async () => {
    const { orderNumber } = await pay(await reserve(cart(runner('Ada', shirt.id), runner('Grace', shirt.id))));
    const [ada, grace] = (await read(orderNumber)).tickets;
    const path = `/orders/${orderNumber}/refunds`;
    const preview = jsonOf<{ amount: number; unitsVoided: number; ticketsVoided: number }>(
      await request(path, { ticketIds: [grace!.id], dryRun: true }),
    );
    expect(preview).toMatchObject({ ticketsVoided: 1, unitsVoided: 1 });
    const refund = jsonOf<{ amount: number; items: { itemId: string; quantity: number; ticketIds: string[] }[] }>(
      await request(path, { ticketIds: [grace!.id] }),
    );
    expect(refund.amount).toBe(preview.amount);
    expect(refund.items).toEqual([
      { itemId: expect.any(String), quantity: 1, ticketIds: [grace!.id] },
      { itemId: grace!.addons[0]!.itemId, quantity: 1, ticketIds: [] },
    ]);
    const after = await read(orderNumber);
    expect(after.tickets.map(({ status, addons }) => [status, addons.length])).toEqual([
      ['valid', 1],
      ['void', 0],
    ]);
    expect(await stock()).toMatchObject({ sold: 1 });
    const shirtOnly = await request(path, { items: [{ itemId: ada!.addons[0]!.itemId, quantity: 1 }] });
    expect(shirtOnly.status, shirtOnly.text).toBe(201);
    expect((await read(orderNumber)).tickets[0]).toMatchObject({ status: 'valid', addons: [] });
    expect(await stock()).toMatchObject({ sold: 0 });
  });

  test('a question for a shirt is asked of the runners who have one', async () => {
    const asked = await shop.organizerApi.post(`/events/${shop.event.id}/questions`, {
      ...{ askedOf: 'holder', kind: 'text', label: 'Cut', isRequired: true, offerIds: [shirt.id] },
    });
    const { id } = jsonOf<{ id: string }>(asked);
    const missing = await reserve(cart(runner('Ada'), runner('Grace', shirt.id)));
    expect(jsonOf<{ errors: { path: string }[] }>(missing).errors.map(({ path }) => path)).toEqual([
      `attendees.1.answers.${id}`,
    ]);
    const answered = { ...runner('Grace', shirt.id), answers: { [id]: 'Slim' } };
    const { orderNumber, reservationToken } = await pay(await reserve(cart(runner('Ada'), answered)));
    const grace = (await read(orderNumber)).tickets[1]!;
    const changed = await buyer.send('PATCH', `/orders/${orderNumber}`, {
      body: { tickets: [{ id: grace.id, answers: { [id]: 'Straight' } }] },
      token: reservationToken,
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await read(orderNumber)).tickets[1]).toMatchObject({ answers: [{ value: 'Straight' }] });
  });

  test('the organizer sells a shirt of a runner at a stated price', async () => {
    const attendee = { ticketTypeId: shop.tenKm.id, addons: [{ addonId: shirt.id, quantity: 1, unitPrice: 700 }] };
    const response = await request('/orders', {
      eventId: shop.event.id,
      items: [{ ticketTypeId: shop.tenKm.id, quantity: 1, unitPrice: 1_000 }],
      attendees: [attendee],
      ...{ expectedTotal: 1_700, currency: 'EUR', buyer: {}, status: 'paid' },
    });
    expect(response.status, response.text).toBe(201);
    const { orderNumber } = jsonOf<ReservedBody>(response);
    expect((await read(orderNumber)).tickets[0]).toMatchObject({ addons: [{ name: 'Shirt L', unitsTotal: 1 }] });
  });

  test('an add-on that belongs to holders now was sold with the order before', async () => {
    const path = `/events/${shop.event.id}/addons/${shop.drinks.id}`;
    const order = { ...cart(runner('Ada')), addons: [{ addonId: shop.drinks.id, quantity: 1 }] };
    const pending = await reserve(order);
    const changed = await shop.organizerApi.patch(path, { assignedTo: 'holder', maxPerHolder: 4 });
    expect(jsonOf(changed)).toMatchObject({ assignedTo: 'holder', maxPerHolder: 4 });
    expect((await reserve(order)).status).toBe(400);
    const { orderNumber } = await pay(pending);
    expect((await read(orderNumber)).tickets[0]).toMatchObject({ addons: [] });
    expect(jsonOf(await shop.organizerApi.patch(path, { assignedTo: 'order' }))).toMatchObject({ maxPerHolder: null });
  });

  test('shirts keep their runners in a copy of the organizer, and a copy of the event has their rules', async () => {
    const { db } = database;
    const { orderNumber } = await pay(await reserve(cart(runner('Ada'), runner('Grace', shirt.id))));
    await reserve(cart(runner('Pending', shirt.id)));
    const cancelled = jsonOf<ReservedBody>(await reserve(cart(runner('Gone', shirt.id))));
    await buyer.post('/cancel', cancelled);
    const lines = await exportLines(db, shop.organizerApi.organizer.id);
    const copy = await makeOrganizer(db);
    const failures: LineFailure[] = [];
    await importAll(db, copy, lines, undefined, failures);
    expect(failures).toEqual([]);
    expect((await exportLines(db, copy.id)).sort()).toEqual(lines.sort());
    const copied = await db
      .selectFrom('entitlements as n')
      .innerJoin('tickets as t', (join) =>
        join.onRef('t.organizer_id', '=', 'n.organizer_id').onRef('t.id', '=', 'n.ticket_id'),
      )
      .select(['t.holder_name', 'n.name'])
      .where('n.organizer_id', '=', copy.id)
      .where('t.order_number', '=', orderNumber)
      .execute();
    expect(copied).toEqual([{ holder_name: 'Grace', name: 'Shirt L' }]);

    const scope = organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator);
    const body = { input: { name: 'Next year', startsAt: '2030-01-01T00:00:00.000Z' }, fieldErrors: [] };
    const { json } = await db.transaction().execute((tx) => duplicateEvent(tx, scope, shop.event.id, body));
    const { addons } = JSON.parse(json) as { addons: object[] };
    expect(addons[1]).toMatchObject({ name: 'Shirt L', assignedTo: 'holder', maxPerHolder: 1 });
  });
});

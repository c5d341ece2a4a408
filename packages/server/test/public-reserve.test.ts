import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { setFeePolicy } from '../src/features/organizers/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { eventsOf } from './harness/outbox-setup.ts';
import { type Buyer, feePolicy, PublicSite, type ReservedBody, reservation, type Shop } from './harness/public-site.ts';
import { baseUrl, expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const idempotencyHeader = (key: string) => ({
  'idempotency-key': `the attempt ${key}`.replaceAll(' ', '-').padEnd(16, '.'),
});
const replayHeader = ({ headers }: TestResponse) => headers.get('idempotent-replayed');
/** The parts of a response that a replay must contain unchanged. */
const repeatedParts = ({ status, headers, text }: TestResponse) => ({
  status,
  text,
  location: headers.get('location'),
  type: headers.get('content-type'),
});

type OrderBody = Record<string, unknown> & { orderNumber: string };

describeOnBoth('POST /reserve', (kind) => {
  const database = useDatabase(kind);
  let otherDb: Db;
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    otherDb = openDatabase(database);
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    await site.close();
    await otherDb.destroy();
  });

  const itemsOf = (...quantities: [id: string, quantity: number][]) =>
    quantities.map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }));
  const listOrders = async (seller = shop) =>
    jsonOf<{ data: OrderBody[] }>(await seller.organizerApi.send('GET', '/orders')).data;
  /** The sold and reserved quantities, by name. */
  const readStock = async () => {
    const { ticketTypes, addons } = await shop.organizerApi.get(shop.event.id);
    return Object.fromEntries([...ticketTypes, ...addons].map(({ name, sold, reserved }) => [name, [sold, reserved]]));
  };

  test('reserves the cart for ten minutes at the prices of the quote, and returns the URL of the order in Location', async () => {
    const { event, tenKm, half, drinks } = shop;
    const cart = {
      eventId: event.id,
      items: itemsOf([tenKm.id, 2], [half.id, 1]),
      addons: [{ addonId: drinks.id, quantity: 3 }],
    };
    const quote = jsonOf(await buyer.post('/quote', cart));
    const response = await buyer.post('/reserve', { ...cart, buyer: { email: 'Ada@Example.com' } });
    expect(response.status).toBe(201);
    const body = jsonOf<ReservedBody>(response);
    const { shortages, requiresVerifiedEmail, ...quotedFields } = quote;
    expect({ shortages, requiresVerifiedEmail }).toEqual({ shortages: [], requiresVerifiedEmail: false });
    const { orderNumber, reservationToken, expiresAt, status, ...reservedFields } = body;
    expect(reservedFields).toEqual(quotedFields);
    expect({ status, expiresAt }).toEqual({
      status: 'pending',
      expiresAt: new Date(site.clock.now() + 10 * 60 * 1_000).toISOString(),
    });
    expect(reservationToken).toMatch(/^rsv_/);
    expect(response.headers.get('location')).toBe(`${baseUrl}/api/public/v1/orders/${orderNumber}`);
    expect(await readStock()).toEqual({ '10 km': [0, 2], Half: [0, 1], 'Fun run': [0, 0], Drinks: [0, 3] });
  });

  test('creates a pending order, and emits an event with the order as in the organizer’s API', async () => {
    const {
      orderNumber,
      expiresAt,
      feeBreakdown,
      lines: reservedLines,
    } = await buyer.reserve(shop, {
      addons: [{ addonId: shop.drinks.id, quantity: 1 }],
      attendees: [{ ticketTypeId: shop.tenKm.id, holderName: 'Wendeline' }],
    });
    const orders = await listOrders();
    expect(orders).toHaveLength(1);
    const [order] = orders;
    expect(order).toMatchObject({ orderNumber, expiresAt, status: 'pending', ticketCount: 2, paidAt: null });
    const detail = jsonOf<OrderBody>(await shop.organizerApi.send('GET', `/orders/${orderNumber}`));
    expect(detail).toMatchObject({ ...order, feeBreakdown, tickets: [] });
    const items = (detail['items'] as Record<string, unknown>[]).map(({ id: _, quantityRefunded: __, ...item }) => ({
      ...item,
      attendee: null,
    }));
    expect(items).toEqual(reservedLines);
    const events = await eventsOf(database.db, shop.organizerApi.organizer.id);
    const { type, data } = elementAt(events, -1);
    expect({ type, data }).toEqual({ type: 'order.created', data: detail });
    expect(JSON.stringify(events)).not.toMatch(/Wendeline|ada@example/i);
  });

  test('reserves nothing without the name of each holder of a ticket type that requires it', async () => {
    const { event, tenKm, organizerApi } = shop;
    const { id } = await organizerApi.ticketType(event.id, { name: 'Named', holderName: 'required' });
    const before = await organizerApi.storedRows();
    const named = { ticketTypeId: id, holderName: 'Ada' };
    const blank = { ...named, holderName: ' ' };
    for (const [attendees, paths, problem = 'required'] of [
      [[], ['attendees.0']],
      [[named], ['attendees.1']],
      [[blank, { ticketTypeId: tenKm.id }, named], ['attendees.0.holderName'], 'no_visible_text'],
      [[{ ticketTypeId: id }], ['attendees.0.holderName', 'attendees.1']],
    ] as const) {
      const cart = { ...reservation(shop), items: itemsOf([id, 2], [tenKm.id, 1]), attendees };
      const { errors } = expectProblem(await buyer.post('/reserve', cart), 400, 'invalid_request');
      expect(errors?.map(({ path, code }) => [path, code])).toEqual(paths.map((path) => [path, problem]));
    }
    expect(await organizerApi.storedRows()).toEqual(before);
    await buyer.reserve(shop, { items: itemsOf([id, 2], [tenKm.id, 1]), attendees: [named, named] });
  });

  test('reserves nothing if a line exceeds the stock, and the errors name each such line', async () => {
    const { tenKm, half, drinks, event } = shop;
    await buyer.reserve(shop, { items: itemsOf([tenKm.id, 9]), addons: [{ addonId: drinks.id, quantity: 8 }] });
    const before = await shop.organizerApi.storedRows();
    const response = await buyer.post('/reserve', {
      ...reservation(shop),
      eventId: event.id,
      items: itemsOf([half.id, 1], [tenKm.id, 2]),
      addons: [{ addonId: drinks.id, quantity: 3 }],
    });
    const { errors, detail } = expectProblem(response, 409, 'sold_out');
    expect(errors).toEqual([
      {
        path: 'items.1.quantity',
        code: 'not_enough_left',
        params: { name: '10 km', available: 1, requested: 2 },
        message: 'Only 1 of "10 km" is left, but 2 were requested.',
      },
      {
        path: 'addons.0.quantity',
        code: 'not_enough_left',
        params: { name: 'Drinks', available: 2, requested: 3 },
        message: 'Only 2 of "Drinks" are left, but 3 were requested.',
      },
    ]);
    expect(detail).toBe(errors?.map(({ message }) => message).join(' '));
    expect(await shop.organizerApi.storedRows()).toEqual(before);
  });

  test('sells the last tickets once, even with concurrent requests', async () => {
    const sendRequest = () =>
      site.buyer().post('/reserve', { ...reservation(shop), items: itemsOf([shop.tenKm.id, 3]) });
    const responses = await Promise.all(Array.from({ length: 20 }, sendRequest));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const response of responses) if (response.status !== 201) expectProblem(response, 409, 'sold_out');
    expect((await readStock())['10 km']).toEqual([0, 9]);
  });

  test('uses the current fees; later changes do not affect the order', async () => {
    const first = await buyer.reserve(shop, {});
    const policy = { ...feePolicy, paidBy: 'organizer' as const, taxMode: 'on_top' as const };
    await setFeePolicy(database.db, organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator), policy);
    const { buyer: _, ...cart } = reservation(shop);
    const quote = jsonOf(await buyer.post('/quote', cart));
    const second = await buyer.reserve(shop, {});
    expect(second.feeBreakdown).toEqual(quote['feeBreakdown']);
    expect(second.feeBreakdown).toMatchObject({ total: 4_000 + 760, paidBy: 'organizer' });
    const firstOrder = jsonOf<OrderBody>(await shop.organizerApi.send('GET', `/orders/${first.orderNumber}`));
    expect(firstOrder['feeBreakdown']).toEqual(first.feeBreakdown);
  });

  test('returns the first response to a repeated key unchanged for a day, and reserves nothing more', async () => {
    const body = reservation(shop);
    const first = await buyer.post('/reserve', body, idempotencyHeader('a'));
    expect([first.status, replayHeader(first)]).toEqual([201, null]);
    for (const elapsedMs of [0, 11 * 60_000, dayMs - 11 * 60_000 - 1]) {
      site.clock.advance(elapsedMs);
      const repeated = await site.buyer().post('/reserve', body, idempotencyHeader('a'));
      expect(repeatedParts(repeated)).toEqual(repeatedParts(first));
      expect(replayHeader(repeated)).toBe('true');
    }
    expect(await listOrders()).toHaveLength(1);
    site.clock.advance(1);
    const laterResponse = await buyer.post('/reserve', body, idempotencyHeader('a'));
    expect([laterResponse.status, replayHeader(laterResponse)]).toEqual([201, null]);
    expect(await listOrders()).toHaveLength(2);
  });

  test('rejects a repeated key with another body, and an invalid key', async () => {
    const body = reservation(shop);
    await buyer.reserve(shop, {});
    expect((await buyer.post('/reserve', body, idempotencyHeader('b'))).status).toBe(201);
    const before = await shop.organizerApi.storedRows();
    for (const otherBody of [
      { ...body, items: itemsOf([shop.tenKm.id, 3]) },
      { ...body, buyer: { ...body.buyer, email: 'ADA@example.com' } },
    ]) {
      expectProblem(await buyer.post('/reserve', otherBody, idempotencyHeader('b')), 409, 'idempotency_conflict');
    }
    for (const key of ['x'.repeat(15), '', 'x'.repeat(256), 'a b'.repeat(9), 'ä'.repeat(16)]) {
      const headers = { 'idempotency-key': key };
      const { errors } = expectProblem(await buyer.post('/reserve', body, headers), 400, 'invalid_request');
      expect(errors?.map(({ path }) => path)).toEqual(['idempotency-key']);
    }
    expect(await shop.organizerApi.storedRows()).toEqual(before);
  });

  test('reserves once and returns equal responses if two servers get twenty concurrent requests with one key', async () => {
    const otherSite = await PublicSite.start(otherDb, { clock: site.clock });
    const body = reservation(shop);
    const sendRequest = (_: unknown, index: number) =>
      (index % 2 ? site : otherSite).buyer().post('/reserve', body, idempotencyHeader('c'));
    const responses = await Promise.all(Array.from({ length: 20 }, sendRequest));
    await otherSite.close();
    expect(new Set(responses.map((response) => JSON.stringify(repeatedParts(response)))).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(responses.filter((response) => replayHeader(response) === 'true')).toHaveLength(19);
    expect(await listOrders()).toHaveLength(1);
    expect((await readStock())['10 km']).toEqual([0, 2]);
  });

  test('accepts the key of a rejected request again', async () => {
    const body = reservation(shop);
    const largeCart = { ...body, items: itemsOf([shop.tenKm.id, 11]) };
    expectProblem(await buyer.post('/reserve', largeCart, idempotencyHeader('d')), 409, 'sold_out');
    expectProblem(await buyer.post('/reserve', { ...body, buyer: {} }, idempotencyHeader('d')), 400, 'invalid_request');
    expectProblem(await buyer.post('/reserve', { ...body, items: [] }, idempotencyHeader('d')), 400, 'invalid_request');
    const response = await buyer.post('/reserve', body, idempotencyHeader('d'));
    expect([response.status, replayHeader(response)]).toEqual([201, null]);
  });

  test('creates a separate reservation if another buyer uses the same key', async () => {
    const first = await buyer.post('/reserve', reservation(shop), idempotencyHeader('shared'));
    const { reservationToken } = jsonOf<ReservedBody>(first);
    const other = { ...reservation(shop), buyer: { email: 'eve@example.com' } };
    const otherResponse = await site.buyer().post('/reserve', other, idempotencyHeader('shared'));
    expect([otherResponse.status, replayHeader(otherResponse)]).toEqual([201, null]);
    expect(otherResponse.text).not.toContain(reservationToken);
    const repeated = await site.buyer().post('/reserve', other, idempotencyHeader('shared'));
    expect([repeated.text, replayHeader(repeated)]).toEqual([otherResponse.text, 'true']);
    expect(await listOrders()).toHaveLength(2);
  });

  test('returns 404 for an unpublished event as for an unknown event, even with a used key', async () => {
    const body = reservation(shop);
    expect((await buyer.post('/reserve', body, idempotencyHeader('draft'))).status).toBe(201);
    const [draft, archived] = [await shop.organizerApi.event(), await shop.organizerApi.event()];
    await shop.organizerApi.patch(`/events/${archived.id}`, { status: 'archived' });
    const unknownId = draft.id.replace(/.{4}$/, '0000');
    for (const eventId of [unknownId, draft.id, archived.id]) {
      const response = await buyer.post('/reserve', { ...body, eventId }, idempotencyHeader('draft'));
      expect(expectProblem(response, 404, 'not_found').detail).toBe(`There is no published event "${eventId}".`);
    }
  });

  test('handles equal keys at different organizers separately', async () => {
    const other = await site.shop();
    const responses = [];
    for (const reservedShop of [shop, other])
      responses.push(await buyer.post('/reserve', reservation(reservedShop), idempotencyHeader('e')));
    expect(responses.map((response) => [response.status, replayHeader(response)])).toEqual([
      [201, null],
      [201, null],
    ]);
    for (const [index, reservedShop] of [shop, other].entries()) {
      expect((await listOrders(reservedShop)).map(({ orderNumber }) => orderNumber)).toEqual([
        jsonOf(elementAt(responses, index))['orderNumber'],
      ]);
    }
  });

  test('returns the first response to a repeated key even if the offers have changed or sold out', async () => {
    const { organizerApi, event, tenKm } = shop;
    const body = { ...reservation(shop), items: itemsOf([tenKm.id, 10]) };
    const first = await buyer.post('/reserve', body, idempotencyHeader('f'));
    const repeat = () => buyer.post('/reserve', body, idempotencyHeader('f'));
    expect(repeatedParts(await repeat())).toEqual(repeatedParts(first)); // The first request reserved the whole stock.
    const typePath = `/events/${event.id}/ticket-types/${tenKm.id}`;
    for (const change of [{ price: 9_900 }, { salesEndAt: '2020-01-01T00:00:00Z' }, { status: 'archived' }]) {
      expect((await organizerApi.patch(typePath, change)).status).toBe(200);
      expect(repeatedParts(await repeat())).toEqual(repeatedParts(first));
    }
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { type Buyer, expectCartRejected, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { fieldsOf } from './resource-fields.ts';

/** E-mail addresses that mail servers reject, or read as several e-mail addresses. */
const invalidEmails = [
  ...['', 'a', '@', 'a@', '@b', 'no-at.example.com', 'a@b@c.example', 'a b@example.com', ' a@example.com'],
  ...[
    'a@example.com ',
    'a@exa mple.com',
    'a@x.com,b@y.com',
    'a@x.com;b@y.com',
    'a,b@x.com',
    'a@x.com,y.com',
    'Ada <a@example.com>',
    '<a@x.com>',
  ],
  ...['a@example.com\r\nBcc: b@example.com', 'a@example.com\n', 'a\r@example.com', 'a\t@example.com', 'a@x.com\u2028'],
  ...['(a)@x.com', 'a@[127.0.0.1]', '"a"@x.com', 'a\\b@x.com', 'a:b@x.com', 'a\u0000@x.com', 'a@x.com\u007f'],
  `${'a'.repeat(255 - '@example.com'.length)}@example.com`,
];

describeOnBoth('the public plane', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    await site.close();
  });

  const itemOf = (ticketTypeId: string, quantity: unknown = 1) => ({ ticketTypeId, quantity });
  /** The paths of the field errors in a problem, in the same order. */
  const fieldsOfProblem = (response: TestResponse, status: number, code: string) =>
    (expectProblem(response, status, code).errors ?? []).map(({ path }) => path);

  test('returns a published event as the API does for a publishable key, plus its organizer, without stock numbers', async () => {
    await buyer.reserve(shop, { items: [itemOf(shop.tenKm.id, 10)] });
    const response = await buyer.get(`/events/${shop.event.id}`);
    expect(response.status).toBe(200);
    const { organizer, ...event } = jsonOf<{ organizer: object; ticketTypes: object[]; addons: object[] }>(response);
    expect(organizer).toMatchObject({ name: shop.organizerApi.organizer.name, contactEmail: null });
    expect(Object.keys(event).sort()).toEqual([...fieldsOf.event.extended, ...fieldsOf.publicEvent].sort());
    for (const ticketType of event.ticketTypes) {
      expect(Object.keys(ticketType).sort()).toEqual(
        [...fieldsOf.ticketType.publishable, ...fieldsOf.ofHolders, ...fieldsOf.publicTicketType].sort(),
      );
    }
    expect(Object.keys(first(event.addons)).sort()).toEqual([...fieldsOf.addon.publishable].sort());
    expect(response.text).not.toMatch(/"(quantity|sold|reserved|available)"/);
    expect(event.ticketTypes).toMatchObject([{ soldOut: true }, { soldOut: false }, { soldOut: false }]);
    const { key } = await makeKey(database.db, shop.organizerApi.organizer.id, { kind: 'publishable' });
    expect(event).toEqual(jsonOf(await read(await site.app.request(`/api/v1/events/${shop.event.id}`, { key }))));
  });

  test('returns 404 for a draft, archived or unknown event: when it is read, quoted or reserved', async () => {
    const { organizerApi } = shop;
    const draft = await organizerApi.event();
    const archived = await organizerApi.event({ status: 'published' });
    await organizerApi.patch(`/events/${archived.id}`, { status: 'archived' });
    for (const { id } of [draft, archived, { id: newId('evt', 0) }]) {
      const problem = expectProblem(await buyer.get(`/events/${id}`), 404, 'not_found');
      expect(problem.detail).toContain(id);
      await expectCartRejected(shop, buyer, { eventId: id, items: [itemOf(shop.tenKm.id)] }, 404, 'not_found');
    }
    for (const path of ['x', 'evt_', shop.event.id.toUpperCase(), `${shop.event.id}x`, 'a%00b', '%zz']) {
      expectProblem(await buyer.get(`/events/${path}`), 404, 'not_found');
    }
    const { errors } = await expectCartRejected(
      shop,
      buyer,
      { eventId: 'x', items: [itemOf(shop.tenKm.id)] },
      400,
      'invalid_request',
    );
    expect(errors?.map(({ path }) => path)).toEqual(['eventId']);
  });

  test('accepts exactly one valid e-mail address in every field for it', async () => {
    const cart = reservation(shop);
    for (const email of [...invalidEmails, null, 5, ['a@example.com']]) {
      const reserve = await buyer.post('/reserve', { ...cart, buyer: { email } });
      expect(fieldsOfProblem(reserve, 400, 'invalid_request'), String(email)).toEqual(['buyer.email']);
      const otp = await site.buyer().post('/otp', { email });
      expect(fieldsOfProblem(otp, 400, 'invalid_request'), String(email)).toEqual(['email']);
      const verify = await buyer.post('/otp/verify', { email, code: '123456' });
      expect(fieldsOfProblem(verify, 400, 'invalid_request'), String(email)).toEqual(['email']);
    }
    expect(await site.codes()).toEqual([]);
    const longest = `${'a'.repeat(254 - '@example.com'.length)}@example.com`;
    for (const email of [longest, 'a+b.c@example.co.uk', 'ü@exämple.com', "o'neil@x.com", 'A@B']) {
      await buyer.reserve(shop, { items: [itemOf(shop.half.id)], buyer: { email } });
      expect((await site.buyer().post('/otp', { email })).status).toBe(202);
    }
  });

  test('rejects missing, unknown and invalid fields in every body, and the errors name the fields', async () => {
    const cart = reservation(shop);
    const { buyer: buyerFields, ...withoutBuyer } = cart;
    const attendee = { ticketTypeId: shop.tenKm.id, holderName: 'Ada' };
    const token = 'x';
    const invalidReservations: [string, Record<string, unknown>, string][] = [
      ['/reserve', withoutBuyer, 'buyer'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, age: 5 } }, 'buyer.age'],
      ['/reserve', { ...cart, buyer: { name: 'Ada' } }, 'buyer.email'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, name: 'x'.repeat(301) } }, 'buyer.name'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, name: 'A\u0000' } }, 'buyer.name'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, name: '\ud800' } }, 'buyer.name'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, name: ' \u00ad\u3164' } }, 'buyer.name'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, name: 'A\u202eB' } }, 'buyer.name'],
      ['/reserve', { ...cart, buyer: { ...buyerFields, phone: 49 } }, 'buyer.phone'],
      ['/reserve', { ...cart, attendees: [{ ...attendee, bib: '1' }] }, 'attendees.0.bib'],
      ['/reserve', { ...cart, attendees: [{ ...attendee, holderName: 'x'.repeat(301) }] }, 'attendees.0.holderName'],
      ['/reserve', { ...cart, attendees: [{ ...attendee, holderName: ' ' }] }, 'attendees.0.holderName'],
      ['/reserve', { ...cart, attendees: [attendee, attendee, attendee] }, 'attendees.2.ticketTypeId'],
      ['/reserve', { ...cart, attendees: [{ ...attendee, ticketTypeId: shop.half.id }] }, 'attendees.0.ticketTypeId'],
      ['/otp', {}, 'email'],
      ['/otp', { email: 'a@example.com', locale: 'de' }, 'locale'],
      ...['12345', '1234567', '12345a', '１２３４５６', ' 12345', '', 123456, null].map(
        (code): [string, Record<string, unknown>, string] => ['/otp/verify', { email: 'a@example.com', code }, 'code'],
      ),
      ['/pay', { orderNumber: 'X', reservationToken: token, buyerToken: token, method: 'cash' }, 'method'],
      ['/pay', { orderNumber: 5, reservationToken: token, buyerToken: token }, 'orderNumber'],
      ['/pay', { orderNumber: 'X', reservationToken: token }, 'buyerToken'],
      ['/pay', { orderNumber: 'X', buyerToken: token }, 'reservationToken'],
      ['/pay', { orderNumber: 'X', reservationToken: token, buyerToken: token, amount: 0 }, 'amount'],
      ['/cancel', { orderNumber: 'X' }, 'reservationToken'],
      ['/cancel', { orderNumber: 'X', reservationToken: token, buyerToken: token }, 'buyerToken'],
      ['/cancel', { orderNumber: 'X\u0000', reservationToken: token }, 'orderNumber'],
    ];
    const before = await shop.organizerApi.storedRows();
    for (const [path, body, field] of invalidReservations)
      expectFieldProblem(await site.buyer().post(path, body), field);
    expect(await shop.organizerApi.storedRows()).toEqual(before);
  });

  test('rejects invalid JSON, other content types, bodies over their limit and unknown parameters on every path', async () => {
    const { buyer: buyerFields, ...cart } = reservation(shop);
    const tokens = { orderNumber: 'X', reservationToken: 'x' };
    const bodies = {
      '/quote': cart,
      '/reserve': { ...cart, buyer: buyerFields },
      '/otp': { email: buyerFields.email },
      '/otp/verify': { email: buyerFields.email, code: '123456' },
      '/pay': { ...tokens, buyerToken: 'x' },
      '/cancel': tokens,
    };
    for (const [path, body] of Object.entries(bodies)) {
      const newBuyer = () => site.buyer();
      for (const raw of ['', '{"email":', '{} x', "{'a':1}", '['.repeat(10_000)]) {
        expectProblem(await newBuyer().send('POST', path, { raw }), 400, 'invalid_request');
      }
      for (const raw of ['null', '[]', '5']) {
        expectProblem(await newBuyer().send('POST', path, { raw }), 400, 'invalid_request');
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        const headers = { 'content-type': type };
        expectProblem(await newBuyer().send('POST', path, { raw: '{}', headers }), 415, 'unsupported_media_type');
      }
      const bytesMax = (path === '/reserve' ? 256 : 64) * 1024;
      const large = await newBuyer().send('POST', path, { raw: `${JSON.stringify(body).padEnd(bytesMax, ' ')} ` });
      expectProblem(large, 413, 'payload_too_large');
      expectFieldProblem(await newBuyer().post(`${path}?debug=1`, body), 'debug');
    }
    const { orderNumber, reservationToken } = await buyer.reserve(shop, {});
    expectFieldProblem(await buyer.get(`/events/${shop.event.id}?expand=all`), 'expand');
    expectFieldProblem(await buyer.get(`/orders/${orderNumber}?expand=all`, reservationToken), 'expand');
  });

  test('has no other paths and methods, and responds to HEAD as to GET', async () => {
    const { orderNumber } = await buyer.reserve(shop, {});
    const allowed = { '/quote': 'POST', '/reserve': 'POST', '/otp': 'POST', '/otp/verify': 'POST', '/pay': 'POST' };
    const readable = { [`/events/${shop.event.id}`]: 'GET, HEAD', [`/orders/${orderNumber}`]: 'GET, HEAD, PATCH' };
    for (const [path, allow] of Object.entries({ ...allowed, '/cancel': 'POST', ...readable })) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !allow.includes(name))) {
        const response = await buyer.send(method, path, method === 'GET' ? {} : { body: {} });
        expectProblem(response, 405, 'method_not_allowed');
        expect(response.headers.get('allow')).toBe(`${allow}, OPTIONS`);
      }
    }
    for (const path of ['', '/', '/events', '/orders', '/quote/', '/otp/send', '/%zz', `/events/${shop.event.id}/x`]) {
      expectProblem(await buyer.get(path), 404, 'not_found');
    }
    expectProblem(await buyer.get(`/events/${'x'.repeat(9_000)}`), 414, 'uri_too_long');
    for (const path of [`/events/${shop.event.id}`, '/events/x', '/nothing']) {
      const [head, get] = [await buyer.send('HEAD', path), await buyer.get(path)];
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    }
  });
});

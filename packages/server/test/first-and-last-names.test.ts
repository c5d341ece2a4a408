import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { exportLines, importAll, makeKey, makeOrganizer } from './harness/fixtures.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, type PageBody, read } from './harness/responses.ts';

interface Holder {
  readonly id: string;
  readonly holderName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const ana = { firstName: '𝒜na María', lastName: 'de la Cruz' };
const wang = { firstName: '伟', lastName: '王' };

describeOnBoth('first and last names', (kind) => {
  const database = useDatabase(kind);
  const otherDatabase = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;
  let typeId: string;
  let key: string;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { nameFields: 'firstAndLast' });
    typeId = (await shop.organizerApi.ticketType(shop.event.id, { name: 'Named', holderName: 'required' })).id;
    key = (await makeKey(database.db, shop.organizerApi.organizer.id, { granted: ['orders:write', 'orders:read:pii'] }))
      .key;
  });
  afterAll(() => site.close());

  async function send(method: string, path: string, body: object) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return read(await site.app.request(`/api/v1${path}`, { method, key, headers, body: JSON.stringify(body) }));
  }
  const attendees = async () =>
    jsonOf<PageBody<Holder>>(await read(await site.app.request('/api/v1/attendees', { key }))).data;
  const namesOf = (holders: readonly Holder[]) =>
    holders.map(({ holderName, firstName, lastName }) => [holderName, firstName, lastName]).sort();
  const anaRow = ['𝒜na María de la Cruz', '𝒜na María', 'de la Cruz'];
  const buyTwo = async (holders: readonly object[]) => {
    const items = [{ ticketTypeId: typeId, quantity: holders.length }];
    const payment = await buyer.preparePayment(shop, {
      items,
      attendees: holders.map((holder) => ({ ticketTypeId: typeId, ...holder })),
    });
    expect((await buyer.post('/pay', payment)).status).toBe(200);
    return payment.orderNumber;
  };

  test('are both required of a buyer if the name is, and belong together', async () => {
    const full = { holderName: 'Ana María de la Cruz' };
    for (const [holder, errors] of [
      [full, ['firstName required', 'lastName required']],
      [{ firstName: 'Ana', lastName: ' ' }, ['lastName no_visible_text']],
      [{ firstName: 'Ana' }, ['lastName required']],
      [{ lastName: 'Cruz' }, ['firstName required']],
      [{ firstName: 'Ana', lastName: 'Cruz', holderName: 'Eve' }, ['holderName computed']],
      [{ firstName: 'x'.repeat(150), lastName: 'Cruz' }, ['firstName too_long']],
    ] as const) {
      const cart = { ...reservation(shop), items: [{ ticketTypeId: typeId, quantity: 1 }] };
      const body = { ...cart, attendees: [{ ticketTypeId: typeId, ...holder }] };
      const { errors: found } = expectProblem(await buyer.post('/reserve', body), 400, 'invalid_request');
      expect(found?.map(({ path, code }) => `${path} ${code}`)).toEqual(errors.map((error) => `attendees.0.${error}`));
    }
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { nameFields: 'full' });
    await buyTwo([full, ana]);
    expect(namesOf(await attendees())).toEqual([['Ana María de la Cruz', null, null], anaRow]);
  });

  test('are stored with the tickets, read with personal data alone, corrected, exported and imported', async () => {
    const orderNumber = await buyTwo([
      { ...ana, holderName: '𝒜na María de la Cruz' },
      { firstName: ' 伟 ', lastName: '王' },
    ]);
    expect(namesOf(await attendees())).toEqual([['伟 王', '伟', '王'], anaRow].sort());
    const detail = jsonOf<{ tickets: Holder[] }>(
      await read(await site.app.request(`/api/v1/orders/${orderNumber}`, { key })),
    );
    expect(namesOf(detail.tickets)).toEqual(namesOf(await attendees()));
    const found = await read(await site.app.request('/api/v1/attendees?q=cruz', { key }));
    expect(namesOf(jsonOf<PageBody<Holder>>(found).data)).toEqual([anaRow]);
    await buyer.reserve(shop, {
      items: [{ ticketTypeId: typeId, quantity: 1 }],
      attendees: [{ ticketTypeId: typeId, ...wang }],
    });

    const lines = await exportLines(database.db, shop.organizerApi.organizer.id);
    const copy = await makeOrganizer(otherDatabase.db);
    await importAll(otherDatabase.db, copy, lines, site.clock);
    expect(await exportLines(otherDatabase.db, copy.id)).toEqual(lines);

    const { id } = (await attendees()).find(({ lastName }) => lastName === 'de la Cruz')!;
    const patch = (body: object) => send('PATCH', `/tickets/${id}`, body);
    const name = async () => namesOf((await attendees()).filter((ticket) => ticket.id === id));
    expectFieldProblem(await patch({ firstName: '', lastName: 'Cruz' }), 'firstName');
    expect((await patch({ firstName: '𝒜na', lastName: 'María de la Cruz' })).status).toBe(200);
    expect((await patch({ lastName: 'Cruz' })).status).toBe(200);
    expect(await name()).toEqual([['𝒜na Cruz', '𝒜na', 'Cruz']]);
    const events = await shop.organizerApi.emittedEvents();
    expect(events.at(-1)?.data).toMatchObject({ changed: ['holderName'] });
    expect((await patch({ holderName: 'Eve' })).status).toBe(200);
    expect(await name()).toEqual([['Eve', null, null]]);
    expectFieldProblem(await patch({ firstName: 'Eve' }), 'lastName');
    expect(JSON.stringify(await shop.organizerApi.emittedEvents())).not.toMatch(/Cruz|王|Eve/);
  });

  test('are taken in an order by API, where they are never required', async () => {
    const order = {
      eventId: shop.event.id,
      items: [{ ticketTypeId: typeId, quantity: 3 }],
      buyer: { name: 'Eve' },
      status: 'paid',
      attendees: [ana, { holderName: 'Eve' }].map((holder) => ({ ticketTypeId: typeId, ...holder })),
    };
    expect((await send('POST', '/orders', order)).status).toBe(201);
    expect(namesOf(await attendees())).toEqual([['Eve', null, null], [null, null, null], anaRow].sort());
    const { errors } = expectProblem(
      await send('POST', '/orders', { ...order, attendees: [{ ticketTypeId: typeId, lastName: 'Cruz' }] }),
      400,
      'invalid_request',
    );
    expect(errors?.map(({ path }) => path)).toEqual(['attendees.0.firstName']);
  });
});

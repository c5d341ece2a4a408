import { beforeAll, expect, test } from 'vitest';
import { expireOrders, purgeAbandonedOrders } from '../../server/src/features/orders/index.ts';
import { systemClock, timestamp } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { useApp } from '../../server/test/harness/app.ts';
import { Buyer, expirePendingOrders } from '../../server/test/harness/checkout.ts';
import { type DashboardClient, signInOperator } from '../../server/test/harness/dashboard.ts';
import { describeOnBoth, useDatabase } from '../../server/test/harness/databases.ts';
import { first, last } from '../../server/test/harness/defined.ts';
import { importAll, makeKey, orderLine } from '../../server/test/harness/fixtures.ts';
import { makeDevice, makeGate } from '../../server/test/harness/gates.ts';
import { type OrderDesk, openOrderDesk } from '../../server/test/harness/order-desk.ts';
import { jsonOf, read, type TestResponse } from '../../server/test/harness/responses.ts';
import { TestClock } from '../../server/test/harness/test-clock.ts';
import { type OrderDetail, Organizer } from '../src/index.ts';

interface Row {
  readonly updatedAt: string;
}
type Tables = Readonly<
  Record<'events' | 'orders' | 'payments' | 'tickets' | 'entitlements' | 'settlements', Map<string, Row>>
>;
type Change = () => Promise<unknown>;

/** Before each change of the test, all rows were changed last at this time, and were read before `position`. */
const longAgo = '2020-01-01T00:00:00.000Z';
const position = '2020-06-01T00:00:00.000Z';
const expand = ['buyer', 'feeBreakdown', 'items', 'tickets'] as const;
const ada = { email: 'ada@example.com', name: 'Ada' };
const reason = 'The scanner was broken';
/** The beginning of a PNG image. */
const image = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const dayMs = 24 * 60 * 60 * 1_000;

const inDashboard = '/dashboard/api/organizers/:organizer';
const ofOperator = '/dashboard/api/operator/organizers/:organizer';

/** Routes that change nothing that a list for copies shows. */
const otherRoutes = [
  /^\w+ \/dashboard\/api\/account\//,
  /^\w+ \/dashboard\/api\/(organizers|operator\/organizers)\/:organizer\/(members|invitations|keys|webhook-endpoints|webhook-deliveries|settings|gates|gate-devices)\//,
  /^\w+ \/dashboard\/api\/(organizers|operator\/organizers)\/:organizer\/(invitations|keys|webhook-endpoints|fees|suspend|resume)$/,
  /^\w+ \/dashboard\/api\/operator\/(organizers|users\/:userId\/\w+|scope-requests\/:requestId\/decision)$/,
  /^\w+ \/dashboard\/api\/organizers\/:organizer\/(events\/:id\/gates|events\/:id\/gate-devices|gate-conflicts\/:scanId\/settle)$/,
  /^\w+ \/dashboard\/api\/organizers\/:organizer\/orders\/(search|quote|:orderNumber\/(refund-preview|send-tickets))$/,
  // A refund is sent to its payment provider again.
  /^\w+ \/dashboard\/api\/organizers\/:organizer\/refunds\/:id\/retry$/,
  // Sandboxes: triggers use the operations below, and a reset deletes everything.
  /^\w+ (\/dashboard\/api\/organizers\/:organizer\/sandbox|\/api\/v1\/sandbox)/,
  /^\w+ \/api\/v1\/webhook-(endpoints|deliveries)/,
  // Only the webhook event `event.deleted` reports that an event is gone.
  /^DELETE (\/api\/v1|\/dashboard\/api\/organizers\/:organizer)\/events\/:id$/,
  /^\w+ \/api\/public\/v1\/(quote|otp|otp\/verify)$/,
  /^\w+ \/api\/gate\/v1\/(pair|device\/status|entitlements\/lookup)$/,
  /^\w+ (\/payments\/|\/e\/|\/gate|\/dashboard\/(?!api))/,
];

describeOnBoth('a copy that is kept with syncSince', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: { api: 1_000_000, public: 1_000_000, gate: 1_000_000 } }));
  let desk: OrderDesk;
  let owner: DashboardClient;
  let operator: DashboardClient;
  let client: Organizer;
  let token: string;
  let gateId: string;
  /** A paid order with two tickets and an add-on, and what the changes have created. */
  let order: OrderDetail;
  let entitlementId: string;
  let scanId: string;
  let checkInId: string;
  let consumptionId: string;
  let newEventId: string;

  beforeAll(async () => {
    desk = await openOrderDesk(t.db, app);
    owner = desk.owner;
    operator = await signInOperator(app);
    const { organizer } = desk.sale.catalog;
    const { key } = await makeKey(t.db, organizer.id, {
      granted: ['orders:read:pii', 'orders:write', 'events:write', 'tickets:write'],
    });
    client = new Organizer({ baseUrl: app.url, apiKey: key });
    const event = desk.sale.eventId;
    gateId = (await makeGate(t.db, organizer, { event, direction: 'both', reentry: true })).id;
    ({ token } = await makeDevice(t.db, organizer, { event, roles: ['gate', 'bar'] }));
    // Money that the platform has received, so that it can be paid out.
    const items = [{ kind: 'ticket' as const, ticketTypeId: desk.sale.ticketB, quantity: 9 }];
    await importAll(t.db, organizer, [orderLine('imported', { eventId: event, items, paymentMethod: 'stripe' })]);
    const orderNumber = await desk.buy({ [desk.sale.ticketA]: 2, [desk.sale.drinks]: 1 }, ada);
    order = await client.orders.get(orderNumber);
    entitlementId = first((await client.entitlements.list().page()).data).id;
  });

  const api = (method: 'POST' | 'PATCH', path: string, body: object) => desk.sale.catalog.send(method, path, body);
  const device = async (path: string, body: object): Promise<TestResponse> => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', key: token, headers, body: JSON.stringify(body) };
    return read(await app.request(`/api/gate/v1${path}`, options));
  };
  const cart = () => desk.sale.cart({ [desk.sale.ticketA]: 1 });
  const ticketId = () => first(order.tickets).id;
  const scanOf = (direction: 'entry' | 'exit') => {
    const scannedAt = timestamp(systemClock.now());
    return { ticketId: ticketId(), nonce: crypto.randomUUID(), scannedAt, gateId, direction };
  };
  const scan = async (direction: 'entry' | 'exit') => {
    const response = await device('/scans', scanOf(direction));
    scanId = jsonOf<{ id: string }>(response).id;
    return response;
  };
  const consume = async (send: (body: object) => Promise<TestResponse>) => {
    const response = await send({ entitlementId, units: 1, ref: crypto.randomUUID() });
    consumptionId = jsonOf<{ consumption: { id: string } }>(response).consumption.id;
    return response;
  };
  const createEvent = async (created: TestResponse) => {
    newEventId = jsonOf<{ id: string }>(created).id;
    return created;
  };
  const sell = (sale: 'box_office' | 'complimentary') => owner.post('/orders', { ...cart(), buyer: ada, sale });
  const pendingManually = async () => {
    const reserved = await desk.reserve({ [desk.sale.ticketB]: 1 }, ada);
    await new Buyer(() => app.url, ada.email).pay(reserved, 'manual');
    return reserved.orderNumber;
  };
  const refund = async (orderNumber: string, selection: object) => {
    const preview = await owner.post(`/orders/${orderNumber}/refund-preview`, selection);
    const { refundedQuantity } = jsonOf<{ refundedQuantity: number }>(preview);
    return owner.post(`/orders/${orderNumber}/refund`, { ...selection, refundedQuantity });
  };
  /** Voids a ticket for a refund that was made at the payment provider. */
  const voidRefunded = async ({ orderNumber, tickets }: OrderDetail) => {
    const payment = await t.db
      .selectFrom('payments')
      .select(['organizer_id', 'id as payment_id', 'currency'])
      .where('organizer_id', '=', desk.sale.catalog.organizer.id)
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    const id = newId('rfd', systemClock.now());
    const outcome = {
      status: 'succeeded',
      origin: 'provider',
      asks_tickets: 1,
      amount: 100,
      attempt_count: 0,
    } as const;
    const none = { retry_of: null, reference: null, error: null, next_attempt_at: null };
    const row = { ...payment, id, ...outcome, ...none, created_at: longAgo, updated_at: longAgo };
    await t.db.insertInto('payment_refunds').values(row).execute();
    return owner.post(`/orders/${orderNumber}/refunds/${id}/tickets`, { ticketIds: [first(tickets).id] });
  };
  const eventPath = () => `/events/${desk.sale.eventId}`;
  const typePath = () => `${eventPath()}/ticket-types/${desk.sale.ticketA}`;
  const addonPath = () => `${eventPath()}/addons/${desk.sale.drinks}`;
  const reversed = async (ids: Promise<readonly { id: string }[]>) => ({
    ids: (await ids).map(({ id }) => id).reverse(),
  });
  const event = () => client.events.get(desk.sale.eventId);

  /** Each change, by the route that makes it, or with other words. */
  const changes: Readonly<Record<string, Change>> = {
    'POST /api/public/v1/reserve': () => desk.reserve({ [desk.sale.ticketA]: 1 }, ada),
    'POST /api/public/v1/pay': () => desk.buy({ [desk.sale.ticketB]: 1, [desk.sale.drinks]: 1 }, ada),
    'POST /api/public/v1/pay, by bank transfer': pendingManually,
    [`POST ${inDashboard}/orders/:orderNumber/pay`]: async () =>
      owner.post(`/orders/${await pendingManually()}/pay`, { late: false }),
    [`POST ${inDashboard}/orders/:orderNumber/cancel`]: async () =>
      owner.post(`/orders/${await pendingManually()}/cancel`, {}),
    'POST /api/v1/orders/:orderNumber/pay': async () =>
      client.orders.pay(await pendingManually(), { receivedAt: longAgo, reference: '2026-11-20/0042' }),
    'POST /api/v1/orders/:orderNumber/cancel': async () =>
      client.orders.cancel(await pendingManually(), { notifyBuyer: false }),
    'POST /api/public/v1/cancel': async () => {
      const reserved = await desk.reserve({ [desk.sale.ticketA]: 1 }, ada);
      return new Buyer(() => app.url, ada.email).cancel(reserved);
    },
    'a reservation expires': async () => {
      const { orderNumber } = await desk.reserve({ [desk.sale.ticketA]: 1 }, ada);
      await expirePendingOrders(t.db, [orderNumber]);
      return expireOrders(t.db, new TestClock(timestamp(systemClock.now())));
    },
    'the buyer of an abandoned order is removed': () =>
      purgeAbandonedOrders(t.db, new TestClock(timestamp(systemClock.now() + 8 * dayMs))),
    [`POST ${inDashboard}/orders`]: () => sell('box_office'),
    [`PATCH ${inDashboard}/orders/:orderNumber/buyer`]: () =>
      owner.patch(`/orders/${order.orderNumber}/buyer`, { email: 'Ada.King@example.com', name: 'Ada King' }),
    [`PATCH ${inDashboard}/orders/:orderNumber/tickets/:ticketId`]: () =>
      owner.patch(`/orders/${order.orderNumber}/tickets/${ticketId()}`, { holderName: 'Ada King', category: 'W40' }),
    [`POST ${inDashboard}/orders/:orderNumber/invalidate-links`]: () =>
      owner.post(`/orders/${order.orderNumber}/invalidate-links`, { replaceQrCodes: true }),
    [`POST ${inDashboard}/tickets/:id/use`]: () => owner.post(`/tickets/${ticketId()}/use`, {}),
    [`POST ${inDashboard}/tickets/:id/undo-use`]: () => owner.post(`/tickets/${ticketId()}/undo-use`, {}),
    'POST /api/gate/v1/scans': () => scan('entry'),
    'POST /api/gate/v1/scans, at the exit': () => scan('exit'),
    'POST /api/gate/v1/scans/:id/undo': () => device(`/scans/${scanId}/undo`, {}),
    'POST /api/gate/v1/scans/batch': () => {
      const decided = { offline: true, deviceResult: 'admitted', deviceReason: null } as const;
      return device('/scans/batch', { scans: [{ ...scanOf('exit'), ...decided }] });
    },
    'POST /api/v1/check-ins': async () => {
      const scanned = { eventId: desk.sale.eventId, ticketId: ticketId(), nonce: crypto.randomUUID() };
      checkInId = (await client.checkIns.create(scanned)).id;
    },
    'POST /api/v1/check-ins/:id/undo': () => client.checkIns.undo(checkInId),
    'POST /api/v1/addons/consume': () => consume((body) => api('POST', '/addons/consume', body)),
    'POST /api/v1/addons/consumptions/:id/reverse': () =>
      api('POST', `/addons/consumptions/${consumptionId}/reverse`, { reason }),
    'POST /api/gate/v1/entitlements/consume': () => consume((body) => device('/entitlements/consume', body)),
    'POST /api/gate/v1/consumptions/:id/reverse': () => device(`/consumptions/${consumptionId}/reverse`, { reason }),
    [`POST ${inDashboard}/addons/:id/consume`]: () =>
      owner.post(`/addons/${entitlementId}/consume`, { units: 2, ref: 'a', reason }),
    [`POST ${inDashboard}/addons/:id/return`]: () =>
      owner.post(`/addons/${entitlementId}/return`, { units: 1, ref: 'a', reason }),
    'POST /api/v1/orders/:orderNumber/refunds': () => client.orders.refund(order.orderNumber, { amount: 1, reason }),
    [`POST ${inDashboard}/orders/:orderNumber/refunds/:refundId/tickets`]: () => voidRefunded(order),
    [`POST ${inDashboard}/orders/:orderNumber/refund`]: () =>
      refund(order.orderNumber, { ticketIds: [last(order.tickets).id] }),
    [`POST ${inDashboard}/orders/:orderNumber/refund, all that is left`]: () => refund(order.orderNumber, {}),

    'POST /api/v1/events': async () =>
      createEvent(await api('POST', '/events', { name: 'Night run', startsAt: '2083-06-01T20:00:00Z' })),
    'PATCH /api/v1/orders/:orderNumber': () => client.orders.update(order.orderNumber, { metadata: { vat: '1' } }),
    'PATCH /api/v1/tickets/:id': () => client.tickets.update(ticketId(), { metadata: { team: 'Blue' } }),
    'PATCH /api/v1/events/:id': () =>
      api('PATCH', eventPath(), { name: 'City run', waitingRoom: { admitPerMinute: 200 } }),
    'PATCH /api/v1/events/:id, the currency': () => api('PATCH', `/events/${newEventId}`, { currency: 'CHF' }),
    'PATCH /api/v1/events/:id, the status': () => api('PATCH', `/events/${newEventId}`, { status: 'archived' }),
    'POST /api/v1/events/:id/ticket-types': () =>
      api('POST', `${eventPath()}/ticket-types`, { name: 'Relay', price: 900 }),
    'PATCH /api/v1/events/:id/ticket-types/:ticketTypeId': () => api('PATCH', typePath(), { name: 'Ten kilometres' }),
    'POST /api/v1/events/:id/addons': () =>
      api('POST', `${eventPath()}/addons`, { name: 'Shirt', type: 'shirt', price: 900 }),
    'PATCH /api/v1/events/:id/addons/:addonId': () => api('PATCH', addonPath(), { name: 'Beers', quantity: 900 }),
    'PUT /api/v1/events/by-external-id/:externalId': () =>
      client.events.upsert('fun-run', { name: 'Fun run', startsAt: '2083-06-02T10:00:00Z' }),
    'PUT /api/v1/events/by-external-id/:externalId, again': () =>
      client.events.upsert('fun-run', { name: 'Funny run', startsAt: '2083-06-02T10:00:00Z' }),
    'PUT /api/v1/events/:id/ticket-types/by-external-id/:externalId': () =>
      client.ticketTypes.upsert(desk.sale.eventId, 'vip', { name: 'VIP', price: 9_900 }),
    'DELETE /api/v1/events/:id/ticket-types/:ticketTypeId': async () =>
      client.ticketTypes.delete(desk.sale.eventId, last((await event()).ticketTypes).id),
    'PUT /api/v1/events/:id/addons/by-external-id/:externalId': () =>
      client.addons.upsert(desk.sale.eventId, 'medal', { name: 'Medal', type: 'medal', price: 500 }),
    'DELETE /api/v1/events/:id/addons/:addonId': async () =>
      client.addons.delete(desk.sale.eventId, last((await event()).addons).id),
    [`POST ${inDashboard}/events`]: () => owner.post('/events', { name: 'Day run', startsAt: '2083-06-01T10:00:00Z' }),
    [`PATCH ${inDashboard}/events/:id`]: () =>
      owner.patch(eventPath(), { name: 'Town run', venue: { city: 'Hamburg' } }),
    [`POST ${inDashboard}/events/:id/copies`]: () =>
      owner.post(`${eventPath()}/copies`, { name: 'Next', startsAt: '2084-05-01T06:00:00Z' }),
    [`POST ${inDashboard}/events/:id/ticket-types`]: () =>
      owner.post(`${eventPath()}/ticket-types`, { name: 'Kids', price: 500 }),
    [`PATCH ${inDashboard}/events/:id/ticket-types/:ticketTypeId`]: () => owner.patch(typePath(), { name: '10,000 m' }),
    [`POST ${inDashboard}/events/:id/addons`]: () =>
      owner.post(`${eventPath()}/addons`, { name: 'Bus', type: 'bus', price: 300 }),
    [`PATCH ${inDashboard}/events/:id/addons/:addonId`]: () => owner.patch(addonPath(), { price: 700 }),
    [`DELETE ${inDashboard}/events/:id/ticket-types/:ticketTypeId`]: async () =>
      owner.delete(`${eventPath()}/ticket-types/${last((await event()).ticketTypes).id}`),
    [`DELETE ${inDashboard}/events/:id/addons/:addonId`]: async () =>
      owner.delete(`${eventPath()}/addons/${last((await event()).addons).id}`),
    [`PUT ${inDashboard}/events/:id/ticket-types/sequence`]: async () =>
      owner.put(`${eventPath()}/ticket-types/sequence`, await reversed(event().then(({ ticketTypes }) => ticketTypes))),
    [`PUT ${inDashboard}/events/:id/addons/sequence`]: async () =>
      owner.put(`${eventPath()}/addons/sequence`, await reversed(event().then(({ addons }) => addons))),
    [`PUT ${inDashboard}/events/:id/poster`]: () =>
      owner.request(`/dashboard/api/organizers/${desk.sale.catalog.organizer.slug}${eventPath()}/poster`, {
        ...{ method: 'PUT', body: new Uint8Array(image), headers: { 'content-type': 'image/png' } },
      }),
    [`POST ${ofOperator}/settlements/:eventId/finalize`]: () =>
      operator.post(settlementPath('finalize?beforeEnd=true'), {}),
    [`POST ${ofOperator}/settlements/:eventId/payouts`]: () => operator.post(settlementPath('payouts'), { amount: 1 }),
  };
  const settlementPath = (action: string) =>
    `/organizers/${desk.sale.catalog.organizer.slug}/settlements/${desk.sale.eventId}/${action}`;

  /** All rows as the lists without `updatedSince` return them, without what sales change in an event. */
  async function readAll(): Promise<Tables> {
    const events = await rowsOf(client.events.list(), 'id');
    for (const [id, row] of events) events.set(id, withoutSales(row));
    return {
      events,
      orders: await rowsOf(client.orders.list({ expand: [...expand] }), 'orderNumber'),
      payments: await rowsOf(client.payments.list(), 'id'),
      tickets: await rowsOf(client.tickets.list(), 'id'),
      entitlements: await rowsOf(client.entitlements.list(), 'id'),
      settlements: await rowsOf(client.settlements.list(), 'id'),
    };
  }

  /** Stores the rows that have changed since `position` in a copy. */
  async function sync(copy: Tables): Promise<void> {
    const changed = {
      events: await rowsOf(client.events.syncSince(position), 'id'),
      orders: await rowsOf(client.orders.syncSince(position, { expand: [...expand] }), 'orderNumber'),
      payments: await rowsOf(client.payments.syncSince(position), 'id'),
      tickets: await rowsOf(client.tickets.syncSince(position), 'id'),
      entitlements: await rowsOf(client.entitlements.syncSince(position), 'id'),
      settlements: await rowsOf(client.settlements.syncSince(position), 'id'),
    };
    for (const [name, rows] of Object.entries(changed))
      for (const [id, row] of rows) copy[name as keyof Tables].set(id, row);
  }

  async function setUpdatedAt(time: string): Promise<void> {
    for (const table of ['events', 'orders', 'payments', 'tickets', 'entitlements', 'settlements'] as const) {
      const { id } = desk.sale.catalog.organizer;
      await t.db.updateTable(table).set({ updated_at: time }).where('organizer_id', '=', id).execute();
    }
  }

  test('knows every route that writes', () => {
    const writes = app.routes
      .filter(({ method }) => !['GET', 'OPTIONS'].includes(method))
      .map(({ method, url }) => `${method} ${url}`);
    const missing = writes.filter(
      (route) => !(route in changes) && !otherRoutes.some((pattern) => pattern.test(route)),
    );
    expect(missing, 'add a change for these routes').toEqual([]);
  });

  test('equals the lists after each change', async () => {
    for (const [name, change] of Object.entries(changes)) {
      await setUpdatedAt(longAgo);
      const copy = await readAll();
      const before = structuredClone(copy);
      const result = await change();
      if (isResponse(result)) expect(result.status, `${name}: ${result.text}`).toBeLessThan(300);
      await sync(copy);
      const current = await readAll();
      expect(current, `${name} changes nothing`).not.toEqual(before);
      expect.soft(copy, name).toEqual(current);
    }
  });
});

async function rowsOf<T extends Row>(rows: AsyncIterable<T>, id: keyof T): Promise<Map<string, Row>> {
  const byId = new Map<string, Row>();
  for await (const row of rows) byId.set(String(row[id]), row);
  return byId;
}

/** An event as lists with `updatedSince` return it. */
function withoutSales(row: Row): Row {
  const names = new Set(['sold', 'reserved', 'available']);
  return JSON.parse(JSON.stringify(row, (name, value) => (names.has(name) ? undefined : value)));
}

function isResponse(result: unknown): result is TestResponse {
  return typeof result === 'object' && result !== null && 'status' in result && 'text' in result;
}

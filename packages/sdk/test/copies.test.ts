import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { expireOrders, purgeAbandonedOrders } from '../../server/src/features/orders/index.ts';
import { PaymentRejected } from '../../server/src/features/payments/index.ts';
import { testMethod } from '../../server/src/features/payments/simulated/index.ts';
import { failRefund, processRefunds } from '../../server/src/features/received-money/send-refunds.ts';
import { systemClock, timestamp } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { useApp } from '../../server/test/harness/app.ts';
import { Buyer } from '../../server/test/harness/checkout.ts';
import { type DashboardClient, signInOperator } from '../../server/test/harness/dashboard.ts';
import { describeOnBoth, useDatabase } from '../../server/test/harness/databases.ts';
import { defined, first, last } from '../../server/test/harness/defined.ts';
import { importAll, makeKey, orderLine } from '../../server/test/harness/fixtures.ts';
import { makeDevice, makeGate } from '../../server/test/harness/gates.ts';
import { type OrderDesk, openOrderDesk } from '../../server/test/harness/order-desk.ts';
import { receivingServices } from '../../server/test/harness/payment-providers.ts';
import { propertyRuns } from '../../server/test/harness/property-runs.ts';
import { jsonOf, read, type TestResponse } from '../../server/test/harness/responses.ts';
import { TestClock } from '../../server/test/harness/test-clock.ts';
import { ApiError, type OrderDetail, Organizer } from '../src/index.ts';
import { type Copy, emptyCopy, updateCopy } from './programs/crm-copy.ts';

type Change = () => Promise<unknown>;

const expand = ['buyer', 'feeBreakdown', 'items', 'tickets'] as const;
const ada = { email: 'ada@example.com', name: 'Ada' };
const reason = 'The scanner was broken';
/** The beginning of a PNG image. */
const image = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

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
  // Sandboxes: triggers use the operations below, and a reset deletes everything.
  /^\w+ (\/dashboard\/api\/organizers\/:organizer\/sandbox|\/api\/v1\/sandbox)/,
  /^\w+ \/api\/v1\/webhook-(endpoints|deliveries)/,
  /^\w+ \/api\/public\/v1\/(quote|otp|otp\/verify)$/,
  // A saved view is no data of an event.
  /^\w+ \/dashboard\/api\/organizers\/:organizer\/start-list-views/,
  // The lists have no answers. An erasure emits `order.anonymized` or `ticket.updated`.
  /^PATCH \/api\/public\/v1\/orders\/:orderNumber$/,
  /^POST \/dashboard\/api\/organizers\/:organizer\/privacy\//,
  /^\w+ \/api\/gate\/v1\/(pair|device\/status|entitlements\/lookup)$/,
  /^\w+ (\/payments\/|\/e\/|\/gate|\/dashboard\/(?!api))/,
];

describeOnBoth('a copy that a program keeps', (kind) => {
  const t = useDatabase(kind);
  // In the past, because the harness issues tokens by the clock of the system.
  const clock = new TestClock(timestamp(systemClock.now() - 4_000 * dayMs));
  const app = useApp(() => ({ db: t.db, clock, rateLimits: { api: 1_000_000, public: 1_000_000, gate: 1_000_000 } }));
  let desk: OrderDesk;
  let owner: DashboardClient;
  let operator: DashboardClient;
  let client: Organizer;
  /** The client of the program. */
  let programClient: Organizer;
  let token: string;
  let gateId: string;
  /** A paid order with two tickets and an add-on, and what the changes have created. */
  let order: OrderDetail;
  let entitlementId: string;
  let scanId: string;
  let checkInId: string;
  let consumptionId: string;
  let newEventId: string;
  let questionId: string;
  /** How many requests of the program are answered before it is stopped. */
  let requestsUntilStop: number;

  beforeEach(async () => {
    desk = await openOrderDesk(t.db, app);
    owner = desk.owner;
    operator = await signInOperator(app);
    requestsUntilStop = Number.POSITIVE_INFINITY;
    const { organizer } = desk.sale.catalog;
    const { key } = await makeKey(t.db, organizer.id, {
      granted: ['orders:read:pii', 'orders:write', 'events:write', 'tickets:write'],
    });
    client = new Organizer({ baseUrl: app.url, apiKey: key });
    programClient = new Organizer({ baseUrl: app.url, apiKey: key, maxRetries: 0, fetch: fetchByClock });
    const event = desk.sale.eventId;
    gateId = (await makeGate(t.db, organizer, { event, direction: 'both', reentry: true })).id;
    ({ token } = await makeDevice(t.db, organizer, { event, roles: ['gate', 'bar'] }));
    // Money that the platform has received, so that it can be paid out.
    const items = [{ kind: 'ticket' as const, ticketTypeId: desk.sale.ticketB, quantity: 9 }];
    const imported = orderLine('imported', { eventId: event, items, paymentMethod: 'stripe' });
    await importAll(t.db, organizer, [imported], clock);
    await buy({ [desk.sale.ticketA]: 2, [desk.sale.drinks]: 1 });
  });

  /** `fetch`, with the time of the test in the responses. */
  const fetchByClock: typeof fetch = async (url, init) => {
    if (requestsUntilStop <= 0) throw new Error('The program was stopped.');
    requestsUntilStop -= 1;
    const response = await fetch(url, init);
    const headers = new Headers(response.headers);
    headers.set('date', new Date(clock.now()).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  };
  /** Buys what later changes are about. */
  const buy = async (lines: Record<string, number>) => {
    order = await client.orders.get(await desk.buy(lines, ada));
    const { orderNumber } = order;
    entitlementId = first((await client.entitlements.list({ orderNumber }).page()).data).id;
  };
  const api = (method: 'POST' | 'PATCH', path: string, body: object) => desk.sale.catalog.send(method, path, body);
  const device = async (path: string, body: object): Promise<TestResponse> => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', key: token, headers, body: JSON.stringify(body) };
    return read(await app.request(`/api/gate/v1${path}`, options));
  };
  const cart = () => desk.sale.cart({ [desk.sale.ticketA]: 1 });
  const ticketId = () => first(order.tickets).id;
  const scanOf = (direction: 'entry' | 'exit') => {
    const scannedAt = timestamp(clock.now());
    return { ticketId: ticketId(), nonce: crypto.randomUUID(), scannedAt, gateId, direction };
  };
  const scan = async (direction: 'entry' | 'exit') => {
    const response = await accepted(device('/scans', scanOf(direction)));
    scanId = jsonOf<{ id: string }>(response).id;
    return response;
  };
  let lastBib = 5_000;
  const nextBib = () => {
    lastBib += 1;
    return { by: 'file' as const, csv: `ticket,bib\n${ticketId()},${lastBib}\n` };
  };
  const consume = async (send: (body: object) => Promise<TestResponse>) => {
    const response = await accepted(send({ entitlementId, units: 1, ref: crypto.randomUUID() }));
    consumptionId = jsonOf<{ consumption: { id: string } }>(response).consumption.id;
    return response;
  };
  const createEvent = async (send: Promise<TestResponse>) => {
    newEventId = jsonOf<{ id: string }>(await accepted(send)).id;
  };
  const sell = (sale: 'box_office' | 'complimentary') => owner.post('/orders', { ...cart(), buyer: ada, sale });
  const createOrder = (status: 'paid' | 'pending') => {
    const items = [{ ticketTypeId: desk.sale.ticketA, quantity: 1 }];
    return client.orders.create({
      eventId: desk.sale.eventId,
      items,
      buyer: ada,
      status,
      externalId: crypto.randomUUID(),
    });
  };
  const pendingManually = async () => {
    const reserved = await desk.reserve({ [desk.sale.ticketB]: 1 }, ada);
    await new Buyer(() => app.url, ada.email).pay(reserved, 'manual');
    return reserved.orderNumber;
  };
  const refund = async (orderNumber: string, selection: object) => {
    const preview = await accepted(owner.post(`/orders/${orderNumber}/refund-preview`, selection));
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
    const now = timestamp(clock.now());
    const row = { ...payment, id, ...outcome, ...none, created_at: now, updated_at: now };
    await t.db.insertInto('payment_refunds').values(row).execute();
    return owner.post(`/orders/${orderNumber}/refunds/${id}/tickets`, { ticketIds: [first(tickets).id] });
  };
  /** The payment provider makes the refunds that were requested, or rejects them. */
  const makeRefunds = (refund: () => Promise<null>) => {
    const paymentProviders = [
      { method: testMethod, client: { start: async () => ({ state: 'paid' as const }), refund } },
    ];
    return processRefunds({ ...receivingServices(t.db, clock), paymentProviders });
  };
  /** The id of the last refund of the order at its payment provider with this status. */
  const requestedRefund = async (status: 'failed' | 'succeeded') => {
    const { refunds = [] } = await client.orders.get(order.orderNumber, { expand: ['refunds'] });
    const requests = refunds.flatMap(({ providerRefunds }) => providerRefunds);
    return requests.findLast((request) => request.status === status)?.id ?? 'none';
  };
  const retryRefund = async () => owner.post(`/refunds/${await requestedRefund('failed')}/retry`, {});
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
    'POST /api/public/v1/pay': () => buy({ [desk.sale.ticketB]: 3, [desk.sale.drinks]: 1 }),
    'POST /api/public/v1/pay, by bank transfer': pendingManually,
    [`POST ${inDashboard}/orders/:orderNumber/pay`]: async () =>
      owner.post(`/orders/${await pendingManually()}/pay`, { late: false }),
    [`POST ${inDashboard}/orders/:orderNumber/cancel`]: async () =>
      owner.post(`/orders/${await pendingManually()}/cancel`, {}),
    'POST /api/v1/orders': () => createOrder('paid'),
    'POST /api/v1/orders, pending': () => createOrder('pending'),
    'POST /api/v1/orders/:orderNumber/pay': async () =>
      client.orders.pay(await pendingManually(), { receivedAt: timestamp(clock.now()), reference: '42' }),
    'POST /api/v1/orders/:orderNumber/cancel': async () =>
      client.orders.cancel(await pendingManually(), { notifyBuyer: false }),
    'POST /api/public/v1/cancel': async () => {
      const reserved = await desk.reserve({ [desk.sale.ticketA]: 1 }, ada);
      return new Buyer(() => app.url, ada.email).cancel(reserved);
    },
    'a reservation expires': async () => {
      await desk.reserve({ [desk.sale.ticketA]: 1 }, ada);
      clock.advance(11 * minuteMs);
      await expireOrders(t.db, clock);
    },
    'the buyer of an abandoned order is removed': async () => {
      clock.advance(8 * dayMs);
      await purgeAbandonedOrders(t.db, clock);
    },
    'an abandoned order is deleted': async () => {
      clock.advance(84 * dayMs);
      await purgeAbandonedOrders(t.db, clock);
    },
    [`POST ${inDashboard}/orders`]: () => sell('box_office'),
    [`PATCH ${inDashboard}/orders/:orderNumber/buyer`]: () =>
      owner.patch(`/orders/${order.orderNumber}/buyer`, { email: 'Ada.King@example.com', name: 'Ada King' }),
    'POST /api/v1/events/:id/bibs': () => client.tickets.assignBibs(desk.sale.eventId, nextBib()),
    [`POST ${inDashboard}/events/:id/bibs`]: () => owner.post(`${eventPath()}/bibs`, nextBib()),
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
    'a payment provider rejects refunds': () =>
      makeRefunds(async () => {
        throw new PaymentRejected('The account is closed.');
      }),
    [`POST ${inDashboard}/refunds/:id/retry`]: retryRefund,
    'a payment provider makes refunds': () => makeRefunds(async () => null),
    'the bank of the buyer rejects the money of a refund': async () => {
      const refundId = await requestedRefund('succeeded');
      return failRefund({ db: t.db, clock }, desk.sale.catalog.organizer.id, { id: refundId }, ['succeeded'], 'closed');
    },
    [`POST ${inDashboard}/orders/:orderNumber/refunds/:refundId/tickets`]: () => voidRefunded(order),
    [`POST ${inDashboard}/orders/:orderNumber/refund`]: () =>
      refund(order.orderNumber, { ticketIds: [last(order.tickets).id] }),
    [`POST ${inDashboard}/orders/:orderNumber/refund, an add-on`]: () =>
      refund(order.orderNumber, { items: [{ itemId: last(order.items).id, quantity: 1 }] }),
    [`POST ${inDashboard}/orders/:orderNumber/refund, all that is left`]: () => refund(order.orderNumber, {}),

    'POST /api/v1/events': () =>
      createEvent(api('POST', '/events', { name: 'Night run', startsAt: '2083-06-01T20:00:00Z' })),
    'PATCH /api/v1/orders/:orderNumber': () => client.orders.update(order.orderNumber, { metadata: { vat: '1' } }),
    'PATCH /api/v1/tickets/:id': () => client.tickets.update(ticketId(), { metadata: { team: 'Blue' } }),
    'PATCH /api/v1/events/:id': () => api('PATCH', eventPath(), { name: 'City run' }),
    'PATCH /api/v1/events/:id, the currency': () =>
      api('PATCH', `/events/${newEventId}`, { currency: 'CHF', waitingRoom: { admitPerMinute: 200 } }),
    'PATCH /api/v1/events/:id, the status': () => api('PATCH', `/events/${newEventId}`, { status: 'archived' }),
    'DELETE /api/v1/events/:id': () => client.events.delete(newEventId),
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
    'POST /api/v1/events/:id/questions': async () => {
      questionId = (await client.questions.create(desk.sale.eventId, { askedOf: 'buyer', kind: 'text', label: 'Club' }))
        .id;
    },
    'PATCH /api/v1/events/:id/questions/:questionId': () =>
      client.questions.update(desk.sale.eventId, questionId, { label: 'Your club' }),
    'DELETE /api/v1/events/:id/questions/:questionId': () => client.questions.delete(desk.sale.eventId, questionId),
    [`POST ${inDashboard}/events/:id/questions`]: async () => {
      const created = await owner.post(`${eventPath()}/questions`, {
        askedOf: 'holder',
        kind: 'boolean',
        label: 'Veteran',
      });
      questionId = jsonOf<{ id: string }>(created).id;
      return created;
    },
    [`PATCH ${inDashboard}/events/:id/questions/:questionId`]: () =>
      owner.patch(`${eventPath()}/questions/${questionId}`, { isRequired: true }),
    [`PUT ${inDashboard}/events/:id/questions/sequence`]: async () => {
      await accepted(owner.post(`${eventPath()}/questions`, { askedOf: 'holder', kind: 'date', label: 'Arrival' }));
      return owner.put(
        `${eventPath()}/questions/sequence`,
        await reversed(client.questions.ofEvent(desk.sale.eventId).then(({ data }) => data)),
      );
    },
    [`DELETE ${inDashboard}/events/:id/questions/:questionId`]: () =>
      owner.delete(`${eventPath()}/questions/${questionId}`),
    [`POST ${inDashboard}/events`]: () =>
      createEvent(owner.post('/events', { name: 'Day run', startsAt: '2083-06-01T10:00:00Z' })),
    [`DELETE ${inDashboard}/events/:id`]: () => owner.delete(`/events/${newEventId}`),
    [`PATCH ${inDashboard}/events/:id`]: () =>
      owner.patch(eventPath(), { name: 'Town run', venue: { city: 'Hamburg' } }),
    [`POST ${inDashboard}/events/:id/copies`]: () =>
      owner.post(`${eventPath()}/copies`, { name: 'Next', startsAt: '2084-05-01T06:00:00Z' }),
    [`POST ${inDashboard}/events/:id/ticket-types`]: () =>
      owner.post(`${eventPath()}/ticket-types`, { name: 'Kids', price: 500 }),
    [`PATCH ${inDashboard}/events/:id/ticket-types/:ticketTypeId`]: () => owner.patch(typePath(), { name: '10,000 m' }),
    [`PATCH ${inDashboard}/events/:id/ticket-types/:ticketTypeId, the quantity`]: () =>
      owner.patch(typePath(), { quantity: 10_000 }),
    [`PATCH ${inDashboard}/events/:id/ticket-types/:ticketTypeId, the rule of categories`]: () =>
      owner.patch(`${eventPath()}/ticket-types/${desk.sale.ticketB}`, {
        categoryRule: { prefix: 'Open', bySex: false, ageClasses: 'none' },
      }),
    [`POST ${inDashboard}/events/:id/categories`]: () =>
      owner.post(`${eventPath()}/categories`, { ticketTypeId: desk.sale.ticketB }),
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

  /** A copy of all rows, from the lists without `updatedSince`, without what sales change in an event. */
  async function readAll(): Promise<Omit<Copy, 'positions' | 'readUntil'>> {
    const events = await rowsOf(client.events.list(), 'id');
    return {
      events: Object.fromEntries(Object.entries(events).map(([id, event]) => [id, withoutSales(event)])),
      orders: await rowsOf(client.orders.list({ expand: [...expand] }), 'orderNumber'),
      tickets: await rowsOf(client.tickets.list(), 'id'),
      attendees: await rowsOf(client.attendees.list(), 'id'),
      entitlements: await rowsOf(client.entitlements.list(), 'id'),
      consumptions: await rowsOf(client.consumptions.list(), 'id'),
      payments: await rowsOf(client.payments.list(), 'id'),
      refunds: await rowsOf(client.refunds.list(), 'id'),
      settlements: await rowsOf(client.settlements.list(), 'id'),
    };
  }

  const rowsIn = ({ positions: _, readUntil: __, ...rows }: Copy) => rows;
  /** Starts the program again with what it has stored. */
  async function run(copy: Copy): Promise<Copy> {
    const stored: Copy = JSON.parse(JSON.stringify(copy));
    await updateCopy(programClient, stored, clock.now()).catch((error) => {
      if (requestsUntilStop > 0) throw error;
    });
    return stored;
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

  if (kind === 'sqlite') {
    test('equals the server after each change', async () => {
      let copy = await run(emptyCopy());
      for (const [name, change] of Object.entries(changes)) {
        // What was read before is not read again.
        clock.advance(2 * minuteMs);
        const before = rowsIn(copy);
        const result = await change();
        if (isResponse(result)) expect(result.status, `${name}: ${result.text}`).toBeLessThan(300);
        copy = await run(copy);
        const current = await readAll();
        expect(current, `${name} changes nothing`).not.toEqual(before);
        expect.soft(rowsIn(copy), name).toEqual(current);
      }
    });
  }

  const step = fc.record({
    name: fc.constantFrom(...Object.keys(changes)),
    minutes: fc.constantFrom(0, 0, 2),
    /** Whether the program is started, and after how many requests it is stopped. */
    start: fc.constantFrom('never', 'during', 'after'),
    stopAfter: fc.option(fc.nat(12)),
  });

  // On PostgreSQL, a program can read while a change is made.
  if (kind === 'postgres') {
    test('equals the server after changes in any order, however often the program is started and stopped', async () => {
      const steps = fc.array(step, { minLength: 20, maxLength: 40, size: 'max' });
      await fc.assert(
        fc.asyncProperty(steps, async (drawn) => {
          let copy = emptyCopy();
          for (const { name, minutes, start, stopAfter } of drawn) {
            clock.advance(minutes * minuteMs);
            requestsUntilStop = stopAfter ?? Number.POSITIVE_INFINITY;
            const running = start === 'during' ? run(copy) : undefined;
            await attempt(defined(changes[name], name));
            if (running !== undefined) copy = await running;
            if (start !== 'after') continue;
            copy = await run(copy);
            if (stopAfter === null) expect(rowsIn(copy), name).toEqual(await readAll());
          }
          requestsUntilStop = Number.POSITIVE_INFINITY;
          expect(rowsIn(await run(copy))).toEqual(await readAll());
        }),
        { numRuns: propertyRuns(2), endOnFailure: true },
      );
    });
  }
});

async function rowsOf<T extends object>(rows: AsyncIterable<T>, id: keyof T): Promise<Record<string, T>> {
  const byId: Record<string, T> = {};
  for await (const row of rows) byId[String(row[id])] = row;
  return byId;
}

/** An event as lists with `updatedSince` return it. */
function withoutSales<T>(row: T): T {
  const names = new Set(['sold', 'reserved', 'available']);
  return JSON.parse(JSON.stringify(row, (name, value) => (names.has(name) ? undefined : value)));
}

/** A response, unless the request was rejected. */
async function accepted(response: Promise<TestResponse>): Promise<TestResponse> {
  const { status, text } = await response;
  if (status >= 300) throw new Error(text);
  return response;
}

/** Makes a change, unless the server rejects it because of what was changed before. */
async function attempt(change: Change): Promise<void> {
  try {
    const result = await change();
    if (isResponse(result)) await accepted(Promise.resolve(result));
  } catch (error) {
    const isRejection = error instanceof ApiError ? error.status < 500 : /"status":4\d\d/.test(String(error));
    if (!isRejection) throw error;
  }
}

function isResponse(result: unknown): result is TestResponse {
  return typeof result === 'object' && result !== null && 'status' in result && 'text' in result;
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeAbandonedOrders } from '../src/features/orders/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { createDatabase, describeOn, type TestDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { PayingSite } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { eventually, startReceiver } from './harness/receiver.ts';
import { jsonOf, read, type TestResponse } from './harness/responses.ts';
import { runHere } from './harness/run-here.ts';
import { expectWebhookBody } from './harness/webhook-schemas.ts';
import { makeEndpoint, startWorker } from './harness/webhooks.ts';

interface Order {
  readonly orderNumber: string;
  readonly ticketIds: readonly string[];
  readonly total: number;
  readonly payBody: Record<string, unknown>;
  /** The id of its payment at Stripe. */
  readonly sessionId: string;
}

interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly changed?: readonly string[]; readonly status?: string; readonly [field: string]: unknown };
}

/** An organizer with an order, and the ways to change it. */
interface Desk extends Order {
  readonly paying: PayingSite;
  readonly owner: DashboardClient;
  /** Sends a request with a key that can read and write everything. */
  readonly api: (method: string, path: string, body?: object) => Promise<TestResponse>;
  readonly command: (...args: string[]) => Promise<void>;
}

/** What happens before the change, and the change. */
type Steps = readonly ((desk: Desk) => Promise<unknown>)[];

/** Personal values that the changes write. No event contains them. */
const buyer = { email: 'quilla@example.com', name: 'Quilla Zantafio', phone: '+49 151 7353791' };
const holder = { holderName: 'Wendeline Ostrowski', category: 'cat-xq7' };
const personal = [...Object.values(buyer), ...Object.values(holder), 'ada@example.com', 'Ada Buyer'];

const paidTypes = ['order.paid', 'ticket.issued', 'ticket.issued', 'settlement.updated'];
const refundedTypes = ['order.refunded', 'ticket.voided', 'ticket.voided', 'settlement.updated', 'refund.created'];
const bothUpdated = ['order.updated', 'ticket.updated'];
const newCodes = ['order.updated', 'ticket.updated', 'ticket.updated'];

const none = async () => {};
const reserved = { start: 'reserve', before: none } as const;
const started = { start: 'startPayment', before: none } as const;
const paid = { start: 'paid', before: none } as const;
const atStripe = async ({ paying, sessionId, total }: Desk) => paying.stripe.refundInDashboard(sessionId, total);
const sendTwice = async ({ paying }: Desk, change: Parameters<PayingSite['sendEventOk']>[0]) => {
  for (const event of [change, change]) await paying.sendEventOk(event);
};
const refundByKey = ({ api, orderNumber }: Desk) => api('POST', `/orders/${orderNumber}/refunds`, { whole: true });
const disputeOf = ({ paying, sessionId, orderNumber }: Desk, status = 'needs_response') =>
  paying.stripe.dispute(sessionId, { id: `du_${orderNumber}`, status });
const failAtStripe = async (desk: Desk) => {
  const { sessionId, paying } = desk;
  const { payment_intent } = paying.stripe.session(sessionId);
  const made = first(paying.stripe.refunds.filter((refund) => refund.payment_intent === payment_intent));
  await sendTwice(desk, paying.stripe.failRefund(made.id));
};

interface Way {
  readonly start: 'reserve' | 'startPayment' | 'paid';
  readonly before: Steps[number];
  readonly change: Steps[number];
  readonly types: readonly string[];
  /** `changed` of `order.updated`. */
  readonly changed?: readonly string[];
}

const ways: Readonly<Record<string, Way>> = {
  'a buyer, corrected in the dashboard': {
    ...paid,
    change: ({ owner, orderNumber }) => owner.patch(`/orders/${orderNumber}/buyer`, { name: buyer.name }),
    types: ['order.updated'],
    changed: ['buyer.name'],
  },
  'a buyer with new QR codes': {
    ...paid,
    change: ({ owner, orderNumber }) => owner.patch(`/orders/${orderNumber}/buyer`, { ...buyer, replaceQrCodes: true }),
    types: newCodes,
    changed: ['buyer.email', 'buyer.name', 'buyer.phone', 'tickets.qrValue'],
  },
  'a holder, corrected in the dashboard': {
    ...paid,
    change: ({ owner, orderNumber, ticketIds }) =>
      owner.patch(`/orders/${orderNumber}/tickets/${ticketIds[0]}`, holder),
    types: bothUpdated,
    changed: ['tickets.holderName', 'tickets.category'],
  },
  'a holder, changed by key': {
    ...paid,
    change: ({ api, ticketIds }) => api('PATCH', `/tickets/${ticketIds[0]}`, { ...holder, metadata: { team: 'Blue' } }),
    types: bothUpdated,
    changed: ['tickets.holderName', 'tickets.category', 'tickets.metadata'],
  },
  'a holder who is the same': {
    ...paid,
    before: ({ api, ticketIds }) => api('PATCH', `/tickets/${ticketIds[0]}`, holder),
    change: ({ api, ticketIds }) => api('PATCH', `/tickets/${ticketIds[0]}`, holder),
    types: [],
  },
  'an order, changed by key': {
    ...paid,
    change: ({ api, orderNumber }) =>
      api('PATCH', `/orders/${orderNumber}`, { externalId: `crm-${orderNumber}`, metadata: { team: 'Blue' } }),
    types: ['order.updated'],
    changed: ['externalId', 'metadata'],
  },
  'new QR codes in the dashboard': {
    ...paid,
    change: ({ owner, orderNumber }) => owner.post(`/orders/${orderNumber}/invalidate-links`, { replaceQrCodes: true }),
    types: newCodes,
    changed: ['tickets.qrValue'],
  },
  'new QR codes by the command line': {
    ...paid,
    change: ({ command, orderNumber }) => command('orders', 'invalidate-links', orderNumber, '--replace-qr-codes'),
    types: newCodes,
    changed: ['tickets.qrValue'],
  },
  'a payment that the organizer will receive': {
    ...reserved,
    change: ({ paying, payBody }) => paying.buyer.post('/pay', { ...payBody, method: 'manual' }),
    types: ['order.updated'],
    changed: ['expiresAt'],
  },
  'a ticket used by hand': {
    ...paid,
    change: ({ owner, ticketIds }) => owner.post(`/tickets/${ticketIds[0]}/use`),
    types: ['ticket.used'],
  },
  'a payment at Stripe': {
    ...started,
    change: (desk) => sendTwice(desk, desk.paying.stripe.pay(desk.sessionId)),
    types: [...paidTypes, 'payment.received'],
  },
  'money that was recorded by key': {
    ...reserved,
    change: ({ api, orderNumber, paying }) =>
      api('POST', `/orders/${orderNumber}/pay`, { receivedAt: new Date(paying.clock.now()).toISOString() }),
    types: [...paidTypes, 'payment.received'],
  },
  'money that was recorded in the dashboard': {
    ...reserved,
    change: ({ owner, orderNumber }) => owner.post(`/orders/${orderNumber}/pay`, { late: false }),
    types: [...paidTypes, 'payment.received'],
  },
  'money that was recorded by the command line': {
    ...reserved,
    change: ({ command, orderNumber }) => command('orders', 'pay', orderNumber),
    types: [...paidTypes, 'payment.received'],
  },
  'money for a cancelled order': {
    ...started,
    before: ({ api, orderNumber }) => api('POST', `/orders/${orderNumber}/cancel`, { notifyBuyer: false }),
    change: (desk) => sendTwice(desk, desk.paying.stripe.pay(desk.sessionId)),
    types: ['settlement.updated', 'payment.received', 'refund.created'],
  },
  'a refund by key': { ...paid, change: refundByKey, types: refundedTypes },
  'a refund in the dashboard': {
    ...paid,
    change: ({ owner, orderNumber }) => owner.post(`/orders/${orderNumber}/refund`, { refundedQuantity: 0 }),
    types: refundedTypes,
  },
  'a refund by the command line': {
    ...paid,
    change: ({ command, orderNumber }) => command('orders', 'refund', orderNumber),
    types: refundedTypes,
  },
  'a refund at Stripe': {
    ...paid,
    change: async (desk) => sendTwice(desk, await atStripe(desk)),
    types: refundedTypes,
  },
  'a refund that Stripe makes': {
    ...paid,
    before: refundByKey,
    change: async ({ paying }) => {
      await paying.processRefunds();
      await paying.processRefunds();
    },
    types: ['refund.succeeded'],
  },
  'a refund that Stripe rejects': {
    ...paid,
    before: async (desk) => {
      await desk.paying.processRefunds();
      await refundByKey(desk);
    },
    change: async ({ paying }) => {
      paying.stripe.failNext(1, { status: 400, body: { error: { message: 'Disputed.' } } }, { after: 1 });
      await paying.processRefunds();
      await paying.processRefunds();
    },
    types: ['refund.failed'],
  },
  'a refund that fails after a success': {
    ...paid,
    before: async (desk) => {
      await refundByKey(desk);
      await desk.paying.processRefunds();
    },
    change: failAtStripe,
    types: ['refund.failed'],
  },
  'a failed refund that was then made by hand at Stripe, although events about the failure still arrive': {
    ...paid,
    before: async (desk) => {
      await refundByKey(desk);
      await desk.paying.processRefunds();
      await failAtStripe(desk);
    },
    change: async (desk) => {
      await sendTwice(desk, await atStripe(desk));
      await failAtStripe(desk);
    },
    types: ['refund.succeeded'],
  },
  'a refund at Stripe that fails there': {
    ...paid,
    before: async (desk) => desk.paying.sendEventOk(await atStripe(desk)),
    change: failAtStripe,
    types: ['refund.failed'],
  },
  'a dispute': {
    ...paid,
    change: (desk) => sendTwice(desk, disputeOf(desk)),
    types: ['settlement.updated', 'order.disputed'],
  },
  'a dispute that is lost': {
    ...paid,
    before: (desk) => desk.paying.sendEventOk(disputeOf(desk)),
    change: (desk) => sendTwice(desk, disputeOf(desk, 'lost')),
    types: ['settlement.updated', ...refundedTypes, 'order.disputed'],
  },
  'a dispute that is won': {
    ...paid,
    before: (desk) => desk.paying.sendEventOk(disputeOf(desk)),
    change: (desk) => sendTwice(desk, disputeOf(desk, 'won')),
    types: ['settlement.updated', 'order.disputed'],
  },
  // The last one, because it moves the clock.
  'the buyer of an abandoned order': {
    ...reserved,
    before: ({ api, orderNumber }) => api('POST', `/orders/${orderNumber}/cancel`, { notifyBuyer: false }),
    change: async ({ paying }) => {
      paying.clock.advance(8 * 24 * 60 * 60 * 1_000);
      for (let run = 1; run <= 2; run += 1) await purgeAbandonedOrders(paying.database.db, paying.clock);
    },
    types: ['order.anonymized'],
  },
};

// The outbox, the feed and the deliveries have suites on both databases.
describeOn('sqlite', 'webhooks about', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;

  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  afterAll(() => paying.checkAndClose());

  test.each(Object.entries(ways))('%s are sent once, and are in the feed', async (_, way) => {
    const shop = await paying.site.shop();
    const desk = await openDesk(shop, way.start);
    expectOk(await way.before(desk));
    const { organizer } = shop.organizerApi;
    const feed = async () => jsonOf<{ data: FeedEvent[] }>(await desk.api('GET', '/webhook-events?limit=100')).data;
    const countBefore = (await feed()).length;
    const receiver = await startReceiver();
    await makeEndpoint(database.db, organizer.id, receiver.url, { clock: paying.clock });
    // Commands have the clock of the machine, and the application that of the test.
    const later = { ...systemClock, now: () => Math.max(systemClock.now(), paying.clock.now()) + 1_000 };
    const worker = startWorker(database.db, { clock: { ...later, of: () => later } });

    expectOk(await way.change(desk));
    const events = (await feed()).slice(countBefore);
    expect(events.map(({ type }) => type)).toEqual(way.types);
    for (const event of events) {
      expectWebhookBody(event);
      expect(personal.filter((value) => JSON.stringify(event).includes(value))).toEqual([]);
    }
    const changes = events.filter(({ type }) => type === 'order.updated').map(({ data }) => data.changed);
    expect(changes).toEqual(way.changed === undefined ? [] : [way.changed]);
    const ofTickets = way.changed?.filter((name) => name.startsWith('tickets.')).map((name) => name.slice(8));
    for (const { type, data } of events) if (type === 'ticket.updated') expect(data.changed).toEqual(ofTickets);
    await expectAsInApi(desk, events);

    worker.poll();
    const sent = () => receiver.bodies().map((body) => body as unknown as FeedEvent);
    await eventually(() => expect(sent().length).toBe(events.length));
    expect(sent().toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      events.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  /** Payments and refunds are in events as the API returns them. */
  async function expectAsInApi(desk: Desk, events: readonly FeedEvent[]): Promise<void> {
    for (const { type, data } of events) {
      const [kindOfObject] = type.split('.');
      if (kindOfObject !== 'payment' && kindOfObject !== 'refund') continue;
      const { eventId, ...stored } = jsonOf(await desk.api('GET', `/${kindOfObject}s/${String(data['id'])}`));
      const { eventId: _, ...sent } = data;
      expect(sent).toEqual(stored);
      if (kindOfObject === 'refund') expect(data['eventId']).toBe(eventId);
    }
  }

  function expectOk(response: unknown): void {
    if (typeof response !== 'object' || response === null || !('status' in response)) return;
    expect(response).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  }

  async function openDesk(shop: Shop, start: Way['start']): Promise<Desk> {
    const { organizer } = shop.organizerApi;
    const order = { sessionId: '', ...(await paying[start](shop)) };
    const owner = await signIn({ url: paying.site.app.url, db: database.db }, { organizer, role: 'owner' });
    const { key } = await makeKey(database.db, organizer.id, { granted: ['orders:write', 'orders:read:pii'] });
    const { tickets } = await paying.order(shop, order.orderNumber);
    return {
      ...order,
      ticketIds: tickets.map(({ id }) => id),
      paying,
      owner,
      api: async (method, path, body) => {
        const content = {
          headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify(body),
        };
        return read(
          await paying.site.app.request(`/api/v1${path}`, { method, key, ...(body === undefined ? {} : content) }),
        );
      },
      command: async (...args) => {
        const result = await runHere([...args, '--organizer', organizer.slug], database.env);
        expect(result, result.stderr).toMatchObject({ code: 0 });
      },
    };
  }
});

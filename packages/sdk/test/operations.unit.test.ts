import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientDocument } from '../client-document.ts';
import { generateTypes } from '../generate-types.ts';
import { Organizer } from '../src/index.ts';

const root = join(import.meta.dirname, '../../..');
const [api, ofDevices] = ['extended', 'gate'].map((name) =>
  readFileSync(join(root, `openapi/${name}.json`), 'utf8'),
) as [string, string];

/** A call of each operation, by its id in the OpenAPI document. Path parameters have their own name as value. */
const calls: Record<string, (client: Organizer) => Promise<unknown>> = {
  getMe: (client) => client.me(),
  listEvents: ({ events }) => events.list().page(),
  createEvent: ({ events }) => events.create({ name: 'Race', startsAt: '2027-05-01T06:00:00Z' }),
  getEvent: ({ events }) => events.get('id'),
  updateEvent: ({ events }) => events.update('id', { name: 'Race' }),
  upsertEvent: ({ events }) => events.upsert('externalId', { name: 'Race', startsAt: '2027-05-01T06:00:00Z' }),
  deleteEvent: ({ events }) => events.delete('id'),
  createTicketType: ({ ticketTypes }) => ticketTypes.create('id', { name: '10 km', price: 2_000 }),
  updateTicketType: ({ ticketTypes }) => ticketTypes.update('id', 'ticketTypeId', { price: 2_100 }),
  upsertTicketType: ({ ticketTypes }) => ticketTypes.upsert('id', 'externalId', { name: '10 km', price: 2_000 }),
  deleteTicketType: ({ ticketTypes }) => ticketTypes.delete('id', 'ticketTypeId'),
  createAddon: ({ addons }) => addons.create('id', { name: 'Drinks', type: 'drink', price: 900 }),
  updateAddon: ({ addons }) => addons.update('id', 'addonId', { price: 950 }),
  upsertAddon: ({ addons }) => addons.upsert('id', 'externalId', { name: 'Drinks', type: 'drink', price: 900 }),
  deleteAddon: ({ addons }) => addons.delete('id', 'addonId'),
  listOrders: ({ orders }) => orders.list().page(),
  getOrder: ({ orders }) => orders.get('orderNumber'),
  updateOrder: ({ orders }) => orders.update('orderNumber', { externalId: 'crm-1' }),
  createOrder: ({ orders }) => orders.create({ eventId: 'evt_1', buyer: {}, status: 'paid' }),
  createRefund: ({ orders }) => orders.refund('orderNumber', { whole: true }),
  cancelOrder: ({ orders }) => orders.cancel('orderNumber', { notifyBuyer: true }),
  payOrder: ({ orders }) => orders.pay('orderNumber', { receivedAt: '2026-11-20T09:00:00Z' }),
  listPayments: ({ payments }) => payments.list().page(),
  getPayment: ({ payments }) => payments.get('id'),
  listRefunds: ({ refunds }) => refunds.list().page(),
  getRefund: ({ refunds }) => refunds.get('id'),
  listTickets: ({ tickets }) => tickets.list().page(),
  getTicket: ({ tickets }) => tickets.get('id'),
  updateTicket: ({ tickets }) => tickets.update('id', { metadata: { team: 'Blue' } }),
  listAttendees: ({ attendees }) => attendees.list().page(),
  checkIn: ({ checkIns }) => checkIns.create({ eventId: 'evt_1', ticketId: 'tkt_1', nonce: 'turnstile-1' }),
  undoCheckIn: ({ checkIns }) => checkIns.undo('id'),
  listConsumptions: ({ consumptions }) => consumptions.list().page(),
  getConsumption: ({ consumptions }) => consumptions.get('id'),
  listEntitlements: ({ entitlements }) => entitlements.list().page(),
  getEntitlement: ({ entitlements }) => entitlements.get('id'),
  consumeUnits: ({ entitlements }) => entitlements.consume({ entitlementId: 'ent_1', units: 1, ref: 'till-1' }),
  reverseConsumption: ({ entitlements }) => entitlements.reverse('id', { reason: 'The wrong drink' }),
  listSettlements: ({ settlements }) => settlements.list().page(),
  listWebhookEndpoints: ({ webhookEndpoints }) => webhookEndpoints.list().page(),
  createWebhookEndpoint: ({ webhookEndpoints }) =>
    webhookEndpoints.create({ url: 'https://a.example', events: ['order.*'] }),
  getWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.get('endpointId'),
  changeWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.update('endpointId', { description: 'CRM' }),
  deleteWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.delete('endpointId'),
  enableWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.enable('endpointId'),
  disableWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.disable('endpointId'),
  rotateWebhookSecret: ({ webhookEndpoints }) => webhookEndpoints.rotateSecret('endpointId', { graceHours: 24 }),
  testWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.test('endpointId', { type: 'ping' }),
  listWebhookDeliveries: ({ webhookDeliveries }) => webhookDeliveries.list().page(),
  getWebhookDelivery: ({ webhookDeliveries }) => webhookDeliveries.get('deliveryId'),
  resendWebhookDelivery: ({ webhookDeliveries }) => webhookDeliveries.resend('deliveryId'),
  listWebhookEvents: ({ webhookEvents }) => webhookEvents.list().page(),
  getWebhookEvent: ({ webhookEvents }) => webhookEvents.get('id'),
  streamWebhookEvents: async ({ webhookEvents }) => {
    for await (const _event of webhookEvents.stream()) return;
  },
  triggerEvent: ({ sandbox }) => sandbox.trigger({ type: 'order.paid' }),
  listPublishedEvents: ({ embed }) => embed.list().page(),
  getPublishedEvent: ({ embed }) => embed.get('id'),
  getAvailability: ({ embed }) => embed.availability('id'),
  getEventOnSale: ({ checkout }) => checkout.event('id'),
  quote: ({ checkout }) => checkout.quote({ eventId: 'evt_1' }),
  reserve: ({ checkout }) => checkout.reserve({ eventId: 'evt_1', buyer: { email: 'ada@example.com', name: 'Ada' } }),
  pay: ({ checkout }) =>
    checkout.pay({ orderNumber: '7K3Q9MX2PA', reservationToken: 'rsv_1', buyerToken: 'byt_1', method: 'test' }),
  cancelReservation: ({ checkout }) => checkout.cancel({ orderNumber: '7K3Q9MX2PA', reservationToken: 'rsv_1' }),
  getOwnOrder: ({ checkout }) => checkout.order('orderNumber', 'rsv_1'),
  requestCode: ({ checkout }) => checkout.requestCode({ email: 'ada@example.com' }),
  verifyCode: ({ checkout }) => checkout.verifyCode({ email: 'ada@example.com', code: '123456' }),
};

const scanned = {
  qrValue: 'qr',
  nonce: 'phone-1-1',
  scannedAt: '2026-11-20T09:00:00Z',
  gateId: 'gat_1',
  direction: 'entry',
} as const;

/** A call of each operation of devices. */
const callsOfDevices: Record<string, (client: Organizer) => Promise<unknown>> = {
  pairDevice: ({ gate }) => gate.pair('K7MP-3XQ9'),
  getDevice: ({ gate }) => gate.device(),
  reportDeviceStatus: ({ gate }) => gate.reportStatus({ battery: 0.5, appVersion: '1.0.0', queueLength: 0 }),
  scanTicket: ({ gate }) => gate.scan(scanned),
  sendScans: ({ gate }) =>
    gate.sendScans([{ ...scanned, offline: true, deviceResult: 'admitted', deviceReason: null }]),
  undoScan: ({ gate }) => gate.undo('id'),
  searchTickets: ({ gate }) => gate.search('lovelace'),
  getStats: ({ gate }) => gate.stats(),
  lookUpEntitlements: ({ gate }) => gate.lookUp('qr'),
  consumeUnits: ({ gate }) => gate.consume({ entitlementId: 'ent_1', units: 1, ref: 'bar-1' }),
  reverseConsumption: ({ gate }) => gate.reverse('id', { reason: 'The wrong drink' }),
};
/** A client has no methods for them: they are not JSON. */
const withoutMethod = ['streamStats', 'getOfflineBundle'];

interface Document {
  paths: Record<string, Record<string, { operationId: string; security?: Record<string, unknown>[] }>>;
}

test.each([
  ['the API', api, calls],
  ['the API of devices', ofDevices, callsOfDevices],
])(
  'the client has a method for each operation of %s, which sends the key only if it is needed',
  async (_, json, ofApi) => {
    const document = JSON.parse(json) as Document;
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, security = [] }]) => {
        const [scheme] = security.flatMap((option) => Object.keys(option));
        const token = { key: 'Bearer sk_1', device: 'Bearer sk_1', buyer: 'Bearer rsv_1' }[scheme ?? ''] ?? null;
        return [operationId, `${method.toUpperCase()} ${path.replaceAll(/[{}]/g, '')}`, token];
      }),
    );
    const sent: unknown[] = [];
    for (const [operationId, call] of Object.entries(ofApi)) {
      const client = new Organizer({
        baseUrl: 'https://tickets.example.com/api/v1/',
        apiKey: 'sk_1',
        fetch: async (url, init) => {
          const { pathname } = new URL(String(url));
          sent.push([operationId, `${init?.method} ${pathname}`, new Headers(init?.headers).get('authorization')]);
          if (!pathname.endsWith('/stream')) return new Response('{}');
          return new Response('data: {}\n\n', { headers: { 'content-type': 'text/event-stream' } });
        },
      });
      await call(client);
    }
    expect(operations.length).toBeGreaterThan(10);
    const expected = operations.filter(([id]) => !withoutMethod.includes(String(id)));
    expect(sent.toSorted()).toEqual(expected.toSorted());
  },
);

test('the types are those of the OpenAPI documents', async () => {
  const types = await generateTypes(clientDocument(api, ofDevices));
  expect(readFileSync(join(root, 'packages/sdk/src/api.ts'), 'utf8') === types).toBe(true);
});

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test.for([
  ['sdk', (name: string) => name],
  ['sdk-python', snakeCase],
] as const)('the documentation of %s names each method', ([folder, nameOf]) => {
  const page = readFileSync(join(root, `packages/${folder}/README.md`), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|/gm)];
  const resources = Object.entries(new Organizer({ baseUrl: 'https://tickets.example.com' }));
  const methodsOf = (resource: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((name) => name !== 'constructor');
  expect(rows.map(([, resource, methods = '']) => [resource, methods.match(/\w+/g)])).toEqual(
    resources.map(([name, resource]) => [nameOf(name), methodsOf(resource).map(nameOf)]),
  );
});

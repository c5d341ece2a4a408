import type { DeploymentName } from '../src/deployments/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { createQuestion } from '../src/features/catalog/write-question.ts';
import { consumeUnits } from '../src/features/entitlements/index.ts';
import { scanTicket } from '../src/features/gate/index.ts';
import type { Scope } from '../src/features/keys/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { openSandbox } from '../src/features/sandboxes/index.ts';
import { sendTest } from '../src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp } from './harness/app.ts';
import { defined, first, last } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { makeGate, makeScanner } from './harness/gates.ts';
import { makeEndpoint } from './harness/webhooks.ts';

/** An organizer with two items in each list. */
export interface OrganizerData {
  readonly organizer: Organizer;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly addonId: string;
  /** Another question depends on it. */
  readonly questionId: string;
  readonly orderNumber: string;
  readonly ticketId: string;
  /** The scan of another ticket. */
  readonly scanId: string;
  readonly entitlementId: string;
  /** Another entitlement, with two consumptions. */
  readonly consumedId: string;
  /** One of its consumptions. */
  readonly consumptionId: string;
  /** An order with a payment and a refund. */
  readonly refundedNumber: string;
  readonly paymentId: string;
  readonly refundId: string;
  /** Pending orders, each for one test that changes its state. */
  readonly pendingNumbers: readonly string[];
  /** Two deliveries belong to the first. */
  readonly endpointIds: { readonly enabled: string; readonly disabled: string; readonly deleted: string };
  readonly deliveryId: string;
}

/** The data about a keyed route that the shared suite needs and the API document does not contain. */
export interface KeyedRoute {
  /** null if a secret key with any scope that reads resources can call the route, `any` if every valid key can. */
  readonly scope: Scope | 'any' | null;
  /** Values of the path parameters, from the data of an organizer. */
  readonly pathParameters?: Readonly<Record<string, (own: OrganizerData) => string>>;
  /** Values of path parameters that are not ids. */
  readonly otherParameters?: Readonly<Record<string, string>>;
  /** The status of a response with the data of the suite, if it is not 200 and the route has no body. */
  readonly status?: 409;
  /** Only for routes with a body. */
  readonly write?: {
    /** A valid body that can be sent repeatedly. */
    body(own: OrganizerData): Readonly<Record<string, unknown>>;
    /** The status of the response. */
    readonly status: 200 | 201;
    /** The parameter of a second resource, for a route that changes the state of the first one. */
    readonly second?: Readonly<Record<string, (own: OrganizerData) => string>>;
    /** Whether an empty body is rejected although no field is required. */
    readonly rejectsEmpty?: boolean;
    /** Whether the route has no `Idempotency-Key`. */
    readonly hasNoIdempotencyKey?: boolean;
    /** Whether the body has an id from the organizer's data. Then an unknown id is rejected with 404. */
    readonly hasOwnId?: boolean;
  };
  readonly list?: {
    readonly limitMax: number;
    /** Filters with ids from the organizer's data. */
    readonly filters: Readonly<Record<string, (own: OrganizerData) => string>>;
    /** The path of another list. Cursors of that list are rejected. */
    readonly other: string;
  };
}

const eventFilter = { eventId: (own: OrganizerData) => own.eventId };
const orderFilter = { orderNumber: (own: OrganizerData) => own.orderNumber };
const refundedFilter = { orderNumber: (own: OrganizerData) => own.refundedNumber };
const endpointParameters = { endpointId: (own: OrganizerData) => own.endpointIds.enabled };
const deliveryParameters = { deliveryId: (own: OrganizerData) => own.deliveryId };
const eventParameters = { id: (own: OrganizerData) => own.eventId };
const ticketTypeParameters = { ...eventParameters, ticketTypeId: (own: OrganizerData) => own.ticketTypeId };
const questionParameters = { ...eventParameters, questionId: (own: OrganizerData) => own.questionId };
const addonParameters = { ...eventParameters, addonId: (own: OrganizerData) => own.addonId };

/** Every keyed route, by method and path. The suite fails if a route is missing here. */
export const keyedRoutes: Readonly<Record<string, KeyedRoute>> = {
  'GET /api/v1/me': { scope: 'any' },
  'GET /api/v1/events': {
    scope: 'events:read',
    list: { limitMax: 200, filters: {}, other: '/api/v1/orders' },
  },
  'GET /api/v1/events/{id}': { scope: 'events:read', pathParameters: eventParameters },
  'POST /api/v1/events': {
    scope: 'events:write',
    write: { body: () => ({ name: 'Another race', startsAt: '2083-06-01T08:00:00+02:00' }), status: 201 },
  },
  'DELETE /api/v1/events/{id}': {
    scope: 'events:write',
    pathParameters: eventParameters,
    status: 409, // It has orders.
  },
  'PATCH /api/v1/events/{id}': {
    scope: 'events:write',
    pathParameters: eventParameters,
    write: { body: () => ({ description: 'Another description' }), status: 200 },
  },
  'PUT /api/v1/events/by-external-id/{externalId}': {
    scope: 'events:write',
    otherParameters: { externalId: 'a-race' },
    write: { body: () => ({ name: 'The race again', startsAt: '2083-06-01T08:00:00+02:00' }), status: 200 },
  },
  'PUT /api/v1/events/{id}/ticket-types/by-external-id/{externalId}': {
    scope: 'events:write',
    pathParameters: eventParameters,
    otherParameters: { externalId: 'a-run-10' },
    write: { body: () => ({ name: 'Relay', price: 4000 }), status: 200 },
  },
  'DELETE /api/v1/events/{id}/ticket-types/{ticketTypeId}': {
    scope: 'events:write',
    pathParameters: ticketTypeParameters,
    status: 409, // An order has it.
  },
  'PUT /api/v1/events/{id}/addons/by-external-id/{externalId}': {
    scope: 'events:write',
    pathParameters: eventParameters,
    otherParameters: { externalId: 'a-beer' },
    write: { body: () => ({ name: 'Shirt', type: 'shirt', price: 2500 }), status: 200 },
  },
  'DELETE /api/v1/events/{id}/addons/{addonId}': {
    scope: 'events:write',
    pathParameters: addonParameters,
    status: 409, // An order has it.
  },
  'POST /api/v1/events/{id}/ticket-types': {
    scope: 'events:write',
    pathParameters: eventParameters,
    write: { body: () => ({ name: 'Relay', price: 4000 }), status: 201 },
  },
  'PATCH /api/v1/events/{id}/ticket-types/{ticketTypeId}': {
    scope: 'events:write',
    pathParameters: ticketTypeParameters,
    write: { body: () => ({ quantity: 5_000 }), status: 200 },
  },
  'POST /api/v1/events/{id}/addons': {
    scope: 'events:write',
    pathParameters: eventParameters,
    write: { body: () => ({ name: 'Shirt', type: 'shirt', price: 2500 }), status: 201 },
  },
  'PATCH /api/v1/events/{id}/addons/{addonId}': {
    scope: 'events:write',
    pathParameters: addonParameters,
    write: { body: () => ({ price: 950 }), status: 200 },
  },
  'GET /api/v1/events/{id}/questions': { scope: 'events:read', pathParameters: eventParameters },
  'GET /api/v1/events/{id}/questions/{questionId}': { scope: 'events:read', pathParameters: questionParameters },
  'POST /api/v1/events/{id}/questions': {
    scope: 'events:write',
    pathParameters: eventParameters,
    write: { body: () => ({ label: 'Club', askedOf: 'holder', kind: 'text' }), status: 201 },
  },
  'PATCH /api/v1/events/{id}/questions/{questionId}': {
    scope: 'events:write',
    pathParameters: questionParameters,
    write: { body: () => ({ label: 'Licence?' }), status: 200 },
  },
  'DELETE /api/v1/events/{id}/questions/{questionId}': {
    scope: 'events:write',
    pathParameters: questionParameters,
    status: 409, // Another question depends on it.
  },
  'GET /api/v1/orders': {
    scope: 'orders:read',
    list: { limitMax: 100, filters: eventFilter, other: '/api/v1/tickets' },
  },
  'POST /api/v1/orders': {
    scope: 'orders:write',
    write: {
      body: (own) => ({
        metadata: { till: '3' },
        eventId: own.eventId,
        items: [{ ticketTypeId: own.ticketTypeId, quantity: 1 }],
        buyer: { name: 'Ada Lovelace' },
        status: 'paid',
      }),
      status: 201,
      hasOwnId: true,
    },
  },
  'GET /api/v1/orders/{orderNumber}': {
    scope: 'orders:read',
    pathParameters: { orderNumber: (own) => own.orderNumber },
  },
  'PATCH /api/v1/orders/{orderNumber}': {
    scope: 'orders:write',
    pathParameters: { orderNumber: (own) => own.orderNumber },
    write: { body: () => ({ metadata: { costCenter: '4711' } }), status: 200 },
  },
  'POST /api/v1/orders/{orderNumber}/refunds': {
    scope: 'orders:write',
    pathParameters: { orderNumber: (own) => own.refundedNumber },
    write: { body: () => ({ amount: 1, reason: 'The start was an hour late' }), status: 201, rejectsEmpty: true },
  },
  'POST /api/v1/orders/{orderNumber}/cancel': {
    scope: 'orders:write',
    pathParameters: { orderNumber: (own) => own.pendingNumbers[0]! },
    write: {
      body: () => ({ notifyBuyer: true }),
      status: 200,
      second: { orderNumber: (own) => own.pendingNumbers[1]! },
    },
  },
  'POST /api/v1/orders/{orderNumber}/pay': {
    scope: 'orders:write',
    pathParameters: { orderNumber: (own) => own.pendingNumbers[2]! },
    write: {
      body: () => ({ receivedAt: '2026-11-20T09:00:00Z', reference: '2026-11-20/0042' }),
      status: 200,
      second: { orderNumber: (own) => own.pendingNumbers[3]! },
    },
  },
  'GET /api/v1/payments': {
    scope: 'orders:read',
    list: { limitMax: 100, filters: refundedFilter, other: '/api/v1/refunds' },
  },
  'GET /api/v1/payments/{id}': { scope: 'orders:read', pathParameters: { id: (own) => own.paymentId } },
  'GET /api/v1/refunds': {
    scope: 'orders:read',
    list: { limitMax: 100, filters: { ...eventFilter, ...refundedFilter }, other: '/api/v1/payments' },
  },
  'GET /api/v1/refunds/{id}': { scope: 'orders:read', pathParameters: { id: (own) => own.refundId } },
  'GET /api/v1/tickets': {
    scope: 'tickets:read',
    list: { limitMax: 200, filters: { ...eventFilter, ...orderFilter }, other: '/api/v1/orders' },
  },
  'GET /api/v1/tickets/{id}': { scope: 'tickets:read', pathParameters: { id: (own) => own.ticketId } },
  'GET /api/v1/attendees': {
    scope: 'orders:read:pii',
    list: {
      limitMax: 200,
      filters: { ...eventFilter, ticketTypeId: (own) => own.ticketTypeId },
      other: '/api/v1/orders',
    },
  },
  'PATCH /api/v1/tickets/{id}': {
    scope: 'orders:write',
    pathParameters: { id: (own) => own.ticketId },
    write: { body: () => ({ metadata: { team: 'Blue' } }), status: 200 },
  },
  'POST /api/v1/events/{id}/bibs': {
    scope: 'orders:write',
    pathParameters: eventParameters,
    write: { body: () => ({ by: 'payment' }), status: 200, hasNoIdempotencyKey: true },
  },
  'POST /api/v1/check-ins': {
    scope: 'tickets:write',
    // Requests with the same `nonce` return the same scan.
    write: {
      body: ({ eventId, ticketId }) => ({ eventId, ticketId, nonce: 'nonce-of-suite' }),
      status: 200,
      hasOwnId: true,
      hasNoIdempotencyKey: true,
    },
  },
  'POST /api/v1/check-ins/{id}/undo': { scope: 'tickets:write', pathParameters: { id: (own) => own.scanId } },
  'GET /api/v1/settlements': {
    scope: 'settlements:read',
    list: { limitMax: 200, filters: eventFilter, other: '/api/v1/events' },
  },
  'GET /api/v1/addons': {
    scope: 'addons:read',
    list: { limitMax: 200, filters: { ...eventFilter, ...orderFilter }, other: '/api/v1/orders' },
  },
  'GET /api/v1/addons/{id}': { scope: 'addons:read', pathParameters: { id: (own) => own.entitlementId } },
  'GET /api/v1/consumptions': {
    scope: 'addons:read',
    list: { limitMax: 200, filters: { entitlementId: (own) => own.consumedId }, other: '/api/v1/orders' },
  },
  'GET /api/v1/consumptions/{id}': { scope: 'addons:read', pathParameters: { id: (own) => own.consumptionId } },
  'POST /api/v1/addons/consume': {
    scope: 'addons:write',
    // Requests with the same `ref` consume only once.
    write: {
      body: (own) => ({ entitlementId: own.entitlementId, units: 1, ref: `suite ${own.entitlementId}` }),
      status: 200,
      hasOwnId: true,
    },
  },
  'POST /api/v1/addons/consumptions/{id}/reverse': {
    scope: 'addons:write',
    pathParameters: { id: (own) => own.consumptionId },
    write: { body: () => ({ reason: 'The wrong drink' }), status: 200 },
  },
  'GET /api/v1/webhook-events': { scope: null },
  'GET /api/v1/webhook-endpoints': {
    scope: 'webhooks:write',
    list: { limitMax: 100, filters: {}, other: '/api/v1/webhook-deliveries' },
  },
  'POST /api/v1/webhook-endpoints': {
    scope: 'webhooks:write',
    write: {
      body: () => ({ url: 'https://1.1.1.1/hooks', events: ['order.*'] }),
      status: 201,
      hasNoIdempotencyKey: true,
    },
  },
  'GET /api/v1/webhook-endpoints/{endpointId}': { scope: 'webhooks:write', pathParameters: endpointParameters },
  'PATCH /api/v1/webhook-endpoints/{endpointId}': {
    scope: 'webhooks:write',
    pathParameters: endpointParameters,
    write: { body: () => ({ description: 'CRM' }), status: 200 },
  },
  'DELETE /api/v1/webhook-endpoints/{endpointId}': {
    scope: 'webhooks:write',
    pathParameters: { endpointId: (own) => own.endpointIds.deleted },
  },
  'POST /api/v1/webhook-endpoints/{endpointId}/enable': {
    scope: 'webhooks:write',
    pathParameters: endpointParameters,
  },
  'POST /api/v1/webhook-endpoints/{endpointId}/disable': {
    scope: 'webhooks:write',
    pathParameters: { endpointId: (own) => own.endpointIds.disabled },
  },
  'POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret': {
    scope: 'webhooks:write',
    pathParameters: endpointParameters,
    write: { body: () => ({ graceHours: 0 }), status: 200, hasNoIdempotencyKey: true },
  },
  'POST /api/v1/webhook-endpoints/{endpointId}/test': {
    scope: 'webhooks:write',
    pathParameters: endpointParameters,
    write: { body: () => ({ type: 'ping' }), status: 201, hasNoIdempotencyKey: true },
  },
  'GET /api/v1/webhook-deliveries': {
    scope: 'webhooks:write',
    list: {
      limitMax: 100,
      filters: { endpointId: (own) => own.endpointIds.enabled },
      other: '/api/v1/webhook-endpoints',
    },
  },
  'GET /api/v1/webhook-deliveries/{deliveryId}': { scope: 'webhooks:write', pathParameters: deliveryParameters },
  'POST /api/v1/webhook-deliveries/{deliveryId}/resend': {
    scope: 'webhooks:write',
    pathParameters: deliveryParameters,
  },
  'GET /api/embed/v1/events': {
    scope: 'events:read',
    list: { limitMax: 200, filters: {}, other: '/api/v1/orders' },
  },
  'GET /api/embed/v1/events/{id}': { scope: 'events:read', pathParameters: eventParameters },
  'GET /api/embed/v1/events/{id}/availability': { scope: 'events:read', pathParameters: eventParameters },
};

/** Returns the data of a keyed route. Throws if there is no such route. */
export function keyedRoute(name: string): KeyedRoute {
  return defined(keyedRoutes[name], name);
}

/**
 * The path of a route, for the data of an organizer.
 *
 * @param overrides other values of path parameters
 */
export function pathOf(name: string, own: OrganizerData, overrides: Readonly<Record<string, string>> = {}): string {
  const { pathParameters = {}, otherParameters = {} } = keyedRoute(name);
  const path = name.slice(name.indexOf(' ') + 1);
  const parameterValue = (parameter: string) =>
    otherParameters[parameter] ?? defined(pathParameters[parameter], parameter)(own);
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => overrides[parameter] ?? parameterValue(parameter));
}

/** Creates the sandbox of an organizer, with the same data. */
export async function createSandboxData(db: Db, live: Organizer): Promise<OrganizerData> {
  const { id, slug } = await openSandbox(db, organizerScope(live.id, systemClock, byOperator));
  return createOrganizerData(db, { ...live, id, slug });
}

/**
 * Creates two published events of an organizer, each with two paid orders of two tickets and an add-on.
 *
 * @param existing the organizer; without it, a new one is created
 */
export async function createOrganizerData(db: Db, existing?: Organizer): Promise<OrganizerData> {
  const organizer = existing ?? (await makeOrganizer(db));
  const lines = ['a-', 'b-'].flatMap((prefix) => [
    ...raceLines({ prefix }),
    ...['one', 'two'].map((name) =>
      orderLine(
        `${prefix}${name}`,
        {
          items: [
            { kind: 'ticket', ticketTypeId: `${prefix}run-10`, quantity: 2 },
            { kind: 'addon', addonId: `${prefix}beer`, quantity: 1 },
          ],
        },
        prefix,
      ),
    ),
  ]);
  const pendingLines = Array.from({ length: 6 }, (_, index) =>
    orderLine(`a-pending-${index}`, { status: 'pending' }, 'a-'),
  );
  await importAll(db, organizer, [...lines, ...pendingLines]);
  const row = await db
    .selectFrom('entitlements as n')
    .innerJoin('tickets as k', (join) =>
      join.onRef('k.organizer_id', '=', 'n.organizer_id').onRef('k.order_number', '=', 'n.order_number'),
    )
    .select(['n.id', 'n.event_id', 'n.addon_id', 'n.order_number', 'k.ticket_type_id', 'k.id as ticket_id'])
    .where('n.organizer_id', '=', organizer.id)
    .orderBy('n.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const lastEntitlement = await db
    .selectFrom('entitlements')
    .select('id')
    .where('organizer_id', '=', organizer.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const scope = organizerScope(organizer.id, systemClock, byOperator);
  const consume = (name: string) => {
    const request = { entitlementId: lastEntitlement.id, units: 1, ref: `${name} ${lastEntitlement.id}` };
    return db.transaction().execute((tx) => consumeUnits(tx, scope, request));
  };
  await consume('first');
  const { consumption } = await consume('consumed');
  const addEndpoint = async () =>
    (await makeEndpoint(db, organizer.id, 'https://1.1.1.1/hooks', { events: ['ping'] })).id;
  const endpointIds = { enabled: await addEndpoint(), disabled: await addEndpoint(), deleted: await addEndpoint() };
  const sendPing = () => sendTest(db, scope, endpointIds.enabled);
  return {
    ...(await createMoney(db, organizer)),
    organizer,
    endpointIds,
    deliveryId: [await sendPing(), await sendPing()][0]!.id,
    eventId: row.event_id,
    ticketTypeId: row.ticket_type_id,
    addonId: row.addon_id,
    questionId: await askQuestions(db, organizer, row.event_id),
    orderNumber: row.order_number,
    ticketId: row.ticket_id,
    scanId: await scanAnother(db, organizer, row),
    entitlementId: row.id,
    consumedId: lastEntitlement.id,
    consumptionId: consumption.id,
  };
}

/** Adds a question to an event, and another one that depends on it. */
async function askQuestions(db: Db, organizer: Organizer, eventId: string): Promise<string> {
  const scope = organizerScope(organizer.id, systemClock, byOperator);
  return db.transaction().execute(async (tx) => {
    const fields = { askedOf: 'holder', kind: 'boolean', label: 'Do you have a licence?' } as const;
    const { id } = await createQuestion(tx, scope, eventId, fields);
    const shownIf = { questionId: id, values: ['true'] };
    await createQuestion(tx, scope, eventId, { ...fields, kind: 'text', label: 'Number of the licence', shownIf });
    return id;
  });
}

/** Scans a ticket of an order at a gate, except one ticket. */
async function scanAnother(
  db: Db,
  organizer: Organizer,
  {
    event_id: eventId,
    ticket_id: exceptId,
    order_number: number,
  }: Readonly<Record<'event_id' | 'ticket_id' | 'order_number', string>>,
): Promise<string> {
  const { id: gateId } = await makeGate(db, organizer, { event: eventId });
  const scanner = await makeScanner(db, organizer, { event: eventId });
  const others = db.selectFrom('tickets').select('id').where('order_number', '=', number).where('id', '!=', exceptId);
  const { id: ticketId } = await others.executeTakeFirstOrThrow();
  const scannedAt = timestamp(systemClock.now());
  const request = { ticketId, nonce: 'nonce-of-scan', scannedAt, gateId, direction: 'entry' } as const;
  return (await scanTicket(db, organizerScope(organizer.id, systemClock, byOperator), scanner, request)).id;
}

/** Pays two of the pending orders, and refunds a part of each. */
async function createMoney(db: Db, { id }: Organizer) {
  const pending = await db
    .selectFrom('orders')
    .select('order_number as number')
    .where('organizer_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  const [first, second, ...others] = pending.map(({ number }) => number);
  const scope = organizerScope(id, systemClock, byOperator);
  for (const number of [second!, first!]) await payOrder(db, scope, number);
  const amount = { amount: 1, reason: 'The start was an hour late' };
  await refundOrder(db, scope, second!, amount);
  const { refundId } = await refundOrder(db, scope, first!, amount);
  const payments = db.selectFrom('payments').select('id').where('organizer_id', '=', id);
  const payment = await payments.where('order_number', '=', first!).executeTakeFirstOrThrow();
  return { refundedNumber: first!, paymentId: payment.id, refundId, pendingNumbers: others };
}

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** The schema of a body in the API document. */
interface BodySchema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
}

/** A route of a deployment, as its API document describes it. */
export interface Operation {
  /** The key of the route in `keyedRoutes`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The methods of the same path. */
  readonly methods: readonly string[];
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: { maximum?: number } }[];
  /** The content types, the schema and an example of the body; null if the route has no body. */
  readonly body: { readonly types: readonly string[]; readonly schema: BodySchema; readonly example: Json } | null;
}

interface OpenApiDocument {
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
  readonly components: { readonly schemas: Record<string, BodySchema> };
}

interface OpenApiOperation {
  readonly parameters?: Operation['parameters'];
  readonly requestBody?: {
    readonly content: Record<
      string,
      { readonly schema: BodySchema & { readonly $ref?: string }; readonly example: Json }
    >;
  };
}

/** The keyed routes of a deployment, read from the document that its running application serves. */
export async function keyedOperations(deployment: DeploymentName): Promise<Operation[]> {
  const db = openDatabase({ databaseUrl: null, dataDir: '/nonexistent' }); // It is never opened: no request queries it.
  const app = await startApp({ db, deployment });
  const { paths, components } = (await (await app.request('/openapi.json')).json()) as OpenApiDocument;
  await app.close();
  await db.destroy();
  const bodyOf = ({ requestBody }: OpenApiOperation): Operation['body'] => {
    if (requestBody === undefined) return null;
    const { schema, example } = first(Object.values(requestBody.content));
    const schemaName = schema.$ref === undefined ? null : last(schema.$ref.split('/'));
    const bodySchema = schemaName === null ? schema : defined(components.schemas[schemaName], schemaName);
    return { types: Object.keys(requestBody.content), schema: bodySchema, example };
  };
  return (
    Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/public/'))
      // Whether a key can read an event depends on the type of the event, and a stream does not end: see feed.test.ts.
      .filter(([path]) => !path.startsWith('/api/v1/webhook-events/'))
      // Only keys of a sandbox can trigger events: see sandbox.test.ts.
      .filter(([path]) => path !== '/api/v1/sandbox/triggers')
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => ({
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          methods: Object.keys(operations).map((verb) => verb.toUpperCase()),
          parameters: operation.parameters ?? [],
          body: bodyOf(operation),
        })),
      )
  );
}

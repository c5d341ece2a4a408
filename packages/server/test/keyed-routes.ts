import type { DeploymentName } from '../src/deployments/index.ts';
import type { Scope } from '../src/features/keys/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp } from './harness/app.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';

/** An organizer with two of everything that a list shows. */
export interface OrganizerData {
  readonly organizer: Organizer;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly addonId: string;
  readonly orderNumber: string;
  readonly ticketId: string;
  readonly entitlementId: string;
}

/** What the shared suite must know of a keyed route beyond what the service says of it. */
export interface KeyedRoute {
  readonly scope: Scope;
  /** What the parameters of its path are for an organizer. */
  readonly names?: Readonly<Record<string, (own: OrganizerData) => string>>;
  /** Where it writes. */
  readonly write?: {
    /** A body that an organizer may send, however often. */
    body(own: OrganizerData): Readonly<Record<string, unknown>>;
    /** What it is answered with. */
    readonly status: 200 | 201;
    /** Whether the body names something of the organizer's, whose lack is 404. */
    readonly namesOwn?: boolean;
  };
  readonly list?: {
    readonly limitMax: number;
    /** Filters that name something of an organizer's. */
    readonly filters: Readonly<Record<string, (own: OrganizerData) => string>>;
    /** Another list, whose cursors are not this one's. */
    readonly other: string;
  };
}

const byEvent = { eventId: (own: OrganizerData) => own.eventId };
const byOrder = { orderNumber: (own: OrganizerData) => own.orderNumber };
const ofEvent = { id: (own: OrganizerData) => own.eventId };
const ofTicketType = { ...ofEvent, ticketTypeId: (own: OrganizerData) => own.ticketTypeId };
const ofAddon = { ...ofEvent, addonId: (own: OrganizerData) => own.addonId };

/** Every keyed route, by method and path. One that is missing here fails the suite. */
export const keyedRoutes: Readonly<Record<string, KeyedRoute>> = {
  'GET /api/v1/events': {
    scope: 'events:read',
    list: { limitMax: 200, filters: {}, other: '/api/v1/orders' },
  },
  'GET /api/v1/events/{id}': { scope: 'events:read', names: ofEvent },
  'POST /api/v1/events': {
    scope: 'events:write',
    write: { body: () => ({ name: 'Another race', startsAt: '2027-06-01T08:00:00+02:00' }), status: 201 },
  },
  'PATCH /api/v1/events/{id}': {
    scope: 'events:write',
    names: ofEvent,
    write: { body: () => ({ description: 'Another description' }), status: 200 },
  },
  'POST /api/v1/events/{id}/ticket-types': {
    scope: 'events:write',
    names: ofEvent,
    write: { body: () => ({ name: 'Relay', price: 4000 }), status: 201 },
  },
  'PATCH /api/v1/events/{id}/ticket-types/{ticketTypeId}': {
    scope: 'events:write',
    names: ofTicketType,
    write: { body: () => ({ quantity: 5_000 }), status: 200 },
  },
  'POST /api/v1/events/{id}/addons': {
    scope: 'events:write',
    names: ofEvent,
    write: { body: () => ({ name: 'Shirt', type: 'shirt', price: 2500 }), status: 201 },
  },
  'PATCH /api/v1/events/{id}/addons/{addonId}': {
    scope: 'events:write',
    names: ofAddon,
    write: { body: () => ({ price: 950 }), status: 200 },
  },
  'GET /api/v1/orders': {
    scope: 'orders:read',
    list: { limitMax: 100, filters: byEvent, other: '/api/v1/tickets' },
  },
  'GET /api/v1/orders/{orderNumber}': { scope: 'orders:read', names: { orderNumber: (own) => own.orderNumber } },
  'GET /api/v1/tickets': {
    scope: 'tickets:read',
    list: { limitMax: 200, filters: { ...byEvent, ...byOrder }, other: '/api/v1/orders' },
  },
  'GET /api/v1/tickets/{id}': { scope: 'tickets:read', names: { id: (own) => own.ticketId } },
  'GET /api/v1/settlements': {
    scope: 'settlements:read',
    list: { limitMax: 200, filters: byEvent, other: '/api/v1/events' },
  },
  'GET /api/v1/addons': {
    scope: 'addons:read',
    list: { limitMax: 200, filters: { ...byEvent, ...byOrder }, other: '/api/v1/orders' },
  },
  'GET /api/v1/addons/{id}': { scope: 'addons:read', names: { id: (own) => own.entitlementId } },
  'POST /api/v1/addons/consume': {
    scope: 'addons:write',
    // The same `ref` consumes once, however often it is sent.
    write: {
      body: (own) => ({ entitlementId: own.entitlementId, units: 1, ref: `suite ${own.entitlementId}` }),
      status: 200,
      namesOwn: true,
    },
  },
  'GET /api/embed/v1/events': {
    scope: 'events:read',
    list: { limitMax: 200, filters: {}, other: '/api/v1/orders' },
  },
  'GET /api/embed/v1/events/{id}': { scope: 'events:read', names: ofEvent },
  'GET /api/embed/v1/events/{id}/availability': { scope: 'events:read', names: ofEvent },
};

/**
 * The path of a route.
 *
 * @param given its parameters, where they are not what they are for the organizer
 */
export function pathOf(name: string, own: OrganizerData, given: Readonly<Record<string, string>> = {}): string {
  const { names = {} } = keyedRoutes[name]!;
  const path = name.slice(name.indexOf(' ') + 1);
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => given[parameter] ?? names[parameter]!(own));
}

/** Makes an organizer with two published events, each with two paid orders of two tickets and an add-on. */
export async function createOrganizerData(db: Db): Promise<OrganizerData> {
  const organizer = await makeOrganizer(db);
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
  await importAll(db, organizer, lines);
  const first = await db
    .selectFrom('entitlements as n')
    .innerJoin('tickets as k', (join) =>
      join.onRef('k.organizer_id', '=', 'n.organizer_id').onRef('k.order_number', '=', 'n.order_number'),
    )
    .select(['n.id', 'n.event_id', 'n.addon_id', 'n.order_number', 'k.ticket_type_id', 'k.id as ticket_id'])
    .where('n.organizer_id', '=', organizer.id)
    .orderBy('n.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    organizer,
    eventId: first.event_id,
    ticketTypeId: first.ticket_type_id,
    addonId: first.addon_id,
    orderNumber: first.order_number,
    ticketId: first.ticket_id,
    entitlementId: first.id,
  };
}

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** A body as a route's document describes it. */
interface BodySchema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
}

/** A route of a deployment, as its own document tells of it. */
export interface Operation {
  /** Its place in `keyedRoutes`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The methods of the same path. */
  readonly methods: readonly string[];
  readonly parameters: readonly { name: string; in: string; schema: { maximum?: number } }[];
  /** The types that a body may be sent as, and its schema; null where there is none. */
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
  const db = openDatabase({ databaseUrl: null, dataDir: '/nonexistent' }); // Never asked, so never opened.
  const app = await startApp({ db, deployment });
  const { paths, components } = (await (await app.request('/openapi.json')).json()) as OpenApiDocument;
  await app.close();
  await db.destroy();
  const bodyOf = ({ requestBody }: OpenApiOperation): Operation['body'] => {
    if (requestBody === undefined) return null;
    const [media] = Object.values(requestBody.content);
    const { schema, example } = media!;
    const named = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!]!;
    return { types: Object.keys(requestBody.content), schema: named, example };
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/public/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        methods: Object.keys(operations).map((known) => known.toUpperCase()),
        parameters: operation.parameters ?? [],
        body: bodyOf(operation),
      })),
    );
}

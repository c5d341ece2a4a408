import type { DeploymentName } from '../src/config.ts';
import type { Scope } from '../src/features/keys/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp } from './harness/app.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';

/** An organizer with two of everything that a list shows. */
export interface World {
  readonly organizer: Organizer;
  readonly eventId: string;
  readonly orderNumber: string;
}

/** What the shared suite must know of a keyed route beyond what the service says of it. */
export interface KeyedRoute {
  readonly scope: Scope;
  /** Where an organizer finds what is its own. */
  path(own: World): string;
  /** Whether the address names something of the organizer's. */
  readonly namesOwn?: boolean;
  readonly list?: {
    readonly limitMax: number;
    /** Filters that name something of an organizer's. */
    readonly filters: Readonly<Record<string, (own: World) => string>>;
    /** Another list, whose cursors are not this one's. */
    readonly other: string;
  };
}

const byEvent = { eventId: (own: World) => own.eventId };

/** Every keyed route, by method and path. One that is missing here fails the suite. */
export const keyedRoutes: Readonly<Record<string, KeyedRoute>> = {
  'GET /api/v1/events': {
    scope: 'events:read',
    path: () => '/api/v1/events',
    list: { limitMax: 200, filters: {}, other: '/api/v1/orders' },
  },
  'GET /api/v1/events/{id}': {
    scope: 'events:read',
    path: (own) => `/api/v1/events/${own.eventId}`,
    namesOwn: true,
  },
  'GET /api/v1/orders': {
    scope: 'orders:read',
    path: () => '/api/v1/orders',
    list: { limitMax: 100, filters: byEvent, other: '/api/v1/tickets' },
  },
  'GET /api/v1/orders/{orderNumber}': {
    scope: 'orders:read',
    path: (own) => `/api/v1/orders/${own.orderNumber}`,
    namesOwn: true,
  },
  'GET /api/v1/tickets': {
    scope: 'tickets:read',
    path: () => '/api/v1/tickets',
    list: { limitMax: 200, filters: byEvent, other: '/api/v1/orders' },
  },
  'GET /api/v1/settlements': {
    scope: 'settlements:read',
    path: () => '/api/v1/settlements',
    list: { limitMax: 200, filters: byEvent, other: '/api/v1/events' },
  },
};

/** Makes an organizer with two published events, each with two paid orders of two tickets. */
export async function makeWorld(db: Db): Promise<World> {
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
  const order = await db
    .selectFrom('orders')
    .select(['order_number', 'event_id'])
    .where('organizer_id', '=', organizer.id)
    .executeTakeFirstOrThrow();
  return { organizer, eventId: order.event_id, orderNumber: order.order_number };
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
}

interface OpenApiPaths {
  paths: Record<string, Record<string, { parameters?: Operation['parameters'] }>>;
}

/** The keyed routes of a deployment, read from the document that its running application serves. */
export async function keyedOperations(deployment: DeploymentName): Promise<Operation[]> {
  const db = openDatabase({ databaseUrl: null, dataDir: '/nonexistent' }); // Never asked, so never opened.
  const app = await startApp({ db, deployment });
  const { paths } = (await (await app.request('/openapi.json')).json()) as OpenApiPaths;
  await app.close();
  await db.destroy();
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/public/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [] }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        methods: Object.keys(operations).map((known) => known.toUpperCase()),
        parameters,
      })),
    );
}

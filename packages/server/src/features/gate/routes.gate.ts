import { timestamp } from '../../platform/clock.ts';
import { matchesTag } from '../../platform/http/entity-tags.ts';
import type { Feature, StreamServices } from '../../platform/http/plane.ts';
import { file, notModified, object, pathId, revalidationHeaders, Type } from '../../platform/http/schema.ts';
import { sendParts } from '../../platform/http/send-stream.ts';
import { openStream, readCallerAgain } from '../../platform/http/stream-hub.ts';
import type { DevicePrincipal } from './device-authenticator.ts';
import { readDeviceContext, viewDevice } from './device-context.ts';
import { pairDevice, setDeviceStatus } from './devices.ts';
import { prepareBundle } from './offline-bundle.ts';
import { readStats } from './read-stats.ts';
import { scanBatch, scanTicket } from './scan-ticket.ts';
import * as schemas from './schema.gate.ts';
import { searchAtGate } from './search-at-gate.ts';
import { StatsHub } from './stats-hub.ts';
import { undoScan } from './undo-scan.ts';

const tags = ['Gate'];

/** The limits of routes with a limit of their own, in requests per minute. */
const searchesPerMinute = 120;
const bundlesPerMinute = 12;

/** @param options.pairingsPerMinute limit of one IP address, because a pairing code needs no token */
export function gateRoutes(options: { pairingsPerMinute: number }): Feature<StreamServices<DevicePrincipal>> {
  return (app, services) => {
    registerDeviceRoutes(options.pairingsPerMinute)(app, services);
    registerScanRoutes(app, services);
    registerReadRoutes(app, services);
  };
}

/** The device itself: its pairing, its event, its state. */
function registerDeviceRoutes(pairingsPerMinute: number): Feature<StreamServices<DevicePrincipal>> {
  return (app, { db, clock, secrets, scopeOf }) => {
    app.post(
      '/pair',
      {
        config: { needsNoCredentials: true, rateLimit: { name: 'pair', perMinute: pairingsPerMinute } },
        schema: {
          operationId: 'pairDevice',
          tags,
          summary: 'Pair a device',
          description:
            'Returns the token of a device for its pairing code. A code can be used once, within 15 minutes.',
          querystring: object({}),
          body: schemas.pairRequest,
          response: { 200: schemas.pairResult },
        },
      },
      async ({ body, ip, id }) => {
        const pairing = { clockOf: (organizerId: string) => clock.of(organizerId), secrets };
        const { token, device } = await pairDevice(db, body.code, pairing, { address: ip, requestId: id });
        return { token, device: viewDevice(device) };
      },
    );

    app.get(
      '/device',
      {
        schema: {
          operationId: 'getDevice',
          tags,
          summary: 'Read the device and its event',
          querystring: object({}),
          response: { 200: schemas.deviceContext },
        },
      },
      (request) => {
        const scope = scopeOf(request);
        return readDeviceContext(db, scope, scope.principal.device, secrets);
      },
    );

    app.post(
      '/device/status',
      {
        schema: {
          operationId: 'reportDeviceStatus',
          tags,
          summary: 'Report the state of the device',
          querystring: object({}),
          body: schemas.deviceStatus,
          response: { 200: schemas.deviceStatusResult },
        },
      },
      async (request) => {
        const { organizerId, clock, principal } = scopeOf(request);
        const serverTime = timestamp(clock.now());
        await setDeviceStatus(db, organizerId, principal.actor, request.body, serverTime);
        return { serverTime };
      },
    );
  };
}

const registerScanRoutes: Feature<StreamServices<DevicePrincipal>> = (app, { db, scopeOf }) => {
  app.post(
    '/scans',
    {
      config: { permission: 'gate', compress: false, errors: ['idempotency_conflict'] },
      schema: {
        operationId: 'scanTicket',
        tags,
        summary: 'Scan a ticket',
        description:
          'Decides whether the holder of a ticket can pass. If several devices scan a ticket at the same time, one admits its holder. If ' +
          'a request fails, send it again with the same `nonce`. With another ticket or direction, the response is 409.',
        querystring: object({}),
        body: schemas.scanRequest,
        response: { 200: schemas.scanResult },
      },
    },
    (request) => {
      const scope = scopeOf(request);
      return scanTicket(db, scope, scope.principal.device, request.body);
    },
  );

  app.post(
    '/scans/batch',
    {
      config: { permission: 'gate', compress: false },
      schema: {
        operationId: 'sendScans',
        tags,
        summary: 'Send scans that were made without a network',
        description:
          'Stores every scan with the decision of the device and that of the server. `conflict` marks a holder whom the device has ' +
          'admitted and the server would have refused. If a request fails, send all its scans again.',
        querystring: object({}),
        body: schemas.scanBatch,
        response: { 200: schemas.scanBatchResult },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      return { results: await scanBatch(db, scope, scope.principal.device, request.body.scans) };
    },
  );

  app.post(
    '/scans/:id/undo',
    {
      config: { permission: 'gate', compress: false, errors: ['invalid_state'] },
      schema: {
        operationId: 'undoScan',
        tags,
        summary: 'Undo a scan',
        description: 'The ticket gets the state that it had before the scan. A repeated request changes nothing.',
        params: object({ id: pathId('Id of the scan', 'scn_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: schemas.scanResult },
      },
    },
    (request) => {
      const scope = scopeOf(request);
      return undoScan(db, scope, scope.principal.device, request.params.id);
    },
  );
};

const registerReadRoutes: Feature<StreamServices<DevicePrincipal>> = (
  app,
  { db, clock, secrets, scopeOf, authenticate },
) => {
  app.get(
    '/search',
    {
      config: { permission: 'gate', compress: false, rateLimit: { name: 'search', perMinute: searchesPerMinute } },
      schema: {
        operationId: 'searchTickets',
        tags,
        summary: 'Search tickets',
        description:
          'Finds tickets by the names of their holders and buyers, by bibs, order numbers and e-mail addresses. Each search is written to ' +
          'the audit log before the response is sent.',
        querystring: schemas.searchQuery,
        response: { 200: schemas.searchResult },
      },
    },
    (request) => {
      const scope = scopeOf(request);
      return searchAtGate(db, scope, scope.principal.device, request.query.q);
    },
  );

  app.get(
    '/stats',
    {
      config: { permission: 'gate' },
      schema: {
        operationId: 'getStats',
        tags,
        summary: 'Read the numbers of scans',
        querystring: object({}),
        response: { 200: schemas.gateStats },
      },
    },
    (request) => {
      const { organizerId, clock, principal } = scopeOf(request);
      return readStats(db, organizerId, principal.device.eventId, clock.now());
    },
  );

  const hub = new StatsHub(db, clock);
  app.addHook('preClose', () => hub.close());
  app.get(
    '/stats/stream',
    {
      config: { permission: 'gate' },
      schema: {
        operationId: 'streamStats',
        tags,
        summary: 'Stream the numbers of scans',
        description: 'Server-sent events of the type `stats`: the current numbers, and the new ones after each change.',
        querystring: object({}),
        response: {
          200: Type.String({
            description: 'Server-sent events',
            contentMediaType: 'text/event-stream',
            maxLength: 1_000_000,
          }),
        },
      },
    },
    async (request, reply) => {
      const { organizerId, principal } = scopeOf(request);
      // The response to HEAD has the same head, and ends.
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('');
      hub.assertHasCapacity(principal.actor);
      const stream = openStream(request, reply);
      const readPermissions = async () => {
        const current = (await readCallerAgain(authenticate, request))?.permissions ?? null;
        return current?.has('gate') ? current : null;
      };
      const client = {
        topic: principal.device.eventId,
        owner: principal.actor,
        organizerId,
        stream,
        permissions: principal.permissions,
        readPermissions,
      };
      hub.subscribe({ ...client, sent: '' });
    },
  );

  app.get(
    '/offline-bundle',
    {
      config: { permission: 'gate', compress: false, rateLimit: { name: 'bundle', perMinute: bundlesPerMinute } },
      schema: {
        operationId: 'getOfflineBundle',
        tags,
        summary: 'Read all that is needed to decide without a network',
        description:
          'A signed binary file with the state of every ticket of the event. Names, bibs and categories are encrypted with the QR content ' +
          'of their ticket. `docs/gate.md` describes the format. The header `Bundle-Cursor` is the value of `since` for the next request.',
        headers: revalidationHeaders,
        querystring: object({
          since: Type.Optional(
            Type.String({
              pattern: '^[0-9]{1,14}$',
              maxLength: 14,
              description:
                'The `Bundle-Cursor` of an earlier bundle. Only tickets that have changed since are returned',
              examples: ['1806047730265'],
            }),
          ),
        }),
        response: { 200: file('The bundle', 'application/octet-stream'), 304: notModified },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { device } = scope.principal;
      const { ticketTypes } = await readDeviceContext(db, scope, device, secrets);
      const options = {
        eventId: device.eventId,
        ticketTypeIds: ticketTypes.map(({ id }) => id),
        carriesNames: device.carriesNames,
        since: request.query.since ?? null,
      };
      const bundle = await prepareBundle(db, scope, options, secrets);
      reply
        .header('etag', bundle.tag)
        .header('bundle-cursor', bundle.cursor)
        .header('cache-control', 'private, no-cache');
      if (matchesTag(request.headers['if-none-match'], bundle.tag)) return reply.code(304).send(null);
      const description = { mediaType: 'application/octet-stream', filename: 'offline-bundle.ogb' };
      if (request.method === 'HEAD') return reply.type(description.mediaType).send('');
      await sendParts(reply, description, bundle.slices());
      return reply;
    },
  );
};

import type { FastifyReply } from 'fastify';
import { timestamp } from '../../platform/clock.ts';
import { parseIfMatch } from '../../platform/http/entity-tags.ts';
import { parseTime } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { ifMatchHeaders, object, pathId, type Static } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { readOrder } from '../orders/index.ts';
import {
  addDevice,
  type Device,
  listDevices,
  pairingMs,
  renameDevice,
  renewPairingCode,
  revokeDevice,
} from './devices.ts';
import { addGate, changeGate, findEventId, type GateChange, listGates, readGate } from './gates.ts';
import { readAdmissions } from './read-admissions.ts';
import { readStats } from './read-stats.ts';
import { listConflicts, listScansOfTickets } from './scan-records.ts';
import * as schemas from './schema.dashboard.ts';
import { gateStats } from './schema.gate.ts';
import { settleConflict } from './settle-conflict.ts';

const tags = ['Gates'];
const querystring = object({});
const eventParams = object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') });
const gateParams = object({ gateId: pathId('Id of the gate', 'gat_01kamz0g5ve4q8v5x2c4g6t0yd') });
const deviceParams = object({ deviceId: pathId('Id of the device', 'dev_01kamz0g5ve4q8v5x2c4g6t0yd') });
const readFigures = { permission: 'figures:read' } as const;
const read = { permission: 'gates:read' } as const;
const write = { permission: 'gates:write', errors: ['invalid_state'] } as const;

/** Gates, devices and scans in the dashboard. */
export const gateDashboardRoutes: Feature<OrganizerServices> = (app, services) => {
  registerGates(app, services);
  registerDevices(app, services);
  registerScans(app, services);
};

const registerGates: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.get(
    '/events/:id/gates',
    {
      config: readFigures,
      schema: {
        operationId: 'listGates',
        tags,
        summary: 'List the gates of an event',
        params: eventParams,
        querystring,
        response: { 200: schemas.managedGates },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const eventId = await findEventId(db, organizerId, request.params.id);
      return { data: await listGates(db, organizerId, eventId) };
    },
  );

  app.post(
    '/events/:id/gates',
    {
      config: write,
      schema: {
        operationId: 'addGate',
        tags,
        summary: 'Add a gate',
        params: eventParams,
        querystring,
        body: schemas.newGate,
        response: { 201: schemas.managedGate },
      },
    },
    async (request, reply) => {
      const { name } = request.body;
      const added = await addGate(db, scopeOf(request), { event: request.params.id, name, ...changeOf(request.body) });
      return reply.code(201).send(added);
    },
  );

  const sendGate = async (reply: FastifyReply, organizerId: string, gateId: string): Promise<void> => {
    return sendVersioned(reply, await readGate(db, organizerId, gateId));
  };

  app.get(
    '/gates/:gateId',
    {
      config: { ...readFigures, etag: true },
      schema: {
        operationId: 'getGate',
        tags,
        summary: 'Read a gate',
        params: gateParams,
        querystring,
        response: { 200: schemas.managedGate },
      },
    },
    (request, reply) => sendGate(reply, scopeOf(request).organizerId, request.params.gateId),
  );

  app.patch(
    '/gates/:gateId',
    {
      config: { ...write, errors: ['invalid_state', 'precondition_failed'], etag: true },
      schema: {
        operationId: 'changeGate',
        tags,
        summary: 'Change or archive a gate',
        description: 'Devices use the change within a second.',
        headers: ifMatchHeaders,
        params: gateParams,
        querystring,
        body: schemas.gatePatch,
        response: { 200: schemas.managedGate },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { gateId } = request.params;
      const ifMatch = parseIfMatch(request.headers['if-match']);
      await changeGate(db, scope, gateId, changeOf(request.body), ifMatch);
      return sendGate(reply, scope.organizerId, gateId);
    },
  );
};

/** The change that a request describes. Times are converted to the stored format. */
function changeOf({ ticketTypeIds, opensAt, closesAt, ...others }: Static<typeof schemas.gatePatch>): GateChange {
  return {
    ...others,
    ...(ticketTypeIds === undefined ? {} : { ticketTypes: ticketTypeIds }),
    ...(opensAt === undefined ? {} : { opensAt: storedTime('opensAt', opensAt) }),
    ...(closesAt === undefined ? {} : { closesAt: storedTime('closesAt', closesAt) }),
  };
}

function storedTime(name: string, time: string | null): string | null {
  return time === null ? null : parseTime(name, time, 'body');
}

function viewDevice({ roles, gateIds, ...device }: Device): Static<typeof schemas.managedDevice> {
  return { ...device, roles: [...roles], gateIds: gateIds === null ? null : [...gateIds] };
}

const registerDevices: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  const pairingOf = (pairingCode: string, pairingExpiresAt: string) => {
    return { pairingCode, pairingExpiresAt, pairingUrl: `${app.baseUrl}/gate#pair=${pairingCode}` };
  };

  app.get(
    '/events/:id/gate-devices',
    {
      config: read,
      schema: {
        operationId: 'listGateDevices',
        tags,
        summary: 'List the devices of an event',
        params: eventParams,
        querystring,
        response: { 200: schemas.managedDevices },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const eventId = await findEventId(db, organizerId, request.params.id);
      return { data: (await listDevices(db, organizerId, eventId)).map(viewDevice) };
    },
  );

  app.post(
    '/events/:id/gate-devices',
    {
      config: { ...write, compress: false },
      schema: {
        operationId: 'addGateDevice',
        tags,
        summary: 'Add a device',
        params: eventParams,
        querystring,
        body: schemas.newDevice,
        response: { 201: schemas.addedDevice },
      },
    },
    async (request, reply) => {
      const { gateIds: gates, ...fields } = request.body;
      const newDevice = { event: request.params.id, gates, ...fields };
      const { device, pairingCode } = await addDevice(db, scopeOf(request), newDevice, secrets);
      const expiresAt = timestamp(Date.parse(device.createdAt) + pairingMs);
      return reply.code(201).send({ device: viewDevice(device), ...pairingOf(pairingCode, expiresAt) });
    },
  );

  app.post(
    '/gate-devices/:deviceId/pairing-code',
    {
      config: { ...write, compress: false },
      schema: {
        operationId: 'renewPairingCode',
        tags,
        summary: 'Create a new pairing code',
        description: 'The device can be used until the new code is entered on another one.',
        params: deviceParams,
        querystring,
        response: { 200: schemas.pairing },
      },
    },
    async (request) => {
      const { deviceId } = request.params;
      const { pairingCode, expiresAt } = await renewPairingCode(db, scopeOf(request), deviceId, secrets);
      return pairingOf(pairingCode, expiresAt);
    },
  );

  app.patch(
    '/gate-devices/:deviceId',
    {
      config: write,
      schema: {
        operationId: 'renameGateDevice',
        tags,
        summary: 'Rename a device',
        params: deviceParams,
        querystring,
        body: schemas.devicePatch,
        response: { 200: schemas.managedDevice },
      },
    },
    async (request) => {
      const { deviceId } = request.params;
      return viewDevice(await renameDevice(db, scopeOf(request), deviceId, request.body.name));
    },
  );

  app.post(
    '/gate-devices/:deviceId/revoke',
    {
      config: write,
      schema: {
        operationId: 'revokeGateDevice',
        tags,
        summary: 'Revoke a device',
        description: 'The device stops working within a second.',
        params: deviceParams,
        querystring,
        response: { 200: schemas.managedDevice },
      },
    },
    async (request) => viewDevice(await revokeDevice(db, scopeOf(request), request.params.deviceId)),
  );
};

const registerScans: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.get(
    '/events/:id/gate-stats',
    {
      config: readFigures,
      schema: {
        operationId: 'getGateStats',
        tags,
        summary: 'Read the numbers of scans of an event',
        params: eventParams,
        querystring,
        response: { 200: gateStats },
      },
    },
    async (request) => {
      const { organizerId, clock } = scopeOf(request);
      const eventId = await findEventId(db, organizerId, request.params.id);
      return readStats(db, organizerId, eventId, clock.now());
    },
  );

  app.get(
    '/events/:id/gate-admissions',
    {
      config: readFigures,
      schema: {
        operationId: 'getGateAdmissions',
        tags,
        summary: 'Read the scans of a period by steps, for a chart',
        params: eventParams,
        querystring: schemas.admissionsQuery,
        response: { 200: schemas.admissions },
      },
    },
    async (request) => {
      const { organizerId, clock } = scopeOf(request);
      const eventId = await findEventId(db, organizerId, request.params.id);
      const { period = 'hour' } = request.query;
      return readAdmissions(db, organizerId, eventId, { period, nowMs: clock.now() });
    },
  );

  app.get(
    '/events/:id/gate-conflicts',
    {
      config: read,
      schema: {
        operationId: 'listScanConflicts',
        tags,
        summary: 'List scans that a device admitted offline although the server would have refused the ticket',
        params: eventParams,
        querystring: schemas.conflictQuery,
        response: { 200: schemas.conflictPage },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const eventId = await findEventId(db, organizerId, request.params.id);
      return listConflicts(db, organizerId, eventId, request.query);
    },
  );

  app.post(
    '/gate-conflicts/:scanId/settle',
    {
      config: { permission: 'gates:write' },
      schema: {
        operationId: 'settleScanConflict',
        tags,
        summary: 'Mark a conflict as settled',
        description: 'A repeated request changes nothing.',
        params: object({ scanId: pathId('Id of the scan', 'scn_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring,
        body: schemas.conflictSettlement,
        response: { 200: schemas.scanConflict },
      },
    },
    (request) => {
      const { scanId } = request.params;
      const { note } = request.body;
      return settleConflict(db, scopeOf(request), { scanId, note });
    },
  );

  app.get(
    '/orders/:orderNumber/scans',
    {
      config: { permission: 'orders:read' },
      schema: {
        operationId: 'listScansOfOrder',
        tags,
        summary: 'List the scans of the tickets of an order',
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring,
        response: { 200: schemas.scanRecords },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const { tickets } = await readOrder(db, organizerId, request.params.orderNumber);
      return {
        data: await listScansOfTickets(
          db,
          organizerId,
          tickets.map(({ id }) => id),
        ),
      };
    },
  );
};

import { ApiError } from '../../errors/index.ts';
import { parseTime } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { findSandbox, findSandboxOf } from '../organizers/index.ts';
import { moveClock } from './move-clock.ts';
import { openSandbox, viewSandbox } from './open-sandbox.ts';
import { startReset } from './reset-sandbox.ts';
import { clockMove, sandbox } from './schema.ts';

const tags = ['Sandbox'];
const querystring = object({});
const write = { permission: 'sandbox:write', errors: ['invalid_state'] } as const;

/** The sandbox of an organizer. The routes about its clock and its reset are for the sandbox itself. */
export const sandboxRoutes: Feature<OrganizerServices> = (app, { db, clock, scopeOf }) => {
  app.get(
    '/sandbox',
    {
      config: { permission: 'organizer:read' },
      schema: {
        operationId: 'getSandbox',
        tags,
        summary: 'Read the sandbox',
        description: 'Returns the sandbox of the organizer, or the organizer itself if it is a sandbox.',
        querystring,
        response: { 200: sandbox },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const found = (await findSandbox(db, organizerId)) ?? (await findSandboxOf(db, organizerId));
      if (found === null) throw new ApiError('sandbox_not_found', {});
      return viewSandbox(found, clock);
    },
  );

  app.put(
    '/sandbox',
    {
      config: write,
      schema: {
        operationId: 'openSandbox',
        tags,
        summary: 'Create the sandbox',
        description: 'Returns the sandbox of a live organizer. If it does not exist yet, it is created, without data.',
        querystring,
        response: { 200: sandbox },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      if ((await findSandbox(db, scope.organizerId)) !== null) throw new ApiError('live_only', {});
      return viewSandbox(await openSandbox(db, scope), clock);
    },
  );

  app.post(
    '/sandbox/clock',
    {
      config: write,
      schema: {
        operationId: 'moveSandboxClock',
        tags,
        summary: 'Move the clock of the sandbox forward',
        description:
          'The clock can be moved several times, at most to one year after the time of the server. What becomes due is done within ' +
          'a few seconds. All processes use the new time within half a second.',
        querystring,
        body: clockMove,
        response: { 200: sandbox },
      },
    },
    async (request) => {
      const toMs = Date.parse(parseTime('now', request.body.now, 'body'));
      const moved = await moveClock(db, scopeOf(request), toMs, clock);
      return viewSandbox(moved, clock);
    },
  );

  app.post(
    '/sandbox/reset',
    {
      config: write,
      schema: {
        operationId: 'resetSandbox',
        tags,
        summary: 'Delete the data of the sandbox',
        description:
          'Begins to delete all events, orders, webhook events and audit entries of the sandbox, and sets its clock back. API keys, ' +
          'webhook endpoints and settings remain. The reset is finished when `resetStartedAt` of the sandbox is null.',
        querystring,
        response: { 202: sandbox },
      },
    },
    async (request, reply) => {
      const resetting = await startReset(db, scopeOf(request), clock);
      return reply.code(202).send(viewSandbox(resetting, clock));
    },
  );
};

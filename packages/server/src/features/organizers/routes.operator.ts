import type { Feature, OperatorServices } from '../../platform/http/plane.ts';
import { object, pathId, Type } from '../../platform/http/schema.ts';
import { auditOrigin } from '../audit/index.ts';
import { createOrganizer } from './create-organizer.ts';
import { getOrganizer, listOrganizers } from './queries.ts';
import { newFeePolicy, newOrganizer, organizerRow } from './schema.dashboard.ts';
import { setFeePolicy } from './set-fee-policy.ts';

const tags = ['Operator'];
const querystring = object({});
const config = { permission: 'service:operate', errors: ['invalid_state'] } as const;

/** The organizers of the service, for the operator. */
export const organizerOperatorRoutes: Feature<OperatorServices> = (app, { db, clock, principal }) => {
  app.get(
    '/organizers',
    {
      config: { permission: 'service:operate' },
      schema: {
        operationId: 'listOrganizers',
        tags,
        summary: 'List all organizers, by slug',
        querystring,
        response: {
          200: object(
            { organizers: Type.Array(organizerRow) },
            { $id: 'OrganizerList', description: 'The organizers of this service' },
          ),
        },
      },
    },
    async () => ({ organizers: await listOrganizers(db) }),
  );
  app.post(
    '/organizers',
    {
      config,
      schema: {
        operationId: 'createOrganizer',
        tags,
        summary: 'Create an organizer',
        querystring,
        body: newOrganizer,
        response: { 201: organizerRow },
      },
    },
    async (request, reply) => {
      const origin = auditOrigin(principal(request), request);
      return reply.code(201).send(await createOrganizer(db, clock, request.body, origin));
    },
  );
  app.put(
    '/organizers/:slug/fees',
    {
      config: { permission: 'service:operate' },
      schema: {
        operationId: 'setFees',
        tags,
        summary: 'Set the fees of new orders of an organizer',
        params: object({ slug: pathId('The slug of the organizer', 'harbor-city-events') }),
        querystring,
        body: newFeePolicy,
        response: { 200: organizerRow },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const { id } = await getOrganizer(db, slug);
      await setFeePolicy(db, id, request.body, clock, auditOrigin(principal(request), request));
      return getOrganizer(db, slug);
    },
  );
};

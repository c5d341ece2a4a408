import { ApiError } from '../../errors/index.ts';
import { challenge } from '../../platform/http/credentials.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import { object } from '../../platform/http/schema.ts';
import { triggerRequest, triggerResult } from './schema.ts';
import { trigger } from './trigger.ts';

/** A principal of the endpoint. A publishable key is public, so it can trigger nothing. */
interface TriggerPrincipal extends OrganizerPrincipal {
  readonly keyKind: 'publishable' | 'secret';
}

/** The endpoint with which a secret key of a sandbox makes webhook events happen. */
export const triggerRoutes: Feature<OrganizerServices<TriggerPrincipal>> = (app, { db, clock, secrets, scopeOf }) => {
  app.post(
    '/sandbox/triggers',
    {
      config: { errors: ['insufficient_scope', 'not_found', 'invalid_state', 'sold_out'] },
      schema: {
        operationId: 'triggerEvent',
        tags: ['Sandbox'],
        summary: 'Make a webhook event happen',
        description:
          'Causes a webhook event of this type in the sandbox of the key. For this, it makes the changes that the webhook event ' +
          'reports: it creates an event, sells a ticket and an add-on of it, pays, uses the ticket and so on. The webhook event ' +
          'has real data and is sent like any other, and other webhook events precede it. Each request causes a new one. The response ' +
          'contains the ids of everything that it has made. Any ' +
          'secret key of a sandbox (`sk_test_…`) can do this.\n\n' +
          '`order.expired` is emitted about a second after the response. `ping` needs an enabled endpoint.',
        querystring: object({}),
        body: triggerRequest,
        response: { 201: triggerResult },
      },
      // Like the check of a permission, it runs before the body is read.
      onRequest: (request, _reply, done) => {
        const headers = { 'www-authenticate': challenge('error="insufficient_scope"') };
        const isSecret = scopeOf(request).principal.keyKind === 'secret';
        done(isSecret ? undefined : new ApiError('secret_key_required', {}, { headers }));
      },
    },
    async (request, reply) => {
      const { organizerId, origin } = scopeOf(request);
      const { type, eventId = null } = request.body;
      const services = { db, clock, secrets, log: request.log, origin };
      return reply.code(201).send(await trigger(services, organizerId, type, eventId));
    },
  );
};

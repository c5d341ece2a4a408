import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { revealSecrets } from './reveal-secret.ts';
import { rotateSecret } from './rotate-secret.ts';
import { tags, write } from './route-options.ts';
import { endpointParams, revealedSecrets, rotatedSecret, secretRotation } from './schema.dashboard.ts';

const hourMs = 3_600_000;
const config = { ...write, compress: false } as const;

/** The signing secrets of an endpoint: reveal and rotate. */
export const secretRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.post(
    '/webhooks/endpoints/:endpointId/reveal-secret',
    {
      config: { ...config, errors: ['invalid_state'] },
      schema: {
        operationId: 'revealWebhookSecret',
        tags,
        summary: 'Show the signing secrets of an endpoint',
        description: 'The read is recorded in the audit log.',
        params: endpointParams,
        querystring: object({}),
        response: { 200: revealedSecrets },
      },
    },
    async (request) => {
      const { organizerId, clock, origin } = scopeOf(request);
      const { endpointId } = request.params;
      return {
        secrets: await revealSecrets(db, organizerId, endpointId, secrets, clock, origin),
      };
    },
  );

  app.post(
    '/webhooks/endpoints/:endpointId/rotate-secret',
    {
      config,
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Create a new signing secret',
        description: 'Until the grace period ends, deliveries are signed with the old secret too.',
        params: endpointParams,
        querystring: object({}),
        body: secretRotation,
        response: { 200: rotatedSecret },
      },
    },
    async (request) => {
      const { organizerId, clock, origin } = scopeOf(request);
      const graceMs = request.body.graceHours * hourMs;
      const { endpointId } = request.params;
      const { secret, publicKey, previousUntil } = await rotateSecret(
        db,
        organizerId,
        endpointId,
        graceMs,
        secrets,
        clock,
        origin,
      );
      return { secret, publicKey, previousUntil };
    },
  );
};

import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { revealSecrets } from './reveal-secret.ts';
import { tags, write } from './route-options.ts';
import { endpointParams, revealedSecrets } from './schema.dashboard.ts';

/** The signing secrets of an endpoint. */
export const secretRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.post(
    '/webhook-endpoints/:endpointId/reveal-secret',
    {
      config: { ...write, compress: false, errors: ['invalid_state'] },
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
      const { endpointId } = request.params;
      return {
        secrets: await revealSecrets(db, scopeOf(request), endpointId, secrets),
      };
    },
  );
};

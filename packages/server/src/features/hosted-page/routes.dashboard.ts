import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { findDraft } from '../event-views/index.ts';
import { previewTokenOf } from './preview-token.ts';
import { eventPreview } from './schema.ts';

const previewLifetimeSeconds = 60 * 60;

/** The link to the preview of a draft: its page as buyers will see it. */
export const previewRoutes: Feature<OrganizerServices> = (app, { db, clock, secrets, scopeOf }) => {
  app.get(
    '/events/:id/preview',
    {
      config: { permission: 'events:read' },
      schema: {
        operationId: 'getEventPreview',
        tags: ['Events'],
        summary: 'Get a link to the preview of a draft',
        params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: eventPreview },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const { id: eventId } = request.params;
      if ((await findDraft(db, { organizerId, eventId }, null)) === null)
        throw new ApiError('draft_not_found', { eventId });
      const expiresAtSeconds = Math.floor(clock.now() / 1_000) + previewLifetimeSeconds;
      const token = previewTokenOf(secrets, { organizerId, eventId, expiresAtSeconds });
      return {
        url: `${app.baseUrl}/e/${eventId}?preview=${token}`,
        expiresAt: timestamp(expiresAtSeconds * 1_000),
      };
    },
  );
};

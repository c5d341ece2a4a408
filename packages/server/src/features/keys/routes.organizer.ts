import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { findSandbox, readOrganizer } from '../organizers/index.ts';
import { readKey } from './queries.ts';
import { me } from './schema.ts';

/**
 * What a key is and may do.
 *
 * @param limits the limits of each key, in requests per minute
 */
export function meRoutes(limits: { api: number; embed: number }): Feature<OrganizerServices> {
  return (app, { db, scopeOf }) => {
    app.get(
      '/me',
      {
        schema: {
          operationId: 'getMe',
          tags: ['Keys'],
          summary: 'Read what your key may do',
          description:
            'The key of the request and its organizer. Every valid key can call this, also one without scopes.',
          querystring: object({}),
          response: { 200: me },
        },
      },
      async (request) => {
        const { organizerId, origin } = scopeOf(request);
        const { id, name, slug } = await readOrganizer(db, organizerId);
        const key = await readKey(db, organizerId, origin.actor);
        const mode = (await findSandbox(db, organizerId)) === null ? 'live' : 'sandbox';
        return {
          organizer: { id, name, slug },
          key: { id: key.id, name: key.name, kind: key.kind, scopes: [...key.scopes], expiresAt: key.expiresAt },
          mode,
          limits: { apiPerMinute: limits.api, embedPerMinute: limits.embed },
        } as const;
      },
    );
  };
}

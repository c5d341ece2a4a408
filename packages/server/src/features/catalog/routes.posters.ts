import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { contentPolicy } from '../../platform/http/content-policy.ts';
import { findPoster, postersPath } from './posters.ts';

/** `/posters/…`: the posters that organizers have uploaded. The content at a URL never changes. */
export function posterRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.get<{ Params: { organizerId: string; file: string } }>(
    `${postersPath}/:organizerId/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { organizerId, file } = request.params;
      const poster = await findPoster(db, organizerId, file.split('.', 1)[0]!);
      if (poster === null) throw new ApiError('poster_not_found', {});
      return reply
        .type(poster.mediaType)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', contentPolicy({}))
        .send(poster.content);
    },
  );
}

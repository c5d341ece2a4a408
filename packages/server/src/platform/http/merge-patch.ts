import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { parseJsonBody } from './json-body.ts';

/** Accepts PATCH bodies of the media type for merge patches (RFC 7396). PATCH bodies of type JSON are merge patches too. */
export function acceptMergePatches(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  app.addContentTypeParser<Buffer>('application/merge-patch+json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method === 'PATCH') done(null, parseJsonBody(request, body));
    else done(new ApiError('merge_patch_without_patch', {}));
  });
}

import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/** What a PATCH may be sent as: JSON is read as a merge patch too (RFC 7396). */
/** Lets PATCH requests be sent as merge patches by name. */
export function acceptMergePatches(app: Pick<FastifyInstance, 'addContentTypeParser' | 'getDefaultJsonParser'>): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/merge-patch+json', { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'PATCH') parse(request, body, done);
    else done(new ApiError('unsupported_media_type', 'Only a PATCH is a merge patch. Send this as application/json.'));
  });
}

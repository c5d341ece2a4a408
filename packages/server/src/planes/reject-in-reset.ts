import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/index.ts';
import type { PlaneApp } from '../platform/http/plane.ts';

/** The time after which a client repeats a request. */
const retryAfterSeconds = '2';

/**
 * Rejects requests for a sandbox whose data is being deleted.
 *
 * @param isRejected whether the organizer of a request is such a sandbox, and the request must not be processed
 */
export function rejectInReset(app: PlaneApp, isRejected: (request: FastifyRequest) => boolean): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const headers = { 'retry-after': retryAfterSeconds };
    done(isRejected(request) ? new ApiError('sandbox_in_reset', {}, { headers }) : undefined);
  });
}

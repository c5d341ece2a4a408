import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/index.ts';
import type { PlaneApp } from '../platform/http/plane.ts';

/** The time after which a client repeats a request. */
const retryAfterSeconds = '2';

/** Rejects requests for a sandbox whose data is being deleted. */
export function rejectInReset(app: PlaneApp, needsData: (request: FastifyRequest) => boolean = () => true): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.principal?.isInReset !== true || !needsData(request)) return done();
    done(new ApiError('sandbox_in_reset', {}, { headers: { 'retry-after': retryAfterSeconds } }));
  });
}

import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { id, object, pathId } from '../../platform/http/schema.ts';
import { retryRefund } from './refunds.ts';

const retriedRefund = object(
  { id: id('rfd', 'Id of the new attempt') },
  { $id: 'RetriedRefund', description: 'A failed refund that is sent to the payment provider again' },
);

/** What members can do with refunds that failed. */
export const refundRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.post(
    '/refunds/:id/retry',
    {
      config: { permission: 'orders:write', errors: ['invalid_state'] },
      schema: {
        operationId: 'retryRefund',
        tags: ['Orders'],
        summary: 'Send a failed refund to the payment provider again',
        params: object({ id: pathId('Id of the refund', 'rfd_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: retriedRefund },
      },
    },
    async (request) => ({ id: await retryRefund(db, scopeOf(request), request.params.id) }),
  );
};

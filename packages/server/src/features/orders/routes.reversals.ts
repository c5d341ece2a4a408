import type { Db } from '../../platform/database/dialect.ts';
import { idempotencyHeaders, type WriteResponse, withIdempotency } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { auditOrigin } from '../audit/index.ts';
import { consumptionJson, consumptionReversal, reversalRequest } from '../entitlements/http.ts';
import { reverseInTransaction } from './reverse-consumption.ts';

/** The endpoint that reverses a consumption. It belongs to orders, because units of a refunded item stay consumed. */
export const reversalRoutes: Feature<OrganizerServices> = (app, { db, clock, principal }) => {
  app.post(
    '/addons/consumptions/:id/reverse',
    {
      config: { permission: 'addons:write', errors: ['invalid_state', 'idempotency_conflict'] },
      schema: {
        operationId: 'reverseConsumption',
        tags: ['Add-ons'],
        summary: 'Reverse a consumption',
        description:
          'Returns all units of a consumption, so that they can be consumed again: once, and within the time that the organizer has set ' +
          '(10 minutes by default). If a request fails, send it again: a repeated request changes nothing, and `replayed` is true.',
        params: object({ id: pathId('Id of the consumption', 'con_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        headers: idempotencyHeaders,
        querystring: object({}),
        body: reversalRequest,
        response: { 200: consumptionReversal },
      },
    },
    (request, reply) => {
      const caller = principal(request);
      const { organizerId } = caller;
      const reversal = { consumptionId: request.params.id, reason: request.body.reason };
      const origin = auditOrigin(caller, request);
      const reverse = async (tx: Db): Promise<WriteResponse> => {
        const reversed = await reverseInTransaction(tx, organizerId, reversal, clock.of(organizerId), origin);
        return { status: 200, body: consumptionJson(reversed) };
      };
      // The stored response would contain `replayed: false`, so the work runs again. It reverses only once.
      return withIdempotency(request, reply, { db, clock }, organizerId, reverse, { runAgain: true });
    },
  );
};

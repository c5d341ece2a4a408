import { idempotencyHeaders, withIdempotency } from '../../platform/http/idempotency.ts';
import type { Feature, OperatorServices, OrganizerServices } from '../../platform/http/plane.ts';
import { money, object, pathId, Type } from '../../platform/http/schema.ts';
import { finalizeSettlement } from './finalize-settlement.ts';
import { payOutSettlement } from './pay-out-settlement.ts';
import { listPayouts } from './queries.ts';
import { payoutListQuery, payoutPage } from './schema.dashboard.ts';
import { settlement } from './schema.ts';

const tags = ['Operator'];
const querystring = object({});
const config = { permission: 'service:operate' } as const;
const writeConfig = { ...config, errors: ['invalid_state'] } as const;
const params = object({ eventId: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') });

/** The payouts to be made to all organizers, for the operator. */
export const payoutRoutes: Feature<OperatorServices> = (app, { db, clock }) => {
  app.get(
    '/payouts',
    {
      config,
      schema: {
        operationId: 'listPayouts',
        tags,
        summary: 'List the settlements of all organizers with a balance to be paid out, the oldest first',
        querystring: payoutListQuery,
        response: { 200: payoutPage },
      },
    },
    (request) => listPayouts(db, request.query, clock),
  );
};

/** Finalizes and pays out the settlements of an organizer, for the operator. */
export const settlementOperatorRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.post(
    '/settlements/:eventId/finalize',
    {
      config: writeConfig,
      schema: {
        operationId: 'finalizeSettlement',
        tags,
        summary: 'Finalize a settlement, so that its balance can be paid out',
        params,
        querystring: object({
          beforeEnd: Type.Optional(
            Type.Boolean({
              description: 'Finalize it although the event is not over or still on sale',
              default: false,
            }),
          ),
        }),
        response: { 200: settlement },
      },
    },
    async (request) => {
      const { eventId } = request.params;
      const { beforeEnd = false } = request.query;
      return finalizeSettlement(db, scopeOf(request), eventId, { beforeEnd });
    },
  );
  app.post(
    '/settlements/:eventId/payouts',
    {
      config: { ...config, errors: ['invalid_state', 'idempotency_conflict'] },
      schema: {
        operationId: 'recordPayout',
        tags,
        summary: 'Record a payout to the organizer',
        headers: idempotencyHeaders,
        params,
        querystring,
        body: object(
          {
            amount: money('The amount that was paid out'),
            reference: Type.Optional(
              Type.String({
                description: 'The reference of the bank transfer',
                minLength: 1,
                maxLength: 200,
                examples: ['2026-11-1'],
              }),
            ),
          },
          { $id: 'NewPayout', description: 'A payout to record' },
        ),
        response: { 200: settlement },
      },
    },
    (request, reply) => {
      const scope = scopeOf(request);
      const { params: path, body } = request;
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const paid = await payOutSettlement(tx, scope, path.eventId, body);
        return { status: 200, body: JSON.stringify(paid) };
      });
    },
  );
};

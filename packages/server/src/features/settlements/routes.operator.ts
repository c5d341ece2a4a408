import type { Feature, OperatorServices } from '../../platform/http/plane.ts';
import { money, object, pathId, Type } from '../../platform/http/schema.ts';
import { auditOrigin } from '../audit/index.ts';
import { getOrganizer } from '../organizers/index.ts';
import { finalizeSettlement } from './finalize-settlement.ts';
import { payOutSettlement } from './pay-out-settlement.ts';
import { listAllSettlements, listDuePayouts } from './queries.ts';
import { payout } from './schema.dashboard.ts';
import { settlement } from './schema.ts';

const tags = ['Operator'];
const querystring = object({});
const config = { permission: 'service:operate' } as const;
const writeConfig = { ...config, errors: ['invalid_state'] } as const;
const slug = pathId('The slug of the organizer', 'harbor-city-events');
const settlementParams = object({ slug, eventId: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') });

/** Settlements and payouts, for the operator. */
export const payoutRoutes: Feature<OperatorServices> = (app, { db, clock, principal }) => {
  app.get(
    '/payouts',
    {
      config,
      schema: {
        operationId: 'listDuePayouts',
        tags,
        summary: 'List the finalized settlements of all organizers with a balance to be paid out, the oldest first',
        querystring,
        response: {
          200: object(
            { payouts: Type.Array(payout, { maxItems: 200 }) },
            { $id: 'DuePayoutList', description: 'At most 200 payouts to be made' },
          ),
        },
      },
    },
    async () => ({ payouts: await listDuePayouts(db, 200) }),
  );
  app.get(
    '/organizers/:slug/settlements',
    {
      config,
      schema: {
        operationId: 'listSettlementsOfOrganizer',
        tags,
        summary: 'List the settlements of an organizer',
        params: object({ slug }),
        querystring,
        response: {
          200: object(
            { settlements: Type.Array(settlement) },
            { $id: 'SettlementList', description: 'All settlements of an organizer, newest first' },
          ),
        },
      },
    },
    async (request) => {
      const { id } = await getOrganizer(db, request.params.slug);
      return { settlements: await listAllSettlements(db, id) };
    },
  );
  app.post(
    '/organizers/:slug/settlements/:eventId/finalize',
    {
      config: writeConfig,
      schema: {
        operationId: 'finalizeSettlement',
        tags,
        summary: 'Finalize a settlement, so that its balance can be paid out',
        params: settlementParams,
        querystring,
        response: { 200: settlement },
      },
    },
    async (request) => {
      const { id } = await getOrganizer(db, request.params.slug);
      const origin = auditOrigin(principal(request), request);
      return finalizeSettlement(db, id, request.params.eventId, clock, origin);
    },
  );
  app.post(
    '/organizers/:slug/settlements/:eventId/payouts',
    {
      config: writeConfig,
      schema: {
        operationId: 'recordPayout',
        tags,
        summary: 'Record a payout to the organizer',
        params: settlementParams,
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
    async (request) => {
      const { id } = await getOrganizer(db, request.params.slug);
      const origin = auditOrigin(principal(request), request);
      return payOutSettlement(db, id, request.params.eventId, request.body, clock, origin);
    },
  );
};

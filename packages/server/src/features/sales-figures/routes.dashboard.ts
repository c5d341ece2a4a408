import { databaseForLongRead } from '../../platform/database/dialect.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import type { PaymentMethod } from '../payments/index.ts';
import { readAttention } from './read-attention.ts';
import { readChecklist } from './read-checklist.ts';
import { readOverview } from './read-overview.ts';
import { attention, checklist, overview, overviewQuery } from './schema.ts';

const tags = ['Overview'];

/**
 * The figures of an organizer, and what needs attention.
 *
 * @param paymentMethods the methods that the operator has enabled
 */
export const figureRoutes =
  (paymentMethods: readonly PaymentMethod[]): Feature<OrganizerServices> =>
  (app, { db, clock, scopeOf }) => {
    app.get(
      '/overview',
      {
        config: { permission: 'figures:read' },
        schema: {
          operationId: 'getOverview',
          tags,
          summary: 'Read the figures of a period',
          querystring: overviewQuery,
          response: { 200: overview },
        },
      },
      async (request) => {
        const { from, to, eventId = null } = request.query;
        return readOverview(await databaseForLongRead(db), scopeOf(request).organizerId, { from, to }, eventId);
      },
    );
    app.get(
      '/attention',
      {
        config: { permission: 'figures:read' },
        schema: {
          operationId: 'getAttention',
          tags,
          summary: 'Read what needs attention',
          querystring: object({}),
          response: { 200: attention },
        },
      },
      async (request) => readAttention(db, scopeOf(request).principal, clock, paymentMethods),
    );
    app.get(
      '/checklist',
      {
        config: { permission: 'figures:read' },
        schema: {
          operationId: 'getChecklist',
          tags,
          summary: 'Read what a new organizer has done before its first sale',
          querystring: object({}),
          response: { 200: checklist },
        },
      },
      async (request) => readChecklist(db, scopeOf(request).organizerId, paymentMethods),
    );
  };

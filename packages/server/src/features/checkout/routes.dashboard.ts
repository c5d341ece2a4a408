import { idempotencyHeaders } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { auditOrigin } from '../audit/index.ts';
import { orderChanged } from '../orders/http.ts';
import { newOrderByHand, quoteByHandResponse, quoteByHand as quoteRequest } from './schema.ts';
import { handleSaleByHand, quoteByHand } from './sell-by-hand.ts';

const tags = ['Orders'];

/** Orders that members create by hand in the dashboard. */
export const saleByHandRoutes: Feature<OrganizerServices> = (app, { db, clock, principal }) => {
  app.post(
    '/orders/quote',
    {
      config: { permission: 'orders:write', errors: ['invalid_state'] },
      schema: {
        operationId: 'quoteOrderByHand',
        tags,
        summary: 'Price an order before it is created by hand',
        querystring: object({}),
        body: quoteRequest,
        response: { 200: quoteByHandResponse },
      },
    },
    (request) => quoteByHand({ db, clock }, principal(request).organizerId, request.body),
  );

  app.post(
    '/orders',
    {
      config: { permission: 'orders:write', errors: ['invalid_state', 'sold_out', 'idempotency_conflict'] },
      schema: {
        operationId: 'createOrderByHand',
        tags,
        summary: 'Create a paid order by hand',
        headers: idempotencyHeaders,
        querystring: object({}),
        body: newOrderByHand,
        response: { 201: orderChanged },
      },
    },
    (request, reply) => {
      const caller = principal(request);
      return handleSaleByHand(request, reply, { db, clock }, caller.organizerId, auditOrigin(caller, request));
    },
  );
};

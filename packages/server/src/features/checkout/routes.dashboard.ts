import { ApiError } from '../../errors/index.ts';
import { idempotencyHeaders } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId, Type } from '../../platform/http/schema.ts';
import { auditPersonalRead } from '../audit/index.ts';
import { orderChanged } from '../orders/http.ts';
import { findOrderWithItems, hasUsableTickets, personalFieldsOfOrder } from '../orders/index.ts';
import { orderPath } from './reservation-token.ts';
import { newOrderByHand, quoteByHandResponse, quoteByHand as quoteRequest } from './schema.ts';
import { handleSaleByHand, quoteByHand } from './sell-by-hand.ts';

const tags = ['Orders'];

/** Orders that members create by hand in the dashboard, and the tickets of orders to print. */
export const saleByHandRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.post(
    '/orders/quote',
    {
      config: { permission: 'orders:write', errors: ['price_changed', 'invalid_state'] },
      schema: {
        operationId: 'quoteOrderByHand',
        tags,
        summary: 'Price an order before it is created by hand',
        querystring: object({}),
        body: quoteRequest,
        response: { 200: quoteByHandResponse },
      },
    },
    (request) => quoteByHand(db, scopeOf(request), request.body),
  );

  app.post(
    '/orders',
    {
      config: {
        permission: 'orders:write',
        errors: ['invalid_state', 'sold_out', 'price_changed', 'idempotency_conflict'],
      },
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
    (request, reply) => handleSaleByHand(request, reply, db, scopeOf(request)),
  );

  app.get(
    '/orders/:orderNumber/tickets',
    {
      config: { permission: 'orders:write', errors: ['invalid_state'] },
      schema: {
        operationId: 'openTickets',
        tags,
        summary: 'Open the page with the tickets of an order',
        description: 'Redirects to the page that the buyer sees, on which the tickets can be printed.',
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring: object({}),
        response: { 303: Type.Null({ description: 'The page is at `Location`' }) },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { order } = await findOrderWithItems(db, scope.organizerId, request.params.orderNumber.slice(0, 40));
      const { order_number: orderNumber, status } = order;
      if (!hasUsableTickets(status)) throw new ApiError('order_has_no_tickets', { orderNumber, status });
      const read = { orderNumbers: [orderNumber], fields: personalFieldsOfOrder };
      await auditPersonalRead(db, scope, read);
      return reply.redirect(orderPath(secrets, order), 303);
    },
  );
};

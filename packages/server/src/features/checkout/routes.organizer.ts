import { requiredIdempotencyHeaders } from '../../platform/http/idempotency.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { expandableOrderDetail } from '../orders/http.ts';
import { newOrder } from './schema.ts';
import { handleNewOrder } from './sell-by-hand.ts';

/** Orders that programs of the organizer create. */
export const newOrderRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.post(
    '/orders',
    {
      config: {
        permission: 'orders:write',
        errors: ['not_found', 'sold_out', 'price_changed', 'invalid_state', 'idempotency_conflict'],
      },
      schema: {
        operationId: 'createOrder',
        tags: ['Orders'],
        summary: 'Create an order',
        description:
          'Creates an order that you sell yourself, for example at a box office, for a sponsor or in another shop. It has the same stock as ' +
          'the page of the event: if a line exceeds the stock, nothing is created, and the error `sold_out` names the line. Limits of buyers ' +
          'do not apply: the waiting room, the period of sale, and the number of unpaid tickets.\n\n' +
          'Without `unitPrice`, fees and tax can be added to the prices, as for any order. If a line has a `unitPrice`, they are parts of the ' +
          'prices. The tickets of a `paid` order are issued and mailed to the buyer. A `pending` order is paid with ' +
          '`POST /orders/{orderNumber}/pay`.\n\n' +
          'If one of your orders has the `externalId`, the response is 409 with its `orderNumber` in `params`, also after it has expired. If ' +
          'an order is never paid, its buyer is removed 7 days after it has expired, and the order after 90 days.',
        headers: requiredIdempotencyHeaders,
        querystring: object({}),
        body: newOrder,
        response: { 201: expandableOrderDetail },
      },
    },
    (request, reply) => handleNewOrder(request, reply, db, scopeOf(request), `${app.baseUrl}${app.prefix}/orders`),
  );
};

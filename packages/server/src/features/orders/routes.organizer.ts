import { notFound } from '../../platform/errors.ts';
import { timeParameter } from '../../platform/http/parameters.ts';
import type { Feature } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/reply.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { andThen } from '../../platform/maybe-promise.ts';
import { findOrderDetail, listOrders } from './queries.ts';
import { orderDetail, orderListQuery, orderPage } from './schema.ts';

/** Orders and their detail (SPEC.md section 4). */
export const orderRoutes: Feature = (app, { db, secrets }) => {
  app.get(
    '/orders',
    {
      config: { scope: 'orders:read' },
      schema: {
        operationId: 'listOrders',
        tags: ['Orders'],
        summary: 'List orders',
        description: 'Your orders, newest first, or by their last change with `updatedSince`.',
        querystring: orderListQuery,
        response: { 200: orderPage },
      },
    },
    (request, reply) => {
      const { key, query } = request;
      const updatedSince = timeParameter('updatedSince', query.updatedSince);
      return sendJson(reply, listOrders(db, key.organizerId, { ...query, updatedSince }, secrets.cursorKey));
    },
  );
  app.get(
    '/orders/:orderNumber',
    {
      config: { scope: 'orders:read' },
      schema: {
        operationId: 'getOrder',
        tags: ['Orders'],
        summary: 'Read an order',
        description: 'One order with its fee breakdown, items and tickets. The number is taken in any case.',
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring: object({}),
        response: { 200: orderDetail },
      },
    },
    (request, reply) => {
      const { key, params } = request;
      const number = parseOrderNumber(params.orderNumber);
      const found = number === null ? null : findOrderDetail(db, key.organizerId, number);
      return sendJson(
        reply,
        andThen(found, (json) => {
          if (json === null) throw notFound(`You have no order "${params.orderNumber}".`);
          return json;
        }),
      );
    },
  );
};

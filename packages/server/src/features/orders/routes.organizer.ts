import type { FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { listTimes } from '../../platform/http/parameters.ts';
import type { Feature } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/reply.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts';
import { findOrderDetail, listOrders } from './queries.ts';
import { readPersonalData } from './read-personal-data.ts';
import { orderDetail, orderDetailWithPersonalData, orderListQuery, orderPage } from './schema.ts';

/** Adds to what `orders:read` shows; without `orders:read` it shows nothing. */
const personalDataScope = 'orders:read:pii';

const description = 'One order with its fee breakdown, items and tickets. The number is taken in any case.';

const personalDataNote =
  `With the scope \`${personalDataScope}\` besides, which only the operator grants, the order has its \`buyer\`, and each ` +
  'ticket its `holderName`, `bib`, `category` and `qrValue`; without it these fields are missing. Each such read is audited, ' +
  'and answered only once it is: 503 where it cannot be.';

/**
 * Orders and their detail (SPEC.md section 4).
 *
 * @param include whether a key with the scope `orders:read:pii` sees buyers and holders in an order's detail
 */
export function orderRoutes(include: { personalData: boolean }): Feature {
  return (app, { db, clock, secrets }) => {
    const seesPersonalData = ({ key }: FastifyRequest) => include.personalData && key.scopes.has(personalDataScope);

    /** The JSON of the caller's order with what its key may see of it. */
    function find(request: FastifyRequest, orderNumber: string): MaybePromise<string | null> {
      const { key, ip, id } = request;
      if (!seesPersonalData(request)) return findOrderDetail(db, key.organizerId, orderNumber);
      const origin = { actor: key.id, address: ip, requestId: id };
      return readPersonalData(db, key.organizerId, orderNumber, origin, clock);
    }

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
        return sendJson(reply, listOrders(db, key.organizerId, { ...query, ...listTimes(query) }, secrets.cursorKey));
      },
    );
    app.get(
      '/orders/:orderNumber',
      {
        config: { scope: 'orders:read', compress: (request) => !seesPersonalData(request) },
        schema: {
          operationId: 'getOrder',
          tags: ['Orders'],
          summary: 'Read an order',
          description: include.personalData ? `${description}\n\n${personalDataNote}` : description,
          params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
          querystring: object({}),
          response: {
            200: include.personalData ? orderDetailWithPersonalData : orderDetail,
          },
        },
      },
      (request, reply) => {
        const { params } = request;
        const number = parseOrderNumber(params.orderNumber);
        const found = number === null ? null : find(request, number);
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
}

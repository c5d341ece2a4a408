import type { FastifyRequest } from 'fastify';
import { emailForm } from '#shared/email-form';
import { ApiError } from '../../errors/index.ts';
import { invalidCursor } from '../../platform/database/page.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, KeyServices } from '../../platform/http/plane.ts';
import { requirePermission } from '../../platform/http/principal.ts';
import { acceptsLines, type Position } from '../../platform/http/row-streams.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson, sendVersioned } from '../../platform/http/send-json.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { type DetailExpansion, expandedFields, findOrderDetail, listOrders } from './queries.ts';
import { auditOrderPage, readPersonalData } from './read-personal-data.ts';
import { expandableOrderDetail, orderDetail, orderDetailQuery, orderListQuery, orderPage } from './schema.ts';
import { searchOrders } from './search-orders.ts';

/** This scope adds personal fields to orders. Without `orders:read` it has no effect. */
const personalDataScope = 'orders:read:pii';

const description =
  'One order with its fee breakdown, items and tickets. The order number can be in upper or lower case.';

const personalDataNote =
  `The additional scope \`${personalDataScope}\`, which only the operator can grant, adds \`buyer\` to the order, and ` +
  '`holderName`, `bib`, `category`, `qrValue` and `fields` to each ticket. Each read with this scope is written to the audit log before ' +
  'the response is sent; if that fails, the response is 503.';

const listDescription =
  'Your orders, newest first. With `updatedSince`, they are sorted by their last change, oldest first.\n\n`expand` adds parts of ' +
  'the order detail to each order: `expand=items,tickets` adds the items and the tickets. To copy many orders, read lists with ' +
  '`expand` instead of single orders.';

const listPersonalDataNote =
  `\`expand=buyer\`, \`email\` and \`q\` need the additional scope \`${personalDataScope}\`. Tickets have their personal fields only if ` +
  '`expand` contains both `buyer` and `tickets`. Each order that is returned with its buyer, and each search by `email` or `q`, is written ' +
  'to the audit log before the response is sent; if that fails, the response is 503.';

/**
 * The endpoints for orders.
 *
 * @param include.personalData whether keys with the scope `orders:read:pii` can read buyers and ticket holders
 */
export function orderRoutes(include: { personalData: boolean }): Feature<KeyServices> {
  return (app, { db, secrets, scopeOf, rowStreams }) => {
    const canReadPersonalData = (request: FastifyRequest) =>
      include.personalData && scopeOf(request).principal.permissions.has(personalDataScope);

    /** Reads the JSON of an order, with the fields that the caller can read, and its version. */
    function findDetail(
      request: FastifyRequest,
      orderNumber: string,
      expand: readonly DetailExpansion[],
    ): Promise<Versioned | null> {
      const scope = scopeOf(request);
      if (!canReadPersonalData(request)) return findOrderDetail(db, scope.organizerId, orderNumber, expand);
      return readPersonalData(db, scope, orderNumber, expand);
    }

    app.get(
      '/orders',
      {
        config: {
          permission: 'orders:read',
          compress: ({ query }) => !includesBuyers(query),
          lines: include.personalData,
        },
        schema: {
          operationId: 'listOrders',
          tags: ['Orders'],
          summary: 'List orders',
          description: include.personalData ? `${listDescription}\n\n${listPersonalDataNote}` : listDescription,
          querystring: orderListQuery(include),
          response: { 200: orderPage(include) },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        const { expand = [], email, q, limit, cursor, ...query } = request.query;
        if (email !== undefined) requirePermission(scope.principal, personalDataScope, 'email');
        if (q !== undefined) requirePermission(scope.principal, personalDataScope, 'q');
        if (expand.includes('buyer')) requirePermission(scope.principal, personalDataScope, 'expand=buyer');
        const filters = { ...query, ...parseTimeFilters(query), email: email && emailForm(email) };
        const search = q !== undefined ? 'words' : email !== undefined ? 'email' : null;
        const findPage = (position: Position) => {
          if (q === undefined)
            return listOrders(db, scope.organizerId, { ...filters, ...position }, expand, secrets.cursorKey);
          if (position.cursor !== undefined) throw invalidCursor();
          return searchOrders(db, scope.organizerId, q, filters, {
            fields: expandedFields(expand),
            limit: position.limit,
          });
        };
        const readPage = async (position: Position) => {
          const page = await findPage(position);
          if (search === null && !expand.includes('buyer')) return page;
          return auditOrderPage(db, scope, page, { expand, search });
        };
        if (include.personalData && acceptsLines(request))
          return rowStreams.send(request, reply, scope.principal.actor, readPage);
        return sendJson(reply, await readPage({ limit, cursor }));
      },
    );
    app.get(
      '/orders/:orderNumber',
      {
        config: { permission: 'orders:read', compress: (request) => !canReadPersonalData(request), etag: true },
        schema: {
          operationId: 'getOrder',
          tags: ['Orders'],
          summary: 'Read an order',
          description: include.personalData ? `${description}\n\n${personalDataNote}` : description,
          params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
          querystring: orderDetailQuery(include),
          response: {
            200: include.personalData ? expandableOrderDetail : orderDetail,
          },
        },
      },
      async (request, reply) => {
        const { params, query } = request;
        const number = parseOrderNumber(params.orderNumber);
        const order = number === null ? null : await findDetail(request, number, query.expand ?? []);
        if (order === null) throw new ApiError('order_not_found', { orderNumber: params.orderNumber });
        return sendVersioned(reply, order);
      },
    );
  };
}

function includesBuyers(query: unknown): boolean {
  const { expand } = query as { expand?: readonly string[] };
  return expand?.includes('buyer') ?? false;
}

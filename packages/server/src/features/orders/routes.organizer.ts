import type { FastifyRequest } from 'fastify';
import { emailForm } from '#shared/email-form';
import { ApiError } from '../../errors/index.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { requirePermission } from '../../platform/http/principal.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { type DetailExpansion, findOrderDetail, listOrders } from './queries.ts';
import { auditOrderPage, readPersonalData } from './read-personal-data.ts';
import { expandableOrderDetail, orderDetail, orderDetailQuery, orderListQuery, orderPage } from './schema.ts';

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
  `\`expand=buyer\` and \`email\` need the additional scope \`${personalDataScope}\`. Tickets have their personal fields only if ` +
  '`expand` contains both `buyer` and `tickets`. Each order that is returned with its buyer, and each search by `email`, is written ' +
  'to the audit log before the response is sent; if that fails, the response is 503.';

/**
 * The endpoints for orders.
 *
 * @param include.personalData whether keys with the scope `orders:read:pii` can read buyers and ticket holders
 */
export function orderRoutes(include: { personalData: boolean }): Feature<OrganizerServices> {
  return (app, { db, secrets, scopeOf }) => {
    const canReadPersonalData = (request: FastifyRequest) =>
      include.personalData && scopeOf(request).principal.permissions.has(personalDataScope);

    /** Reads the JSON of an order, with the fields that the caller can read. */
    function findDetail(
      request: FastifyRequest,
      orderNumber: string,
      expand: readonly DetailExpansion[],
    ): Promise<string | null> {
      const scope = scopeOf(request);
      if (!canReadPersonalData(request)) return findOrderDetail(db, scope.organizerId, orderNumber, expand);
      return readPersonalData(db, scope, orderNumber, expand);
    }

    app.get(
      '/orders',
      {
        config: { permission: 'orders:read', compress: ({ query }) => !includesBuyers(query) },
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
        const { expand = [], email, ...query } = request.query;
        const isSearch = email !== undefined;
        if (isSearch) requirePermission(scope.principal, personalDataScope, 'email');
        if (expand.includes('buyer')) requirePermission(scope.principal, personalDataScope, 'expand=buyer');
        const filters = { ...query, ...parseTimeFilters(query), email: email && emailForm(email) };
        const page = await listOrders(db, scope.organizerId, filters, expand, secrets.cursorKey);
        if (isSearch || expand.includes('buyer')) {
          await auditOrderPage(db, scope, page, { expand, isSearch });
        }
        return sendJson(reply, page);
      },
    );
    app.get(
      '/orders/:orderNumber',
      {
        config: { permission: 'orders:read', compress: (request) => !canReadPersonalData(request) },
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
        const json = number === null ? null : await findDetail(request, number, query.expand ?? []);
        if (json === null) throw new ApiError('order_not_found', { orderNumber: params.orderNumber });
        return sendJson(reply, json);
      },
    );
  };
}

function includesBuyers(query: unknown): boolean {
  const { expand } = query as { expand?: readonly string[] };
  return expand?.includes('buyer') ?? false;
}

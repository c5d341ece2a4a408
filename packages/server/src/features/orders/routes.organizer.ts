import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { requirePermission } from '../../platform/http/principal.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { auditOrigin } from '../audit/index.ts';
import { findOrderDetail, listOrders } from './queries.ts';
import { auditOrderPage, readPersonalData } from './read-personal-data.ts';
import { orderDetail, orderDetailWithPersonalData, orderListQuery, orderPage } from './schema.ts';

/** Adds personal fields to what `orders:read` shows. Without `orders:read` it has no effect. */
const personalDataScope = 'orders:read:pii';

const description = 'One order with its fee breakdown, items and tickets. The number can be in upper or lower case.';

const personalDataNote =
  `With the additional scope \`${personalDataScope}\`, which only the operator grants, the order has its \`buyer\`, and each ` +
  'ticket its `holderName`, `bib`, `category` and `qrValue`. Without it, these fields are missing. Each such read is written to ' +
  'the audit log before the answer; if that fails, the answer is 503.';

const listDescription =
  'Your orders, newest first, or by their last change with `updatedSince`.\n\n`expand` adds parts of the order detail to each ' +
  'order: `expand=items,tickets` adds its items and tickets. To copy many orders, read lists with `expand`, not single orders.';

const listPersonalDataNote =
  `\`expand=buyer\` and \`email\` need the additional scope \`${personalDataScope}\`. With both \`buyer\` and \`tickets\`, tickets ` +
  'have their personal fields too; without `buyer` they never have. Each order that is shown with its buyer, and each search by `email`, is ' +
  'written to the audit log before the answer; if that fails, the answer is 503.';

/**
 * Orders and their detail.
 *
 * @param include whether a key with the scope `orders:read:pii` sees buyers and holders in an order's detail
 */
export function orderRoutes(include: { personalData: boolean }): Feature<OrganizerServices> {
  return (app, { db, clock, secrets, principal }) => {
    const seesPersonalData = (request: FastifyRequest) =>
      include.personalData && principal(request).permissions.has(personalDataScope);

    /** The JSON of an order of the caller, with the fields that the caller can see. */
    function find(request: FastifyRequest, orderNumber: string): Promise<string | null> {
      const caller = principal(request);
      const { organizerId } = caller;
      if (!seesPersonalData(request)) return findOrderDetail(db, organizerId, orderNumber);
      return readPersonalData(db, organizerId, orderNumber, auditOrigin(caller, request), clock);
    }

    app.get(
      '/orders',
      {
        config: { permission: 'orders:read', compress: ({ query }) => !showsBuyers(query) },
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
        const caller = principal(request);
        const { organizerId } = caller;
        const { expand = [], email, ...query } = request.query;
        const isSearch = email !== undefined;
        if (isSearch) requirePermission(caller, personalDataScope, 'email');
        if (expand.includes('buyer')) requirePermission(caller, personalDataScope, 'expand=buyer');
        const filters = { ...query, ...parseTimeFilters(query), email: email && lowerAscii(email) };
        const page = await listOrders(db, organizerId, filters, expand, secrets.cursorKey);
        const isAudited = isSearch || expand.includes('buyer');
        if (isAudited)
          await auditOrderPage(db, organizerId, page, { expand, isSearch }, auditOrigin(caller, request), clock);
        return sendJson(reply, page);
      },
    );
    app.get(
      '/orders/:orderNumber',
      {
        config: { permission: 'orders:read', compress: (request) => !seesPersonalData(request) },
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
      async (request, reply) => {
        const { params } = request;
        const number = parseOrderNumber(params.orderNumber);
        const json = number === null ? null : await find(request, number);
        if (json === null) throw new ApiError('order_not_found', { orderNumber: params.orderNumber });
        return sendJson(reply, json);
      },
    );
  };
}

function showsBuyers(query: unknown): boolean {
  const { expand } = query as { expand?: readonly string[] };
  return expand?.includes('buyer') ?? false;
}

/** Converts ASCII letters to lower case, as `lower()` of both databases does. */
function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { parseIfMatch } from '../../platform/http/entity-tags.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { countSearch } from '../../platform/http/rate-limit.ts';
import { ifMatchHeaders, object, pathId } from '../../platform/http/schema.ts';
import { sendJson, sendVersioned } from '../../platform/http/send-json.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { cancelOrder } from './cancel-order.ts';
import { correctBuyer, correctHolder } from './correct-order.ts';
import { invalidateLinks } from './invalidate-links.ts';
import { listOrdersForMembers } from './list-orders-for-members.ts';
import { findOrderWithItems, type OrderView, readOrder } from './load-order.ts';
import { payOrder, sendTickets } from './pay-order.ts';
import { previewRefund } from './preview-refund.ts';
import { readOrderForMembers } from './read-order-for-members.ts';
import { auditOrderPage } from './read-personal-data.ts';
import { refundOrder } from './refund-order.ts';
import { refundTargetOf } from './refund-plan.ts';
import {
  buyerCorrection,
  holderCorrection,
  linkInvalidation,
  linksInvalidated,
  memberOrderDetail,
  memberOrderListQuery,
  memberOrderPage,
  orderChanged,
  orderSearch,
  payRequest,
  refundPreview,
  refundRequest,
  refundResult,
  refundSelection,
  timeline,
  voidedParts,
} from './schema.dashboard.ts';
import { searchOrders } from './search-orders.ts';
import { readTimeline } from './timeline.ts';
import { voidWithoutMoney } from './void-without-money.ts';

const tags = ['Orders'];
const read = { permission: 'orders:read' } as const;
const write = { permission: 'orders:write', errors: ['invalid_state'] } as const;
/** With `If-Match`, two members who correct an order do not overwrite each other's values. */
const correct = { permission: 'orders:write', errors: ['invalid_state', 'precondition_failed'] } as const;
const orderNumber = pathId('Number of the order', '7K3Q9MX2PA');
const params = object({ orderNumber });
const ticketParams = object({ orderNumber, ticketId: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') });
const noQuery = object({});

/**
 * Orders in the dashboard.
 *
 * @param options.searchesPerMinute limit of searches of one member
 */
export function orderDashboardRoutes(options: { searchesPerMinute: number }): Feature<OrganizerServices> {
  return (app, services) => {
    registerReads(app, services, options.searchesPerMinute);
    registerStateChanges(app, services);
    registerRefunds(app, services);
    registerOutsideRefunds(app, services);
    registerCorrections(app, services);
  };
}

function registerReads(app: PlaneApp, services: OrganizerServices, searchesPerMinute: number): void {
  const { db, secrets, limiter, scopeOf } = services;

  app.get(
    '/orders',
    {
      config: { ...read, compress: false },
      schema: {
        operationId: 'listOrders',
        tags,
        summary: 'List orders',
        querystring: memberOrderListQuery,
        response: { 200: memberOrderPage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { buyers = false, ...query } = request.query;
      const filters = { ...query, ...parseTimeFilters(query) };
      const include = buyers ? 'buyer' : 'no_buyer';
      const page = await listOrdersForMembers(db, scope.organizerId, filters, include, secrets.cursorKey);
      if (buyers) {
        const audited = { expand: ['buyer'], search: null } as const;
        await auditOrderPage(db, scope, page, audited);
      }
      return sendJson(reply, page);
    },
  );

  // The text is in the body, because URLs are written to the logs of proxies.
  app.post(
    '/orders/search',
    {
      config: { ...read, compress: false, errors: ['rate_limited'] },
      schema: {
        operationId: 'searchOrders',
        tags,
        summary: 'Search orders by number, e-mail address, buyer, ticket holder or bib',
        querystring: noQuery,
        body: orderSearch,
        response: { 200: memberOrderPage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      await countSearch(request, reply, limiter, searchesPerMinute);
      const { text, ...query } = request.body;
      const filters = { ...query, ...parseTimeFilters(query) };
      const page = await searchOrders(db, scope.organizerId, text, filters);
      const audited = { expand: ['buyer'], search: 'words' } as const;
      return sendJson(reply, await auditOrderPage(db, scope, page, audited));
    },
  );

  app.get(
    '/orders/:orderNumber',
    {
      config: { ...read, compress: false, etag: true },
      schema: {
        operationId: 'getOrder',
        tags,
        summary: 'Read an order with its buyer',
        params,
        querystring: noQuery,
        response: { 200: memberOrderDetail },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const number = parseOrderNumber(request.params.orderNumber);
      const options = { canWrite: scope.principal.permissions.has(write.permission) };
      const order = number === null ? null : await readOrderForMembers(db, scope, number, options);
      if (order === null) throw notFound(request);
      return sendVersioned(reply, order);
    },
  );

  app.get(
    '/orders/:orderNumber/timeline',
    {
      config: read,
      schema: {
        operationId: 'getOrderTimeline',
        tags,
        summary: 'List what happened with an order',
        params,
        querystring: noQuery,
        response: { 200: timeline },
      },
    },
    async (request) => {
      const { organizerId } = scopeOf(request);
      const { order } = await findOrderWithItems(db, organizerId, shortNumber(request));
      return { data: await readTimeline(db, organizerId, order) };
    },
  );
}

function registerStateChanges(app: PlaneApp, { db, scopeOf }: OrganizerServices): void {
  app.post(
    '/orders/:orderNumber/pay',
    {
      config: { ...write, errors: ['invalid_state', 'sold_out'] },
      schema: {
        operationId: 'markOrderAsPaid',
        tags,
        summary: 'Mark an order as paid',
        params,
        querystring: noQuery,
        body: payRequest,
        response: { 200: orderChanged },
      },
    },
    async (request) => changed(await payOrder(db, scopeOf(request), shortNumber(request), request.body)),
  );

  app.post(
    '/orders/:orderNumber/cancel',
    {
      config: write,
      schema: {
        operationId: 'cancelOrder',
        tags,
        summary: 'Cancel a pending order and mail its buyer',
        params,
        querystring: noQuery,
        response: { 200: orderChanged },
      },
    },
    async (request) => {
      const options = { notifyBuyer: true };
      return changed(await cancelOrder(db, scopeOf(request), shortNumber(request), options));
    },
  );

  app.post(
    '/orders/:orderNumber/send-tickets',
    {
      config: write,
      schema: {
        operationId: 'sendTickets',
        tags,
        summary: 'Mail the tickets again',
        params,
        querystring: noQuery,
        response: { 200: orderChanged },
      },
    },
    async (request) => {
      return sendTickets(db, scopeOf(request), shortNumber(request));
    },
  );
}

function registerRefunds(app: PlaneApp, { db, scopeOf }: OrganizerServices): void {
  app.post(
    '/orders/:orderNumber/refund-preview',
    {
      config: write,
      schema: {
        operationId: 'previewRefund',
        tags,
        summary: 'Preview a refund',
        params,
        querystring: noQuery,
        body: refundSelection,
        response: { 200: refundPreview },
      },
    },
    (request) => previewRefund(db, scopeOf(request).organizerId, shortNumber(request), refundTargetOf(request.body)),
  );

  app.post(
    '/orders/:orderNumber/refund',
    {
      config: write,
      schema: {
        operationId: 'refundOrder',
        tags,
        summary: 'Refund an order, in full or in part',
        params,
        querystring: noQuery,
        body: refundRequest,
        response: { 200: refundResult },
      },
    },
    async (request) => {
      const { refundedQuantity, refundedTotal } = request.body;
      const { order, amount, byProvider } = await refundOrder(
        db,
        scopeOf(request),
        shortNumber(request),
        refundTargetOf(request.body),
        { refundedQuantity, refundedTotal },
      );
      return { currency: order.currency, amount, byProvider, byOrganizer: amount - byProvider };
    },
  );
}

/** What the organizer does with refunds that were made at the payment provider. */
function registerOutsideRefunds(app: PlaneApp, { db, scopeOf }: OrganizerServices): void {
  app.post(
    '/orders/:orderNumber/refunds/:refundId/tickets',
    {
      config: write,
      schema: {
        operationId: 'voidRefundedTickets',
        tags,
        summary: 'Void the tickets of a refund that was made at the payment provider',
        description: 'No money moves. Without tickets and items, all remain valid.',
        params: object({ orderNumber, refundId: pathId('Id of the refund', 'rfd_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: noQuery,
        body: voidedParts,
        response: { 200: orderChanged },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const { refundId } = request.params;
      const number = shortNumber(request);
      const { ticketIds = [], items = [] } = request.body;
      const selection = [...items, ...ticketIds.map((ticketId) => ({ ticketId }))];
      const target = { orderNumber: number, refundId };
      await voidWithoutMoney(db, scope, target, selection);
      const { orderNumber: changedNumber, status } = await readOrder(db, scope.organizerId, number);
      return { orderNumber: changedNumber, status };
    },
  );
}

function registerCorrections(app: PlaneApp, { db, scopeOf }: OrganizerServices): void {
  app.patch(
    '/orders/:orderNumber/buyer',
    {
      config: correct,
      schema: {
        operationId: 'correctBuyer',
        tags,
        summary: 'Correct the buyer of an order',
        headers: ifMatchHeaders,
        params,
        querystring: noQuery,
        body: buyerCorrection,
        response: { 200: object({}, { $id: 'BuyerCorrected' }) },
      },
    },
    async (request) => {
      const { replaceQrCodes = false, ...correction } = request.body;
      await correctBuyer(
        db,
        scopeOf(request),
        shortNumber(request),
        correction,
        { replaceQrCodes },
        parseIfMatch(request.headers['if-match']),
      );
      return {};
    },
  );

  app.post(
    '/orders/:orderNumber/invalidate-links',
    {
      config: write,
      schema: {
        operationId: 'invalidateLinks',
        tags,
        summary: 'Invalidate all links to an order',
        params,
        querystring: noQuery,
        body: linkInvalidation,
        response: { 200: linksInvalidated },
      },
    },
    (request) => {
      const { replaceQrCodes = false } = request.body;
      return invalidateLinks(db, scopeOf(request), shortNumber(request), { replaceQrCodes });
    },
  );

  app.patch(
    '/orders/:orderNumber/tickets/:ticketId',
    {
      config: correct,
      schema: {
        operationId: 'correctHolder',
        tags,
        summary: 'Correct the holder of a ticket',
        headers: ifMatchHeaders,
        params: ticketParams,
        querystring: noQuery,
        body: holderCorrection,
        response: { 200: object({}, { $id: 'HolderCorrected' }) },
      },
    },
    async (request) => {
      const ticket = { orderNumber: shortNumber(request), ticketId: request.params.ticketId };
      const ifMatch = parseIfMatch(request.headers['if-match']);
      await correctHolder(db, scopeOf(request), ticket, request.body, ifMatch);
      return {};
    },
  );
}

type OrderRequest = Pick<FastifyRequest<{ Params: { orderNumber: string } }>, 'params'>;

/** The order number in the path. A path can be long, and errors contain the number. */
function shortNumber({ params: { orderNumber: number } }: OrderRequest): string {
  return number.slice(0, 40);
}

function notFound(request: OrderRequest): ApiError {
  return new ApiError('order_not_found', { orderNumber: shortNumber(request) });
}

function changed({ orderNumber: number, status }: OrderView) {
  return { orderNumber: number, status };
}

import { ApiError } from '../../errors/index.ts';
import { requiredIdempotencyHeaders, withIdempotency } from '../../platform/http/idempotency.ts';
import { parseTime, parseTimeFilters, toStoredOrderNumbers } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { cancelOrder } from './cancel-order.ts';
import { payOrder } from './pay-order.ts';
import { previewRefund } from './preview-refund.ts';
import { refundOrder } from './refund-order.ts';
import { isAmountRefund, refundTargetOf } from './refund-plan.ts';
import { findRefund, listRefunds } from './refund-queries.ts';
import { refundPreview } from './schema.dashboard.ts';
import { cancellation, newRefund, receivedMoney, refund, refundListQuery, refundPage } from './schema.money.ts';
import { expandableOrderDetail } from './schema.ts';

const tags = ['Orders'];
const read = { permission: 'orders:read' } as const;
const params = object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') });
const noQuery = object({});

/** The endpoints that read refunds, and those that change what was paid for an order. */
export const orderMoneyRoutes: Feature<OrganizerServices> = (app, services) => {
  registerReads(app, services);
  registerWrites(app, services);
};

function registerReads(app: PlaneApp, { db, secrets, scopeOf }: OrganizerServices): void {
  app.get(
    '/refunds',
    {
      config: read,
      schema: {
        operationId: 'listRefunds',
        tags,
        summary: 'List refunds',
        description:
          'Refunds of orders, newest first: those that you have made, those that were made at the payment provider, lost disputes, ' +
          'and money that was returned because its order could not be paid.',
        querystring: refundListQuery,
        response: { 200: refundPage },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const filters = { ...query, ...parseTimeFilters(query), orderNumber: toStoredOrderNumbers(query.orderNumber) };
      return sendJson(reply, await listRefunds(db, scopeOf(request).organizerId, filters, secrets.cursorKey));
    },
  );
  app.get(
    '/refunds/:id',
    {
      config: read,
      schema: {
        operationId: 'getRefund',
        tags,
        summary: 'Read a refund',
        description: 'One refund of an order, with the requests to payment providers.',
        params: object({ id: pathId('Id of the refund', 'led_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: noQuery,
        response: { 200: refund },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const json = await findRefund(db, scopeOf(request).organizerId, id);
      if (json === null) throw new ApiError('refund_not_found', { refundId: id });
      return sendJson(reply, json);
    },
  );
}

function registerWrites(app: PlaneApp, services: OrganizerServices): void {
  const { db, scopeOf } = services;
  const write = (...errors: ('invalid_state' | 'sold_out')[]) =>
    ({ permission: 'orders:write', errors: [...errors, 'idempotency_conflict'] }) as const;

  app.post(
    '/orders/:orderNumber/refunds',
    {
      config: write('invalid_state'),
      schema: {
        operationId: 'createRefund',
        tags,
        summary: 'Refund an order, in full or in part',
        description:
          'Refunds tickets and quantities of items, an amount, or the whole order. Unused tickets and unconsumed units become void and ' +
          'can be bought again; an amount voids nothing. The buyer gets an e-mail. What was paid through a payment provider is refunded ' +
          'there after the response: `status` is `pending` until then. You pay back `byOrganizer` yourself.\n\n' +
          'With `dryRun`, nothing is refunded, and the response says what would be.',
        headers: requiredIdempotencyHeaders,
        params,
        querystring: noQuery,
        body: newRefund,
        response: { 200: refundPreview, 201: refund },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { orderNumber } = request.params;
      const { dryRun = false, whole = false, ...selection } = request.body;
      const target = refundTargetOf(selection);
      const namesNothing = !isAmountRefund(target) && target.length === 0;
      if (whole !== namesNothing) throw new ApiError('refund_target_unclear', {});
      if (dryRun) return previewRefund(db, scope.organizerId, orderNumber, target);
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const { refundId } = await refundOrder(tx, scope, orderNumber, target);
        const json = await findRefund(tx, scope.organizerId, refundId);
        return { status: 201, body: json!, location: `${app.baseUrl}/api/v1/refunds/${refundId}` };
      });
    },
  );

  app.post(
    '/orders/:orderNumber/cancel',
    {
      config: write('invalid_state'),
      schema: {
        operationId: 'cancelOrder',
        tags,
        summary: 'Cancel a pending order',
        description: 'Cancels an order that is not paid, and releases its tickets. To cancel a paid order, refund it.',
        headers: requiredIdempotencyHeaders,
        params,
        querystring: noQuery,
        body: cancellation,
        response: { 200: expandableOrderDetail },
      },
    },
    (request, reply) => {
      const scope = scopeOf(request);
      const { orderNumber } = request.params;
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const order = await cancelOrder(tx, scope, orderNumber, request.body);
        return { status: 200, body: JSON.stringify(order) };
      });
    },
  );

  app.post(
    '/orders/:orderNumber/pay',
    {
      config: write('invalid_state', 'sold_out'),
      schema: {
        operationId: 'payOrder',
        tags,
        summary: 'Record the money for an order',
        description:
          'Records that you have received the total of a pending order, for example by bank transfer. Its tickets are issued and mailed ' +
          'to the buyer, and other payments that the buyer has started are closed.',
        headers: requiredIdempotencyHeaders,
        params,
        querystring: noQuery,
        body: receivedMoney,
        response: { 200: expandableOrderDetail },
      },
    },
    (request, reply) => {
      const scope = scopeOf(request);
      const { orderNumber } = request.params;
      const money = { ...request.body, receivedAt: parseTime('receivedAt', request.body.receivedAt, 'body') };
      return withIdempotency(request, reply, db, scope, async (tx) => {
        const order = await payOrder(tx, scope, orderNumber, money);
        return { status: 200, body: JSON.stringify(order) };
      });
    },
  );
}

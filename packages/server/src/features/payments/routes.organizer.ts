import { ApiError } from '../../errors/index.ts';
import { parseTimeFilters, toStoredOrderNumbers } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { findPaymentJson, listPayments } from './queries.ts';
import { payment, paymentListQuery, paymentPage } from './schema.ts';

const config = { permission: 'orders:read' } as const;
const tags = ['Orders'];

/** The endpoints that read payments. */
export const paymentRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.get(
    '/payments',
    {
      config,
      schema: {
        operationId: 'listPayments',
        tags,
        summary: 'List payments',
        description:
          'Payments that buyers have started, and money that you have recorded, newest first. With `updatedSince`, they are sorted by ' +
          'their last change, oldest first. Orders that were imported, sold by hand or free have no payments.',
        querystring: paymentListQuery,
        response: { 200: paymentPage },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const filters = { ...query, ...parseTimeFilters(query), orderNumber: toStoredOrderNumbers(query.orderNumber) };
      return sendJson(reply, await listPayments(db, scopeOf(request).organizerId, filters, secrets.cursorKey));
    },
  );
  app.get(
    '/payments/:id',
    {
      config,
      schema: {
        operationId: 'getPayment',
        tags,
        summary: 'Read a payment',
        description: 'One payment of an order.',
        params: object({ id: pathId('Id of the payment', 'pay_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: payment },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const json = await findPaymentJson(db, scopeOf(request).organizerId, id);
      if (json === null) throw new ApiError('payment_not_found', { paymentId: id });
      return sendJson(reply, json);
    },
  );
};

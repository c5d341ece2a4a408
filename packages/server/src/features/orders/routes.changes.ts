import { parseIfMatch } from '../../platform/http/entity-tags.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { requirePermission } from '../../platform/http/principal.ts';
import { ifMatchHeaders, object, pathId } from '../../platform/http/schema.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import { attachValidation, uncheckedBody } from '../../platform/http/unchecked-body.ts';
import { ticket } from '../tickets/http.ts';
import { readVersionedTicket } from '../tickets/index.ts';
import { changeOrder, changeTicket } from './change-order.ts';
import { readVersionedOrder } from './load-order.ts';
import { orderPatch, ticketPatch } from './schema.changes.ts';
import { expandableOrderDetail } from './schema.ts';

const config = { permission: 'orders:write', errors: ['invalid_state', 'precondition_failed'], etag: true } as const;
const patchText =
  'Absent fields do not change. A key of `metadata` is removed with null, and all keys with null for `metadata`. To avoid overwriting ' +
  'other changes, send the `ETag` of the last response as `If-Match`.';

/** The endpoints that change what programs store with orders and tickets, and the holders of tickets. */
export const orderChangeRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.patch(
    '/orders/:orderNumber',
    {
      attachValidation,
      config,
      schema: {
        operationId: 'updateOrder',
        tags: ['Orders'],
        summary: 'Change the externalId, the metadata and the buyer’s answers of an order',
        description: `${patchText} \`buyer\` also needs the scope \`orders:read:pii\`. The response has no personal fields.`,
        headers: ifMatchHeaders,
        params: object({ orderNumber: pathId('Number of the order', '7K3Q9MX2PA') }),
        querystring: object({}),
        body: orderPatch,
        response: { 200: expandableOrderDetail },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { orderNumber } = request.params;
      const ifMatch = parseIfMatch(request.headers['if-match']);
      const body = uncheckedBody(request);
      if (body.input.buyer !== undefined) requirePermission(scope.principal, 'orders:read:pii', 'buyer');
      await changeOrder(db, scope, orderNumber, body, ifMatch);
      return sendVersioned(reply, await readVersionedOrder(db, scope.organizerId, orderNumber));
    },
  );
  app.patch(
    '/tickets/:id',
    {
      attachValidation,
      config,
      schema: {
        operationId: 'updateTicket',
        tags: ['Tickets'],
        summary: 'Change the holder, the externalId and the metadata of a ticket',
        description: `${patchText} \`holderName\`, \`firstName\`, \`lastName\`, \`bib\`, \`category\` and \`answers\` also need the scope \`orders:read:pii\`. The response has no personal fields.`,
        headers: ifMatchHeaders,
        params: object({ id: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        body: ticketPatch,
        response: { 200: ticket },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const body = uncheckedBody(request);
      for (const field of ['holderName', 'firstName', 'lastName', 'bib', 'category', 'answers'] as const) {
        if (body.input[field] !== undefined) requirePermission(scope.principal, 'orders:read:pii', field);
      }
      const { id } = request.params;
      await changeTicket(db, scope, id, body, parseIfMatch(request.headers['if-match']));
      return sendVersioned(reply, await readVersionedTicket(db, scope.organizerId, id));
    },
  );
};

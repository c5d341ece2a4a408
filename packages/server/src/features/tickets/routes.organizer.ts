import type { FastifyRequest } from 'fastify';
import { parseTimeFilters, toStoredOrderNumbers } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson, sendVersioned } from '../../platform/http/send-json.ts';
import { auditPersonalRead } from '../audit/index.ts';
import { listTickets, readVersionedTicket, readVersionedTicketWithAnswers } from './queries.ts';
import { ticket, ticketDetail, ticketListQuery, ticketPage } from './schema.ts';

const personalDataScope = 'orders:read:pii';

/**
 * The routes of issued tickets.
 *
 * @param options.several whether filters can have several values
 * @param options.personalData whether keys with the scope `orders:read:pii` can read the answers of ticket holders
 */
export function ticketRoutes(options: { several: boolean; personalData: boolean }): Feature<OrganizerServices> {
  return (app, services) => {
    const { db, secrets, scopeOf } = services;
    app.get(
      '/tickets',
      {
        config: { permission: 'tickets:read' },
        schema: {
          operationId: 'listTickets',
          tags: ['Tickets'],
          summary: 'List tickets',
          description: 'Issued tickets, newest first. With `updatedSince`, they are in the order of their last change.',
          querystring: ticketListQuery(options),
          response: { 200: ticketPage },
        },
      },
      async (request, reply) => {
        const { query } = request;
        const selection = {
          ...query,
          ...parseTimeFilters(query),
          orderNumber: toStoredOrderNumbers(query.orderNumber),
        };
        return sendJson(reply, await listTickets(db, scopeOf(request).organizerId, selection, secrets.cursorKey));
      },
    );
    registerTicket(app, services, options);
  };
}

/** Registers the route of one ticket, which the API and the dashboard have. */
export function registerTicket(
  app: PlaneApp,
  { db, scopeOf }: OrganizerServices,
  include: { personalData: boolean },
): void {
  const canReadAnswers = (request: FastifyRequest) =>
    include.personalData && scopeOf(request).principal.permissions.has(personalDataScope);
  const description = 'One issued ticket, without personal fields. The response of `getOrder` can contain them.';

  app.get(
    '/tickets/:id',
    {
      config: { permission: 'tickets:read', compress: (request) => !canReadAnswers(request), etag: true },
      schema: {
        operationId: 'getTicket',
        tags: ['Tickets'],
        summary: 'Read a ticket',
        description: include.personalData
          ? `One issued ticket. The additional scope \`${personalDataScope}\` adds the \`answers\` of its holder. Each read with this scope is ` +
            'written to the audit log before the response is sent; if that fails, the response is 503. The response of `getOrder` can contain ' +
            'the other personal fields.'
          : description,
        params: object({ id: pathId('Id of the ticket', 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: include.personalData ? ticketDetail : ticket },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const { id } = request.params;
      if (!canReadAnswers(request)) return sendVersioned(reply, await readVersionedTicket(db, scope.organizerId, id));
      const { orderNumber, ...found } = await readVersionedTicketWithAnswers(db, scope.organizerId, id);
      await auditPersonalRead(db, scope, { orderNumbers: [orderNumber], fields: ['answers'] });
      return sendVersioned(reply, found);
    },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { idempotencyHeaders, type WriteResponse, withIdempotency } from '../../platform/http/idempotency.ts';
import { parseTimeFilters, toStoredOrderNumber } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { countAgainst } from '../../platform/http/rate-limit.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { auditOrigin, auditPersonalPage } from '../audit/index.ts';
import { consumeUnits } from './consume-units.ts';
import { findEntitlement, listEntitlements } from './queries.ts';
import { consumeRequest, consumeResult, entitlement, entitlementListQuery, entitlementPage } from './schema.ts';

/** A key with this scope can read all buyers, so its searches have no separate limit. */
const personalDataScope = 'orders:read:pii';

/**
 * The endpoints for purchased add-ons and their consumption.
 *
 * @param options.searchesPerMinute limit of searches by e-mail address, for a principal without the scope for personal data
 */
export function addonRoutes({ searchesPerMinute }: { searchesPerMinute: number }): Feature<OrganizerServices> {
  return (app, services) => registerRoutes(app, services, searchesPerMinute);
}

function registerRoutes(app: PlaneApp, services: OrganizerServices, searchesPerMinute: number): void {
  const { db, clock, secrets, limiter, principal } = services;

  /** Reads a page of the add-ons that one e-mail address has. The search counts towards the limit and is audited. */
  async function search(request: FastifyRequest, reply: FastifyReply, find: () => Promise<string>): Promise<string> {
    const caller = principal(request);
    if (!caller.permissions.has(personalDataScope)) {
      const limit = { name: 'search', perMinute: searchesPerMinute, reason: 'search_limit_reached' } as const;
      await countAgainst(request, reply, limiter, limit);
    }
    const read = { fields: ['email'], searchedList: 'addons' as const };
    return auditPersonalPage(db, caller.organizerId, await find(), read, auditOrigin(caller, request), clock);
  }

  app.get(
    '/addons',
    {
      config: { permission: 'addons:read' },
      schema: {
        operationId: 'listEntitlements',
        tags: ['Add-ons'],
        summary: 'List purchased add-ons',
        description:
          'Purchased add-ons and their remaining units, newest first. With `updatedSince`, they are sorted by their last change, ' +
          'oldest first. Filters can be combined.\n\nA search by `email` reveals whether a person has bought add-ons. Each such search is ' +
          'written to the audit log before the response is sent; if that fails, the response is 503. For a key without the scope ' +
          `\`${personalDataScope}\`, the limit is ${searchesPerMinute} such searches per minute, and the \`RateLimit-*\` headers of these ` +
          'responses contain that limit. At a point of sale, search by `qrValue` or `orderNumber`.',
        querystring: entitlementListQuery,
        response: { 200: entitlementPage },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { organizerId } = principal(request);
      const { consumed, ...otherFilters } = query;
      const filters = {
        ...otherFilters,
        email: query.email?.toLowerCase(),
        consumed: consumed === undefined ? undefined : Number(consumed),
        orderNumber: toStoredOrderNumber(query.orderNumber),
        ...parseTimeFilters(query),
      };
      const find = () => listEntitlements(db, organizerId, filters, secrets.cursorKey);
      return sendJson(reply, await (query.email === undefined ? find() : search(request, reply, find)));
    },
  );
  app.get(
    '/addons/:id',
    {
      config: { permission: 'addons:read' },
      schema: {
        operationId: 'getEntitlement',
        tags: ['Add-ons'],
        summary: 'Read a purchased add-on',
        description: 'One purchased add-on and its remaining units.',
        params: object({ id: pathId('Id of the entitlement', 'ent_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: entitlement },
      },
    },
    async (request, reply) => {
      const { params } = request;
      const json = await findEntitlement(db, principal(request).organizerId, params.id);
      if (json === null) throw new ApiError('entitlement_not_found', { entitlementId: params.id });
      return sendJson(reply, json);
    },
  );
  app.post(
    '/addons/consume',
    {
      config: { permission: 'addons:write', errors: ['insufficient_units', 'ref_conflict', 'idempotency_conflict'] },
      schema: {
        operationId: 'consumeUnits',
        tags: ['Add-ons'],
        summary: 'Consume units of a purchased add-on',
        description:
          'Consumes units of an entitlement, once for each `ref`. If a request fails, **send the same request with the same `ref` ' +
          'again, until you get one of the final responses below**. The units are consumed only once, even if several requests ' +
          'arrive.\n\n' +
          '* **200**: final. The units are consumed; `replayed` is true if an earlier request consumed them.\n' +
          '* **409 `insufficient_units`**: final. Fewer units are left. Nothing was consumed, and the `ref` can be used again.\n' +
          '* **409 `ref_conflict`**: final. The `ref` belongs to another consumption. Use a new `ref`.\n' +
          '* **400, 401, 403, 404**: final. Nothing was consumed, and the same request will fail again.\n' +
          '* **429, 500, 503, a timeout or a lost connection**: not final. Send the same request again. If the response has a ' +
          '`Retry-After` header, wait this number of seconds before.',
        headers: idempotencyHeaders,
        querystring: object({}),
        body: consumeRequest,
        response: { 200: consumeResult },
      },
    },
    (request, reply) => {
      const { organizerId } = principal(request);
      const consume = async (tx: Db): Promise<WriteResponse> => {
        const { consumption, entitlement, replayed } = await consumeUnits(tx, organizerId, request.body, clock.now());
        const body = `{"consumption":${JSON.stringify(consumption)},"entitlement":${entitlement},"replayed":${replayed}}`;
        return { status: 200, body };
      };
      // The stored response would contain `replayed: false`, so the work runs again. The `ref` ensures that it consumes only once.
      return withIdempotency(request, reply, { db, clock }, organizerId, consume, { runAgain: true });
    },
  );
}

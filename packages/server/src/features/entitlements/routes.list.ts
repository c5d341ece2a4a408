import type { FastifyReply, FastifyRequest } from 'fastify';
import { emailForm } from '#shared/email-form';
import type { JsonBody } from '../../platform/database/dialect.ts';
import { parseTimeFilters, toStoredOrderNumbers } from '../../platform/http/parameters.ts';
import type { OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { countSearch } from '../../platform/http/rate-limit.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { auditPersonalPage } from '../audit/index.ts';
import { listEntitlements } from './queries.ts';
import { entitlementListQuery, entitlementPage } from './schema.ts';

/** A key with this scope can read all buyers, so its searches have no separate limit. */
const personalDataScope = 'orders:read:pii';

/**
 * Registers the list of purchased add-ons, which the API and the dashboard have.
 *
 * @param searchesPerMinute limit of searches by e-mail address, for a principal without the scope for personal data
 */
export function registerEntitlementList(
  app: PlaneApp,
  { db, secrets, limiter, scopeOf }: OrganizerServices,
  searchesPerMinute: number,
): void {
  /** Reads a page of the add-ons that one e-mail address has. The search counts towards the limit and is audited. */
  async function search(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<JsonBody>,
  ): Promise<JsonBody> {
    const scope = scopeOf(request);
    if (!scope.principal.permissions.has(personalDataScope))
      await countSearch(request, reply, limiter, searchesPerMinute);
    const read = { fields: ['email'], searchedList: 'addons' as const };
    return auditPersonalPage(db, scope, await find(), read);
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
      const { consumed, ...otherFilters } = query;
      const filters = {
        ...otherFilters,
        email: query.email && emailForm(query.email),
        consumed: consumed === undefined ? undefined : Number(consumed),
        orderNumber: toStoredOrderNumbers(query.orderNumber),
        ...parseTimeFilters(query),
      };
      const find = () => listEntitlements(db, scopeOf(request).organizerId, filters, secrets.cursorKey);
      return sendJson(reply, await (query.email === undefined ? find() : search(request, reply, find)));
    },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/dialect.ts';
import { notFound } from '../../platform/errors.ts';
import { countApart } from '../../platform/http/admission.ts';
import { answerOnce, idempotencyHeaders, type WriteAnswer } from '../../platform/http/idempotency.ts';
import { listTimes, orderNumberParameter } from '../../platform/http/parameters.ts';
import type { Feature, KeyedServices } from '../../platform/http/plane.ts';
import { sendJson } from '../../platform/http/reply.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts';
import { auditPersonalPage, byCaller } from '../audit/index.ts';
import { consumeUnits } from './consume-units.ts';
import { findEntitlement, listEntitlements } from './queries.ts';
import { consumeRequest, consumeResult, entitlement, entitlementListQuery, entitlementPage } from './schema.ts';

/** With it a key sees who has bought anyway: its searches count like any other request. */
const personalDataScope = 'orders:read:pii';

/** Purchased add-ons and their consumption (SPEC.md section 4). */
export const addonRoutes: Feature<KeyedServices> = (app, services) => {
  const { db, clock, secrets, limiter, searchesPerMinute } = services;

  /** A page of what one person has bought: counted and audited. */
  async function search(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => MaybePromise<string>,
  ): Promise<string> {
    const { key } = request;
    if (!key.scopes.has(personalDataScope)) {
      const limit = { name: 'search', perMinute: searchesPerMinute, what: 'searches by email' };
      await countApart(request, reply, limiter, limit);
    }
    const read = { fields: ['email'], searched: 'addons' as const };
    return auditPersonalPage(db, key.organizerId, await find(), read, byCaller(request), clock);
  }

  app.get(
    '/addons',
    {
      config: { scope: 'addons:read' },
      schema: {
        operationId: 'listEntitlements',
        tags: ['Add-ons'],
        summary: 'List purchased add-ons',
        description:
          'What buyers may consume and what is left of it, newest first, or by its last change with `updatedSince`. ' +
          'Filters combine.\n\n`email` tells whether somebody has bought. Each such read is audited, and answered only once it is: ' +
          `503 where it cannot be. A key without \`${personalDataScope}\` has ${searchesPerMinute} of them a minute, which its ` +
          '`RateLimit-*` headers tell of. At a till, search by `qrValue` or `orderNumber`.',
        querystring: entitlementListQuery,
        response: { 200: entitlementPage },
      },
    },
    (request, reply) => {
      const { key, query } = request;
      const { consumed, ...rest } = query;
      const wanted = {
        ...rest,
        email: query.email?.toLowerCase(),
        consumed: consumed === undefined ? undefined : Number(consumed),
        orderNumber: orderNumberParameter(query.orderNumber),
        ...listTimes(query),
      };
      const find = () => listEntitlements(db, key.organizerId, wanted, secrets.cursorKey);
      return sendJson(reply, query.email === undefined ? find() : search(request, reply, find));
    },
  );
  app.get(
    '/addons/:id',
    {
      config: { scope: 'addons:read' },
      schema: {
        operationId: 'getEntitlement',
        tags: ['Add-ons'],
        summary: 'Read a purchased add-on',
        description: 'One purchased add-on and what is left of it.',
        params: object({ id: pathId('Id of the entitlement', 'ent_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: entitlement },
      },
    },
    ({ key, params }, reply) =>
      sendJson(
        reply,
        andThen(findEntitlement(db, key.organizerId, params.id), (json) => {
          if (json === null) throw notFound(`You have no purchased add-on "${params.id}".`);
          return json;
        }),
      ),
  );
  app.post(
    '/addons/consume',
    {
      config: { scope: 'addons:write', errors: ['insufficient_units', 'ref_conflict', 'idempotency_conflict'] },
      schema: {
        operationId: 'consumeUnits',
        tags: ['Add-ons'],
        summary: 'Consume units of a purchased add-on',
        description:
          'Consumes units of an entitlement, once for each `ref`. Whatever goes wrong on the way, **send the same request ' +
          'with the same `ref` again until you get 200, or one of the answers below that end it**; however often it ' +
          'arrives, it consumes once.\n\n' +
          '* **200**: consumed. `replayed` tells that an earlier request had done it.\n' +
          '* **429, 500, 503, a timeout or a lost connection**: repeat it as it is, after `Retry-After` seconds where the ' +
          'answer says so.\n' +
          '* **409 `insufficient_units`**: fewer are left; nothing was consumed, and the `ref` is free.\n' +
          '* **409 `ref_conflict`**: the `ref` belongs to another consumption; take a new one.\n' +
          '* **400, 401, 403, 404**: nothing was consumed; repeating it does not help.',
        headers: idempotencyHeaders,
        querystring: object({}),
        body: consumeRequest,
        response: { 200: consumeResult },
      },
    },
    (request, reply) => {
      const { organizerId } = request.key;
      const consume = async (tx: Db): Promise<WriteAnswer> => {
        const { consumption, entitlement, replayed } = await consumeUnits(tx, organizerId, request.body, clock.now());
        const body = `{"consumption":${JSON.stringify(consumption)},"entitlement":${entitlement},"replayed":${replayed}}`;
        return { status: 200, body };
      };
      // The first answer given again would say that it consumed: of that the `ref` tells.
      return answerOnce(request, reply, { db, clock }, organizerId, consume, { again: true });
    },
  );
};

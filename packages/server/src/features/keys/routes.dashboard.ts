import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { findSandbox } from '../organizers/index.ts';
import { createKey } from './create-key.ts';
import { keyPrefix } from './key-format.ts';
import { type KeyView, listKeyPage } from './queries.ts';
import { requestScope } from './request-scope.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';
import {
  apiKeyListQuery,
  apiKeyPage,
  createdApiKey,
  keyParams,
  keyRoll,
  keyScopeList,
  newApiKey,
  newScopeRequest,
  revokedApiKey,
  rolledApiKey,
  scopeRequest,
  scopeRequestListQuery,
  scopeRequestPage,
} from './schema.ts';
import { listScopeRequests } from './scope-request-queries.ts';
import { type KeyPolicy, mayHold, publishableScopes, type Scope, scopes, scopeTexts } from './scopes.ts';

const tags = ['Keys'];
const read = { permission: 'keys:read' } as const;
const write = { permission: 'keys:write' } as const;
const dayMs = 86_400_000;

/** API keys of an organizer, and requests for scopes that only the operator grants. */
export function keyRoutes(policy: KeyPolicy): Feature<OrganizerServices> {
  /** The policy for the keys of a member: they have no scope beyond the role of the member. */
  const policyFor = ({ permissions }: { permissions: ReadonlySet<string> }): KeyPolicy => ({
    ...policy,
    secretDefault: policy.secretDefault.filter((scope) => mayHold(scope, policy, permissions)),
  });

  return (app, services) => {
    const { db, clock, scopeOf } = services;

    app.get(
      '/keys',
      {
        config: read,
        schema: {
          operationId: 'listApiKeys',
          tags,
          summary: 'List API keys',
          querystring: apiKeyListQuery,
          response: { 200: apiKeyPage },
        },
      },
      async (request) => {
        const { organizerId } = scopeOf(request);
        const { data, ...rest } = await listKeyPage(db, organizerId, request.query);
        const isSandbox = (await findSandbox(db, organizerId)) !== null;
        return { data: data.map((key) => withStatus(key, { isSandbox, nowMs: clock.now() })), ...rest };
      },
    );

    app.get(
      '/keys/scopes',
      {
        config: read,
        schema: {
          operationId: 'listKeyScopes',
          tags,
          summary: 'List the scopes that keys of the member can have',
          querystring: object({}),
          response: { 200: keyScopeList },
        },
      },
      (request) => {
        const own = policyFor(scopeOf(request).principal);
        return { data: scopes.filter((scope) => isOffered(scope, own)).map((scope) => toKeyScope(scope, own)) };
      },
    );

    app.post(
      '/keys',
      {
        config: { ...write, compress: false },
        schema: {
          operationId: 'createApiKey',
          tags,
          summary: 'Create an API key',
          description:
            'The key is in the response only; it is not stored. It can have no scope that allows what the role of the member does not ' +
            'permit.',
          querystring: object({}),
          body: newApiKey,
          response: { 201: createdApiKey },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        const { lifetimeDays, ...newKey } = request.body;
        const lifetime = lifetimeDays == null ? {} : { lifetimeMs: lifetimeDays * dayMs };
        const keyPolicy = policyFor(scope.principal);
        const created = await createKey(db, scope, { ...newKey, ...lifetime }, keyPolicy, clock);
        return reply.code(201).send(created);
      },
    );

    app.post(
      '/keys/:keyId/roll',
      {
        config: { ...write, compress: false, errors: ['invalid_state'] },
        schema: {
          operationId: 'rollApiKey',
          tags,
          summary: 'Replace an API key',
          description:
            'The new key has the same name, scopes and lifetime. The old key works for the grace period. A key can be replaced once. ' +
            'Only owners can replace a key with scopes that the operator grants, or with scopes beyond the role of the member.',
          params: keyParams,
          querystring: object({}),
          body: keyRoll,
          response: { 201: rolledApiKey },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        const { keyId } = request.params;
        const roll = {
          graceMs: request.body.graceSeconds * 1_000,
          mayHold: (needed: Scope) => mayHold(needed, policy, scope.principal.permissions),
        };
        const rolled = await rollKey(services, scope, keyId, roll, policy);
        return reply.code(201).send(rolled);
      },
    );

    app.post(
      '/keys/:keyId/revoke',
      {
        config: write,
        schema: {
          operationId: 'revokeApiKey',
          tags,
          summary: 'Revoke an API key',
          description: 'Requests with the key are rejected within a second.',
          params: keyParams,
          querystring: object({}),
          response: { 200: revokedApiKey },
        },
      },
      async (request) => revokeKey(db, scopeOf(request), request.params.keyId, clock),
    );

    app.get(
      '/keys/scope-requests',
      {
        config: read,
        schema: {
          operationId: 'listScopeRequests',
          tags,
          summary: 'List the requests for scopes',
          querystring: scopeRequestListQuery,
          response: { 200: scopeRequestPage },
        },
      },
      async (request) => listScopeRequests(db, scopeOf(request).organizerId, request.query),
    );

    app.post(
      '/keys/:keyId/scope-requests',
      {
        config: { ...write, errors: ['invalid_state'] },
        schema: {
          operationId: 'requestScope',
          tags,
          summary: 'Request a scope',
          description: 'The request is mailed to the operators, and the decision to the member.',
          params: keyParams,
          querystring: object({}),
          body: newScopeRequest,
          response: { 201: scopeRequest },
        },
      },
      async (request, reply) => {
        const newRequest = { keyId: request.params.keyId, ...request.body };
        const created = await requestScope(services, scopeOf(request), newRequest, policy);
        return reply.code(201).send(created);
      },
    );
  };
}

function withStatus(key: KeyView, { isSandbox, nowMs }: { isSandbox: boolean; nowMs: number }) {
  const isExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs;
  const status = key.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active';
  return { ...key, prefix: keyPrefix(key.kind, { isSandbox }), status } as const;
}

function isOffered(scope: Scope, { secretDefault, granted }: KeyPolicy): boolean {
  return secretDefault.includes(scope) || granted.includes(scope);
}

function toKeyScope(scope: Scope, { granted }: KeyPolicy) {
  const kinds = publishableScopes.includes(scope) ? (['secret', 'publishable'] as const) : (['secret'] as const);
  return { scope, description: scopeTexts[scope], kinds: [...kinds], needsOperator: granted.includes(scope) };
}

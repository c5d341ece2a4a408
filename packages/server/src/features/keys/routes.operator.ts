import type { Feature, Services } from '../../platform/http/plane.ts';
import type { ScopeReader } from '../../platform/http/principal.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import type { OperatorPrincipal } from '../accounts/http.ts';
import { operatorPermission } from '../accounts/index.ts';
import { decideScopeRequest } from './request-scope.ts';
import {
  operatorScopeRequest,
  operatorScopeRequestListQuery,
  operatorScopeRequestPage,
  scopeDecision,
} from './schema.ts';
import { listScopeRequestsForOperator } from './scope-request-queries.ts';

const tags = ['Scope requests'];
const config = { permission: operatorPermission } as const;

/** The requests of all organizers for scopes, for the operator. */
export const scopeRequestRoutes: Feature<Services & { readonly scopeOf: ScopeReader<OperatorPrincipal> }> = (
  app,
  services,
) => {
  const { db, scopeOf } = services;

  app.get(
    '/scope-requests',
    {
      config,
      schema: {
        operationId: 'listScopeRequestsForOperator',
        tags,
        summary: 'List the requests for scopes of all organizers',
        querystring: operatorScopeRequestListQuery,
        response: { 200: operatorScopeRequestPage },
      },
    },
    async (request) => {
      const { data, ...rest } = await listScopeRequestsForOperator(db, request.query);
      return { data: data.map(withoutOrganizerId), ...rest };
    },
  );

  app.post(
    '/scope-requests/:requestId/decision',
    {
      config: { ...config, errors: ['invalid_state'] },
      schema: {
        operationId: 'decideScopeRequest',
        tags,
        summary: 'Grant or decline a request',
        description: 'The decision is mailed to the member.',
        params: object({ requestId: pathId('Id of the request', 'srq_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        body: scopeDecision,
        response: { 200: operatorScopeRequest },
      },
    },
    async (request) => {
      const { status, note = null } = request.body;
      const origin = scopeOf(request).origin;
      return withoutOrganizerId(await decideScopeRequest(services, request.params.requestId, { status, note }, origin));
    },
  );
};

function withoutOrganizerId<T extends { readonly organizerId: string }>({ organizerId: _, ...request }: T) {
  return request;
}

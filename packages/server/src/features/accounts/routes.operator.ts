import type { Feature, OperatorServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { listUsers } from './list-users.ts';
import { operatorPermission } from './roles.ts';
import { userListQuery, userPage, userStatus } from './schema.operator.ts';
import { disableUser, enableUser, readUser } from './users.ts';

const tags = ['Operator'];
const config = { permission: operatorPermission } as const;
const params = object({ userId: pathId('Id of the user', 'usr_01kamz0g5ve4q8v5x2c4g6t0yd') });
const querystring = object({});

/** The users of the service, for the operator. */
export const userOperatorRoutes: Feature<OperatorServices> = (app, { db, clock, scopeOf }) => {
  app.get(
    '/users',
    {
      config,
      schema: {
        operationId: 'listUsers',
        tags,
        summary: 'List the users of this service, by e-mail address',
        querystring: userListQuery,
        response: { 200: userPage },
      },
    },
    (request) => listUsers(db, request.query),
  );

  app.post(
    '/users/:userId/disable',
    {
      config: { ...config, errors: ['invalid_state'] },
      schema: {
        operationId: 'disableUser',
        tags,
        summary: 'Disable a user',
        description: 'The user cannot sign in any more. Its sessions and sign-in links end immediately.',
        params,
        querystring,
        response: { 200: userStatus },
      },
    },
    async (request) => {
      const { email } = await readUser(db, request.params.userId);
      const { id, disabledAt } = await disableUser(db, email, clock, scopeOf(request).origin);
      return { id, disabledAt };
    },
  );

  app.post(
    '/users/:userId/enable',
    {
      config,
      schema: {
        operationId: 'enableUser',
        tags,
        summary: 'Enable a user that was disabled',
        description: 'The user can sign in again, and has the same roles as before.',
        params,
        querystring,
        response: { 200: userStatus },
      },
    },
    async (request) => {
      const { email } = await readUser(db, request.params.userId);
      const { id, disabledAt } = await enableUser(db, email, clock, scopeOf(request).origin);
      return { id, disabledAt };
    },
  );
};

import { ApiError } from '../../errors/index.ts';
import type { Authenticator, OrganizerPrincipal, Principal } from '../../platform/http/principal.ts';
import { findOrganizer, findSandbox } from '../organizers/index.ts';
import {
  isLiveAction,
  operatorActions,
  operatorPermission,
  permissionsOf,
  type Role,
  sandboxPermissionsOf,
} from './roles.ts';
import type { AccountServices } from './services.ts';
import { readMemberSession, readSession, type SessionUser } from './sessions.ts';

/** The permission of every signed-in user, for routes about the user's own account. */
export const accountPermission = 'account';

interface User extends Principal {
  readonly kind: 'user';
  readonly user: SessionUser;
  /** The id of the user. */
  readonly actor: string;
}

/** A signed-in user, on the routes about the user's own account. */
export interface UserPrincipal extends User {
  readonly organizerId: null;
  readonly rateLimitKey: null;
}

/** A signed-in member of the organizer that the path names. */
export interface MemberPrincipal extends User, OrganizerPrincipal {
  readonly kind: 'user';
  readonly actor: string;
  readonly organizerId: string;
  readonly role: Role;
  /** Whether the organizer is a sandbox whose data is being deleted. */
  readonly isInReset: boolean;
}

/** The operator of the service. */
export interface OperatorPrincipal extends User {
  readonly organizerId: null;
}

/** The operator of the service, on the routes about the organizer that the path names. */
export interface OrganizerOperatorPrincipal extends User, OrganizerPrincipal {
  readonly kind: 'user';
  readonly actor: string;
  readonly organizerId: string;
}

const documentation: Authenticator<Principal>['documentation'] = {
  name: 'session',
  scheme: {
    type: 'apiKey',
    in: 'cookie',
    name: 'organizer.session_token',
    description:
      'The session of a signed-in user. `POST /dashboard/api/account/sign-in` sets the cookie. Behind https, its name begins with ' +
      '`__Host-`.',
  },
  errors: ['not_signed_in', 'not_permitted'],
  namesPermissions: false,
};

/** Authenticates users by their session, for the routes about the user's own account. */
export function userAuthenticator(services: AccountServices): Authenticator<UserPrincipal> {
  return {
    documentation,
    async authenticate(request) {
      const user = await readSession(services, request);
      if (user instanceof ApiError) return user;
      return {
        kind: 'user',
        user,
        actor: user.userId,
        organizerId: null,
        permissions: new Set([accountPermission]),
        rateLimitKey: null,
      };
    },
  };
}

/** Authenticates members of the organizer whose slug is the parameter `organizer` of the path. */
export function memberAuthenticator(services: AccountServices): Authenticator<MemberPrincipal> {
  return {
    documentation,
    async authenticate(request) {
      const { organizer } = request.params as { organizer: string };
      const session = await readMemberSession(services, request, organizer);
      if (session instanceof ApiError) return session;
      const { user, membership } = session;
      // Whether an organizer exists is not revealed to users who are not members of it.
      if (membership === null) return organizerNotFound(organizer);
      const { organizerId, role, isSandbox, isInReset } = membership;
      return {
        kind: 'user',
        user,
        actor: user.userId,
        organizerId,
        role,
        isInReset,
        permissions: (isSandbox ? sandboxPermissionsOf : permissionsOf)[role],
        denied: (action) =>
          isSandbox && isLiveAction(action)
            ? new ApiError('live_action', { action })
            : new ApiError('role_lacks_action', { role, action }),
        rateLimitKey: user.userId,
      };
    },
  };
}

/** Authenticates the operator of the service. */
export function operatorAuthenticator(services: AccountServices): Authenticator<OperatorPrincipal> {
  return {
    documentation,
    async authenticate(request) {
      const user = await readOperator(services, request);
      if (user instanceof ApiError) return user;
      const permissions = new Set([operatorPermission]);
      return { kind: 'user', user, actor: user.userId, organizerId: null, permissions, rateLimitKey: user.userId };
    },
  };
}

/** Authenticates the operator for the organizer whose slug is the parameter `organizer` of the path. */
export function organizerOperatorAuthenticator(services: AccountServices): Authenticator<OrganizerOperatorPrincipal> {
  return {
    documentation,
    async authenticate(request) {
      const user = await readOperator(services, request);
      if (user instanceof ApiError) return user;
      const { organizer: slug } = request.params as { organizer: string };
      const organizer = await findOrganizer(services.db, slug);
      // The operator's pages have no sandboxes: these belong to their members.
      if (organizer === null || (await findSandbox(services.db, organizer.id)) !== null) return organizerNotFound(slug);
      const permissions = new Set([operatorPermission, ...operatorActions]);
      const { userId: actor } = user;
      return { kind: 'user', user, actor, organizerId: organizer.id, permissions, rateLimitKey: actor };
    },
  };
}

async function readOperator(
  services: AccountServices,
  request: Parameters<Authenticator<Principal>['authenticate']>[0],
): Promise<SessionUser | ApiError> {
  const user = await readSession(services, request);
  if (user instanceof ApiError || user.isOperator) return user;
  return new ApiError('operator_only', {});
}

function organizerNotFound(slug: string): ApiError {
  return new ApiError('organizer_not_found', { slug: slug.slice(0, 100) });
}

import { timestamp } from '../../platform/clock.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { countAction } from '../../platform/http/rate-limit.ts';
import { object, oneOf, pathId, Type } from '../../platform/http/schema.ts';
import { invite, listInvitations, revokeInvitation } from './invitations.ts';
import type { MemberKeys } from './member-keys.ts';
import { assertMember, changeRole, listMembers, removeMember } from './members.ts';
import { email, invitation, member, memberKeyList, operator, role } from './schema.ts';
import { listOperators } from './users.ts';

const tags = ['Members'];
const read = { permission: 'members:read' } as const;
const write = { permission: 'members:write' } as const;
const memberParams = object({ memberId: pathId('Id of the member', 'usr_01kamz0g5ve4q8v5x2c4g6t0yd') });
const keyChoice = Type.Unsafe<'keep' | 'revoke'>({
  ...oneOf(['keep', 'revoke'], 'Whether the API keys that the member has created can still be used'),
  default: 'keep',
});
/** A limit, because each invitation is a mail to an e-mail address that a member chooses. */
const invitationsPerHour = 50;
const hourSeconds = 3_600;
const invitationParams = object({ invitationId: pathId('Id of the invitation', 'inv_01kamz0g5ve4q8v5x2c4g6t0yd') });

/**
 * The members of an organizer, and invitations.
 *
 * @param keys the API keys of members
 */
export const memberRoutes =
  (keys: MemberKeys): Feature<OrganizerServices> =>
  (app, services) => {
    const { db, clock, limiter, scopeOf } = services;

    app.get(
      '/members',
      {
        config: read,
        schema: {
          operationId: 'listMembers',
          tags,
          summary: 'List the members, the open invitations, and the operators of the service',
          querystring: object({}),
          response: {
            200: object(
              { members: Type.Array(member), invitations: Type.Array(invitation), operators: Type.Array(operator) },
              { $id: 'MemberList', description: 'The members of the organizer' },
            ),
          },
        },
      },
      async (request) => {
        const { organizerId } = scopeOf(request);
        return {
          members: await listMembers(db, organizerId),
          invitations: await listInvitations(db, organizerId),
          operators: await listOperators(db),
        };
      },
    );

    app.patch(
      '/members/:memberId',
      {
        config: { ...write, errors: ['invalid_state'] },
        schema: {
          operationId: 'changeMemberRole',
          tags,
          summary: 'Change the role of a member',
          params: memberParams,
          querystring: object({}),
          body: object({ role }, { $id: 'MemberUpdate' }),
          response: { 200: object({ role }, { $id: 'MemberUpdated' }) },
        },
      },
      async (request) => {
        const change = { userId: request.params.memberId, role: request.body.role };
        await changeRole(db, scopeOf(request), change, clock);
        return { role: change.role };
      },
    );

    app.get(
      '/members/:memberId/keys',
      {
        config: write,
        schema: {
          operationId: 'listMemberKeys',
          tags,
          summary: 'List the API keys that a member has created and that can be used',
          params: memberParams,
          querystring: object({}),
          response: { 200: memberKeyList },
        },
      },
      async (request) => {
        const { organizerId } = scopeOf(request);
        const { memberId } = request.params;
        await assertMember(db, organizerId, memberId);
        return { data: await keys.list(db, organizerId, memberId, timestamp(clock.now())) };
      },
    );

    app.delete(
      '/members/:memberId',
      {
        config: { ...write, errors: ['invalid_state'] },
        schema: {
          operationId: 'removeMember',
          tags,
          summary: 'Remove a member',
          description:
            'Open invitations that the member has sent are withdrawn. The response has the API keys that the member has created and ' +
            'that could be used. The member can still have them: `keys=revoke` revokes them.',
          params: memberParams,
          querystring: object({ keys: keyChoice }),
          response: { 200: memberKeyList },
        },
      },
      async (request) => {
        const { memberId } = request.params;
        const choice = { ...keys, choice: request.query.keys };
        return {
          data: await removeMember(db, scopeOf(request), memberId, choice, clock),
        };
      },
    );

    app.post(
      '/invitations',
      {
        config: { ...write, errors: ['invalid_state'] },
        schema: {
          operationId: 'inviteMember',
          tags,
          summary: 'Invite a person by e-mail',
          querystring: object({}),
          body: object({ email, role }, { $id: 'NewInvitation' }),
          response: { 201: invitation },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        await countAction(reply, limiter, {
          bucket: `invitations:${scope.organizerId}`,
          max: invitationsPerHour,
          windowSeconds: hourSeconds,
          reason: 'invitation_limit_reached',
          caller: 'organizer',
        });
        const created = await invite(services, scope, request.body);
        return reply.code(201).send(created);
      },
    );

    app.delete(
      '/invitations/:invitationId',
      {
        config: write,
        schema: {
          operationId: 'revokeInvitation',
          tags,
          summary: 'Revoke an invitation',
          params: invitationParams,
          querystring: object({}),
          response: { 200: object({}, { $id: 'InvitationRevoked' }) },
        },
      },
      async (request) => {
        const { invitationId } = request.params;
        await revokeInvitation(services, scopeOf(request), invitationId);
        return {};
      },
    );
  };

/**
 * The accounts of people: users, sessions, second factors, members of organizers and their roles. It owns the tables `users`,
 * `user_sessions`, `user_credentials`, `user_verifications`, `user_second_factors`, `user_passkeys`, `members` and `invitations`.
 */
export { accessChannel } from './access-channel.ts';
export { createSignInLink } from './create-link.ts';
export { createDemoLink, createFirstOperatorLink } from './first-user.ts';
export { isInvitedEmail } from './invitations.ts';
export { isPermitted } from './is-permitted.ts';
export { listAllUsers } from './list-users.ts';
export { accountMailRenderers } from './mails.ts';
export type { MemberKey, MemberKeys } from './member-keys.ts';
export { isMemberEmail, listEmailsOfMembers, listOwners, setMember } from './members.ts';
export { mailOwners } from './owner-mails.ts';
export { removeFactorsByOperator } from './remove-factors.ts';
export { type Action, operatorPermission, type Role, roles } from './roles.ts';
export { resealFactors } from './second-factor.ts';
export {
  disableUser,
  enableUser,
  ensureUser,
  getUser,
  listOperatorEmails,
  type User,
  userEmailPattern,
} from './users.ts';

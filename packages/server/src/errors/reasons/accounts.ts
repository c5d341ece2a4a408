import { reason } from '../reason.ts';

/** Reasons that concern the accounts of people, and the dashboard. */
export const accountReasons = {
  session_missing: reason('not_signed_in', 'Sign in to continue.'),
  session_ended: reason('not_signed_in', 'Your session has expired or was ended. Sign in again.'),
  sign_in_ended: reason(
    'not_signed_in',
    'Signing in took too long, or too many wrong codes were entered. Start again with your password or a link.',
  ),
  wrong_password: reason('sign_in_failed', 'The e-mail address or the password is wrong.'),
  wrong_current_password: reason('sign_in_failed', 'The current password is wrong.'),
  wrong_factor_code: reason('sign_in_failed', 'The code is wrong or has expired. Enter the current code.'),
  factor_code_used: reason(
    'sign_in_failed',
    'This code was used already. Wait until the authenticator app shows the next one, and enter that.',
  ),
  sign_in_too_old: reason(
    'sign_in_failed',
    ({ freshMinutes }: { freshMinutes: number }) =>
      `You signed in more than ${freshMinutes} minutes ago. Sign out, sign in again, and repeat this.`,
    { freshMinutes: 15 },
  ),
  factor_locked: reason(
    'sign_in_failed',
    'Too many wrong codes were entered. The second factor is locked for 15 minutes.',
  ),
  passkey_not_accepted: reason(
    'sign_in_failed',
    'This passkey was not accepted. Try again, or use another way to sign in.',
  ),
  role_lacks_action: reason(
    'not_permitted',
    ({ role, action }: { role: string; action: string }) =>
      `The role ${role} does not permit the action ${action}. Ask an owner of the organizer.`,
    { role: 'viewer', action: 'members:write' },
  ),
  live_action: reason(
    'not_permitted',
    ({ action }: { action: string }) =>
      `A sandbox shares this with its live organizer, so the action ${action} is possible only there. Leave the test mode.`,
    { action: 'members:write' },
  ),
  operator_only: reason('not_permitted', 'Only the operator of the service can do this.'),
  cross_site_request: reason(
    'not_permitted',
    ({ origin }: { origin: string }) =>
      `The request came from a page of another website. The dashboard is at ${origin}, as BASE_URL states. Open it there.`,
    { origin: 'https://tickets.example.com' },
  ),
  sign_in_link_not_valid: reason('link_not_valid', 'This link was used before or has expired. Request a new one.'),
  invitation_not_valid: reason(
    'link_not_valid',
    'This invitation was accepted or revoked, or it has expired. Ask for a new one.',
  ),
  user_not_found: reason('not_found', ({ userId }: { userId: string }) => `There is no user ${userId}.`, {
    userId: 'usr_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  own_user: reason(
    'invalid_state',
    'You cannot disable your own account, because you could not enable it again. Ask another operator.',
  ),
  member_not_found: reason('not_found', ({ memberId }: { memberId: string }) => `There is no member ${memberId}.`, {
    memberId: 'usr_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  invitation_not_found: reason(
    'not_found',
    ({ invitationId }: { invitationId: string }) => `There is no open invitation ${invitationId}.`,
    { invitationId: 'inv_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  session_not_found: reason('not_found', 'There is no such session.'),
  passkey_not_found: reason('not_found', 'There is no such passkey.'),
  passkey_exists: reason('invalid_state', 'This passkey is registered already.'),
  passkey_not_verified: reason(
    'invalid_state',
    'The passkey could not be verified, or creating it took too long. Begin again.',
  ),
  too_many_passkeys: reason(
    'invalid_state',
    ({ maxPasskeys }: { maxPasskeys: number }) =>
      `An account can have at most ${maxPasskeys} passkeys. Remove one that you do not use.`,
    { maxPasskeys: 20 },
  ),
  no_second_factor: reason('invalid_state', 'The account has no such second factor. Set one up first.'),
  second_factor_exists: reason('invalid_state', 'The account has an authenticator app. Remove it first.'),
  already_member: reason('invalid_state', 'A member with this e-mail address exists.'),
  last_owner: reason('invalid_state', 'An organizer needs at least one owner. Make another member an owner first.'),
};

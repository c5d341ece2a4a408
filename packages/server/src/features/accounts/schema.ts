import { emailAddress, id, nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';
import { outgoingKinds } from '../../platform/queue/holds.ts';
import { resetMinutes } from './password-reset.ts';
import { passwordLengthMax, passwordLengthMin } from './passwords.ts';
import { roles } from './roles.ts';
import { userEmailPattern } from './users.ts';

export const email = Type.String({ ...emailAddress('The e-mail address'), pattern: userEmailPattern });
const userId = id('usr', 'Id of the user');
export const role = oneOf(roles, 'The role in the organizer');
export const name = Type.String({ description: 'The name', minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] });
export const password = Type.String({
  description: 'The password',
  maxLength: passwordLengthMax,
  examples: ['correct horse battery staple'],
});
export const newPassword = Type.String({
  description: 'The new password',
  minLength: passwordLengthMin,
  maxLength: passwordLengthMax,
  examples: ['correct horse battery staple'],
});
export const totpCode = Type.String({
  description: 'The code of the authenticator app, 6 digits',
  pattern: '^[0-9]{6}$',
  examples: ['493027'],
});
export const linkToken = Type.String({
  description: 'The part of the link after `#`',
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9_-]+$',
  examples: ['dEbZHSQotjDKddyaFEJCCBBGAkWbrBfX'],
});

/** What is still missing after a step of signing in. */
export const signInResult = object(
  {
    state: oneOf(
      ['signed_in', 'second_factor'],
      '`second_factor` if the code of an authenticator app, a recovery code, or a passkey must be sent next',
    ),
  },
  { $id: 'SignInResult', description: 'The result of a step of signing in' },
);

export const acceptanceResult = object(
  { state: oneOf(['signed_in', 'sign_in'], '`sign_in` if the recipient has an account and must sign in to it') },
  { $id: 'InvitationAccepted', description: 'The result of accepting an invitation' },
);

export const account = object(
  {
    id: userId,
    email,
    name: text('The name of the user', { maxLength: 200 }),
    isOperator: Type.Boolean({ description: 'Whether the user operates the service' }),
    hasPassword: Type.Boolean({ description: 'Whether the user can sign in with a password' }),
    canResetPassword: Type.Boolean({
      description:
        'Whether this session can set a new password without the current one, because it began with a sign-in link within the ' +
        `last ${resetMinutes} minutes`,
    }),
    hasSecondFactor: Type.Boolean({ description: 'Whether signing in needs a second factor' }),
    hasAuthenticator: Type.Boolean({ description: 'Whether an authenticator app is a second factor' }),
    organizers: Type.Array(
      object(
        {
          slug: text('The slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] }),
          name: text('The name of the organizer', { maxLength: 200 }),
          currency: text('ISO 4217 code', { maxLength: 3, examples: ['EUR'] }),
          timezone: text('IANA time zone', { maxLength: 64, examples: ['Europe/Berlin'] }),
          isSuspended: Type.Boolean({ description: 'Whether the operator has suspended the organizer' }),
          sandboxOf: nullable(
            text('The slug of the live organizer, if this is its sandbox; null for a live organizer', {
              maxLength: 100,
              examples: ['harbor-city-events'],
            }),
          ),
          clockAheadMs: Type.Integer({
            description:
              'By how much the clock of the sandbox is ahead of the clock of the server; 0 for a live organizer',
            minimum: 0,
            examples: [0],
          }),
          isInReset: Type.Boolean({ description: 'Whether the data of the sandbox is being deleted' }),
          role,
          permissions: Type.Array(
            text('An action that the role permits', { maxLength: 40, examples: ['orders:read'] }),
          ),
        },
        { $id: 'AccountOrganizer', description: 'An organizer of which the user is a member' },
      ),
      { description: 'The organizers of the user and their sandboxes, by name' },
    ),
    held: Type.Array(oneOf(outgoingKinds, 'What leaves the service'), {
      description: 'What the operator holds: it is not sent until the operator releases it',
    }),
  },
  { $id: 'Account', description: 'The signed-in user' },
);

export const session = object(
  {
    id: id('ses', 'Id of the session'),
    isCurrent: Type.Boolean({ description: 'Whether the request was sent in this session' }),
    ipAddress: text('The IP address from which the session was started', { maxLength: 64 }),
    userAgent: text('The browser', { maxLength: 400 }),
    createdAt: time('When the user signed in'),
    lastUsedAt: time('When the session was last extended'),
    expiresAt: time('When the session expires'),
  },
  { $id: 'Session', description: 'A session of the signed-in user' },
);

export const member = object(
  {
    id: userId,
    email,
    name: text('The name of the member', { maxLength: 200 }),
    role,
    hasSecondFactor: Type.Boolean({ description: 'Whether signing in needs a second factor' }),
    joinedAt: time('When the user became a member'),
  },
  { $id: 'Member', description: 'A member of the organizer' },
);

export const operator = object(
  { id: userId, name: text('The name of the operator; it can be empty', { maxLength: 200 }) },
  { $id: 'ServiceOperator', description: 'An operator of the service, who can change the organizer too' },
);

export const memberKeyList = object(
  {
    data: Type.Array(
      object(
        {
          id: id('key', 'Id of the key'),
          name: text('The name of the key', { maxLength: 200, examples: ['Accounting'] }),
          kind: oneOf(['publishable', 'secret'], 'The kind of the key'),
          last4: text('The last four characters of the key', { maxLength: 4, examples: ['x7Qd'] }),
          scopes: Type.Unsafe<readonly string[]>(
            Type.Array(text('A scope of the key', { maxLength: 40, examples: ['orders:read'] })),
          ),
        },
        { $id: 'MemberKey', description: 'An API key that a member has created and that can be used' },
      ),
    ),
  },
  { $id: 'MemberKeyList', description: 'The API keys that a member has created and that can be used' },
);

export const invitation = object(
  {
    id: id('inv', 'Id of the invitation'),
    email,
    role,
    createdAt: time('When the invitation was sent'),
    expiresAt: time('When its link expires'),
  },
  { $id: 'Invitation', description: 'An invitation that was not accepted yet' },
);

export const receivedInvitation = object(
  {
    organizer: text('The name of the organizer', { maxLength: 200 }),
    organizerSlug: text('The slug of the organizer', { maxLength: 100 }),
    email,
    role,
    hasAccount: Type.Boolean({ description: 'Whether there is a user with this e-mail address' }),
  },
  { $id: 'ReceivedInvitation', description: 'The parts of an invitation that its recipient can read' },
);

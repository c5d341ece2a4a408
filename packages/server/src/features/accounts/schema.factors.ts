import { id, nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';

const transports = Type.Array(
  Type.String({ description: 'A transport', pattern: '^[a-z-]{1,20}$', maxLength: 20, examples: ['internal'] }),
  { description: 'How browsers reach the authenticator', maxItems: 10 },
);

function base64url(description: string, maxLength: number) {
  return Type.String({
    description: `${description}, base64url`,
    pattern: '^[A-Za-z0-9_-]+$',
    minLength: 1,
    maxLength,
    examples: ['dEbZHSQotjDKddyaFEJCCBBGAkWbrBfX'],
  });
}

const credentialId = base64url('The id of the passkey', 1_400);
const challenge = base64url('The challenge', 100);
const clientDataJSON = base64url('The `clientDataJSON` of the browser', 4_000);
const timeout = Type.Integer({
  description: 'How long the browser waits for the user, in ms',
  minimum: 0,
  format: 'int32',
});
const userVerification = oneOf(
  ['required', 'preferred'],
  'Whether the device must verify the user, by a PIN or a fingerprint',
);
const publicKeyType = oneOf(['public-key'], 'The type of the passkey');
const credential = object(
  { id: credentialId, type: publicKeyType, transports },
  { $id: 'PasskeyDescriptor', description: 'A passkey of the user' },
);

export const passkeyName = Type.String({
  description: 'The name by which the user knows the passkey',
  minLength: 1,
  maxLength: 100,
  examples: ['Phone'],
});

export const passkey = object(
  {
    id: id('psk', 'Id of the passkey'),
    name: passkeyName,
    createdAt: time('When it was registered'),
    lastUsedAt: nullable(time('When the user last signed in with it')),
  },
  { $id: 'Passkey', description: 'A passkey of the signed-in user' },
);

/** The options of `navigator.credentials.create`, as JSON (Web Authentication Level 3). */
export const passkeyCreationOptions = object(
  {
    rp: object(
      {
        id: text('The host name', { maxLength: 253, examples: ['tickets.example.com'] }),
        name: text('The name of the website', { maxLength: 100, examples: ['Organizer'] }),
      },
      { $id: 'PasskeyWebsite', description: 'The website for which the passkey is valid' },
    ),
    user: object(
      {
        id: base64url('The id of the user', 100),
        name: text('The e-mail address', { maxLength: 254, examples: ['ada@example.com'] }),
        displayName: text('The name of the user', { maxLength: 200, examples: ['Ada Lovelace'] }),
      },
      { $id: 'PasskeyUser', description: 'The user of the passkey' },
    ),
    challenge,
    pubKeyCredParams: Type.Array(
      object(
        {
          type: publicKeyType,
          alg: Type.Integer({ description: 'A COSE algorithm', format: 'int32', examples: [-7] }),
        },
        { $id: 'PasskeyAlgorithm', description: 'An algorithm that the server can verify' },
      ),
    ),
    timeout,
    attestation: oneOf(['none'], 'The browser sends no statement about the maker of the authenticator'),
    excludeCredentials: Type.Array(credential, { description: 'The passkeys that exist already' }),
    authenticatorSelection: object(
      {
        residentKey: oneOf(['preferred'], 'Whether the authenticator stores the passkey'),
        userVerification,
      },
      { $id: 'PasskeySelection', description: 'The authenticators that are suitable' },
    ),
  },
  { $id: 'PasskeyCreationOptions', description: 'The options with which a browser creates a passkey' },
);

/** The options of `navigator.credentials.get`, as JSON (Web Authentication Level 3). */
export const passkeyRequestOptions = object(
  {
    challenge,
    rpId: text('The host name', { maxLength: 253, examples: ['tickets.example.com'] }),
    timeout,
    userVerification,
    allowCredentials: Type.Optional(
      Type.Array(credential, { description: 'The passkeys of the user; without them, the user chooses one' }),
    ),
  },
  { $id: 'PasskeyRequestOptions', description: 'The options with which a browser uses a passkey' },
);

export const passkeyAttestation = object(
  {
    id: credentialId,
    clientDataJSON,
    attestationObject: base64url('The `attestationObject` of the browser', 20_000),
    transports,
  },
  { $id: 'PasskeyAttestation', description: 'The response of a browser that has created a passkey' },
);

export const passkeyAssertion = object(
  {
    id: credentialId,
    clientDataJSON,
    authenticatorData: base64url('The `authenticatorData` of the browser', 4_000),
    signature: base64url('The signature', 2_000),
  },
  { $id: 'PasskeyAssertion', description: 'The response of a browser that has used a passkey' },
);

export const recoveryCodes = Type.Array(
  text('A code that can be used once, in place of another second factor', { maxLength: 40 }),
  { description: 'They are shown only once. Empty if the user has recovery codes already' },
);

export const newAuthenticator = object(
  {
    uri: text('The `otpauth:` URI for an authenticator app', { maxLength: 500 }),
    recoveryCodes,
  },
  { $id: 'NewSecondFactor', description: 'An authenticator app that must still be confirmed with a code' },
);

/** The second factors with which a sign-in can be completed, besides recovery codes. */
export const factorChoice = object(
  {
    hasAuthenticator: Type.Boolean({ description: 'Whether the user has an authenticator app' }),
    passkey: nullable(passkeyRequestOptions),
  },
  { $id: 'SecondFactorChoice', description: 'The second factors with which a sign-in can be completed' },
);

import {
  count,
  id,
  listQuery,
  nullable,
  object,
  oneOf,
  page,
  pathId,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { graceMsMax } from './roll-key.ts';
import { type Scope, scopes } from './scopes.ts';

const keyPagesMax = 100;
const requestPagesMax = 100;
const keyExample = 'key_01kamz0g5ve4q8v5x2c4g6t0yd';

const keyId = id('key', 'Id of the key');
const kind = oneOf(['secret', 'publishable'], 'The kind of key');
const keyName = Type.String({
  description: 'The purpose of the key',
  minLength: 1,
  maxLength: 200,
  examples: ['Accounting'],
});
const scope = oneOf<Scope>(scopes, 'A scope');
const scopeList = Type.Unsafe<readonly Scope[]>(
  Type.Array(scope, { description: 'The scopes of the key', maxItems: scopes.length }),
);

export const keyParams = object({ keyId: pathId('Id of the key', keyExample) });

const apiKey = object(
  {
    id: keyId,
    kind,
    name: keyName,
    prefix: text('The first characters of the key; `sk_test_` and `pk_test_` in a sandbox', {
      maxLength: 8,
      examples: ['sk_'],
    }),
    last4: text('The last four characters of the key', { maxLength: 4, examples: ['x7Qd'] }),
    scopes: scopeList,
    status: oneOf(['active', 'expired', 'revoked'], 'Whether the key can be used'),
    createdBy: nullable(
      text('The user who created the key, or `cli:` and a name for the command line', {
        maxLength: 200,
        examples: ['usr_01kamz0g5ve4q8v5x2c4g6t0yd'],
      }),
    ),
    createdAt: time('When the key was created'),
    lastUsedAt: nullable(time('When the key was last used, to the minute')),
    expiresAt: nullable(time('When the key expires')),
    revokedAt: nullable(time('When the key was revoked')),
  },
  { $id: 'ApiKey', description: 'An API key, without its secret' },
);

export const apiKeyPage = page('ApiKeyPage', apiKey, keyPagesMax);

export const apiKeyListQuery = listQuery(keyPagesMax, {});

export const me = object(
  {
    organizer: object(
      {
        id: id('org', 'Id of the organizer'),
        name: text('Name of the organizer', { maxLength: 200, examples: ['Harbor City Events'] }),
        slug: text('Slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] }),
      },
      { $id: 'MeOrganizer', description: 'The organizer of the key' },
    ),
    key: object(
      { id: keyId, name: keyName, kind, scopes: scopeList, expiresAt: nullable(time('When the key expires')) },
      { $id: 'MeKey', description: 'The key of the request' },
    ),
    mode: oneOf(['live', 'sandbox'], 'Whether the key reads and changes live data or the test data of a sandbox'),
    limits: object(
      {
        apiPerMinute: count('Requests with this key to `/api/v1` in a minute'),
        embedPerMinute: count('Requests with this key to `/api/embed/v1` in a minute'),
      },
      { $id: 'MeLimits', description: 'The limits of the key', example: { apiPerMinute: 120, embedPerMinute: 240 } },
    ),
  },
  { $id: 'Me', description: 'What a key is and may do' },
);

const keyScope = object(
  {
    scope,
    description: text('What the scope allows', { maxLength: 200, examples: ['Read issued tickets'] }),
    kinds: Type.Array(kind, { description: 'The kinds of keys that can have the scope', maxItems: 2 }),
    needsOperator: Type.Boolean({ description: 'Whether only the operator grants the scope, after a request' }),
  },
  { $id: 'KeyScope', description: 'A scope that keys can have' },
);

export const keyScopeList = object(
  { data: Type.Array(keyScope, { maxItems: scopes.length }) },
  { $id: 'KeyScopeList', description: 'The scopes of this service' },
);

export const newApiKey = object(
  {
    kind,
    name: keyName,
    scopes: Type.Optional(scopeList),
    lifetimeDays: Type.Optional(
      nullable(
        Type.Integer({
          description: 'The time until the key expires; null if it does not expire',
          minimum: 1,
          maximum: 3_650,
          examples: [90],
        }),
      ),
    ),
  },
  { $id: 'NewApiKey', description: 'A key to create. Without `scopes`, it has all scopes that need no grant' },
);

const createdKeyFields = {
  id: keyId,
  key: text('The key. It is returned only once', {
    maxLength: 41,
    examples: ['sk_3jZ0rQ8mT1vXc5Nn9LbWd2KpYs7GhFaU4eRkBt'],
  }),
  kind,
  scopes: scopeList,
};

export const createdApiKey = object(createdKeyFields, { $id: 'CreatedApiKey', description: 'A new key' });

export const keyRoll = object(
  {
    graceSeconds: Type.Integer({
      description: 'The time for which the old key can still be used',
      minimum: 0,
      maximum: graceMsMax / 1_000,
      examples: [86_400],
    }),
  },
  { $id: 'ApiKeyRoll', description: 'How to replace a key' },
);

export const rolledApiKey = object(
  {
    ...createdKeyFields,
    previous: object(
      { id: keyId, expiresAt: time('When the old key expires') },
      { $id: 'RolledApiKeyPrevious', description: 'The old key' },
    ),
  },
  { $id: 'RolledApiKey', description: 'A key that replaces another' },
);

export const revokedApiKey = object(
  { id: keyId, revokedAt: time('When the key was revoked') },
  { $id: 'RevokedApiKey', description: 'A revoked key' },
);

const requestStatus = oneOf(
  ['pending', 'granted', 'declined', 'withdrawn'],
  'The status of the request. It is `withdrawn` if the key was revoked before a decision',
);

const requestFields = {
  id: id('srq', 'Id of the request'),
  keyId,
  scope,
  reason: text('Why the member needs the scope', { maxLength: 1_000, examples: ['Badges need the names of holders.'] }),
  status: requestStatus,
  requestedBy: id('usr', 'Id of the user who requested the scope'),
  createdAt: time('When the scope was requested'),
  decidedAt: nullable(time('When the request was decided')),
  note: nullable(text('What the operator replied', { maxLength: 1_000 })),
};

export const scopeRequest = object(requestFields, {
  $id: 'ScopeRequest',
  description: 'A request for a scope that only the operator grants',
});

export const scopeRequestPage = page('ScopeRequestPage', scopeRequest, requestPagesMax);

export const scopeRequestListQuery = listQuery(requestPagesMax, {
  keyId: Type.Optional(Type.String({ description: 'Only requests for this key', minLength: 1, maxLength: 100 })),
  status: Type.Optional(requestStatus),
});

export const newScopeRequest = object(
  {
    scope,
    reason: Type.String({
      description: 'Why the scope is needed, for the operator',
      minLength: 1,
      maxLength: 1_000,
      examples: ['Badges need the names of holders.'],
    }),
  },
  { $id: 'NewScopeRequest', description: 'A request for a scope that only the operator grants' },
);

export const operatorScopeRequest = object(
  {
    ...requestFields,
    organizerSlug: text('The slug of the organizer', { maxLength: 100, examples: ['harbor-city-events'] }),
    organizerName: text('The name of the organizer', { maxLength: 200 }),
    keyName,
    keyLast4: text('The last four characters of the key', { maxLength: 4, examples: ['x7Qd'] }),
    requestedByEmail: text('The e-mail address of the member', { maxLength: 254, examples: ['ada@example.com'] }),
  },
  {
    $id: 'OperatorScopeRequest',
    description: 'A request for a scope, with its organizer, key and member, for the operator',
  },
);

export const operatorScopeRequestPage = page('OperatorScopeRequestPage', operatorScopeRequest, requestPagesMax);

export const operatorScopeRequestListQuery = listQuery(requestPagesMax, {
  status: Type.Unsafe<'pending' | 'granted' | 'declined' | 'withdrawn'>({ ...requestStatus, default: 'pending' }),
});

export const scopeDecision = object(
  {
    status: oneOf(['granted', 'declined'], 'The decision'),
    note: Type.Optional(
      nullable(Type.String({ description: 'A text for the member', minLength: 1, maxLength: 1_000 })),
    ),
  },
  { $id: 'ScopeDecision', description: 'The decision about a request' },
);

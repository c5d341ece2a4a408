export { changeGrant } from './change-grant.ts';
export { createKey } from './create-key.ts';
export { type KeyPrincipal, Keyring } from './keyring.ts';
export { getKey, type KeyView, listKeys } from './queries.ts';
export { revokeKey } from './revoke-key.ts';
export { rollKey } from './roll-key.ts';
export { type KeyPolicy, type Scope, scopes } from './scopes.ts';

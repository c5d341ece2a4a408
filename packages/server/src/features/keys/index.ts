/** API keys, their scopes, and the requests of members for scopes that only the operator grants. */
export { changeGrant } from './change-grant.ts';
export { createKey } from './create-key.ts';
export { createKeyring, type KeyPrincipal } from './keyring.ts';
export { keyMailRenderers } from './mails.ts';
export { memberKeys } from './member-keys.ts';
export { getKey, type KeyView, listKeys, readKey } from './queries.ts';
export { revokeKey } from './revoke-key.ts';
export { rollKey } from './roll-key.ts';
export { type KeyPolicy, type Scope, scopes, scopeTexts } from './scopes.ts';

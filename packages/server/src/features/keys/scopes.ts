/** The permissions of keys. */
export const scopes = [
  'events:read',
  'orders:read',
  'orders:read:pii',
  'tickets:read',
  'settlements:read',
  'addons:read',
  'addons:write',
  'events:write',
] as const;

export type Scope = (typeof scopes)[number];

/** Which scopes exist in a deployment. A publishable key has only `events:read` in every deployment. */
export interface KeyPolicy {
  /** The scopes that a secret key has by default. */
  readonly secretDefault: readonly Scope[];
  /** The scopes that only the operator can grant, for each key. */
  readonly granted: readonly Scope[];
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

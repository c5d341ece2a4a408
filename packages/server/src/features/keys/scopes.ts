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

/** The scopes of a deployment. In every deployment, a publishable key has only the scope `events:read`. */
export interface KeyPolicy {
  /** The scopes that a secret key has by default. */
  readonly secretDefault: readonly Scope[];
  /** The scopes that only the operator can grant, to one key at a time. */
  readonly granted: readonly Scope[];
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

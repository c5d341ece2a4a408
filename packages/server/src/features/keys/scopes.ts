/** What a key may be allowed to do. */
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

/** Which scopes exist in a deployment. A publishable key has `events:read` alone in each. */
export interface KeyPolicy {
  /** What a secret key has where nothing else is said. */
  readonly secretDefault: readonly Scope[];
  /** What only the operator grants, one key at a time. */
  readonly granted: readonly Scope[];
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

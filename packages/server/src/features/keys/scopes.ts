import type { Action } from '../accounts/index.ts';

/** The permissions of keys, each with a sentence of what it allows. */
export const scopeTexts = {
  'events:read': 'Read events with their ticket types',
  'orders:read': 'Read orders, their fees, items and tickets',
  'orders:read:pii': 'Read the buyers and ticket holders of orders; each read is in the audit log',
  'orders:write': 'Create, change, refund and cancel orders, record the money for them, and change tickets',
  'tickets:read': 'Read issued tickets',
  'settlements:read': 'Read the settlement of each event',
  'addons:read': 'Read purchased add-ons',
  'addons:write': 'Consume units of purchased add-ons',
  'events:write': 'Create, change and archive events, ticket types and add-ons',
  'webhooks:write': 'Manage webhook endpoints, which can receive all events, and read deliveries',
  'tickets:write': 'Check in tickets, and undo check-ins',
} as const;

export type Scope = keyof typeof scopeTexts;

/** The scopes, in the sequence in which they are stored and shown. */
export const scopes = Object.keys(scopeTexts) as readonly Scope[];

/** The scopes of a deployment. In every deployment, a publishable key has only the scope `events:read`. */
export interface KeyPolicy {
  /** The scopes that a secret key has by default. */
  readonly secretDefault: readonly Scope[];
  /** The scopes that only the operator can grant, to one key at a time. */
  readonly granted: readonly Scope[];
}

/** The scopes that a publishable key has. */
export const publishableScopes: readonly Scope[] = ['events:read'];

/** The action of the dashboard that a member needs to have a key with scopes that only the operator grants. */
const grantedKeys: Action = 'granted_keys:write';

/**
 * The actions of the dashboard that a member needs to have a key with a scope. The other scopes need none: like webhook events, they
 * show no data of buyers and ticket holders.
 */
const actionOfScope: Partial<Record<Scope, Action>> = {
  'settlements:read': 'settlements:read',
  'addons:write': 'addons:write',
};

/**
 * Whether a member can have a key with a scope.
 *
 * @param permissions the actions that the role of the member permits
 */
export function mayHold(scope: Scope, { granted }: KeyPolicy, permissions: ReadonlySet<string>): boolean {
  const action = granted.includes(scope) ? grantedKeys : actionOfScope[scope];
  return action === undefined || permissions.has(action);
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

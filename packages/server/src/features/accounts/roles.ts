/** The roles of an organizer's members. */
export const roles = ['owner', 'manager', 'developer', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a member can do. Each route of the dashboard names one of these actions. */
const rolesOfAction = {
  'figures:read': ['owner', 'manager', 'developer', 'viewer'],
  'events:read': ['owner', 'manager', 'developer', 'viewer'],
  'events:write': ['owner', 'manager'],
  'orders:read': ['owner', 'manager'],
  'orders:write': ['owner', 'manager'],
  'tickets:read': ['owner', 'manager'],
  'tickets:write': ['owner', 'manager'],
  'addons:read': ['owner', 'manager'],
  'addons:write': ['owner', 'manager'],
  'gates:read': ['owner', 'manager'],
  'gates:write': ['owner', 'manager'],
  'attendees:export': ['owner', 'manager'],
  'settlements:read': ['owner', 'manager', 'viewer'],
  'payouts:read': ['owner'],
  'keys:read': ['owner', 'developer'],
  'keys:write': ['owner', 'developer'],
  'granted_keys:write': ['owner'],
  'webhooks:read': ['owner', 'developer'],
  'webhooks:write': ['owner', 'developer'],
  'logs:read': ['owner', 'developer'],
  'audit:read': ['owner'],
  'members:read': ['owner', 'manager', 'developer', 'viewer'],
  'members:write': ['owner'],
  'organizer:read': ['owner', 'manager', 'developer', 'viewer'],
  'organizer:write': ['owner'],
  'data:export': ['owner'],
  'privacy:write': ['owner'],
  'sandbox:write': ['owner', 'manager', 'developer'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof rolesOfAction;
const actions = Object.keys(rolesOfAction) as readonly Action[];

function actionsOf(role: Role): ReadonlySet<Action> {
  return new Set(actions.filter((action) => (rolesOfAction[action] as readonly Role[]).includes(role)));
}

/** The actions that each role permits. */
export const permissionsOf: Readonly<Record<Role, ReadonlySet<Action>>> = {
  owner: actionsOf('owner'),
  manager: actionsOf('manager'),
  developer: actionsOf('developer'),
  viewer: actionsOf('viewer'),
};

/** Actions on what a sandbox shares with its live organizer. They are permitted only for the live organizer. */
const liveActions: ReadonlySet<Action> = new Set(['members:read', 'members:write']);

/** The actions that each role permits in a sandbox. */
export const sandboxPermissionsOf: Readonly<Record<Role, ReadonlySet<Action>>> = {
  owner: sandboxActionsOf('owner'),
  manager: sandboxActionsOf('manager'),
  developer: sandboxActionsOf('developer'),
  viewer: sandboxActionsOf('viewer'),
};

function sandboxActionsOf(role: Role): ReadonlySet<Action> {
  return new Set([...permissionsOf[role]].filter((action) => !liveActions.has(action)));
}

/** Whether an action is permitted only for live organizers. */
export function isLiveAction(action: string): boolean {
  return (liveActions as ReadonlySet<string>).has(action);
}

/** The permission of the operator of the service. */
export const operatorPermission = 'service:operate';

/** What the operator can do in each organizer. Data of buyers and ticket holders are only for members. */
export const operatorActions: readonly Action[] = [
  'members:read',
  'members:write',
  'organizer:read',
  'organizer:write',
  'settlements:read',
];

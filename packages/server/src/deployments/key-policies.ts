import type { DeploymentName } from '../config.ts';
import type { KeyPolicy } from '../features/keys/index.ts';

const baseline: KeyPolicy = {
  secretDefault: ['events:read', 'orders:read', 'tickets:read', 'settlements:read'],
  granted: [],
};

const extended: KeyPolicy = {
  secretDefault: [...baseline.secretDefault, 'addons:read', 'addons:write'],
  granted: ['orders:read:pii', 'events:write'],
};

/** Which scopes exist in each deployment, apart from its planes: a command that makes a key loads no routes. */
export const keyPolicies: Readonly<Record<DeploymentName, KeyPolicy>> = { baseline, extended };

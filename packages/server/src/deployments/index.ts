import { type Environment, parseChoice, readSetting } from '../platform/settings.ts';
import { baseline } from './baseline.ts';
import { extended } from './extended.ts';

export type { ExtendedConfig } from './extended.ts';

export const deployments = { baseline, extended };

export type DeploymentName = keyof typeof deployments;

/**
 * The deployment that `DEPLOYMENT` names.
 *
 * @throws ConfigError if there is no such deployment
 */
export function selectDeployment(env: Environment): (typeof deployments)[DeploymentName] {
  const names = Object.keys(deployments) as DeploymentName[];
  const expected = names.map((name) => `"${name}"`).join(' or ');
  return deployments[readSetting<DeploymentName>(env, 'DEPLOYMENT', 'extended', parseChoice(names), expected)];
}

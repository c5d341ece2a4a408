import type { DeploymentName } from '../config.ts';
import { baseline } from './baseline.ts';
import type { Deployment } from './deployment.ts';
import { extended } from './extended.ts';

export type { Deployment } from './deployment.ts';

export const deployments: Readonly<Record<DeploymentName, Deployment>> = { baseline, extended };

import type { KeyPolicy } from '../features/keys/index.ts';
import type { Plane } from '../planes/context.ts';

/** A composition of planes; both deployments are run by the same program. */
export interface Deployment {
  readonly name: 'baseline' | 'extended';
  readonly planes: readonly Plane[];
  readonly keyPolicy: KeyPolicy;
}

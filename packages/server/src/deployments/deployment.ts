import type { KeyPolicy } from '../features/keys/index.ts';
import type { PaymentMethod } from '../features/payments/index.ts';
import type { Plane } from '../planes/context.ts';
import type { ApiDescription } from '../platform/http/openapi.ts';

/** A composition of planes; both deployments are run by the same program. */
export interface Deployment {
  readonly name: 'baseline' | 'extended';
  readonly planes: readonly Plane[];
  /** The payment methods that an operator can choose from. */
  readonly paymentMethods: readonly PaymentMethod[];
  readonly keyPolicy: KeyPolicy;
  /** What its reference says beyond its routes. */
  readonly documentation: ApiDescription;
}

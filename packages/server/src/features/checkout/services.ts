import type { Services } from '../../platform/http/plane.ts';
import type { ScopeReader } from '../../platform/http/principal.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import type { Logger } from '../../platform/log.ts';
import type { PaymentMethod, PaymentProvider } from '../payments/index.ts';
import type { BuyerPrincipal } from './buyer-authenticator.ts';

/** The operator's rules for reservations. */
export interface ReservationSettings {
  /** Whether buyers must verify their e-mail address before they can reserve. */
  readonly requiresVerifiedEmail: boolean;
  /** Maximum number of unpaid tickets and add-ons of an organizer that one IP address can hold; 0: no limit. */
  readonly holdsPerIpAddress: number;
  /** The same limit for one e-mail address. */
  readonly holdsPerEmail: number;
}

/** The services of the checkout. */
export interface CheckoutServices extends Services {
  readonly log: Logger;
  /** The methods that an operator can enable. The API document lists their names. */
  readonly paymentMethods: readonly PaymentMethod[];
  /** The methods that the operator has enabled, sorted as they are offered to buyers. */
  readonly paymentProviders: readonly PaymentProvider[];
  /** The methods of orders of a sandbox. */
  readonly sandboxProviders: readonly PaymentProvider[];
  readonly selling: ReservationSettings;
  /** The base URL of all links, without a trailing slash. */
  readonly baseUrl: string;
}

/** The services of routes of the public plane. */
export interface PublicServices extends Services {
  readonly limiter: Limiter;
  readonly log: Logger;
  readonly scopeOf: ScopeReader<BuyerPrincipal>;
  /** The base URL of all links, without a trailing slash. */
  readonly baseUrl: string;
}

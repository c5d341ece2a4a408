import { createHmac } from 'node:crypto';
import { emailForm } from '#shared/email-form';
import { ApiError } from '../../errors/index.ts';
import { ipBucket, ipv6Network } from '../../platform/limits/ip-bucket.ts';
import type { CartEvent } from '../inventory/index.ts';
import { type AddressLimits, addressCounters, type HoldCounters, type HoldLimitExceeded } from '../orders/index.ts';
import type { HoldLimits, PaymentSetup } from '../organizers/index.ts';
import type { CheckoutServices, ReservationSettings } from './services.ts';

/** The sender of a reservation request. */
export interface Reserver {
  readonly ipAddress: string;
  readonly email: string;
  /** Whether the request has a `buyerToken` of this e-mail address. */
  readonly isVerified: boolean;
}

/** All addresses of an IPv6 network together can hold this many times the units of one address. */
const networkFactor = 4;
/**
 * Orders that wait for a manual payment can hold this many times the units of reservations. They wait for days instead of minutes, so
 * many buyers with the same address can have such orders at the same time.
 */
const manualFactor = 2;

/**
 * The counters whose limits a reservation counts towards. Reservations with a verified and with an unverified e-mail address are
 * counted separately. Otherwise other people could use up the limit of the owner of the address.
 */
export function countersOf(
  { secrets, selling }: CheckoutServices,
  { holdLimits }: CartEvent,
  { ipAddress, email, isVerified }: Reserver,
): HoldCounters {
  const hashOf = (identity: string) => createHmac('sha256', secrets.holdKey).update(identity).digest('hex');
  const limits = addressLimits(selling, holdLimits);
  const network = ipv6Network(ipAddress);
  const networkHash = network === null ? null : hashOf(`network ${network}`);
  const addresses =
    limits === null
      ? { address: null, network: null }
      : addressCounters(hashOf(`address ${ipBucket(ipAddress)}`), networkHash, limits);
  const perEmail = holdLimits.perEmail ?? selling.holdsPerEmail;
  const hash = hashOf(`${isVerified ? 'verified' : 'unverified'} ${emailForm(email)}`);
  return { ...addresses, email: perEmail === 0 ? null : { hash, maxUnits: perEmail } };
}

/** The limits of an IP address for orders that wait for a manual payment; null if there is no limit. */
export function manualLimits({ selling }: CheckoutServices, { holdLimits }: PaymentSetup): AddressLimits | null {
  return addressLimits(selling, holdLimits, manualFactor);
}

function addressLimits(selling: ReservationSettings, holdLimits: HoldLimits, factor = 1): AddressLimits | null {
  const perAddress = (holdLimits.perAddress ?? selling.holdsPerIpAddress) * factor;
  return perAddress === 0 ? null : { perAddress, perNetwork: perAddress * networkFactor };
}

/**
 * The error for an exceeded limit. Only the verified owner of an e-mail address can read how many units the address holds.
 */
export function tooManyHoldsError(
  { by, unitsHeld, maxUnits: unitsMax }: HoldLimitExceeded,
  { isVerified }: Pick<Reserver, 'isVerified'>,
): ApiError {
  if (unitsHeld === null) return new ApiError('order_holds_too_much', { unitsMax });
  if (by === 'address') return new ApiError('network_holds_too_much', { unitsHeld, unitsMax });
  if (by === 'network') return new ApiError('ipv6_network_holds_too_much', { unitsHeld, unitsMax });
  return isVerified
    ? new ApiError('email_holds_too_much', { unitsHeld, unitsMax })
    : new ApiError('unverified_email_holds_too_much', { unitsMax });
}

/** The error for an order that cannot wait for a manual payment. */
export function tooManyManualHoldsError({ maxUnits: unitsMax }: HoldLimitExceeded): ApiError {
  return new ApiError('manual_orders_hold_too_much', { unitsMax });
}

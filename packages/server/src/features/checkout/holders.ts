import { createHmac } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { ipBucket } from '../../platform/limits/ip-bucket.ts';
import type { CartEvent } from '../inventory/index.ts';
import type { Holder, Holders, HoldLimitExceeded } from '../orders/index.ts';
import { addressKey } from '../otp/index.ts';
import type { CheckoutServices } from './services.ts';

/** The sender of a reservation request. */
export interface Reserver {
  readonly networkAddress: string;
  readonly email: string;
  /** Whether the request has a `buyerToken` of this e-mail address. */
  readonly isVerified: boolean;
}

/**
 * The holders that a reservation counts for, with their limits. Reservations for a verified e-mail address are counted
 * separately from unverified ones, so other people cannot block the owner of an address by reserving with it.
 */
export function holdersOf(
  { secrets, selling }: CheckoutServices,
  { holdLimits }: CartEvent,
  { networkAddress, email, isVerified }: Reserver,
): Holders {
  const holder = (unitsMax: number, who: string): Holder | null =>
    unitsMax === 0 ? null : { hash: createHmac('sha256', secrets.holderKey).update(who).digest('hex'), unitsMax };
  return {
    address: holder(holdLimits.perAddress ?? selling.holdsPerAddress, `address ${ipBucket(networkAddress)}`),
    email: holder(
      holdLimits.perEmail ?? selling.holdsPerEmail,
      `${isVerified ? 'verified' : 'unverified'} ${addressKey(email)}`,
    ),
  };
}

/**
 * The error for an exceeded limit, which says what to do. The number of units that an e-mail address holds is shown only to its
 * verified owner.
 */
export function tooManyHolds({ by, unitsHeld, unitsMax }: HoldLimitExceeded, { isVerified }: Reserver): ApiError {
  if (by === 'address') return new ApiError('network_holds_too_much', { unitsHeld, unitsMax });
  return isVerified
    ? new ApiError('email_holds_too_much', { unitsHeld, unitsMax })
    : new ApiError('unverified_email_holds_too_much', { unitsMax });
}

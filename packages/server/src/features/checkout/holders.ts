import { createHmac } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { ipBucket } from '../../platform/limits/ip-bucket.ts';
import type { CartEvent } from '../inventory/index.ts';
import type { Holder, Holders, HoldLimitExceeded } from '../orders/index.ts';
import { normalizeBuyerEmail } from '../otp/index.ts';
import type { CheckoutServices } from './services.ts';

/** The sender of a reservation request. */
export interface Reserver {
  readonly ipAddress: string;
  readonly email: string;
  /** Whether the request has a `buyerToken` of this e-mail address. */
  readonly isVerified: boolean;
}

/**
 * The holders whose limits a reservation counts towards. Reservations with a verified and with an unverified e-mail address are
 * counted separately. Otherwise other people could use up the limit of the owner of the address.
 */
export function holdersOf(
  { secrets, selling }: CheckoutServices,
  { holdLimits }: CartEvent,
  { ipAddress, email, isVerified }: Reserver,
): Holders {
  const holder = (maxUnits: number, identity: string): Holder | null =>
    maxUnits === 0 ? null : { hash: createHmac('sha256', secrets.holderKey).update(identity).digest('hex'), maxUnits };
  return {
    address: holder(holdLimits.perAddress ?? selling.holdsPerIpAddress, `address ${ipBucket(ipAddress)}`),
    email: holder(
      holdLimits.perEmail ?? selling.holdsPerEmail,
      `${isVerified ? 'verified' : 'unverified'} ${normalizeBuyerEmail(email)}`,
    ),
  };
}

/**
 * The error for an exceeded limit. Only the verified owner of an e-mail address can read how many units the address holds.
 */
export function tooManyHoldsError(
  { by, unitsHeld, maxUnits: unitsMax }: HoldLimitExceeded,
  { isVerified }: Reserver,
): ApiError {
  if (by === 'address') return new ApiError('network_holds_too_much', { unitsHeld, unitsMax });
  return isVerified
    ? new ApiError('email_holds_too_much', { unitsHeld, unitsMax })
    : new ApiError('unverified_email_holds_too_much', { unitsMax });
}

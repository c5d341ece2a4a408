import { createHmac } from 'node:crypto';
import { ApiError } from '../../platform/errors.ts';
import { addressBucket } from '../../platform/limits/address.ts';
import type { CartEvent } from '../inventory/index.ts';
import type { Holder, Holders, HoldRefused } from '../orders/index.ts';
import { addressKey } from '../otp/index.ts';
import type { CheckoutServices } from './services.ts';

/** Who makes a reservation. */
export interface Reserver {
  readonly networkAddress: string;
  readonly email: string;
  /** Whether the request has a `buyerToken` of this e-mail address. */
  readonly isVerified: boolean;
}

/**
 * The holders that a reservation counts for, with their limits. Reservations for a verified e-mail address are counted
 * separately from unverified ones: nobody can block the owner of an address by reserving with it.
 */
export function holdersOf(
  { secrets, selling }: CheckoutServices,
  { holdLimits }: CartEvent,
  { networkAddress, email, isVerified }: Reserver,
): Holders {
  const holder = (unitsMax: number, who: string): Holder | null =>
    unitsMax === 0 ? null : { hash: createHmac('sha256', secrets.holderKey).update(who).digest('hex'), unitsMax };
  return {
    address: holder(holdLimits.perAddress ?? selling.holdsPerAddress, `address ${addressBucket(networkAddress)}`),
    email: holder(
      holdLimits.perEmail ?? selling.holdsPerEmail,
      `${isVerified ? 'verified' : 'unverified'} ${addressKey(email)}`,
    ),
  };
}

const remedy =
  'Pay or cancel one of those reservations, or wait until the earliest of them expires: ' +
  'after 10 minutes, or later where it is to be paid by transfer.';

/**
 * The error that says how much is held already and what to do. For an e-mail address only its verified owner learns how
 * much.
 */
export function tooManyHolds({ by, unitsHeld }: HoldRefused, holders: Holders, { isVerified }: Reserver): ApiError {
  const { unitsMax } = holders[by]!;
  const bound = `at most ${unitsMax} may be held at once without being paid.`;
  if (by === 'email' && !isVerified) {
    const detail = `Too many tickets and add-ons are held for this e-mail address: ${bound}`;
    return new ApiError('too_many_holds', `${detail} Verify the address and send its buyerToken, or try again later.`);
  }
  const whose = by === 'address' ? 'Your network address' : 'This e-mail address';
  const held = `${whose} holds ${unitsHeld} ${unitsHeld === 1 ? 'ticket or add-on' : 'tickets and add-ons'}`;
  return new ApiError('too_many_holds', `${held} in reservations that are not paid, and ${bound} ${remedy}`);
}

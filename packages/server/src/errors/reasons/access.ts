import { reason } from '../reason.ts';

type Limit = { caller: string; limit: number; retryAfterSeconds: number };

const limitReached = (sentence: (limit: Limit) => string, caller = 'key') =>
  reason('rate_limited', (limit: Limit) => `${sentence(limit)} Wait ${limit.retryAfterSeconds} s, then continue.`, {
    caller,
    limit: 120,
    retryAfterSeconds: 23,
  });

/** Reasons that concern authentication, permissions and rate limits. */
export const accessReasons = {
  missing_api_key: reason('missing_key', 'Send your API key in the header "Authorization: Bearer <key>".'),
  missing_buyer_token: reason(
    'missing_key',
    'Send the buyerToken or the reservationToken in the header "Authorization: Bearer <token>".',
  ),
  invalid_api_key: reason(
    'invalid_key',
    'The API key is mistyped, unknown, revoked or expired. Check it, or create a new one.',
  ),
  invalid_buyer_token: reason(
    'invalid_key',
    'The buyerToken is not valid or has expired. Verify the e-mail address again.',
  ),
  missing_scope: reason(
    'insufficient_scope',
    ({ scope, caller }: { scope: string; caller: string }) =>
      `This call needs the scope ${scope}, which the ${caller} does not have.`,
    { scope: 'orders:read', caller: 'key' },
  ),
  missing_scope_for_parameter: reason(
    'insufficient_scope',
    ({ scope, caller, parameter }: { scope: string; caller: string; parameter: string }) =>
      `The parameter "${parameter}" needs the scope ${scope}, which the ${caller} does not have.`,
    { scope: 'orders:read:pii', caller: 'key', parameter: 'email' },
  ),
  request_limit_reached: limitReached(
    ({ caller, limit }) => `This ${caller} has sent its ${limit} requests of this minute.`,
  ),
  search_limit_reached: limitReached(
    ({ caller, limit }) => `This ${caller} has sent its ${limit} searches by e-mail address of this minute.`,
  ),
  code_request_limit_reached: limitReached(
    ({ limit }) => `You have requested ${limit} codes for this e-mail address within an hour.`,
    'address',
  ),
  email_code_limit_reached: limitReached(
    ({ limit }) => `This e-mail address was sent ${limit} codes within an hour.`,
    'address',
  ),
  failed_attempts_limit_reached: reason(
    'too_many_failed_attempts',
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Too many requests without a valid key came from this address. Wait ${retryAfterSeconds} s, or send a valid key.`,
    { retryAfterSeconds: 23 },
  ),
};

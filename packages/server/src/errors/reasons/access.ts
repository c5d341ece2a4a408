import { reason } from '../reason.ts';

type LimitParams = { caller: string; limit: number; retryAfterSeconds: number };

const limitReached = (sentence: (params: LimitParams) => string, caller = 'key') =>
  reason(
    'rate_limited',
    (params: LimitParams) => `${sentence(params)} Wait ${params.retryAfterSeconds} s, then continue.`,
    { caller, limit: 120, retryAfterSeconds: 23 },
  );

/** The caller as words of a sentence. The caller `address` is an IP address. */
const callerText = (caller: string) => (caller === 'address' ? 'IP address' : caller);

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
    'The buyerToken is mistyped or was not issued by this server. Verify the e-mail address again.',
  ),
  expired_buyer_token: reason(
    'invalid_key',
    'The buyerToken has expired. Verify the e-mail address again, or read the order with its reservationToken.',
  ),
  missing_scope: reason(
    'insufficient_scope',
    ({ scope, caller }: { scope: string; caller: string }) =>
      `This request needs the scope ${scope}, which the ${caller} does not have.`,
    { scope: 'orders:read', caller: 'key' },
  ),
  missing_scope_for_parameter: reason(
    'insufficient_scope',
    ({ scope, caller, parameter }: { scope: string; caller: string; parameter: string }) =>
      `The parameter "${parameter}" needs the scope ${scope}, which the ${caller} does not have.`,
    { scope: 'orders:read:pii', caller: 'key', parameter: 'email' },
  ),
  no_readable_events: reason(
    'insufficient_scope',
    'This key can read no events. Use a secret key with a scope that reads resources, such as orders:read.',
  ),
  secret_key_required: reason(
    'insufficient_scope',
    'A publishable key cannot do this. Use a secret key of the sandbox, sk_test_….',
  ),
  too_many_streams: reason(
    'rate_limited',
    ({ limit }: { limit: number }) =>
      `This key has ${limit === 1 ? 'an open stream' : `${limit} open streams`}. Close one, wait for its end, or use another key.`,
    { limit: 10 },
  ),
  request_limit_reached: limitReached(
    ({ caller, limit }) => `This ${callerText(caller)} has reached its limit of ${limit} requests a minute.`,
  ),
  search_limit_reached: limitReached(
    ({ caller, limit }) =>
      `This ${callerText(caller)} has reached its limit of ${limit} searches by e-mail address in a minute.`,
  ),
  code_request_limit_reached: limitReached(
    ({ limit }) => `You have requested ${limit} codes for this e-mail address within an hour.`,
    'address',
  ),
  sign_in_limit_reached: limitReached(
    ({ limit }) => `There were ${limit} attempts to sign in to this account within an hour.`,
    'account',
  ),
  invitation_limit_reached: limitReached(
    ({ caller, limit }) => `This ${caller} has reached its limit of ${limit} invitations an hour.`,
    'organizer',
  ),
  email_code_limit_reached: limitReached(
    ({ limit }) => `This e-mail address has reached its limit of ${limit} codes an hour.`,
    'address',
  ),
  failed_attempts_limit_reached: reason(
    'too_many_failed_attempts',
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Too many requests without valid credentials came from this IP address. Wait ${retryAfterSeconds} s, or send valid ones.`,
    { retryAfterSeconds: 23 },
  ),
};

import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Secrets } from '../../platform/crypto.ts';
import { countAction } from '../../platform/http/rate-limit.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { normalizeEmail } from './users.ts';

const hourSeconds = 3_600;

/** The limits for one account, from all IP addresses, in an hour. */
export const attemptLimits = { password: 30, link: 5 } as const;

/**
 * Counts an attempt for the account of an e-mail address, whether or not it exists. The limiter gets a keyed hash, because its store
 * must contain no personal data.
 *
 * @throws ApiError `rate_limited`
 */
export async function countAttempt(
  { limiter, secrets }: { limiter: Limiter; secrets: Pick<Secrets, 'sessionKey'> },
  reply: FastifyReply,
  kind: keyof typeof attemptLimits,
  email: string,
): Promise<void> {
  const hash = createHmac('sha256', secrets.sessionKey)
    .update(`attempt ${normalizeEmail(email)}`)
    .digest('base64url');
  await countAction(reply, limiter, {
    bucket: `sign-in:${kind}:${hash}`,
    max: attemptLimits[kind],
    windowSeconds: hourSeconds,
    reason: 'sign_in_limit_reached',
    caller: 'account',
  });
}

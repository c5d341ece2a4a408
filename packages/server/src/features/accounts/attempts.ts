import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAction } from '../../platform/http/rate-limit.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { findKnownBrowser } from './known-browser.ts';
import type { AccountServices } from './services.ts';
import { normalizeEmail } from './users.ts';

const hourSeconds = 3_600;

/**
 * The limits for one account in an hour: for all unknown browsers together, from all IP addresses, and for each browser in which the
 * user has signed in before.
 */
export const attemptLimits = { password: 30, link: 5 } as const;

type AttemptServices = Pick<AccountServices, 'baseUrl' | 'secrets'> & { readonly limiter: Limiter };

/**
 * Counts an attempt to sign in to the account of an e-mail address, whether or not it exists. The limiter gets a keyed hash, because
 * its store must contain no personal data.
 *
 * @throws ApiError `rate_limited`
 */
export async function countAttempt(
  services: AttemptServices,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: keyof typeof attemptLimits,
  email: string,
): Promise<void> {
  const browser = findKnownBrowser(services, request.headers.cookie, email);
  const hash = createHmac('sha256', services.secrets.sessionKey)
    .update(`attempt ${normalizeEmail(email)}`)
    .digest('base64url');
  await count(services, reply, `${kind}:${browser ?? hash}`, attemptLimits[kind]);
}

/**
 * Counts an attempt of a signed-in user to confirm the password. Attempts to sign in do not count, so strangers cannot use them up.
 *
 * @throws ApiError `rate_limited`
 */
export function countConfirmation(services: AttemptServices, reply: FastifyReply, userId: string): Promise<void> {
  return count(services, reply, `confirmation:${userId}`, attemptLimits.password);
}

function count({ limiter }: AttemptServices, reply: FastifyReply, bucket: string, max: number): Promise<void> {
  return countAction(reply, limiter, {
    bucket: `sign-in:${bucket}`,
    max,
    windowSeconds: hourSeconds,
    reason: 'sign_in_limit_reached',
    caller: 'account',
  });
}

import type { FastifyReply } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { Type } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { countConfirmation } from './attempts.ts';
import { readPasswordHash } from './passwords.ts';
import { password } from './schema.ts';
import type { AccountServices } from './services.ts';
import type { SessionUser } from './sessions.ts';

/** The time after signing in for which a user without a password can change the password and the second factors. */
const freshMinutes = 15;

/** The field of requests that change how a user signs in. */
export const currentPassword = Type.Optional(
  Type.String({
    ...password,
    description: `The current password. A user without a password must have signed in within the last ${freshMinutes} minutes`,
  }),
);

/**
 * Requires a proof that the user, and not only the browser, is present: the password, or a recent sign-in if the user has none.
 *
 * @throws ApiError `sign_in_failed`, `rate_limited`
 */
export async function assertPresent(
  services: AccountServices & { readonly limiter: Limiter },
  reply: FastifyReply,
  user: SessionUser,
  current: string | undefined,
): Promise<void> {
  const { auth, db, clock } = services;
  const hash = await readPasswordHash(db, user.userId);
  if (hash === null) {
    const isFresh = clock.now() - Date.parse(user.signedInAt) <= freshMinutes * 60_000;
    if (!isFresh) throw new ApiError('sign_in_too_old', { freshMinutes });
    return;
  }
  await countConfirmation(services, reply, user.userId);
  const { password: passwords } = await (await auth()).$context;
  const isRight = current !== undefined && (await passwords.verify({ hash, password: current }));
  if (!isRight) throw new ApiError('wrong_current_password', {});
}

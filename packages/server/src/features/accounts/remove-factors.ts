import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Services } from '../../platform/http/plane.ts';
import type { Origin } from '../../platform/scope.ts';
import { mailChange } from './change-mails.ts';
import { lockUser, removeAllFactors } from './second-factor.ts';
import { endSessions } from './sessions.ts';
import { recordUserAudit } from './user-audit.ts';

/** Removes all second factors of a user who has lost them, and ends the user's sessions. */
export async function removeFactorsByOperator(
  tx: Db,
  user: { readonly id: string; readonly email: string },
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  origin: Origin,
): Promise<void> {
  const at = timestamp(clock.now());
  await lockUser(tx, user.id);
  await removeAllFactors(tx, user.id);
  await endSessions(tx, user);
  await mailChange(tx, secrets, user, 'second_factor_removed', at);
  await recordUserAudit(tx, user.id, { action: 'user.remove_second_factor', details: {}, at }, origin);
}

import type { Db } from '../../platform/database/dialect.ts';
import type { Origin } from '../../platform/scope.ts';
import { recordAudit, recordServiceAudit } from '../audit/index.ts';

/** An action on a user, of the operator or of the first user, who becomes the operator. */
interface UserAction {
  readonly action: 'user.add' | 'user.disable' | 'user.enable' | 'user.link' | 'user.remove_second_factor';
  readonly details: { readonly isOperator?: boolean; readonly validMinutes?: number };
  /** RFC 3339. */
  readonly at: string;
}

/** Records an action on a user: in the log of the service, and in the log of each organizer of which the user is a member. */
export async function recordUserAudit(
  tx: Db,
  userId: string,
  { action, details, at }: UserAction,
  origin: Origin,
): Promise<void> {
  const entry = { action, subject: userId, details, at };
  await recordServiceAudit(tx, { ...origin, ...entry });
  const members = await tx.selectFrom('members').select('organizer_id').where('user_id', '=', userId).execute();
  for (const { organizer_id: organizerId } of members) await recordAudit(tx, { organizerId, origin }, entry);
}

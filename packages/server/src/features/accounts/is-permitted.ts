import type { Db } from '../../platform/database/dialect.ts';
import { findSandbox } from '../organizers/index.ts';
import { type Action, operatorActions, permissionsOf } from './roles.ts';

/**
 * Whether a user can do an action in an organizer now, as a member or as the operator. The members of a sandbox are those of its live
 * organizer. Disabled users can do nothing.
 */
export async function isPermitted(db: Db, organizerId: string, userId: string, action: Action): Promise<boolean> {
  const liveId = (await findSandbox(db, organizerId))?.liveId ?? organizerId;
  const user = await db
    .selectFrom('users')
    .select('is_operator')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) return false;
  if (user.is_operator === 1 && operatorActions.includes(action)) return true;
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('organizer_id', '=', liveId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member !== undefined && permissionsOf[member.role].has(action);
}

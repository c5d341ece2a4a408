import type { Db } from '../../platform/database/dialect.ts';

/** Removes the second factor of a user. */
export async function removeSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('user_second_factors').where('user_id', '=', userId).execute();
  await tx.updateTable('users').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute();
}

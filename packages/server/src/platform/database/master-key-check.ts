import type { MasterKeyState } from '../keyring.ts';
import type { Db } from './dialect.ts';

/** Stores the check value of the first master key, unless one is stored. */
export async function storeFirstMasterKey(db: Db, check: string): Promise<void> {
  await db
    .insertInto('master_key_check')
    .values({ id: 1, value: check, next_value: null, phase: null, kept_keys: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the stored check value with the check value of the current master key. What is left of other keys cannot be read. */
export async function acceptMasterKey(db: Db, checkValue: string): Promise<void> {
  const values = { value: checkValue, next_value: null, phase: null, kept_keys: null };
  await db
    .insertInto('master_key_check')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** The state of the master keys; null for a database that was never used with a master key. */
export async function readMasterKeyState(db: Db): Promise<MasterKeyState | null> {
  const row = await db
    .selectFrom('master_key_check')
    .select(['value as check', 'next_value as nextCheck', 'phase', 'kept_keys as keptKeys'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Continues a rotation.
 *
 * @param onChange runs in the transaction of the change, unless another process has changed the state
 * @returns the new state; another process may have changed it, then its state
 */
export async function changeMasterKeyState(
  db: Db,
  before: MasterKeyState,
  after: Partial<MasterKeyState>,
  onChange: (tx: Db) => Promise<void> = async () => {},
): Promise<MasterKeyState> {
  const { check, nextCheck, phase, keptKeys } = { ...before, ...after };
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('master_key_check')
      .set({ value: check, next_value: nextCheck, phase, kept_keys: keptKeys })
      .where('value', '=', before.check)
      .where('phase', before.phase === null ? 'is' : '=', before.phase)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await onChange(tx);
  });
  return (await readMasterKeyState(db)) ?? before;
}

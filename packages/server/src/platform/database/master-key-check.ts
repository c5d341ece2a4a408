import type { Db } from './dialect.ts';

/**
 * Whether the database was used with another master key before. A check value of the first key is stored for comparison.
 *
 * @param check `Secrets.masterKeyCheck`
 * @param canDecrypt whether this key decrypts stored secrets; called if no check value is stored yet
 */
export async function wasUsedWithAnotherKey(
  db: Db,
  check: string,
  canDecrypt: () => Promise<boolean>,
): Promise<boolean> {
  const stored = await readCheck(db);
  if (stored !== undefined) return stored !== check;
  if (!(await canDecrypt())) return true;
  await db
    .insertInto('master_key_check')
    .values({ id: 1, value: check })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readCheck(db)) !== check; // Another process could have stored its check first.
}

/** Stores the check value of this master key, in place of the one before. */
export async function acceptMasterKey(db: Db, check: string): Promise<void> {
  await db
    .insertInto('master_key_check')
    .values({ id: 1, value: check })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: check }))
    .execute();
}

async function readCheck(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('master_key_check').select('value').executeTakeFirst();
  return row?.value;
}

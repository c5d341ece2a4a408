import type { Db } from './dialect.ts';

/**
 * Whether the database was used with another master key before. The check value of the first key is stored, and later calls
 * compare their check value with it.
 *
 * @param check `Secrets.masterKeyCheck`
 * @param canDecrypt whether this key can decrypt the stored secrets; called only if no check value is stored yet
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
  return (await readCheck(db)) !== check; // Another process can have stored its check value first.
}

/** Stores the check value of this master key, in place of the previous value. */
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

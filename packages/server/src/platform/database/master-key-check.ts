import type { Db } from './dialect.ts';

/**
 * Whether the database was used with another master key before. The first call stores the check value of the master key, unless this key
 * cannot decrypt the stored secrets. Later calls compare their check value with the stored check value.
 *
 * @param checkValue `Secrets.masterKeyCheck`
 * @param canDecrypt returns whether the current master key can decrypt the stored secrets; called only if no check value is stored
 */
export async function wasUsedWithAnotherKey(
  db: Db,
  checkValue: string,
  canDecrypt: () => Promise<boolean>,
): Promise<boolean> {
  const storedCheckValue = await readStoredCheckValue(db);
  if (storedCheckValue !== undefined) return storedCheckValue !== checkValue;
  if (!(await canDecrypt())) return true;
  await db
    .insertInto('master_key_check')
    .values({ id: 1, value: checkValue })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readStoredCheckValue(db)) !== checkValue; // Another process may have stored its check value first.
}

/**
 * Whether the database was used with another master key before. Unlike `wasUsedWithAnotherKey`, it stores nothing.
 *
 * @param checkValue, canDecrypt as for `wasUsedWithAnotherKey`
 */
export async function isAnotherKey(db: Db, checkValue: string, canDecrypt: () => Promise<boolean>): Promise<boolean> {
  const storedCheckValue = await readStoredCheckValue(db);
  return storedCheckValue === undefined ? !(await canDecrypt()) : storedCheckValue !== checkValue;
}

/** Replaces the stored check value with the check value of the current master key. */
export async function acceptMasterKey(db: Db, checkValue: string): Promise<void> {
  await db
    .insertInto('master_key_check')
    .values({ id: 1, value: checkValue })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: checkValue }))
    .execute();
}

async function readStoredCheckValue(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('master_key_check').select('value').executeTakeFirst();
  return row?.value;
}

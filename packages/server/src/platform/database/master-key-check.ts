import type { Db } from './dialect.ts';

/**
 * Whether the database was used with another master key before. The first key is kept for comparison.
 *
 * @param check `Secrets.masterKeyCheck`
 * @param opensStored whether this key decrypts what is stored; called where no key is kept yet
 */
export async function wasUsedWithAnotherKey(
  db: Db,
  check: string,
  opensStored: () => Promise<boolean>,
): Promise<boolean> {
  const kept = await readCheck(db);
  if (kept !== undefined) return kept !== check;
  if (!(await opensStored())) return true;
  await db
    .insertInto('master_key_check')
    .values({ id: 1, value: check })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readCheck(db)) !== check; // Another process may have been first.
}

/** Keeps this master key for comparison from now on. */
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

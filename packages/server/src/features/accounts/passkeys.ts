import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { Credential } from './webauthn.ts';

/** The most passkeys of one user. */
export const passkeysMax = 20;

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** RFC 3339, like all times of this interface. */
  readonly createdAt: string;
  /** When the user last signed in with it. */
  readonly lastUsedAt: string | null;
}

function toCredential(row: Tables['user_passkeys']): Credential {
  return {
    id: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
  };
}

/** The passkeys of a user, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('user_passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** The public parts of a user's passkeys. */
export async function listCredentials(db: Db, userId: string): Promise<Credential[]> {
  const rows = await db.selectFrom('user_passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  return rows.map(toCredential);
}

/** The passkey with this credential id, and its user; null if there is none. */
export async function findCredential(
  db: Db,
  credentialId: string,
): Promise<{ userId: string; credential: Credential } | null> {
  const row = await db
    .selectFrom('user_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, credential: toCredential(row) };
}

/**
 * Adds a passkey to a user.
 *
 * @param now RFC 3339
 * @throws ApiError `invalid_state` if the passkey is registered already, for any user
 */
export async function insertPasskey(
  tx: Db,
  userId: string,
  { name, credential }: { name: string; credential: Credential },
  now: string,
): Promise<Passkey> {
  const passkey = { id: newId('psk', Date.parse(now)), name };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user_passkeys')
    .values({
      ...passkey,
      user_id: userId,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: JSON.stringify(credential.transports),
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new ApiError('passkey_exists', {});
  return { ...passkey, createdAt: now, lastUsedAt: null };
}

/**
 * Renames a passkey of a user.
 *
 * @throws ApiError `not_found`
 */
export async function renamePasskey(db: Db, userId: string, passkeyId: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('user_passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('passkey_not_found', {});
}

/**
 * Deletes a passkey of a user.
 *
 * @throws ApiError `not_found`
 */
export async function deletePasskey(tx: Db, userId: string, passkeyId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ApiError('passkey_not_found', {});
}

/**
 * Stores the counter of a passkey that was used. Of two copies of a passkey that sign with the same counter, one succeeds.
 *
 * @param now RFC 3339
 * @returns false if the counter has not increased since the passkey was read
 */
export async function storePasskeyUse(tx: Db, credentialId: string, counter: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_passkeys')
    .set({ counter, last_used_at: now })
    .where('credential_id', '=', credentialId)
    // An authenticator that does not count always has 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

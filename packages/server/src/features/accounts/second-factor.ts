import { createHash } from 'node:crypto';
import type { SecretConfig } from 'better-auth/crypto';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { resealColumn } from '../../platform/database/reseal-column.ts';
import { newId } from '../../platform/ids.ts';
import type { MasterKey } from '../../platform/keyring.ts';

/** The cookie that identifies a user who must still enter the second factor. better-auth defines its name. */
export const challengeCookie = 'two_factor';
/** The time in which the second factor must be entered. */
export const challengeMinutes = 10;
/** Longer than an authenticator app's code is accepted: 30 s, and 30 s before and after. */
const codeLifetimeMs = 2 * 60_000;
const recoveryCodeCount = 10;
const recoveryCodeHalf = 5;

/** The second factors of a user. Recovery codes exist with each of them. */
export interface Factors {
  readonly hasAuthenticator: boolean;
  readonly passkeyCount: number;
}

/** The second factors of a user. */
export async function readFactors(db: Db, userId: string): Promise<Factors> {
  const authenticator = await db
    .selectFrom('user_second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('verified', '=', 1)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('user_passkeys')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { hasAuthenticator: authenticator !== undefined, passkeyCount: Number(count) };
}

/** Locks a user, so that changes of the user's second factors run one after the other. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await sql`select id from users where id = ${userId} ${dialectOf(tx).forUpdate}`.execute(tx);
}

/** A secret of an authenticator app and recovery codes, as better-auth stores them. */
export interface NewSecrets {
  readonly encryptedSecret: string;
  readonly recoveryCodes: readonly string[];
  readonly encryptedCodes: string;
}

/** Creates a secret and recovery codes, in the format of better-auth. */
export async function createFactorSecrets(key: string | SecretConfig): Promise<NewSecrets> {
  const { generateRandomString, symmetricEncrypt } = await import('better-auth/crypto');
  const half = () => generateRandomString(recoveryCodeHalf, 'a-z', '0-9', 'A-Z');
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`);
  return {
    encryptedSecret: await symmetricEncrypt({ key, data: generateRandomString(32) }),
    recoveryCodes,
    encryptedCodes: await symmetricEncrypt({ key, data: JSON.stringify(recoveryCodes) }),
  };
}

/**
 * Stores the secret of an authenticator app that must still be confirmed. The recovery codes of a user who has a second factor do
 * not change.
 *
 * @returns the new recovery codes; none if the user has recovery codes already
 */
export async function storeFactorSecrets(
  tx: Db,
  userId: string,
  { encryptedSecret, recoveryCodes, encryptedCodes }: NewSecrets,
  nowMs: number,
): Promise<readonly string[]> {
  const { passkeyCount } = await readFactors(tx, userId);
  const hasCodes = passkeyCount > 0;
  await tx
    .insertInto('user_second_factors')
    .values({
      id: newId('ses', nowMs),
      user_id: userId,
      secret: encryptedSecret,
      backup_codes: encryptedCodes,
      verified: 0,
      failed_verification_count: 0,
      locked_until: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(
          hasCodes ? { secret: encryptedSecret } : { secret: encryptedSecret, backup_codes: encryptedCodes },
        ),
    )
    .execute();
  return hasCodes ? [] : recoveryCodes;
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Db,
  userId: string,
  { encryptedCodes }: Pick<NewSecrets, 'encryptedCodes'>,
): Promise<void> {
  await tx
    .updateTable('user_second_factors')
    .set({ backup_codes: encryptedCodes })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Removes the authenticator app of a user. The recovery codes of a user with passkeys remain, in the same row as the secret of the
 * app.
 *
 * @param secrets a new secret that nobody knows: the removed app cannot be confirmed again
 */
export async function removeAuthenticator(
  tx: Db,
  userId: string,
  { encryptedSecret }: Pick<NewSecrets, 'encryptedSecret'>,
): Promise<void> {
  await tx
    .updateTable('user_second_factors')
    .set({ secret: encryptedSecret, verified: 0 })
    .where('user_id', '=', userId)
    .execute();
  await updateFactorFlag(tx, userId);
}

/** Removes all second factors of a user. */
export async function removeAllFactors(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('user_passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('user_second_factors').where('user_id', '=', userId).execute();
  await updateFactorFlag(tx, userId);
}

/** Stores whether signing in needs a second factor. The recovery codes of a user without a second factor are deleted. */
export async function updateFactorFlag(tx: Db, userId: string): Promise<void> {
  const { hasAuthenticator, passkeyCount } = await readFactors(tx, userId);
  const hasFactor = hasAuthenticator || passkeyCount > 0;
  await tx
    .updateTable('users')
    .set({ two_factor_enabled: hasFactor ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  if (!hasFactor) await tx.deleteFrom('user_second_factors').where('user_id', '=', userId).execute();
}

/** The part of better-auth that stores codes. */
interface CodeStore {
  /** Returns false if the identifier was reserved before. */
  reserveVerificationValue(code: { identifier: string; value: string; expiresAt: Date }): Promise<boolean>;
  deleteVerificationByIdentifier(identifier: string): Promise<void>;
}

function usedCode(userId: string, code: string): string {
  return `used-code:${createHash('sha256').update(`${userId} ${code}`).digest('base64url')}`;
}

/**
 * Marks the code of an authenticator app as used (RFC 6238, section 5.2).
 *
 * @returns false if the user has used the code before
 */
export function useCode(store: CodeStore, userId: string, code: string): Promise<boolean> {
  const expiresAt = new Date(Date.now() + codeLifetimeMs);
  return store.reserveVerificationValue({ identifier: usedCode(userId, code), value: '', expiresAt });
}

/** Marks a code as not used. */
export function releaseCode(store: CodeStore, userId: string, code: string): Promise<void> {
  return store.deleteVerificationByIdentifier(usedCode(userId, code));
}

/** The error for a second factor that better-auth rejected. */
export async function factorError(response: Response): Promise<ApiError> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return new ApiError('factor_locked', {});
  if (
    code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE' ||
    code === 'INVALID_TWO_FACTOR_COOKIE' ||
    code === 'UNAUTHORIZED'
  ) {
    return new ApiError('sign_in_ended', {});
  }
  return new ApiError('wrong_factor_code', {});
}

/**
 * How better-auth encrypts second factors. Until the first rotation of the master key with the key of the sessions, in the format of
 * earlier releases, afterwards with a key of the current master key, whose id is the version.
 */
export function factorKeys({ keyring, sessionKey }: Pick<Secrets, 'keyring' | 'sessionKey'>): string | SecretConfig {
  const legacySecret = sessionKey.export().toString('utf8');
  if (!keyring.isRotated) return legacySecret;
  const keyOf = (masterKey: MasterKey) => masterKey.derive('second factor v1').export().toString('hex');
  const keys = new Map(keyring.keys.map((masterKey) => [masterKey.version, keyOf(masterKey)]));
  return { keys, currentVersion: keyring.primary.version, legacySecret };
}

/** Encrypts the second factors of users with the current master key. */
export async function resealFactors(db: Db, secrets: Pick<Secrets, 'keyring' | 'sessionKey'>): Promise<number> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  let count = 0;
  for (const column of ['secret', 'backup_codes'] as const) {
    count += await resealColumn(db, {
      table: 'user_second_factors',
      keys: ['id'],
      column,
      currentPattern: `$ba$${secrets.keyring.primary.version}$%`,
      reseal: async (row) => {
        const key = factorKeys(secrets);
        return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: row[column] }) });
      },
    });
  }
  return count;
}

import { timestamp } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { newSecret, type SigningSecret, signingSecret } from './signature.ts';

/** The context that is part of the encryption: a ciphertext can be decrypted only for its endpoint. */
const contextOf = (organizerId: string, endpointId: string) => `${organizerId} ${endpointId}`;

/**
 * Creates a signing secret for an endpoint.
 *
 * @param key `Secrets.webhookSecretKey`
 * @returns the secret; it is stored encrypted
 */
export async function insertSecret(
  tx: Db,
  organizerId: string,
  endpointId: string,
  key: string,
  nowMs: number,
): Promise<string> {
  const secret = newSecret();
  await tx
    .insertInto('webhook_secrets')
    .values({
      organizer_id: organizerId,
      id: newId('whs', nowMs),
      endpoint_id: endpointId,
      ciphertext: encrypt(key, secret, contextOf(organizerId, endpointId)),
      created_at: timestamp(nowMs),
      expires_at: null,
    })
    .execute();
  return secret;
}

/** Whether the newest secret can be decrypted; true if there is none. */
export async function canDecryptNewestSecret(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_secrets')
    .select(['organizer_id', 'endpoint_id', 'ciphertext'])
    .where('ciphertext', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.ciphertext == null) return true;
  return decryptSecretText(row.organizer_id, row.endpoint_id, row.ciphertext, key) !== null;
}

/**
 * Decrypts a signing secret.
 *
 * @param key `Secrets.webhookSecretKey`
 * @returns `whsec_…`; null if the secret was encrypted under another master key
 */
export function decryptSecretText(
  organizerId: string,
  endpointId: string,
  ciphertext: string,
  key: string,
): string | null {
  try {
    return decrypt(key, ciphertext, contextOf(organizerId, endpointId));
  } catch {
    return null;
  }
}

/** Decrypts signing secrets and caches them. */
export class SecretStore {
  readonly #key: string;
  readonly #cache = new Map<string, SigningSecret>();

  /** @param key `Secrets.webhookSecretKey` */
  constructor(key: string) {
    this.#key = key;
  }

  /** @throws Error if the secret was encrypted under another master key */
  decryptSecret(organizerId: string, endpointId: string, ciphertext: string): SigningSecret {
    let secret = this.#cache.get(ciphertext);
    if (secret === undefined) {
      secret = signingSecret(decrypt(this.#key, ciphertext, contextOf(organizerId, endpointId)));
      if (this.#cache.size >= 10_000) this.#cache.clear();
      this.#cache.set(ciphertext, secret);
    }
    return secret;
  }
}

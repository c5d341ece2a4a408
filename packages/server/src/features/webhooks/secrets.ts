import { timestamp } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { ed25519PrivateKey } from './ed25519.ts';
import { newSecret, type SigningSecret, signingSecret } from './signature.ts';

/** The context that is part of the encryption: a ciphertext can be decrypted only for its endpoint. */
const contextOf = (organizerId: string, endpointId: string) => `${organizerId} ${endpointId}`;

/**
 * Creates a signing secret for an endpoint.
 *
 * @param key `Secrets.webhookSecretKey`
 * @returns the secret, which is stored encrypted, and its id
 */
export async function insertSecret(
  tx: Db,
  organizerId: string,
  endpointId: string,
  key: string,
  nowMs: number,
): Promise<{ id: string; secret: string }> {
  const id = newId('whs', nowMs);
  const secret = newSecret();
  await tx
    .insertInto('webhook_secrets')
    .values({
      organizer_id: organizerId,
      id,
      endpoint_id: endpointId,
      ciphertext: encrypt(key, secret, contextOf(organizerId, endpointId)),
      created_at: timestamp(nowMs),
      expires_at: null,
    })
    .execute();
  return { id, secret };
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

  /**
   * @param stored.usesEd25519 whether deliveries are also signed with Ed25519
   * @throws Error if the secret was encrypted under another master key
   */
  decryptSecret(
    organizerId: string,
    endpointId: string,
    stored: { id: string; ciphertext: string; usesEd25519: boolean },
  ): SigningSecret {
    const { id: secretId, ciphertext, usesEd25519 } = stored;
    const cacheKey = `${usesEd25519} ${ciphertext}`;
    let secret = this.#cache.get(cacheKey);
    if (secret === undefined) {
      const text = decrypt(this.#key, ciphertext, contextOf(organizerId, endpointId));
      const privateKey = usesEd25519 ? ed25519PrivateKey(this.#key, { organizerId, endpointId, secretId }) : null;
      secret = signingSecret(text, privateKey);
      if (this.#cache.size >= 10_000) this.#cache.clear();
      this.#cache.set(cacheKey, secret);
    }
    return secret;
  }
}

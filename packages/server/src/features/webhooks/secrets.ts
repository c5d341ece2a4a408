import { timestamp } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { newSecret, type SigningSecret, signingSecret } from './signature.ts';

/** A ciphertext is good for its own endpoint only. */
const contextOf = (organizerId: string, endpointId: string) => `${organizerId} ${endpointId}`;

/**
 * Gives an endpoint a signing secret.
 *
 * @param key `Secrets.webhookSecretKey`
 * @returns the secret: the only time that it is seen
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

/** Whether the newest secret can be decrypted; true where there is none. */
export async function opensNewestSecret(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_secrets')
    .select(['organizer_id', 'endpoint_id', 'ciphertext'])
    .where('ciphertext', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return true;
  try {
    decrypt(key, row.ciphertext!, contextOf(row.organizer_id, row.endpoint_id));
    return true;
  } catch {
    return false;
  }
}

/** Decrypts secrets, each once. */
export class SecretStore {
  readonly #key: string;
  readonly #known = new Map<string, SigningSecret>();

  /** @param key `Secrets.webhookSecretKey` */
  constructor(key: string) {
    this.#key = key;
  }

  /** @throws Error where it was encrypted under another master key */
  open(organizerId: string, endpointId: string, ciphertext: string): SigningSecret {
    let secret = this.#known.get(ciphertext);
    if (secret === undefined) {
      secret = signingSecret(decrypt(this.#key, ciphertext, contextOf(organizerId, endpointId)));
      if (this.#known.size >= 10_000) this.#known.clear();
      this.#known.set(ciphertext, secret);
    }
    return secret;
  }
}

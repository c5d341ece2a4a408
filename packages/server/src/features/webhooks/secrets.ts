import { hkdfSync, type KeyObject } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { ed25519Key, ed25519PublicKey, type SealingKey } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { resealColumn } from '../../platform/database/reseal-column.ts';
import { newId } from '../../platform/ids.ts';
import { headersContext } from './endpoint-headers.ts';
import { newSecret } from './signature.ts';

/** The context that is part of the encryption: a ciphertext can be decrypted only for its endpoint. */
const contextOf = (organizerId: string, endpointId: string) => `${organizerId} ${endpointId}`;

/** What identifies a signing secret, as in its row. */
interface SecretRow {
  readonly organizerId: string;
  readonly endpointId: string;
  readonly id: string;
  readonly ciphertext: string;
}

/** A signing secret, and the private key that signs the same deliveries if the endpoint uses Ed25519. */
interface OpenedSecret {
  /** `whsec_…` */
  readonly secret: string;
  readonly ed25519: KeyObject;
}

/** Deletes all secrets of an endpoint. */
export async function deleteSecrets(tx: Db, organizerId: string, endpointId: string): Promise<void> {
  await tx
    .deleteFrom('webhook_secrets')
    .where('organizer_id', '=', organizerId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/**
 * Creates a signing secret for an endpoint. It is stored encrypted.
 *
 * @param key `Secrets.webhookSecretKey`
 */
export async function insertSecret(
  tx: Db,
  organizerId: string,
  endpointId: string,
  key: SealingKey,
  nowMs: number,
): Promise<OpenedSecret> {
  const id = newId('whs', nowMs);
  const ciphertext = key.seal(newSecret(), contextOf(organizerId, endpointId));
  await tx
    .insertInto('webhook_secrets')
    .values({
      organizer_id: organizerId,
      id,
      endpoint_id: endpointId,
      ciphertext,
      created_at: timestamp(nowMs),
      expires_at: null,
    })
    .execute();
  return openSecret(key, { organizerId, endpointId, id, ciphertext });
}

/** Whether the newest secret can be decrypted; true if there is none. */
export async function canDecryptNewestSecret(db: Db, key: SealingKey): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_secrets')
    .select(['organizer_id as organizerId', 'endpoint_id as endpointId', 'id', 'ciphertext'])
    .where('ciphertext', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  try {
    if (row !== undefined) openSecret(key, row);
    return true;
  } catch {
    return false;
  }
}

/**
 * Decrypts a signing secret. Its Ed25519 private key is derived from the master key under which the secret was encrypted, until a
 * rotation of that key stores it with the secret. A receiver cannot derive it, because it does not depend on the secret itself.
 *
 * @param key `Secrets.webhookSecretKey`
 * @throws Error if the secret was encrypted under another master key
 */
export function openSecret(key: SealingKey, { organizerId, endpointId, id, ciphertext }: SecretRow): OpenedSecret {
  const opened = key.openWithKey(ciphertext, contextOf(organizerId, endpointId));
  const [secret = '', storedSeed] = opened.text.split(' ');
  if (storedSeed !== undefined) return { secret, ed25519: ed25519Key(Buffer.from(storedSeed, 'base64url')) };
  const keyText = opened.key.export().toString('hex');
  const seed = hkdfSync('sha256', keyText, '', `ed25519 ${organizerId} ${endpointId} ${id}`, 32);
  return { secret, ed25519: ed25519Key(Buffer.from(seed)) };
}

/**
 * Like `openSecret`, for a response.
 *
 * @throws ApiError `signing_secret_unreadable`
 */
export function revealSecret(key: SealingKey, row: SecretRow): OpenedSecret {
  try {
    return openSecret(key, row);
  } catch {
    throw new ApiError('signing_secret_unreadable', { endpointId: row.endpointId });
  }
}

/** The public key of a secret, as in Standard Webhooks: `whpk_` and the base64 of its 32 bytes. */
export function publicKeyOf({ ed25519 }: OpenedSecret): string {
  return `whpk_${ed25519PublicKey(ed25519)}`;
}

/** Encrypts signing secrets and custom headers with the current master key. Private keys are stored first, so that they stay. */
export async function resealWebhooks(db: Db, key: SealingKey): Promise<number> {
  const currentPattern = `%${key.currentSuffix}`;
  const secretCount = await resealColumn(db, {
    table: 'webhook_secrets',
    keys: ['organizer_id', 'id'],
    column: 'ciphertext',
    further: ['endpoint_id'],
    currentPattern,
    reseal: ({ organizer_id: organizerId, endpoint_id: endpointId, id, ciphertext }) => {
      const { secret, ed25519 } = openSecret(key, { organizerId, endpointId, id, ciphertext });
      return key.seal(`${secret} ${ed25519.export({ format: 'jwk' }).d}`, contextOf(organizerId, endpointId));
    },
  });
  const headerCount = await resealColumn(db, {
    table: 'webhook_endpoints',
    keys: ['organizer_id', 'id'],
    column: 'headers_ciphertext',
    currentPattern,
    reseal: ({ organizer_id, id, headers_ciphertext }) => {
      const context = headersContext(organizer_id, id);
      return key.seal(key.open(headers_ciphertext ?? '', context), context);
    },
  });
  return secretCount + headerCount;
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Keyring, MasterKey, type MasterKeyState } from './keyring.ts';

/** Keys derived from a master key, one for each purpose. */
export interface Secrets {
  /** Authenticates list cursors. */
  readonly cursorKey: KeyObject;
  /** Encrypts the signing secrets and the custom headers of webhook endpoints. */
  readonly webhookSecretKey: SealingKey;
  /** Encrypts the payload of queued e-mails. */
  readonly mailKey: SealingKey;
  /** Hashes one-time codes, and the e-mail addresses to which they were sent. */
  readonly otpKey: KeyObject;
  /** Encrypts buyers' tokens. */
  readonly buyerTokenKey: SealingKey;
  /** Hashes the e-mail addresses and IP addresses of unpaid reservations. */
  readonly holdKey: KeyObject;
  /** Authenticates reservation tokens. */
  readonly reservationKey: KeyObject;
  /** Authenticates the links to previews of drafts. */
  readonly previewKey: KeyObject;
  /** Authenticates the places of visitors in waiting rooms, and shuffles them. */
  readonly waitingRoomKey: KeyObject;
  /** Hashes the pairing codes of gate devices, and derives the key that signs offline bundles. */
  readonly gateKey: KeyObject;
  /** Signs the session cookies of the dashboard and encrypts second factors. */
  readonly sessionKey: KeyObject;
  /** The master keys with which the other keys encrypt. */
  readonly keyring: Keyring;
}

/** The purposes of the keys that a rotation of the master key does not change, because links, devices and cookies depend on them. */
const lastingPurposes = [
  'list cursor v1',
  'otp v1',
  'reservation v1',
  'event preview v1',
  'waiting room v1',
  'holder v1',
  'gate v1',
  'dashboard session v1',
] as const;
const buyerTokenPurpose = 'buyer token v1';

/** The keys of an earlier master key that are still used, in hexadecimal. */
interface KeptKeys {
  readonly lasting: Readonly<Record<string, string>>;
  /** Buyers' tokens that were issued with these keys are valid until they expire. */
  readonly buyerTokens: readonly { readonly key: string; readonly untilMs: number }[];
}

/** The working keys of a service with one master key. */
export function deriveSecrets(masterKey: string): Secrets {
  return createSecrets(new Keyring([new MasterKey(masterKey)]), null);
}

/**
 * The working keys of a service.
 *
 * @param keptKeys `MasterKeyState.keptKeys`
 * @throws Error if the kept keys were encrypted with an unknown master key
 */
export function createSecrets(keyring: Keyring, keptKeys: string | null): Secrets {
  const { lasting } = openKeptKeys(keyring, keptKeys);
  const lastingKey = (purpose: (typeof lastingPurposes)[number]) => Buffer.from(lasting[purpose] ?? '', 'hex');
  // The keys of HMACs are their hexadecimal text, as in the first release, so that what they authenticate stays valid.
  const macKey = (purpose: (typeof lastingPurposes)[number]) => createSecretKey(lasting[purpose] ?? '', 'utf8');
  return Object.freeze({
    keyring,
    cursorKey: macKey('list cursor v1'),
    webhookSecretKey: new SealingKey(keyring, 'webhook secret v1'),
    mailKey: new SealingKey(keyring, 'mail v1'),
    otpKey: macKey('otp v1'),
    buyerTokenKey: new SealingKey(keyring, buyerTokenPurpose),
    reservationKey: macKey('reservation v1'),
    previewKey: macKey('event preview v1'),
    waitingRoomKey: macKey('waiting room v1'),
    holdKey: macKey('holder v1'),
    gateKey: createSecretKey(lastingKey('gate v1')),
    sessionKey: macKey('dashboard session v1'),
  });
}

/**
 * Follows the state of the master keys in the database.
 *
 * @throws Error if this process does not know the key that encrypts
 */
export function followMasterKeys(keyring: Keyring, state: MasterKeyState, nowMs: number): void {
  keyring.follow(state);
  const live = openKeptKeys(keyring, state.keptKeys).buyerTokens.filter(({ untilMs }) => untilMs > nowMs);
  keyring.setRetired(
    live.map(({ key }) => ({ purpose: buyerTokenPurpose, key: createSecretKey(Buffer.from(key, 'hex')) })),
  );
}

/**
 * Encrypts with the new master key what stays in use of the old one, before the new one encrypts.
 *
 * @param keptKeys what was kept of earlier master keys
 * @param buyerTokensMs how long the old key still opens buyers' tokens
 */
export function sealKeptKeys(
  keyring: Keyring,
  next: MasterKey,
  keptKeys: string | null,
  nowMs: number,
  buyerTokensMs: number,
): string {
  const { lasting, buyerTokens } = openKeptKeys(keyring, keptKeys);
  const key = keyring.primary.derive(buyerTokenPurpose).export().toString('hex');
  const live = buyerTokens.filter(({ untilMs }) => untilMs > nowMs);
  const kept: KeptKeys = { lasting, buyerTokens: [...live, { key, untilMs: nowMs + buyerTokensMs }] };
  return keptKeysKey(new Keyring([next])).seal(JSON.stringify(kept), 'kept keys');
}

function openKeptKeys(keyring: Keyring, keptKeys: string | null): KeptKeys {
  if (keptKeys !== null) return JSON.parse(keptKeysKey(keyring).open(keptKeys, 'kept keys')) as KeptKeys;
  const { primary } = keyring;
  const hexOf = (purpose: string) => primary.derive(purpose).export().toString('hex');
  return {
    lasting: Object.fromEntries(lastingPurposes.map((purpose) => [purpose, hexOf(purpose)])),
    buyerTokens: [],
  };
}

function keptKeysKey(keyring: Keyring): SealingKey {
  return new SealingKey(keyring, 'kept keys v1');
}

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts and decrypts the texts of one purpose, with AES-256-GCM and a random nonce (NIST SP 800-38D). */
export class SealingKey {
  readonly #keyring: Keyring;
  readonly #purpose: string;

  constructor(keyring: Keyring, purpose: string) {
    this.#keyring = keyring;
    this.#purpose = purpose;
  }

  /**
   * Encrypts a text.
   *
   * @param context identifies where the text is stored, such as the id of its row; `open` must be called with the same context
   * @returns nonce, ciphertext and tag in base64, `=.` and the id of the master key. The last release reads the base64 up to the `=`.
   */
  seal(text: string, context: string): string {
    const masterKey = this.#keyring.primary;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', masterKey.derive(this.#purpose), nonce).setAAD(Buffer.from(context));
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${bytes.toString('base64').replace(/=+$/, '')}=.${masterKey.id}`;
  }

  /** The end of all texts that the current master key has encrypted. */
  get currentSuffix(): string {
    return `.${this.#keyring.primary.id}`;
  }

  /**
   * Decrypts a text that was encrypted by `seal` with the same context.
   *
   * @throws Error if the master key is not known, or if the context or the ciphertext is wrong
   */
  open(sealed: string, context: string): string {
    return this.openWithKey(sealed, context).text;
  }

  /**
   * Like `open`. It also returns the key with which the text was encrypted. Buyers' tokens and texts of earlier releases carry no id of
   * a master key. For them, each known key is tried.
   */
  openWithKey(sealed: string, context: string): { text: string; key: KeyObject } {
    const [base64 = '', id] = sealed.split('.');
    for (const key of this.#keyring.keysFor(this.#purpose, id)) {
      const text = decrypt(key, Buffer.from(base64, 'base64'), context);
      if (text !== null) return { text, key };
    }
    throw new Error('The text was encrypted with another master key, or for another purpose.');
  }
}

/** Returns null if the key, the context or the bytes are wrong. */
function decrypt(key: KeyObject, bytes: Buffer, context: string): string | null {
  const end = bytes.length - tagBytes;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(end));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** The length of a message authentication code in characters: 96 bits in base64url. */
const macLength = 16;

/** Returns the first 96 bits of the HMAC-SHA256 of a text (RFC 2104, section 5) in base64url. */
export function macOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, macLength);
}

/**
 * Whether `macOf` or an earlier release made a code for this text. Links in e-mails have codes of earlier releases: the first 96 bits
 * of SHA3-256 of the key and the text.
 */
export function isMacOf(key: KeyObject, text: string, mac: string): boolean {
  const earlier = hash('sha3-256', key.export().toString('utf8') + text, 'base64url').slice(0, macLength);
  return isSameText(mac, macOf(key, text)) || isSameText(mac, earlier);
}

/** Compares secrets in a time that does not depend on their content. */
export function isSameText(first: string, second: string): boolean {
  const [firstBytes, secondBytes] = [Buffer.from(first), Buffer.from(second)];
  return firstBytes.length === secondBytes.length && timingSafeEqual(firstBytes, secondBytes);
}

/** The bytes before the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyBytes = 32;

/** The Ed25519 private key with this seed of 32 bytes. */
export function ed25519Key(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' });
}

/** The 32 bytes of the public key of an Ed25519 private key, in base64. */
export function ed25519PublicKey(privateKey: KeyObject): string {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return der.subarray(-publicKeyBytes).toString('base64');
}

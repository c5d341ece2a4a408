import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Keys derived from the master key, one for each purpose. */
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
  readonly holderKey: KeyObject;
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
  /** A check value that is stored in the database, to detect another master key. */
  readonly masterKeyCheck: string;
}

/**
 * Derives the working keys from the master key.
 *
 * @param text the value of MASTER_KEY or of the generated file
 */
export function deriveSecrets(text: string): Secrets {
  const masterKey = new MasterKey(text);
  const keyring = new Keyring(masterKey);
  // The keys of HMACs are their hexadecimal text, as in the first release, so that what they authenticate stays valid.
  const macKey = (purpose: string) => createSecretKey(masterKey.derive(purpose).export().toString('hex'), 'utf8');
  return Object.freeze({
    cursorKey: macKey('list cursor v1'),
    webhookSecretKey: new SealingKey(keyring, 'webhook secret v1'),
    mailKey: new SealingKey(keyring, 'mail v1'),
    otpKey: macKey('otp v1'),
    buyerTokenKey: new SealingKey(keyring, 'buyer token v1'),
    reservationKey: macKey('reservation v1'),
    previewKey: macKey('event preview v1'),
    waitingRoomKey: macKey('waiting room v1'),
    holderKey: macKey('holder v1'),
    gateKey: masterKey.derive('gate v1'),
    sessionKey: macKey('dashboard session v1'),
    masterKeyCheck: masterKey.check,
  });
}

/** A master key, and the id that its ciphertexts carry. */
class MasterKey {
  readonly id: string;
  /** The value of `Secrets.masterKeyCheck`. */
  readonly check: string;
  readonly #key: KeyObject;
  readonly #derived = new Map<string, KeyObject>();

  constructor(text: string) {
    this.#key = createSecretKey(text, 'utf8');
    this.id = this.derive('master key id v1').export().toString('hex', 0, 4);
    this.check = this.derive('master key check v1').export().toString('hex');
  }

  /** The key of 32 bytes for a purpose (HKDF-SHA256, RFC 5869). */
  derive(purpose: string): KeyObject {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#key, '', purpose, 32)));
    this.#derived.set(purpose, key);
    return key;
  }
}

/** The master keys that a process knows. */
class Keyring {
  readonly primary: MasterKey;

  constructor(primary: MasterKey) {
    this.primary = primary;
  }

  /** The keys with which a text may have been encrypted that carries this id of a master key, or none. */
  find(id: string | undefined): readonly MasterKey[] {
    return id === undefined || id === this.primary.id ? [this.primary] : [];
  }
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
    for (const masterKey of this.#keyring.find(id)) {
      const key = masterKey.derive(this.#purpose);
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

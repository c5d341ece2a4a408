import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A master key, and the id that its ciphertexts carry. */
export class MasterKey {
  readonly id: string;
  /** Identifies the key in the database, from which it cannot be derived. */
  readonly check: string;
  readonly #key: KeyObject;
  readonly #derived = new Map<string, KeyObject>();

  /** @param text the value of MASTER_KEY or of the generated file */
  constructor(text: string) {
    this.#key = createSecretKey(text, 'utf8');
    this.id = this.derive('master key id v1').export().toString('hex', 0, 4);
    this.check = this.derive('master key check v1').export().toString('hex');
  }

  /** The id as a number. */
  get version(): number {
    return Number.parseInt(this.id, 16);
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

/** The master keys of a database, as it stores them. */
export interface MasterKeyState {
  /** `MasterKey.check` of the key; while it is rotated, of the old one. */
  readonly check: string;
  /** `MasterKey.check` of the new key; null unless the key is rotated. */
  readonly nextCheck: string | null;
  /** `announced`: servers must know the new key; `primary`: they encrypt with it; `rewritten`: nothing is encrypted with the old key. */
  readonly phase: 'announced' | 'primary' | 'rewritten' | null;
  /** The keys of an earlier master key that are still used, encrypted; null before the first rotation. */
  readonly keptKeys: string | null;
}

/** The master keys that a process knows. The first one encrypts. */
export class Keyring {
  #keys: readonly MasterKey[];
  readonly #readNext: () => string | null;
  #isRotated = false;
  /** Keys of retired master keys that open texts of this purpose for some time. */
  #retired: { readonly purpose: string; readonly key: KeyObject }[] = [];

  /** @param readNext reads the new master key during a rotation; null if there is none */
  constructor(keys: readonly MasterKey[], readNext: () => string | null = () => null) {
    this.#keys = keys;
    this.#readNext = readNext;
  }

  get primary(): MasterKey {
    return this.#keys[0]!;
  }

  get keys(): readonly MasterKey[] {
    return this.#keys;
  }

  /** Whether the master key was rotated before, or is being rotated and the new one encrypts. */
  get isRotated(): boolean {
    return this.#isRotated;
  }

  /**
   * The keys of a purpose with which a text may have been encrypted.
   *
   * @param id the id of a master key that the text carries; undefined without one
   */
  keysFor(purpose: string, id: string | undefined): readonly KeyObject[] {
    if (id !== undefined && !this.#keys.some((key) => key.id === id)) this.#learn();
    const keys = this.#keys.filter((key) => id === undefined || key.id === id).map((key) => key.derive(purpose));
    const retired = this.#retired.filter((key) => id === undefined && key.purpose === purpose);
    return [...keys, ...retired.map(({ key }) => key)];
  }

  /**
   * Uses the master keys that the database names.
   *
   * @throws Error if this process does not know the key that encrypts
   */
  follow({ check, nextCheck, phase, keptKeys }: MasterKeyState): void {
    if (nextCheck !== null && !this.#keys.some((key) => key.check === nextCheck)) this.#learn();
    const primaryCheck = phase === 'primary' || phase === 'rewritten' ? nextCheck : check;
    const primary = this.#keys.find((key) => key.check === primaryCheck);
    if (primary === undefined) {
      throw new Error(
        'The master key of the database is not known. If it is being rotated, copy master.key.next here.',
      );
    }
    const others = this.#keys.filter((key) => key !== primary && [check, nextCheck].includes(key.check));
    this.#keys = [primary, ...others];
    this.#isRotated = keptKeys !== null;
  }

  /** Opens texts without an id also with these keys. */
  setRetired(keys: { readonly purpose: string; readonly key: KeyObject }[]): void {
    this.#retired = keys;
  }

  #learn(): void {
    const text = this.#readNext();
    if (text === null) return;
    const next = new MasterKey(text);
    if (!this.#keys.some((key) => key.id === next.id)) this.#keys = [...this.#keys, next];
  }
}

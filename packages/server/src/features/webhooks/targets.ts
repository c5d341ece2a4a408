import type { SealingKey } from '../../platform/crypto.ts';
import type { Logger } from '../../platform/log.ts';
import { decryptHeaders, hiddenValue } from './endpoint-headers.ts';
import { type TargetRow, throttleOf } from './endpoints.ts';
import { openSecret } from './secrets.ts';
import { type SigningSecret, signingSecret } from './signature.ts';
import { intervalMsOf } from './throttle.ts';

/** The maximum number of targets that are kept. */
const maxTargets = 1_000;

/** The custom headers of an endpoint: names and values in turn. */
interface TargetHeaders {
  readonly sent: readonly string[];
  /** As they are stored with an attempt, without their values. */
  readonly stored: readonly string[];
}

/** The URL to which an endpoint's deliveries are sent, its headers, and the secrets that sign them. */
export interface DeliveryTarget {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly secrets: readonly SigningSecret[];
  readonly headers: TargetHeaders;
  /** The time between two deliveries, if the endpoint is throttled; otherwise null. */
  readonly intervalMs: number | null;
}

/** Builds the targets of endpoints from their rows. */
export class Targets {
  readonly #log: Logger;
  readonly #key: SealingKey;
  /** Targets by the content of their rows, so that the same content is decrypted only once. */
  readonly #targets = new Map<string, DeliveryTarget>();
  /** Ciphertexts that cannot be decrypted. Each is logged only once. */
  readonly #undecryptable = new Set<string>();

  /** @param key `Secrets.webhookSecretKey` */
  constructor(log: Logger, key: SealingKey) {
    this.#log = log;
    this.#key = key;
  }

  /**
   * Builds the target of an endpoint.
   *
   * @param rows the endpoint with each of its secrets, newest first
   * @returns null if its headers or all of its secrets cannot be decrypted
   */
  of(organizerId: string, endpointId: string, rows: readonly TargetRow[]): DeliveryTarget | null {
    const [endpoint] = rows;
    if (endpoint === undefined) return null;
    const key = JSON.stringify([organizerId, endpointId, rows.map(contentOf)]);
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const usesEd25519 = endpoint.signs_ed25519 === 1;
    const secrets = rows.flatMap(({ secretId: id, ciphertext }) =>
      id === null || ciphertext === null
        ? []
        : this.#decryptSecret({ organizerId, endpointId, id, ciphertext }, usesEd25519),
    );
    const headers = this.#decryptHeaders(organizerId, endpointId, endpoint.headers_ciphertext);
    if (secrets.length === 0 || headers === null) return null;
    const { origin, pathname, search } = new URL(endpoint.url);
    const throttle = throttleOf(endpoint);
    const intervalMs = throttle === null ? null : intervalMsOf(throttle);
    const target = { url: endpoint.url, origin, path: pathname + search, secrets, headers, intervalMs };
    // A secret that cannot be decrypted is not forgotten: its key may be set again.
    if (this.#targets.size >= maxTargets) this.#targets.clear();
    if (secrets.length === rows.length) this.#targets.set(key, target);
    return target;
  }

  /**
   * Decrypts a secret. If that fails because the secret was encrypted under another master key, the result is empty, and
   * deliveries are signed with the other secrets only.
   */
  #decryptSecret(row: Parameters<typeof openSecret>[1], usesEd25519: boolean): SigningSecret[] {
    try {
      const { secret, ed25519 } = openSecret(this.#key, row);
      return [signingSecret(secret, usesEd25519 ? ed25519 : null)];
    } catch (error) {
      const problem = 'Cannot decrypt a signing secret: it was encrypted under another MASTER_KEY. Rotate the secret';
      this.#logOnce(row.ciphertext, error, row.endpointId, problem);
      return [];
    }
  }

  /** Decrypts custom headers; null if that fails. Without them, the receiver would probably reject the deliveries. */
  #decryptHeaders(organizerId: string, endpointId: string, ciphertext: string | null): TargetHeaders | null {
    try {
      const headers = decryptHeaders(ciphertext, organizerId, endpointId, this.#key);
      return {
        sent: headers.flatMap(({ name, value }) => [name, value]),
        stored: headers.flatMap(({ name }) => [name, hiddenValue]),
      };
    } catch (error) {
      const problem = 'Cannot decrypt custom headers: they were encrypted under another MASTER_KEY. Set them again';
      this.#logOnce(ciphertext ?? '', error, endpointId, problem);
      return null;
    }
  }

  #logOnce(ciphertext: string, error: unknown, endpointId: string, problem: string): void {
    if (this.#undecryptable.has(ciphertext)) return;
    if (this.#undecryptable.size >= maxTargets) this.#undecryptable.clear();
    this.#undecryptable.add(ciphertext);
    this.#log.error({ err: error as Error, endpointId }, problem);
  }
}

/** What the target depends on. */
function contentOf({ url, headers_ciphertext, signs_ed25519, ciphertext, ...row }: TargetRow): unknown[] {
  return [url, headers_ciphertext, signs_ed25519, ciphertext, row.throttle_deliveries, row.throttle_period];
}

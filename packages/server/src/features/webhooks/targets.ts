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
  /** Targets by the content of their rows, so that the same content is decrypted, and a problem with it logged, only once. */
  readonly #targets = new Map<string, DeliveryTarget | null>();

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
    const content = JSON.stringify([organizerId, endpointId, rows]);
    let target = this.#targets.get(content);
    if (target === undefined) {
      if (this.#targets.size >= maxTargets) this.#targets.clear();
      target = this.#build(organizerId, endpointId, rows);
      this.#targets.set(content, target);
    }
    return target;
  }

  #build(organizerId: string, endpointId: string, rows: readonly TargetRow[]): DeliveryTarget | null {
    const endpoint = rows[0]!;
    const secrets = rows.flatMap(({ secretId: id, ciphertext, signs_ed25519 }) =>
      id === null || ciphertext === null
        ? []
        : this.#decryptSecret({ organizerId, endpointId, id, ciphertext }, signs_ed25519 === 1),
    );
    const headers = this.#decryptHeaders(organizerId, endpointId, endpoint.headers_ciphertext);
    if (secrets.length === 0 || headers === null) return null;
    const { origin, pathname, search } = new URL(endpoint.url);
    const throttle = throttleOf(endpoint);
    const intervalMs = throttle === null ? null : intervalMsOf(throttle);
    return { url: endpoint.url, origin, path: pathname + search, secrets, headers, intervalMs };
  }

  /** Decrypts a secret; empty if that fails. Deliveries are then signed with the other secrets only. */
  #decryptSecret(row: Parameters<typeof openSecret>[1], usesEd25519: boolean): SigningSecret[] {
    try {
      const { secret, ed25519 } = openSecret(this.#key, row);
      return [signingSecret(secret, usesEd25519 ? ed25519 : null)];
    } catch (error) {
      const problem = 'Cannot decrypt a signing secret: it was encrypted under another MASTER_KEY. Rotate the secret';
      this.#log.error({ err: error as Error, endpointId: row.endpointId }, problem);
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
      this.#log.error({ err: error as Error, endpointId }, problem);
      return null;
    }
  }
}

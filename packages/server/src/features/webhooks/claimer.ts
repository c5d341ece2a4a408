import { randomUUID } from 'node:crypto';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import type { ClaimedDelivery, DeliveryTarget, EndpointQueue } from './endpoint-queue.ts';
import { findDeliveryTarget } from './endpoints.ts';
import { cancelPending, claimDueDeliveries } from './leases.ts';
import { SecretStore } from './secrets.ts';
import type { SigningSecret } from './signature.ts';

/** An endpoint is paused for this time if none of its secrets can be decrypted. */
const missingSecretPauseMs = 60_000;

export interface ClaimRequest {
  readonly queue: EndpointQueue;
  readonly limit: number;
}

export interface Claim {
  /** null if nothing can be sent to the endpoint. */
  readonly target: DeliveryTarget | null;
  readonly deliveries: readonly ClaimedDelivery[];
}

/** Claims deliveries for the endpoint queues of a worker, with the URL and the secrets that are needed to send them. */
export class Claimer {
  readonly #clock: ServiceClock;
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #secrets: SecretStore;
  /** Ciphertexts that cannot be decrypted. Each is logged only once. */
  readonly #undecryptable = new Set<string>();

  /** @param options.key `Secrets.webhookSecretKey` */
  constructor(options: { clock: ServiceClock; log: Logger; leaseMs: number; key: string }) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#leaseMs = options.leaseMs;
    this.#secrets = new SecretStore(options.key);
  }

  /**
   * Claims deliveries for these queues, each at the time of its organizer's clock. All claims have the same lease.
   *
   * @param monotonicMs the current time of the monotonic clock
   */
  async claim(tx: Db, requests: readonly ClaimRequest[], monotonicMs: number): Promise<Map<EndpointQueue, Claim>> {
    const claims = new Map<EndpointQueue, Claim>();
    const leaseId = randomUUID();
    const leaseExpiresMs = monotonicMs + this.#leaseMs;
    for (const { queue, limit } of requests) {
      const { organizerId, endpointId } = queue;
      const nowMs = this.#clock.of(organizerId).now();
      const [now, leaseExpiresAt] = [timestamp(nowMs), timestamp(nowMs + this.#leaseMs)];
      const target = await this.#findTarget(tx, queue, now);
      if (target === null) {
        // The deliveries that wait in this process were cancelled, or they are due again when their lease expires.
        queue.clear();
        claims.set(queue, { target, deliveries: [] });
        continue;
      }
      const rows = await claimDueDeliveries(tx, { organizerId, endpointId, now, limit, leaseId, leaseExpiresAt });
      const deliveries = rows.map((row) => ({
        organizerId,
        endpointId,
        id: row.id,
        eventId: row.event_id,
        attemptCount: row.attempt_count,
        leaseId,
        leaseExpiresMs,
        body: Buffer.from(row.body),
      }));
      claims.set(queue, { target, deliveries });
    }
    return claims;
  }

  async #findTarget(tx: Db, queue: EndpointQueue, now: string): Promise<DeliveryTarget | null> {
    const { organizerId, endpointId } = queue;
    const rows = await findDeliveryTarget(tx, { organizerId, endpointId, now });
    const [endpoint] = rows;
    if (endpoint?.status !== 'enabled') {
      // Deliveries that were created while the endpoint was being disabled.
      await cancelPending(tx, organizerId, endpointId, now);
      return null;
    }
    const { origin, pathname, search } = new URL(endpoint.url);
    const usesEd25519 = endpoint.signs_ed25519 === 1;
    const secrets = rows.flatMap(({ secretId, ciphertext }) =>
      secretId === null || ciphertext === null
        ? []
        : this.#decryptSecret(organizerId, endpointId, { id: secretId, ciphertext, usesEd25519 }),
    );
    if (secrets.length > 0) return { url: endpoint.url, origin, path: pathname + search, secrets };
    queue.pauseUntil(this.#clock.monotonicNow() + missingSecretPauseMs);
    return null;
  }

  /**
   * Decrypts a secret. If that fails because the secret was encrypted under another master key, the result is empty, and
   * deliveries are signed with the other secrets only.
   */
  #decryptSecret(
    organizerId: string,
    endpointId: string,
    stored: { id: string; ciphertext: string; usesEd25519: boolean },
  ): SigningSecret[] {
    const { ciphertext } = stored;
    try {
      return [this.#secrets.decryptSecret(organizerId, endpointId, stored)];
    } catch (error) {
      if (!this.#undecryptable.has(ciphertext)) {
        this.#log.error(
          { err: error as Error, endpointId },
          'Cannot decrypt a signing secret: it was encrypted under another MASTER_KEY. Rotate the secret',
        );
      }
      this.#undecryptable.add(ciphertext);
      return [];
    }
  }
}

import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import type { ClaimedDelivery, DeliveryTarget, EndpointQueue } from './endpoint-queue.ts';
import { findEndpointToSend } from './endpoints.ts';
import { cancelPending, claimDueDeliveries } from './leases.ts';
import { SecretStore } from './secrets.ts';
import type { SigningSecret } from './signature.ts';

/** If none of an endpoint's secrets can be decrypted, it is paused for this long. */
const unsignedPauseMs = 60_000;

export interface ClaimRequest {
  readonly queue: EndpointQueue;
  readonly limit: number;
}

export interface Claim {
  /** null if nothing can be sent to the endpoint. */
  readonly target: DeliveryTarget | null;
  readonly deliveries: readonly ClaimedDelivery[];
}

/** Claims deliveries for the endpoint queues of a worker, with the URL and the secrets that sending them needs. */
export class Claimer {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #secrets: SecretStore;
  /** Ciphertexts whose failure was logged. */
  readonly #unreadable = new Set<string>();

  /** @param options.key `Secrets.webhookSecretKey` */
  constructor(options: { clock: Clock; log: Logger; leaseMs: number; key: string }) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#leaseMs = options.leaseMs;
    this.#secrets = new SecretStore(options.key);
  }

  /**
   * Claims deliveries for these queues. All claims have the same lease.
   *
   * @param times one moment by both clocks
   */
  async claim(
    tx: Db,
    requests: readonly ClaimRequest[],
    { nowMs, monotonicMs }: { nowMs: number; monotonicMs: number },
  ): Promise<Map<EndpointQueue, Claim>> {
    const claims = new Map<EndpointQueue, Claim>();
    const leaseId = randomUUID();
    const leaseExpiresMs = monotonicMs + this.#leaseMs;
    const [now, leaseExpiresAt] = [timestamp(nowMs), timestamp(nowMs + this.#leaseMs)];
    for (const { queue, limit } of requests) {
      const { organizerId, endpointId } = queue;
      const target = await this.#findTarget(tx, queue, now);
      if (target === null) {
        // The deliveries that wait in this process are cancelled, or due again when their lease expires.
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
    const rows = await findEndpointToSend(tx, { organizerId, endpointId, now });
    const [endpoint] = rows;
    if (endpoint?.status !== 'enabled') {
      await cancelPending(tx, organizerId, endpointId, now); // These deliveries were written while the endpoint was being disabled.
      return null;
    }
    const { origin, pathname, search } = new URL(endpoint.url);
    const secrets = rows.flatMap(({ ciphertext }) => this.#open(organizerId, endpointId, ciphertext));
    if (secrets.length > 0) return { url: endpoint.url, origin, path: pathname + search, secrets };
    queue.pauseUntil(this.#clock.monotonicNow() + unsignedPauseMs);
    return null;
  }

  /**
   * Decrypts a secret. If that fails because the master key was lost, the result is empty: deliveries are signed with the other
   * secrets.
   */
  #open(organizerId: string, endpointId: string, ciphertext: string | null): SigningSecret[] {
    if (ciphertext === null) return [];
    try {
      return [this.#secrets.open(organizerId, endpointId, ciphertext)];
    } catch (error) {
      if (!this.#unreadable.has(ciphertext)) {
        this.#log.error(
          { err: error as Error, endpointId },
          'Cannot decrypt a signing secret: it was encrypted under another MASTER_KEY. Rotate it',
        );
      }
      this.#unreadable.add(ciphertext);
      return [];
    }
  }
}

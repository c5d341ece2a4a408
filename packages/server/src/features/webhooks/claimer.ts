import { randomUUID } from 'node:crypto';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { SealingKey } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { decryptHeaders, hiddenValue } from './endpoint-headers.ts';
import type { ClaimedDelivery, DeliveryTarget, EndpointQueue, TargetHeaders } from './endpoint-queue.ts';
import { findDeliveryTarget, lockNextSlot, setNextSlot, type TargetRow, throttleOf } from './endpoints.ts';
import { cancelPending, claimDueDeliveries } from './leases.ts';
import { SecretStore } from './secrets.ts';
import type { SigningSecret } from './signature.ts';
import { type FreeSlots, findFreeSlots, intervalMsOf, slotAfter } from './throttle.ts';

/** An endpoint is paused for this time if its headers or all of its secrets cannot be decrypted. */
const missingSecretPauseMs = 60_000;
/** The maximum number of targets that are kept. */
const maxTargets = 1_000;

export interface ClaimRequest {
  readonly queue: EndpointQueue;
  readonly limit: number;
}

export interface Claim {
  /** null if nothing can be sent to the endpoint. */
  readonly target: DeliveryTarget | null;
  readonly deliveries: readonly ClaimedDelivery[];
  /** The maximum number of deliveries: the requested limit, or fewer if the endpoint is throttled. */
  readonly limit: number;
  /** The start of the first slot that is still free, by the monotonic clock; null if the endpoint is not throttled. */
  readonly freeSlotMs: number | null;
}

/** Claims deliveries for the endpoint queues of a worker, with the URL and the secrets that are needed to send them. */
export class Claimer {
  readonly #clock: ServiceClock;
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #key: SealingKey;
  readonly #secrets: SecretStore;
  /** Targets by the content of their rows, so that the same content is decrypted only once. */
  readonly #targets = new Map<string, DeliveryTarget>();
  /** Ciphertexts that cannot be decrypted. Each is logged only once. */
  readonly #undecryptable = new Set<string>();

  /** @param options.key `Secrets.webhookSecretKey` */
  constructor(options: { clock: ServiceClock; log: Logger; leaseMs: number; key: SealingKey }) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#leaseMs = options.leaseMs;
    this.#key = options.key;
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
        claims.set(queue, { target, deliveries: [], limit, freeSlotMs: null });
        continue;
      }
      const { intervalMs } = target;
      const freeSlots = intervalMs === null ? null : await this.#lockSlots(tx, queue, intervalMs, nowMs);
      const claimLimit = Math.min(limit, freeSlots?.count ?? limit);
      const rows =
        claimLimit === 0
          ? []
          : await claimDueDeliveries(tx, { organizerId, endpointId, now, limit: claimLimit, leaseId, leaseExpiresAt });
      const firstMs = freeSlots === null ? 0 : monotonicMs + freeSlots.firstMs - nowMs;
      const deliveries = rows.map((row, index) => ({
        organizerId,
        endpointId,
        id: row.id,
        eventId: row.event_id,
        attemptCount: row.attempt_count,
        leaseId,
        leaseExpiresMs,
        traceParent: row.trace_parent,
        body: row.body,
        notBeforeMs: firstMs + index * (intervalMs ?? 0),
      }));
      const nextSlotMs =
        freeSlots === null || intervalMs === null
          ? null
          : await this.#takeSlots(tx, queue, freeSlots, { count: rows.length, intervalMs });
      const freeSlotMs = nextSlotMs === null ? null : monotonicMs + nextSlotMs - nowMs;
      claims.set(queue, { target, deliveries, limit: claimLimit, freeSlotMs });
    }
    return claims;
  }

  /** Finds the free slots of a throttled endpoint. There are none if another worker is claiming them. */
  async #lockSlots(tx: Db, queue: EndpointQueue, intervalMs: number, nowMs: number): Promise<FreeSlots> {
    const { organizerId, endpointId } = queue;
    const [row] = await lockNextSlot(tx, { organizerId, endpointId });
    if (row === undefined) return { firstMs: nowMs, count: 0 };
    return findFreeSlots(row.next_slot_at === null ? nowMs : Date.parse(row.next_slot_at), intervalMs, nowMs);
  }

  /**
   * Takes the slots of claimed deliveries, so that no worker claims deliveries for them again.
   *
   * @returns the start of the first slot that is still free, milliseconds since the epoch
   */
  async #takeSlots(
    tx: Db,
    { organizerId, endpointId }: EndpointQueue,
    freeSlots: FreeSlots,
    { count, intervalMs }: { count: number; intervalMs: number },
  ): Promise<number> {
    const nextSlotMs = slotAfter(freeSlots, count, intervalMs);
    if (count > 0) await setNextSlot(tx, { organizerId, endpointId, nextSlotAt: timestamp(nextSlotMs) });
    return nextSlotMs;
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
    return this.targetOf(queue, rows);
  }

  /**
   * Builds the target of an endpoint. If nothing can be sent to it, its queue is paused.
   *
   * @param rows the endpoint with each of its secrets, newest first
   */
  targetOf(queue: EndpointQueue, rows: readonly TargetRow[]): DeliveryTarget | null {
    const { organizerId, endpointId } = queue;
    const [endpoint] = rows;
    if (endpoint === undefined) return null;
    const key = JSON.stringify([organizerId, endpointId, rows.map(contentOf)]);
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const { origin, pathname, search } = new URL(endpoint.url);
    const usesEd25519 = endpoint.signs_ed25519 === 1;
    const secrets = rows.flatMap(({ secretId, ciphertext }) =>
      secretId === null || ciphertext === null
        ? []
        : this.#decryptSecret(organizerId, endpointId, { id: secretId, ciphertext, usesEd25519 }),
    );
    const headers = this.#decryptHeaders(organizerId, endpointId, endpoint.headers_ciphertext);
    const throttle = throttleOf(endpoint);
    const intervalMs = throttle === null ? null : intervalMsOf(throttle);
    if (secrets.length > 0 && headers !== null) {
      const target = { url: endpoint.url, origin, path: pathname + search, secrets, headers, intervalMs };
      // A secret that cannot be decrypted is not forgotten: its key may be set again.
      if (this.#targets.size >= maxTargets) this.#targets.clear();
      if (secrets.length === rows.length) this.#targets.set(key, target);
      return target;
    }
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
      const problem = 'Cannot decrypt a signing secret: it was encrypted under another MASTER_KEY. Rotate the secret';
      this.#logOnce(ciphertext, error, endpointId, problem);
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
    if (!this.#undecryptable.has(ciphertext)) this.#log.error({ err: error as Error, endpointId }, problem);
    this.#undecryptable.add(ciphertext);
  }
}

/** What the target depends on. */
function contentOf({ url, headers_ciphertext, signs_ed25519, ciphertext, ...row }: TargetRow): unknown[] {
  return [url, headers_ciphertext, signs_ed25519, ciphertext, row.throttle_deliveries, row.throttle_period];
}

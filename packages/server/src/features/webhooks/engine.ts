import { randomUUID } from 'node:crypto';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import { startDelivery } from '../../platform/telemetry/spans.ts';
import { countAttempts } from './attempt-counts.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  deliveryLeaseMs,
  findExisting,
  findPendingEndpoints,
  releaseDeliveries,
} from './delivery-rows.ts';
import { deliveryChannel, endpointOfName } from './emit.ts';
import { EndpointLimits, maxEndpointsPerClaim, type TakenSlots } from './endpoint-limits.ts';
import { throttleOf } from './endpoints.ts';
import { type LocalEngine, registerLocalEngine, type Subscriber } from './first-attempts.ts';
import type { Poster } from './post.ts';
import { type FinishedAttempt, recordOutcomes, retryAfterMsOf } from './record-outcomes.ts';
import { Targets } from './targets.ts';

/** The timeout of a request, from the connection to the last byte of the response (docs/webhooks.md). */
const defaultTimeoutMs = 15_000;
/** The time that must remain between the timeout of an attempt and the end of its lease, to record the outcome. */
const recordReserveMs = 2_000;
const pollMs = 500;
/** Outcomes are recorded after this time, or earlier if there are `recordBatchSize` outcomes. A larger batch costs less for each of them. */
const recordDelayMs = 50;
const recordBatchSize = 500;
/** The time that `stop` waits for requests in flight. */
const drainTimeoutMs = 4_000;
/** The maximum pause of an endpoint because of `Retry-After`. The delivery that received this response waits for the whole time. */
const maxRetryAfterPauseMs = 5 * 60_000;
const stopReason = 'the worker was stopped';

export interface EngineOptions {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'observeAttempt'>;
  /** The word in `X-…-Signature`. */
  readonly brand: string;
  readonly allowPrivateNetworks: boolean;
  readonly timeoutMs?: number;
}

/** What a transaction of the engine records and claims. */
interface Batch {
  readonly slots: readonly TakenSlots[];
  readonly finished: readonly FinishedAttempt[];
  readonly released: readonly ClaimedDelivery[];
}

/**
 * Delivers webhooks. Any number of engines, in any number of processes, share the deliveries. Each takes free slots of an endpoint
 * (`EndpointLimits`), claims as many deliveries under a lease, sends them at once without an open transaction, and records the outcomes in
 * batches. So no claimed delivery waits in memory. If a process is killed, its deliveries are due again when
 * their lease expires.
 */
export class DeliveryEngine implements LocalEngine {
  readonly #options: EngineOptions;
  readonly #timeoutMs: number;
  readonly #loop: WorkLoop;
  readonly #limits = new EndpointLimits();
  readonly #targets: Targets;
  /** Null until the first delivery, because its HTTP client takes a tenth of a second to load. */
  #poster: Poster | null = null;
  /** Finished attempts that are not recorded yet. */
  #finished: FinishedAttempt[] = [];
  /** Claimed deliveries that were not attempted, and are to be released. */
  #released: ClaimedDelivery[] = [];
  #recordTimer: NodeJS.Timeout | null = null;
  /** Whether the time of the timer is over. */
  #isRecordDue = false;
  #claimTimer: NodeJS.Timeout | undefined;
  readonly #unregister: () => void;

  /** Starts to deliver, until `stop`. */
  constructor(options: EngineOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const { db, log, secrets } = options;
    this.#targets = new Targets(log, secrets.webhookSecretKey);
    const onAnnounced = (names: ReadonlySet<string>) => {
      for (const name of names) {
        const { organizerId, endpointId } = endpointOfName(name);
        this.#limits.markDue(organizerId, endpointId);
      }
    };
    const processQueue = () => this.#turn();
    this.#loop = new WorkLoop({
      ...{ db, log, queue: 'webhooks', channel: deliveryChannel, pollMs, onAnnounced, processQueue },
    });
    this.#loop.start();
    this.#unregister = registerLocalEngine(db, this);
  }

  /** Searches for due deliveries now instead of at the next interval. */
  poll(): void {
    this.#loop.requestPoll();
  }

  claimNew(
    { id: endpointId, target: secretRows = [] }: Subscriber,
    deliveries: Tables['webhook_deliveries'][],
    bodies: ReadonlyMap<string, string>,
  ): ClaimedDelivery[] {
    const { clock } = this.#options;
    const [first] = deliveries;
    if (first === undefined || this.#loop.isStopping) return [];
    const organizerId = first.organizer_id;
    const nowMs = clock.of(organizerId).now();
    const now = timestamp(nowMs);
    const rows = secretRows.filter(({ secretExpiresAt: end }) => end === null || end > now);
    // The slots of a throttled endpoint are claimed in the database.
    if (first.next_attempt_at! > now || rows[0] === undefined || throttleOf(rows[0]) !== null) return [];
    const target = this.#targets.of(organizerId, endpointId, rows);
    if (target === null) return [];
    const monotonicMs = clock.monotonicNow();
    const count = this.#limits.takeForNew(organizerId, endpointId, deliveries.length, monotonicMs);
    const [leaseId, leaseExpiresMs] = [randomUUID(), monotonicMs + deliveryLeaseMs];
    const lease = { organizerId, endpointId, target, leaseId, leaseExpiresMs, attemptCount: 0, notBeforeMs: 0 };
    return deliveries.slice(0, count).map((row) => {
      row.lease_id = leaseId;
      row.next_attempt_at = timestamp(nowMs + deliveryLeaseMs);
      const { id, event_id: eventId, trace_parent: traceParent } = row;
      return { ...lease, id, eventId, traceParent, body: bodies.get(eventId)! };
    });
  }

  settle(deliveries: readonly ClaimedDelivery[], isCommitted: boolean): void {
    for (const delivery of deliveries) {
      if (isCommitted) this.#start(delivery);
      else this.#limits.giveBack(delivery.endpointId, 1);
    }
    if (this.#loop.isStopping) this.#loop.wakeUp();
  }

  /** Waits a few seconds for requests in flight. Deliveries that have no response by then are released. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#unregister();
    clearTimeout(this.#claimTimer);
    await this.#loop.drain(() => this.#limits.running === 0, drainTimeoutMs);
    this.#poster?.abortAll(stopReason);
    try {
      while (this.#finished.length + this.#released.length > 0) await this.#turn();
    } finally {
      if (this.#recordTimer !== null) clearTimeout(this.#recordTimer);
      await this.#poster?.close();
    }
  }

  /**
   * Records outcomes and claims deliveries, in one transaction, if slots are free for due deliveries or if outcomes are to be recorded
   * now. Then starts the requests. After `stop`, it only records.
   */
  async #turn(): Promise<void> {
    const { isStopping } = this.#loop;
    if (!isStopping && this.#loop.consumePollRequest()) await this.#findDueEndpoints();
    const monotonicMs = this.#options.clock.monotonicNow();
    const slots = isStopping ? [] : this.#limits.takeForDue(monotonicMs);
    const recordsNow = this.#isRecordDue || isStopping || this.#finished.length >= recordBatchSize;
    if (slots.length > 0 || recordsNow) {
      if (slots.length === maxEndpointsPerClaim) this.#loop.wakeUp(); // The next turn claims from the other endpoints.
      this.#isRecordDue = false;
      const count = recordsNow ? recordBatchSize : 0;
      const [finished, released] = [this.#finished.splice(0, count), this.#released.splice(0, count)];
      const claims = await this.#commit({ slots, finished, released }, monotonicMs);
      for (const [index, claim] of claims.entries()) this.#startClaimed(slots[index]!, claim);
    }
    if (isStopping) return;
    if (this.#finished.length + this.#released.length > 0) this.#recordSoon();
    this.#wakeUpForNextClaim();
  }

  async #findDueEndpoints(): Promise<void> {
    const { db, clock } = this.#options;
    for (const { organizer_id, endpoint_id, next_attempt_at } of await findPendingEndpoints(db)) {
      if (next_attempt_at <= timestamp(clock.of(organizer_id).now())) this.#limits.markDue(organizer_id, endpoint_id);
    }
    this.#limits.forgetUnused(clock.monotonicNow());
  }

  async #commit({ slots, finished, released }: Batch, monotonicMs: number): Promise<Claim[]> {
    const { db, clock } = this.#options;
    const context = { clock, targets: this.#targets, leaseId: randomUUID(), monotonicMs };
    try {
      return await db.transaction().execute(async (tx) => {
        const hasDisabled = await recordOutcomes(tx, finished, clock);
        await releaseDeliveries(tx, released, clock);
        const claims: Claim[] = [];
        for (const taken of slots) claims.push(await claimDeliveries(tx, taken, context));
        await countAttempts(tx, finished);
        // If a power failure undoes claims and outcomes, the deliveries are only sent again. But other endpoints are told of a disabled one.
        if (!hasDisabled) await dialectOf(tx).skipDiskWait(tx);
        return claims;
      });
    } catch (error) {
      for (const { endpointId, count } of slots) this.#limits.giveBack(endpointId, count);
      // Without the deliveries that were deleted in the meantime. Their attempts could never be recorded.
      this.#finished.unshift(...(await findExisting(db, finished).catch(() => finished)));
      this.#released.unshift(...released);
      throw error;
    }
  }

  async #loadPoster(): Promise<void> {
    const { Poster } = await import('./post.ts');
    const { brand, allowPrivateNetworks } = this.#options;
    this.#poster ??= new Poster({ brand, allowPrivateNetworks, timeoutMs: this.#timeoutMs });
  }

  #startClaimed({ organizerId, endpointId, count }: TakenSlots, { deliveries, hasMore, noClaimUntilMs }: Claim): void {
    this.#limits.giveBack(endpointId, count - deliveries.length);
    this.#limits.claimNotBefore(endpointId, noClaimUntilMs);
    if (hasMore) this.#limits.markDue(organizerId, endpointId);
    for (const delivery of deliveries) this.#start(delivery);
  }

  /** Sends a delivery that has a slot, or releases it if its lease is too short or the engine stops. */
  #start(delivery: ClaimedDelivery): void {
    const { clock } = this.#options;
    const { organizerId, endpointId, target, leaseExpiresMs, notBeforeMs } = delivery;
    const monotonicMs = clock.monotonicNow();
    if (this.#loop.isStopping || monotonicMs + this.#timeoutMs + recordReserveMs > leaseExpiresMs) {
      this.#release(delivery);
      return;
    }
    if (notBeforeMs > monotonicMs) {
      setTimeout(() => this.#start(delivery), Math.ceil(notBeforeMs - monotonicMs));
      return;
    }
    if (this.#poster === null) {
      this.#loadPoster().then(() => this.#start(delivery));
      return;
    }
    const span = startDelivery(delivery, target.origin);
    const startedAtMs = clock.of(organizerId).now();
    const options = { seconds: Math.floor(clock.now() / 1_000), traceparent: span?.traceparent ?? null };
    this.#poster.post(delivery, options, (outcome, headers) => {
      span?.end(outcome);
      if (this.#loop.isStopping && outcome.error === stopReason) this.#release(delivery);
      else {
        this.#limits.giveBack(endpointId, 1);
        this.#onFinished({ delivery, headers, outcome, startedAtMs });
      }
    });
  }

  #onFinished(attempt: FinishedAttempt): void {
    const { clock, metrics } = this.#options;
    const { outcome, delivery } = attempt;
    const monotonicMs = clock.monotonicNow();
    metrics.observeAttempt(outcome.error === null ? 'succeeded' : 'failed', outcome.latencyMs / 1_000);
    if (outcome.error === null) this.#limits.recordSuccess(delivery.endpointId);
    else {
      const retryAfterMs = retryAfterMsOf(attempt, clock.now());
      const pauseMs = retryAfterMs === null ? null : Math.min(retryAfterMs, maxRetryAfterPauseMs);
      this.#limits.recordFailure(delivery.endpointId, monotonicMs, pauseMs);
    }
    this.#finished.push(attempt);
    if (this.#finished.length >= recordBatchSize || this.#limits.isWorthClaiming(delivery.endpointId, monotonicMs)) {
      this.#loop.wakeUp();
    } else this.#recordSoon();
  }

  /** Gives back the slot of a delivery that was not attempted, and releases the delivery: any engine can claim it again. */
  #release(delivery: ClaimedDelivery): void {
    this.#limits.giveBack(delivery.endpointId, 1);
    this.#released.push(delivery);
    this.#recordSoon();
  }

  #recordSoon(): void {
    if (this.#loop.isStopping) this.#loop.wakeUp();
    this.#recordTimer ??= setTimeout(() => {
      this.#recordTimer = null;
      this.#isRecordDue = true;
      this.#loop.wakeUp();
    }, recordDelayMs);
  }

  #wakeUpForNextClaim(): void {
    clearTimeout(this.#claimTimer);
    const monotonicMs = this.#options.clock.monotonicNow();
    const delayMs = this.#limits.nextClaimMs(monotonicMs) - monotonicMs;
    if (delayMs < Number.POSITIVE_INFINITY)
      this.#claimTimer = setTimeout(() => this.#loop.wakeUp(), Math.ceil(delayMs));
  }
}

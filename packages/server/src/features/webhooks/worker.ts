import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import { countAttempts } from './attempt-counts.ts';
import { Claimer, type ClaimRequest } from './claimer.ts';
import { deliveryChannel, endpointOfName } from './emit.ts';
import { type ClaimedDelivery, EndpointQueue } from './endpoint-queue.ts';
import { hasEnabledEndpoint, throttleOf } from './endpoints.ts';
import { type Lease, type LocalWorker, type NewClaim, registerLocalWorker, type Subscriber } from './first-attempts.ts';
import { defaultLeaseMs, findExisting, findPendingEndpoints, releaseDeliveries } from './leases.ts';
import { recordOutcomes, retryAfterMsOf } from './record-outcomes.ts';
import { type FinishedAttempt, Sender } from './sender.ts';

/** The timeout of a request, from the connection to the last byte of the response (docs/webhooks.md). */
const defaultTimeoutMs = 15_000;
const pollMs = 500;
/** The thread that sends is not started before this time after the start of the worker, so that it does not delay the start of a server. */
const senderDelayMs = 1_000;
/** While the thread that sends has not started, the worker looks for an enabled endpoint at this interval. */
const endpointCheckMs = 5_000;
/** Results are recorded after this time, or earlier if there are `recordBatchSize` results. */
const recordDelayMs = 50;
const recordBatchSize = 500;
/** The maximum number of endpoints for which one transaction claims deliveries. */
const maxEndpointsPerRun = 50;
/** The maximum number of claimed deliveries that wait in one worker. */
const maxClaimed = 5_000;
/** The time that `stop` waits for requests in flight. */
const drainTimeoutMs = 4_000;
/** The time that `stop` waits for the results of aborted requests. */
const abortTimeoutMs = 1_000;
/**
 * The maximum pause of an endpoint because of `Retry-After`. The delivery that received this response waits for the whole time
 * in the header.
 */
const maxRetryAfterPauseMs = 5 * 60_000;
const stopReason = 'the worker was stopped';

export interface WorkerOptions {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'observeAttempt'>;
  /** The word in `X-…-Signature`. */
  readonly brand: string;
  readonly allowPrivateNetworks: boolean;
  readonly timeoutMs?: number;
  readonly leaseMs?: number;
}

export interface WebhookWorker {
  /** Polls for due deliveries now instead of at the next interval. */
  poll(): void;
  /** Waits a few seconds for requests in flight. Deliveries that were not sent are released. */
  stop(): Promise<void>;
}

/**
 * Starts a worker that delivers webhooks until it is stopped. Any number of workers, in any number of processes, share the
 * deliveries. Each worker claims deliveries under a lease, sends them without an open transaction, and records the results in
 * batches. If a worker crashes, its deliveries are due again when their lease expires.
 */
export function startWebhookWorker(options: WorkerOptions): WebhookWorker {
  const worker = new Worker(options);
  worker.start();
  return worker;
}

class Worker implements WebhookWorker, LocalWorker {
  readonly #options: WorkerOptions;
  readonly #loop: WorkLoop;
  readonly #claimer: Claimer;
  readonly #sender: Sender;
  /** The queues by endpoint id, ordered by the time of their last claim: the oldest claim comes first. */
  readonly #queues = new Map<string, EndpointQueue>();
  /** Finished attempts that are not recorded yet. */
  #finished: FinishedAttempt[] = [];
  /** Deliveries to be released, each with the time when it is due again. */
  #released: { delivery: ClaimedDelivery; dueAtMs: number }[] = [];
  #recordTimer: NodeJS.Timeout | null = null;
  /** Whether the time of the timer is over. */
  #isRecordDue = false;
  /** At least the number of claimed deliveries that wait, or may be added by open transactions. */
  #claimedCount = 0;
  /** The number of deliveries that open transactions may add. */
  #reservedCount = 0;
  /** The names of endpoints to which new deliveries were announced since the last run. */
  readonly #announced = new Set<string>();
  /** By the monotonic clock. */
  #nextEndpointCheckMs = 0;
  #unregister: () => void = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { db, clock, log, secrets, brand, allowPrivateNetworks } = options;
    const { timeoutMs = defaultTimeoutMs, leaseMs = defaultLeaseMs } = options;
    this.#claimer = new Claimer({ clock, log, leaseMs, key: secrets.webhookSecretKey });
    this.#sender = new Sender({
      clock,
      brand,
      timeoutMs,
      allowPrivateNetworks,
      onFinished: (attempt) => this.#onFinished(attempt),
      onReturned: (queue, delivery) => this.#onReturned(queue, delivery),
    });
    const processQueue = () => this.#processQueue();
    const onAnnounced = (names: ReadonlySet<string>) => {
      for (const name of names) this.#announced.add(name);
    };
    this.#loop = new WorkLoop({
      db,
      log,
      queue: 'webhooks',
      channel: deliveryChannel,
      pollMs,
      onAnnounced,
      processQueue,
    });
  }

  start(): void {
    this.#nextEndpointCheckMs = this.#options.clock.monotonicNow() + senderDelayMs;
    this.#loop.start();
    this.#unregister = registerLocalWorker(this.#options.db, this);
  }

  poll(): void {
    this.#loop.requestPoll();
  }

  leaseEnd(organizerId: string, dueAt: string): Omit<Lease, 'id'> | null {
    const { clock, leaseMs = defaultLeaseMs } = this.#options;
    const nowMs = clock.of(organizerId).now();
    if (this.#loop.isStopping || dueAt > timestamp(nowMs)) return null;
    return { expiresAt: timestamp(nowMs + leaseMs), expiresMs: clock.monotonicNow() + leaseMs };
  }

  reserve(organizerId: string, subscriber: Subscriber, count: number): number {
    // The slots of a throttled endpoint are claimed in the database.
    if (subscriber.target?.[0] === undefined || throttleOf(subscriber.target[0]) !== null) return 0;
    const queue = this.#queueOf(organizerId, subscriber.id);
    const room = Math.min(queue.roomForNew(this.#options.clock.monotonicNow()), maxClaimed - this.#claimedCount);
    const reserved = Math.max(0, Math.min(count, room));
    queue.reservedCount += reserved;
    this.#reservedCount += reserved;
    this.#claimedCount += reserved;
    return reserved;
  }

  settle(claims: readonly NewClaim[], isCommitted: boolean): void {
    this.#reservedCount -= claims.length;
    for (const claim of claims) {
      const queue = this.#queueOf(claim.organizerId, claim.subscriber.id);
      queue.reservedCount -= 1;
      if (isCommitted) this.#sendNew(queue, claim);
    }
    if (this.#loop.isStopping) this.#loop.wakeUp();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#unregister();
    // Waiting deliveries are released for other workers, because a request that starts now could be aborted.
    for (const queue of this.#queues.values()) this.#clear(queue, 0);
    await this.#loop.drain(() => this.#sender.inFlight + this.#reservedCount === 0, drainTimeoutMs);
    this.#sender.abortAll(stopReason);
    await this.#loop.drain(() => this.#sender.inFlight === 0, abortTimeoutMs);
    try {
      while (this.#finished.length + this.#released.length > 0) await this.#processQueue();
    } finally {
      await this.#sender.stop();
    }
  }

  /**
   * Records results and claims deliveries, in one transaction, if there are deliveries to claim or if results are to be recorded now.
   * After `stop`, it only records results.
   */
  async #processQueue(): Promise<void> {
    const { db, clock } = this.#options;
    if (!this.#loop.isStopping && this.#loop.consumePollRequest()) {
      await this.#startSender();
      await this.#findDueEndpoints();
    }
    this.#markAnnounced();
    const monotonicMs = clock.monotonicNow();
    const requests = this.#loop.isStopping ? [] : this.#claimRequests(monotonicMs);
    if (requests.length === 0 && !this.#recordsNow) {
      if (this.#finished.length + this.#released.length > 0) this.#recordSoon();
      return;
    }
    this.#isRecordDue = false;
    if (this.#recordTimer !== null) clearTimeout(this.#recordTimer);
    this.#recordTimer = null;
    const finished = this.#finished.splice(0, recordBatchSize);
    const releasedDeliveries = this.#released.splice(0, recordBatchSize);
    if (requests.length + finished.length + releasedDeliveries.length === 0) return;
    const { disabledIds, claims } = await db
      .transaction()
      .execute(async (tx) => {
        const disabledIds = await recordOutcomes(tx, finished, clock);
        await releaseDeliveries(
          tx,
          releasedDeliveries.map(({ delivery, dueAtMs }) => ({ ...delivery, dueAt: timestamp(dueAtMs) })),
        );
        const claims = await this.#claimer.claim(tx, requests, monotonicMs);
        await countAttempts(tx, finished);
        return { disabledIds, claims };
      })
      .catch(async (error) => {
        // Without the deliveries that were deleted in the meantime. Their attempts could never be recorded.
        this.#finished.unshift(...(await findExisting(db, finished).catch(() => finished)));
        this.#released.unshift(...releasedDeliveries);
        throw error;
      });
    // The deliveries of disabled endpoints were cancelled.
    for (const endpointId of disabledIds) {
      const queue = this.#queues.get(endpointId);
      if (queue !== undefined) this.#clear(queue, 0);
    }
    for (const { queue, limit } of requests) {
      this.#queues.delete(queue.endpointId);
      this.#queues.set(queue.endpointId, queue);
      const claim = claims.get(queue) ?? { deliveries: [], target: null, limit, freeSlotMs: null };
      queue.add(claim.deliveries, claim.target, claim.limit, monotonicMs, claim.freeSlotMs);
      // If the endpoint was paused in the meantime, its deliveries are released: they would not be scheduled after the pause.
      // If nothing can be sent to the endpoint, they were cancelled, or it was paused.
      const pauseMs = Math.max(0, queue.pausedUntilMs - clock.monotonicNow());
      if (pauseMs > 0 || claim.target === null) this.#clear(queue, pauseMs);
      this.#sender.schedule(queue);
    }
    if (this.#finished.length + this.#released.length > 0) this.#recordSoon();
  }

  /** Whether results are recorded even if there is nothing to claim. */
  get #recordsNow(): boolean {
    return this.#isRecordDue || this.#loop.isStopping || this.#finished.length >= recordBatchSize;
  }

  /** Starts the thread that sends as soon as there is an enabled endpoint, so that its first delivery does not wait for the thread. */
  async #startSender(): Promise<void> {
    const { db, clock } = this.#options;
    const monotonicMs = clock.monotonicNow();
    if (this.#sender.isStarted || monotonicMs < this.#nextEndpointCheckMs) return;
    this.#nextEndpointCheckMs = monotonicMs + endpointCheckMs;
    if (await hasEnabledEndpoint(db)) this.#sender.start();
  }

  async #findDueEndpoints(): Promise<void> {
    const { db, clock } = this.#options;
    for (const { organizer_id, endpoint_id, next_attempt_at } of await findPendingEndpoints(db)) {
      if (next_attempt_at > timestamp(clock.of(organizer_id).now())) continue;
      this.#queueOf(organizer_id, endpoint_id).mayHaveMoreDue = true;
    }
  }

  /**
   * Marks the endpoints of announced deliveries, so that they are claimed without a search, which would also read deliveries to other
   * endpoints. Call it only between two claims: a claim that is running may not see the new deliveries.
   */
  #markAnnounced(): void {
    for (const name of this.#announced) {
      const { organizerId, endpointId } = endpointOfName(name);
      this.#queueOf(organizerId, endpointId).mayHaveMoreDue = true;
    }
    this.#announced.clear();
  }

  #queueOf(organizerId: string, endpointId: string): EndpointQueue {
    let queue = this.#queues.get(endpointId);
    if (queue === undefined) {
      queue = new EndpointQueue(organizerId, endpointId);
      this.#queues.set(endpointId, queue);
    }
    return queue;
  }

  /** Sends a delivery that was claimed when it was created. */
  #sendNew(queue: EndpointQueue, { organizerId, subscriber, lease, body, ...claim }: NewClaim): void {
    const { clock } = this.#options;
    const now = timestamp(clock.of(organizerId).now());
    const live = subscriber.target!.filter(({ secretExpiresAt: end }) => end === null || end > now);
    const target = this.#claimer.targetOf(queue, live);
    const delivery = {
      ...claim,
      organizerId,
      endpointId: subscriber.id,
      attemptCount: 0,
      leaseId: lease.id,
      leaseExpiresMs: lease.expiresMs,
      body,
      notBeforeMs: 0,
    };
    const pauseMs = Math.max(0, queue.pausedUntilMs - clock.monotonicNow());
    if (target === null || pauseMs > 0 || this.#loop.isStopping) this.#release([delivery], pauseMs);
    else {
      queue.addNew({ ...delivery, target });
      this.#sender.schedule(queue);
    }
  }

  #claimRequests(monotonicMs: number): ClaimRequest[] {
    this.#claimedCount = this.#reservedCount;
    for (const queue of this.#queues.values()) this.#claimedCount += queue.waitingCount;
    let available = maxClaimed - this.#claimedCount;
    const requests: ClaimRequest[] = [];
    for (const queue of this.#queues.values()) {
      const limit = Math.min(queue.claimSize(monotonicMs), available);
      if (limit <= 0) continue;
      available -= limit;
      requests.push({ queue, limit });
      if (requests.length === maxEndpointsPerRun) {
        this.#loop.wakeUp(); // The next run claims deliveries of the other endpoints.
        break;
      }
    }
    return requests;
  }

  #onFinished(attempt: FinishedAttempt): void {
    const { queue, delivery, outcome } = attempt;
    const { clock, metrics } = this.#options;
    const { isStopping } = this.#loop;
    if (isStopping && outcome.error === stopReason) {
      this.#release([delivery], 0);
      this.#loop.wakeUp();
      return;
    }
    metrics.observeAttempt(outcome.error === null ? 'succeeded' : 'failed', outcome.latencyMs / 1_000);
    this.#finished.push(attempt);
    if (outcome.error === null) queue.recordSuccess();
    else this.#onFailure(attempt);
    if (this.#finished.length >= recordBatchSize || queue.claimSize(clock.monotonicNow()) > 0 || isStopping) {
      this.#loop.wakeUp();
    } else this.#recordSoon();
  }

  #onFailure(attempt: FinishedAttempt): void {
    const { clock } = this.#options;
    const nowMs = clock.now();
    const retryAfterMs = retryAfterMsOf(attempt, nowMs);
    const pauseMs = retryAfterMs === null ? null : Math.min(retryAfterMs, maxRetryAfterPauseMs);
    const isPaused = attempt.queue.recordFailure(clock.monotonicNow(), pauseMs);
    if (isPaused) this.#clear(attempt.queue, pauseMs ?? 0);
  }

  /** Releases the deliveries of a queue that have not started. Those that the sender has are released when it returns them. */
  #clear(queue: EndpointQueue, delayMs: number): void {
    this.#release(queue.clear(), delayMs);
    this.#sender.recall(queue);
  }

  #onReturned(queue: EndpointQueue, delivery: ClaimedDelivery): void {
    const pauseMs = Math.max(0, queue.pausedUntilMs - this.#options.clock.monotonicNow());
    this.#release([delivery], this.#loop.isStopping ? 0 : pauseMs);
    if (this.#loop.isStopping) this.#loop.wakeUp();
  }

  /**
   * Releases deliveries that were not attempted: any worker can claim them again.
   *
   * @param delayMs the time until they are due again
   */
  #release(deliveries: readonly ClaimedDelivery[], delayMs: number): void {
    if (deliveries.length === 0) return;
    const { clock } = this.#options;
    for (const delivery of deliveries) {
      this.#released.push({ delivery, dueAtMs: clock.of(delivery.organizerId).now() + delayMs });
    }
    this.#recordSoon();
  }

  #recordSoon(): void {
    this.#recordTimer ??= setTimeout(() => {
      this.#recordTimer = null;
      this.#isRecordDue = true;
      this.#loop.wakeUp();
    }, recordDelayMs);
  }
}

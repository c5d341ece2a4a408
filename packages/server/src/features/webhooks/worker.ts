import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createGuardedAgent } from '../../platform/net/guarded-agent.ts';
import { deliveryChannel } from './emit.ts';
import { type Claimed, Lane, type Target } from './endpoint-queue.ts';
import { findEndpointToSend } from './endpoints.ts';
import { cancelPending, claimDue, findDueEndpoints, giveBack } from './leases.ts';
import { retryAfterOf, settle } from './record-outcomes.ts';
import { SecretStore } from './secrets.ts';
import { type Finished, Sender } from './sender.ts';
import type { SigningSecret } from './signature.ts';

/** The whole exchange, from the connection to the last byte of the answer (docs/webhooks.md). */
const timeoutMsDefault = 15_000;
/** Longer than an exchange by what a delivery may wait here for its turn. */
const leaseMsDefault = 45_000;
/** How often the worker looks by itself, whether it heard of anything or not. */
const lookPauseMs = 500;
/** Attempts that ended are kept within this time, or as soon as there are so many. */
const settlePauseMs = 50;
const settledMax = 500;
/** What one transaction claims for, and what this worker holds claimed at most. */
const lanesPerTurnMax = 50;
const claimedMax = 5_000;
/** Requests under way at the end get this long. */
const stopMsMax = 4_000;
/**
 * A receiver that asks us to wait is left alone for so long at most; the delivery that it asked about waits as long as it
 * said.
 */
const laneRestMsMax = 5 * 60_000;
/** An endpoint whose deliveries cannot be signed is looked at again after this. */
const unsignedPauseMs = 60_000;
const stopped = 'the worker was stopped';

export interface WorkerOptions {
  readonly db: Db;
  readonly clock: Clock;
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
  /** Looks for what is due now, rather than a moment later. */
  look(): void;
  /** Ends when what was under way has ended or been given back. */
  stop(): Promise<void>;
}

/**
 * Delivers webhooks until it is stopped. Any number of workers, in any number of processes, share the work: each claims
 * deliveries under a lease, sends them with no transaction open, and keeps how it went, many at a time. What a worker
 * that dies had claimed is due again when its lease ends.
 */
export function startWebhookWorker(options: WorkerOptions): WebhookWorker {
  const worker = new Worker(options);
  worker.start();
  return worker;
}

class Worker implements WebhookWorker {
  readonly #options: WorkerOptions;
  readonly #leaseMs: number;
  readonly #secrets: SecretStore;
  readonly #sender: Sender;
  /** Those that waited longest for a turn come first. */
  readonly #lanes = new Map<string, Lane>();
  /** Secrets whose failure was told. */
  readonly #unreadable = new Set<string>();
  #finished: Finished[] = [];
  /** Claimed, not tried, and due again at a time. */
  #returned: { claimed: Claimed; dueAtMs: number }[] = [];
  #mustLook = true;
  #isStopping = false;
  #isFailing = false;
  #bell = Promise.withResolvers<void>();
  #settleTimer: NodeJS.Timeout | null = null;
  #running = Promise.resolve();
  #ends: (() => Promise<void>)[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { clock, brand, allowPrivateNetworks, timeoutMs = timeoutMsDefault } = options;
    this.#leaseMs = options.leaseMs ?? leaseMsDefault;
    this.#secrets = new SecretStore(options.secrets.webhookSecretKey);
    this.#sender = new Sender({
      agent: createGuardedAgent({ allowPrivateNetworks, connectTimeoutMs: timeoutMs }),
      clock,
      brand,
      timeoutMs,
      onFinished: (finished) => this.#onFinished(finished),
      onTooLate: (claimed) => this.#return(claimed, clock.now()),
    });
  }

  start(): void {
    const timer = setInterval(() => this.look(), lookPauseMs);
    this.#ends = [
      adapterOf(this.#options.db).listen(deliveryChannel, () => this.look()),
      async () => clearInterval(timer),
    ];
    this.#running = this.#run();
  }

  look(): void {
    this.#mustLook = true;
    this.#bell.resolve();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#bell.resolve();
    await Promise.all([this.#running, ...this.#ends.map((end) => end())]);
    // What only waits here is somebody else's to send: begun now, it might be cut off in the middle.
    for (const lane of this.#lanes.values()) this.#return(lane.empty(), this.#options.clock.now());
    const endMs = performance.now() + stopMsMax;
    while (this.#sender.inFlight > 0 && performance.now() < endMs) await this.#ring(endMs - performance.now());
    this.#sender.abandon(stopped);
    try {
      while (this.#finished.length + this.#returned.length > 0) await this.#turn();
    } finally {
      await this.#sender.stop();
    }
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#turn();
        this.#isFailing = false;
        await this.#ring();
      } catch (error) {
        if (!this.#isFailing) this.#options.log.warn({ err: error as Error }, 'webhooks wait for the database');
        this.#isFailing = true;
        this.#mustLook = true;
        await this.#ring(lookPauseMs);
      }
    }
  }

  /** Waits until there is something to do, or for so long. */
  async #ring(msMax?: number): Promise<void> {
    const timer = msMax === undefined ? undefined : setTimeout(this.#bell.resolve, msMax);
    await this.#bell.promise;
    clearTimeout(timer);
    this.#bell = Promise.withResolvers<void>();
  }

  /** Keeps what has ended and claims what lanes have room for, in one transaction. */
  async #turn(): Promise<void> {
    const { db, clock } = this.#options;
    if (this.#mustLook && !this.#isStopping) await this.#lookForLanes();
    const nowMs = clock.now();
    const monotonicMs = clock.monotonicNow();
    const asking = this.#isStopping ? [] : this.#lanesThatAsk(monotonicMs);
    const finished = this.#finished.splice(0, settledMax);
    const returned = this.#returned.splice(0, settledMax);
    if (asking.length + finished.length + returned.length === 0) return;
    let turn: { disabled: string[]; claimed: Map<Lane, Claimed[]> };
    try {
      turn = await db.transaction().execute(async (tx) => {
        const disabled = await settle(tx, finished, nowMs);
        await giveBack(
          tx,
          returned.map((one) => ({ ...one.claimed, dueAt: timestamp(one.dueAtMs) })),
        );
        return { disabled, claimed: await this.#claim(tx, asking, { nowMs, monotonicMs }) };
      });
    } catch (error) {
      this.#finished.unshift(...finished);
      this.#returned.unshift(...returned);
      throw error;
    }
    for (const endpointId of turn.disabled) this.#lanes.get(endpointId)?.empty(); // They are cancelled.
    for (const { lane, asked } of asking) {
      this.#lanes.delete(lane.endpointId);
      this.#lanes.set(lane.endpointId, lane);
      lane.fill(turn.claimed.get(lane)!, asked, monotonicMs);
      // It may have begun to rest meanwhile, and what waits in a lane that rests would never be lined up again.
      const restMs = lane.restsUntilMs - clock.monotonicNow();
      if (restMs > 0) this.#return(lane.empty(), clock.now() + restMs);
      this.#sender.lineUp(lane);
    }
    if (this.#finished.length + this.#returned.length > 0) this.#settleSoon();
  }

  async #lookForLanes(): Promise<void> {
    const { db, clock } = this.#options;
    this.#mustLook = false;
    for (const { organizer_id, id } of await findDueEndpoints(db, { now: timestamp(clock.now()) })) {
      let lane = this.#lanes.get(id);
      if (lane === undefined) {
        lane = new Lane(organizer_id, id);
        this.#lanes.set(id, lane);
      }
      lane.mayHaveMore = true;
    }
  }

  #lanesThatAsk(monotonicMs: number): { lane: Lane; asked: number }[] {
    let room = claimedMax;
    for (const lane of this.#lanes.values()) room -= lane.waiting;
    const asking = [];
    for (const lane of this.#lanes.values()) {
      const asked = Math.min(lane.wants(monotonicMs), room);
      if (asked <= 0) continue;
      room -= asked;
      asking.push({ lane, asked });
      if (asking.length === lanesPerTurnMax) {
        this.#bell.resolve(); // The others come next.
        break;
      }
    }
    return asking;
  }

  async #claim(
    tx: Db,
    asking: readonly { lane: Lane; asked: number }[],
    { nowMs, monotonicMs }: { nowMs: number; monotonicMs: number },
  ): Promise<Map<Lane, Claimed[]>> {
    const claimed = new Map<Lane, Claimed[]>();
    const leaseId = randomUUID();
    const leaseEndsMs = monotonicMs + this.#leaseMs;
    const now = timestamp(nowMs);
    for (const { lane, asked } of asking) {
      const { organizerId, endpointId } = lane;
      const target = await this.#targetOf(tx, lane, now);
      if (target === null) {
        // What waits here is cancelled, or is due again when its lease ends.
        lane.empty();
        claimed.set(lane, []);
        continue;
      }
      lane.target = target;
      const leaseEnds = timestamp(nowMs + this.#leaseMs);
      const rows = await claimDue(tx, { organizerId, endpointId, now, take: asked, leaseId, leaseEnds });
      const mine = rows.map((row) => ({
        organizerId,
        endpointId,
        id: row.id,
        eventId: row.event_id,
        attemptCount: row.attempt_count,
        leaseId,
        leaseEndsMs,
        body: Buffer.from(row.body),
      }));
      claimed.set(lane, mine);
    }
    return claimed;
  }

  /** Where a lane's deliveries go, or null where they go nowhere: then none is claimed. */
  async #targetOf(tx: Db, lane: Lane, now: string): Promise<Target | null> {
    const { organizerId, endpointId } = lane;
    const rows = await findEndpointToSend(tx, { organizerId, endpointId, now });
    if (rows[0]?.status !== 'enabled') {
      await cancelPending(tx, organizerId, endpointId, now); // Written while it was being disabled.
      return null;
    }
    const { origin, pathname, search } = new URL(rows[0].url);
    const secrets = this.#openSecrets(organizerId, endpointId, rows);
    if (secrets.length > 0) return { url: rows[0].url, origin, path: pathname + search, secrets };
    lane.rest(this.#options.clock.monotonicNow() + unsignedPauseMs);
    return null;
  }

  /** Those that can be decrypted: one that cannot, after the master key was lost, must not hold up its successor. */
  #openSecrets(
    organizerId: string,
    endpointId: string,
    rows: readonly { ciphertext: string | null }[],
  ): SigningSecret[] {
    return rows.flatMap(({ ciphertext }) => {
      try {
        return [this.#secrets.open(organizerId, endpointId, ciphertext!)];
      } catch (error) {
        if (!this.#unreadable.has(ciphertext!)) {
          this.#options.log.error(
            { err: error as Error, endpointId },
            'a signing secret cannot be decrypted: MASTER_KEY is not the one it was made under. Rotate it',
          );
        }
        this.#unreadable.add(ciphertext!);
        return [];
      }
    });
  }

  #onFinished(finished: Finished): void {
    const { lane, claimed, outcome } = finished;
    if (this.#isStopping && outcome.error === stopped) {
      this.#return([claimed], this.#options.clock.now());
      return;
    }
    this.#options.metrics.observeAttempt(outcome.error === null ? 'succeeded' : 'failed', outcome.latencyMs / 1_000);
    this.#finished.push(finished);
    if (outcome.error === null) lane.succeeded();
    else this.#onFailure(finished);
    if (this.#finished.length >= settledMax || lane.wants(this.#options.clock.monotonicNow()) > 0 || this.#isStopping) {
      this.#bell.resolve();
    } else this.#settleSoon();
  }

  #onFailure(finished: Finished): void {
    const nowMs = this.#options.clock.now();
    const asked = retryAfterOf(finished, nowMs);
    const restMs = asked === null ? null : Math.min(asked, laneRestMsMax);
    if (finished.lane.failed(this.#options.clock.monotonicNow(), restMs))
      this.#return(finished.lane.empty(), nowMs + (restMs ?? 0));
  }

  #return(claimed: readonly Claimed[], dueAtMs: number): void {
    if (claimed.length === 0) return;
    for (const one of claimed) this.#returned.push({ claimed: one, dueAtMs });
    this.#settleSoon();
  }

  #settleSoon(): void {
    this.#settleTimer ??= setTimeout(() => {
      this.#settleTimer = null;
      this.#bell.resolve();
    }, settlePauseMs);
  }
}

import { getCompileCacheDir } from 'node:module';
import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { ServiceClock } from '../../platform/clock.ts';
import { runsFromSource } from '../../platform/program-folder.ts';
import { type DeliverySpan, startDelivery } from '../../platform/telemetry/spans.ts';
import type { DeliveryOutcome } from './delivery-request.ts';
import type { ClaimedDelivery, DeliveryTarget, EndpointQueue, NextDelivery } from './endpoint-queue.ts';
import type { FinishedTask, SendCommand, SendReport, SendThreadOptions } from './send-messages.ts';

/** The time that must remain between the timeout of an attempt and the end of its lease, to record the result. */
const recordReserveMs = 2_000;
/** The maximum number of targets that the thread keeps. */
const maxTargets = 1_000;
/** Few objects of the thread live long, so a small young generation is enough. It saves memory. */
const youngGenerationMegabytes = 8;

/** An attempt that has finished. */
export interface FinishedAttempt {
  readonly queue: EndpointQueue;
  readonly delivery: ClaimedDelivery;
  /** The URL of the request. */
  readonly url: string;
  /** The headers of the request as JSON. The values of custom headers are hidden. */
  readonly headers: string;
  readonly outcome: DeliveryOutcome;
  /** Milliseconds since the epoch, by the clock of the organizer. */
  readonly startedAtMs: number;
}

export interface SenderOptions extends SendThreadOptions {
  readonly clock: ServiceClock;
  onFinished(attempt: FinishedAttempt): void;
  /** Called with a delivery that was not attempted: it was recalled, or its lease expires too soon. */
  onReturned(queue: EndpointQueue, delivery: ClaimedDelivery): void;
}

/** A delivery that was handed over to the thread. */
interface HandedOverDelivery {
  readonly delivery: ClaimedDelivery;
  readonly queue: EndpointQueue;
  /** When it was handed over, milliseconds since the epoch, by the clock of the organizer. The thread gets the time of the server's clock. */
  readonly organizerTimeMs: number;
  readonly span: DeliverySpan | null;
}

/**
 * Hands claimed deliveries over to a thread that signs and sends them, so that webhooks and the requests of the API do not delay each
 * other. Commands are collected until the next microtask, and sent to the thread in one message.
 */
export class Sender {
  readonly #options: SenderOptions;
  /** Null until `start` or the first command, so that a program without webhooks needs no memory for it. */
  #thread: Worker | null = null;
  readonly #handedOver = new Map<number, HandedOverDelivery>();
  #lastNumber = 0;
  #commands: SendCommand[] = [];
  /** The targets that the thread knows. */
  #targetIds = new Map<DeliveryTarget, number>();
  /** The target that the thread uses for the endpoint of a queue. */
  readonly #currentTargets = new WeakMap<EndpointQueue, DeliveryTarget>();
  /** The timers of throttled queues that wait for their next slot. */
  readonly #throttleTimers = new Map<EndpointQueue, NodeJS.Timeout>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** The number of deliveries that were handed over and have not finished. */
  get inFlight(): number {
    return this.#handedOver.size;
  }

  get isStarted(): boolean {
    return this.#thread !== null;
  }

  /** Starts the thread, so that the first delivery does not wait for it. */
  start(): void {
    this.#thread ??= this.#startThread();
  }

  /** Hands over the deliveries of a queue, as many as its throttle allows, and the others as soon as it allows them. */
  schedule(queue: EndpointQueue): void {
    const monotonicMs = this.#options.clock.monotonicNow();
    this.#setTarget(queue);
    while (queue.canHandOver(monotonicMs)) this.#handOver(queue, queue.shift(monotonicMs)!, monotonicMs);
    this.#waitForThrottle(queue, monotonicMs);
  }

  /** Makes the thread return the deliveries of a queue that have not started. */
  recall({ endpointId }: EndpointQueue): void {
    if (this.inFlight > 0) this.#command({ do: 'recall', endpointId });
  }

  abortAll(reason: string): void {
    if (this.inFlight > 0) this.#command({ do: 'abortAll', reason });
  }

  async stop(): Promise<void> {
    for (const timer of this.#throttleTimers.values()) clearTimeout(timer);
    await this.#thread?.terminate();
  }

  #waitForThrottle(queue: EndpointQueue, monotonicMs: number): void {
    const delayMs = queue.throttleDelayMs(monotonicMs);
    if (delayMs === 0 || this.#throttleTimers.has(queue)) return;
    const onSlot = () => {
      this.#throttleTimers.delete(queue);
      this.schedule(queue);
    };
    this.#throttleTimers.set(queue, setTimeout(onSlot, Math.ceil(delayMs)));
  }

  /** Tells the thread the target of an endpoint. It also applies to deliveries that have not started and have no target of their own. */
  #setTarget(queue: EndpointQueue): void {
    const { endpointId, target } = queue;
    if (target === null || this.#currentTargets.get(queue) === target) return;
    this.#currentTargets.set(queue, target);
    this.#command({ do: 'setTarget', endpointId, targetId: this.#targetIdOf(target) });
  }

  #handOver(queue: EndpointQueue, { delivery, target }: NextDelivery, monotonicMs: number): void {
    const { clock, timeoutMs, onReturned } = this.#options;
    const startWithinMs = delivery.leaseExpiresMs - monotonicMs - timeoutMs - recordReserveMs;
    if (startWithinMs < 0) {
      onReturned(queue, delivery);
      return;
    }
    const { endpointId, eventId, body } = delivery;
    const span = startDelivery(delivery, target.origin);
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    this.#handedOver.set(number, {
      queue,
      delivery,
      span,
      organizerTimeMs: clock.of(delivery.organizerId).now(),
    });
    queue.inFlight += 1;
    const targetId = delivery.target === undefined ? null : this.#targetIdOf(target);
    const handedOverAtMs = clock.now();
    const traceparent = span?.traceparent ?? null;
    const task = { number, endpointId, targetId, eventId, body, traceparent, handedOverAtMs, startWithinMs };
    this.#command({ do: 'send', task });
  }

  #targetIdOf(target: DeliveryTarget): number {
    const knownId = this.#targetIds.get(target);
    if (knownId !== undefined) return knownId;
    if (this.#targetIds.size >= maxTargets) {
      this.#targetIds = new Map();
      this.#command({ do: 'forgetTargets' });
    }
    const id = this.#targetIds.size;
    this.#targetIds.set(target, id);
    this.#command({ do: 'addTarget', id, target });
    return id;
  }

  #command(command: SendCommand): void {
    this.#commands.push(command);
    if (this.#commands.length > 1) return;
    queueMicrotask(() => {
      this.start();
      this.#thread!.postMessage(this.#commands);
      this.#commands = [];
    });
  }

  #startThread(): Worker {
    const { brand, timeoutMs, allowPrivateNetworks } = this.#options;
    const thread = startThread({ brand, timeoutMs, allowPrivateNetworks });
    thread.on('message', (report: SendReport) => this.#onReport(report));
    // An error of the thread ends the process. The leases of its deliveries then expire, or are released at the next start.
    thread.on('error', (error) => {
      throw error;
    });
    return thread;
  }

  #onReport({ finished, returned }: SendReport): void {
    for (const task of finished) this.#onFinished(task);
    for (const number of returned) {
      const { queue, delivery } = this.#take(number);
      this.#options.onReturned(queue, delivery);
    }
  }

  #onFinished({ number, waitedMs, url, headers, outcome }: FinishedTask): void {
    const { queue, delivery, organizerTimeMs, span } = this.#take(number);
    span?.end(outcome);
    const startedAtMs = organizerTimeMs + waitedMs;
    this.#options.onFinished({ queue, delivery, url, headers, outcome, startedAtMs });
    // After this command, the thread continues with the endpoint. If the endpoint is paused, `onFinished` has recalled its deliveries.
    if (outcome.error !== null) this.#command({ do: 'confirmFailure', endpointId: queue.endpointId });
    this.schedule(queue);
  }

  #take(number: number): HandedOverDelivery {
    const handedOver = this.#handedOver.get(number)!;
    this.#handedOver.delete(number);
    handedOver.queue.inFlight -= 1;
    return handedOver;
  }
}

/** The name of the file with the thread's program, without its extension: an asset of the executable, otherwise a file beside this one. */
const threadName = 'send-thread';

function startThread(options: SendThreadOptions): Worker {
  const compileCache = getCompileCacheDir();
  const settings = {
    workerData: options,
    // A thread does not inherit the compile cache.
    env: compileCache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: compileCache },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMegabytes },
  };
  const thread = isSea()
    ? new Worker(getAsset(`${threadName}.cjs`, 'utf8'), { ...settings, eval: true })
    : new Worker(new URL(`${threadName}.${runsFromSource ? 'ts' : 'js'}`, import.meta.url), settings);
  thread.unref();
  return thread;
}

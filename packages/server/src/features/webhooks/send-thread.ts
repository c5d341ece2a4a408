import { parentPort, workerData } from 'node:worker_threads';
import { createGuardedAgent } from '../../platform/net/guarded-agent.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { DeliveryRequest } from './delivery-request.ts';
import type { DeliveryTarget } from './endpoint-queue.ts';
import type { FinishedTask, SendCommand, SendReport, SendTask, SendThreadOptions } from './send-messages.ts';
import { signature, standardHeaders } from './signature.ts';

/** The maximum number of requests in flight, to all endpoints together. */
const maxInFlight = 512;
const timeoutCheckMs = 100;
/** Successes are reported after this time, together: each message wakes up the other thread, which handles the requests of the API. */
const reportDelayMs = 10;

/** A task in this thread. */
interface WaitingTask {
  readonly task: SendTask;
  /** null for the target of the endpoint. */
  readonly target: DeliveryTarget | null;
  /** By the monotonic clock of this thread. */
  readonly receivedMs: number;
}

/** The tasks of one endpoint. */
class EndpointTasks {
  readonly limit = new ConcurrencyLimit();
  target: DeliveryTarget | null = null;
  inFlight = 0;
  /** Failures that the other thread has not confirmed. It decides whether further requests are sent. */
  unconfirmedFailures = 0;
  /** Whether it is in the list of endpoints to which a request can start. */
  isReady = false;
  #waiting: WaitingTask[] = [];
  /** Index of the first task in `#waiting` that has not started. */
  #nextIndex = 0;

  get canSend(): boolean {
    const hasNext = this.#nextIndex < this.#waiting.length;
    return hasNext && this.inFlight < this.limit.value && this.unconfirmedFailures === 0;
  }

  add(task: WaitingTask): void {
    this.#waiting.push(task);
  }

  /** Removes and returns the task that has waited longest. Call it only if `canSend`. */
  shift(): WaitingTask {
    const next = this.#waiting[this.#nextIndex]!;
    this.#nextIndex += 1;
    if (this.#nextIndex * 2 >= this.#waiting.length) this.#removeStarted();
    return next;
  }

  /** Removes and returns all tasks that have not started. */
  clear(): WaitingTask[] {
    this.#removeStarted();
    const removed = this.#waiting;
    this.#waiting = [];
    return removed;
  }

  #removeStarted(): void {
    this.#waiting = this.#waiting.slice(this.#nextIndex);
    this.#nextIndex = 0;
  }
}

/**
 * The thread that signs and sends deliveries, without access to the database. It starts the requests: one for each endpoint in turn,
 * within the limit of each endpoint and the total limit.
 */
class SendThread {
  readonly #options: SendThreadOptions;
  readonly #post: (report: SendReport) => void;
  readonly #agent;
  readonly #signatureHeader: string;
  readonly #targets = new Map<number, DeliveryTarget>();
  readonly #endpoints = new Map<string, EndpointTasks>();
  readonly #ready: EndpointTasks[] = [];
  /** In the order in which the requests were started, which is the order in which they time out. */
  readonly #inFlight = new Set<DeliveryRequest>();
  #finished: FinishedTask[] = [];
  #returned: number[] = [];
  #reportTimer: NodeJS.Timeout | null = null;
  #isReportingNow = false;

  constructor(options: SendThreadOptions, post: (report: SendReport) => void) {
    const { brand, timeoutMs, allowPrivateNetworks } = options;
    this.#options = options;
    this.#post = post;
    this.#agent = createGuardedAgent({ allowPrivateNetworks, connectTimeoutMs: timeoutMs });
    this.#signatureHeader = `X-${brand}-Signature`;
    // After the responses that have already arrived, also if this thread could not run for a long time.
    setInterval(() => setImmediate(() => this.#abortTimedOut()), timeoutCheckMs);
  }

  run(commands: readonly SendCommand[]): void {
    const receivedMs = performance.now();
    for (const command of commands) this.#runCommand(command, receivedMs);
    this.#send(receivedMs);
  }

  #runCommand(command: SendCommand, receivedMs: number): void {
    if (command.do === 'send') {
      const { task } = command;
      const endpoint = this.#endpointOf(task.endpointId);
      endpoint.add({ task, target: task.targetId === null ? null : this.#targets.get(task.targetId)!, receivedMs });
      this.#markReady(endpoint);
    } else if (command.do === 'addTarget') this.#targets.set(command.id, command.target);
    else if (command.do === 'forgetTargets') this.#targets.clear();
    else if (command.do === 'setTarget') {
      this.#endpointOf(command.endpointId).target = this.#targets.get(command.targetId)!;
    } else if (command.do === 'recall') {
      for (const { task } of this.#endpointOf(command.endpointId).clear()) this.#return(task);
    } else if (command.do === 'confirmFailure') {
      const endpoint = this.#endpointOf(command.endpointId);
      endpoint.unconfirmedFailures -= 1;
      this.#markReady(endpoint);
    } else for (const request of this.#inFlight) request.abort(command.reason);
  }

  #endpointOf(id: string): EndpointTasks {
    let endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) {
      endpoint = new EndpointTasks();
      this.#endpoints.set(id, endpoint);
    }
    return endpoint;
  }

  #markReady(endpoint: EndpointTasks): void {
    if (endpoint.isReady || !endpoint.canSend) return;
    endpoint.isReady = true;
    this.#ready.push(endpoint);
  }

  /** @param nowMs a task that starts in the turn in which it was received has not waited */
  #send(nowMs: number): void {
    while (this.#inFlight.size < maxInFlight) {
      const endpoint = this.#ready.shift();
      if (endpoint === undefined) return;
      endpoint.isReady = false;
      if (endpoint.canSend) this.#sendNext(endpoint, endpoint.shift(), nowMs);
      this.#markReady(endpoint);
    }
  }

  #sendNext(endpoint: EndpointTasks, { task, receivedMs, ...waiting }: WaitingTask, nowMs: number): void {
    const target = (waiting.target ?? endpoint.target)!;
    const waitedMs = Math.floor(nowMs - receivedMs);
    if (waitedMs > task.startWithinMs) {
      this.#return(task);
      return;
    }
    const body = Buffer.from(task.body);
    // Receivers compare the time of the signature with their own clock.
    const ownHeaders = this.#headersOf(task, target, Math.floor((task.handedOverAtMs + waitedMs) / 1_000), body);
    const request = new DeliveryRequest((outcome) => {
      this.#inFlight.delete(request);
      endpoint.inFlight -= 1;
      if (outcome.error === null) endpoint.limit.recordSuccess();
      else {
        endpoint.limit.recordFailure();
        endpoint.unconfirmedFailures += 1;
      }
      const headers = headersJson([...ownHeaders, ...target.headers.stored]);
      this.#finished.push({ number: task.number, waitedMs, url: target.url, headers, outcome });
      if (outcome.error === null) this.#reportSoon();
      else this.#reportNow();
      this.#markReady(endpoint);
      this.#send(performance.now());
    });
    endpoint.inFlight += 1;
    this.#inFlight.add(request);
    const { origin, path } = target;
    const headers = [...ownHeaders, ...target.headers.sent];
    this.#agent.dispatch({ origin, path, method: 'POST', headers, body }, request);
  }

  #headersOf({ eventId, traceparent }: SendTask, { secrets }: DeliveryTarget, seconds: number, body: Buffer): string[] {
    return [
      ...['content-type', 'application/json', 'user-agent', 'Organizer-Webhooks/1.0'],
      this.#signatureHeader,
      signature(secrets, seconds, body),
      ...Object.entries(standardHeaders(secrets, eventId, seconds, body)).flat(),
      ...(traceparent === null ? [] : ['traceparent', traceparent]),
    ];
  }

  #return({ number }: SendTask): void {
    this.#returned.push(number);
    this.#reportNow();
  }

  #reportSoon(): void {
    this.#reportTimer ??= setTimeout(() => this.#report(), reportDelayMs);
  }

  /** Reports at the end of this turn of the event loop. */
  #reportNow(): void {
    if (this.#isReportingNow) return;
    this.#isReportingNow = true;
    setImmediate(() => this.#report());
  }

  #report(): void {
    if (this.#reportTimer !== null) clearTimeout(this.#reportTimer);
    this.#reportTimer = null;
    this.#isReportingNow = false;
    if (this.#finished.length + this.#returned.length === 0) return;
    this.#post({ finished: this.#finished, returned: this.#returned });
    this.#finished = [];
    this.#returned = [];
  }

  #abortTimedOut(): void {
    const { timeoutMs } = this.#options;
    const startedBeforeMs = performance.now() - timeoutMs;
    for (const request of this.#inFlight) {
      if (request.startedMs > startedBeforeMs) return;
      request.abort(`the response was not complete within ${timeoutMs / 1_000} s`);
    }
  }
}

/** The JSON of headers. The input alternates between names and values. */
function headersJson(headers: readonly string[]): string {
  const object: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) object[headers[index]!] = headers[index + 1]!;
  return JSON.stringify(object);
}

const port = parentPort!;
const thread = new SendThread(workerData as SendThreadOptions, (report) => port.postMessage(report));
port.on('message', (commands: readonly SendCommand[]) => thread.run(commands));

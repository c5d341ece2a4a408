import type { DeliveryOutcome } from './delivery-request.ts';
import type { DeliveryTarget } from './endpoint-queue.ts';

/** The options of the thread that sends. */
export interface SendThreadOptions {
  /** The word in `X-…-Signature`. */
  readonly brand: string;
  /** The timeout of a request, from the connection to the last byte of the response. */
  readonly timeoutMs: number;
  readonly allowPrivateNetworks: boolean;
}

/** A delivery to be sent by the thread. */
export interface SendTask {
  /** The number by which both threads identify the task. */
  readonly number: number;
  readonly endpointId: string;
  /** null for the target of the endpoint. */
  readonly targetId: number | null;
  readonly eventId: string;
  readonly body: string;
  /** The header `traceparent`; null without traces. */
  readonly traceparent: string | null;
  /** The time of the server's clock when the task was handed over, milliseconds since the epoch. Signatures contain this time. */
  readonly handedOverAtMs: number;
  /** If the request cannot start within this time, the task is returned. */
  readonly startWithinMs: number;
}

/** What the thread is told to do. */
export type SendCommand =
  | { readonly do: 'addTarget'; readonly id: number; readonly target: DeliveryTarget }
  /** Tasks and endpoints that have a target keep it. */
  | { readonly do: 'forgetTargets' }
  | { readonly do: 'setTarget'; readonly endpointId: string; readonly targetId: number }
  | { readonly do: 'send'; readonly task: SendTask }
  /** Returns the tasks of an endpoint that have not started. */
  | { readonly do: 'recall'; readonly endpointId: string }
  /** After a failure, the thread starts no request to the endpoint until this command. */
  | { readonly do: 'confirmFailure'; readonly endpointId: string }
  | { readonly do: 'abortAll'; readonly reason: string };

/** A task that has finished. */
export interface FinishedTask {
  readonly number: number;
  /** The time from `handedOverAtMs` to the start of the request. */
  readonly waitedMs: number;
  /** The URL of the request. */
  readonly url: string;
  /** The headers of the request as JSON. The values of custom headers are hidden. */
  readonly headers: string;
  readonly outcome: DeliveryOutcome;
}

/** What the thread reports. */
export interface SendReport {
  readonly finished: readonly FinishedTask[];
  /** The numbers of the tasks that have not started, and will not. */
  readonly returned: readonly number[];
}

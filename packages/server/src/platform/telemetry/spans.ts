/** Attributes of a span. They contain no personal data, no secrets, and no text that a client or a provider has sent. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A delivery of a webhook that is being attempted. */
export interface TracedDelivery {
  readonly organizerId: string;
  readonly id: string;
  /** The number of earlier attempts. */
  readonly attemptCount: number;
  /** The value of `currentTraceparent` when the delivery was created. */
  readonly traceParent: string | null;
}

/** The span of one attempt to deliver a webhook. */
export interface DeliverySpan {
  /** The header that is sent with the request. */
  readonly traceparent: string;
  /** @param outcome the status of the response, and the kind of error; null if there is none */
  end(outcome: { readonly status: number | null; readonly problem: string | null }): void;
}

/** Creates spans. `span-tracer.ts` implements it with OpenTelemetry. */
export interface Tracing {
  inSpan<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  inJobSpan<T>(name: string, work: () => Promise<T>): Promise<T>;
  startDelivery(delivery: TracedDelivery, origin: string): DeliverySpan;
  currentTraceparent(): string | null;
}

/** Null unless traces are exported. Then no module of OpenTelemetry is loaded. */
let tracing: Tracing | null = null;

/** Sets what creates the spans of this process. */
export function setTracing(value: Tracing): void {
  tracing = value;
}

/** Calls a function that sends a request to another service, in a span if traces are exported. */
export function inSpan<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return tracing === null ? work() : tracing.inSpan(name, attributes, work);
}

/**
 * Runs a job once, in a span if traces are exported. A run that only reads has no span: most runs find nothing to do.
 *
 * @param name the name of the span
 */
export function inJobSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracing === null ? work() : tracing.inJobSpan(name, work);
}

/**
 * Starts the span of an attempt to deliver a webhook.
 *
 * @param origin the origin of the endpoint
 * @returns null if no traces are exported
 */
export function startDelivery(delivery: TracedDelivery, origin: string): DeliverySpan | null {
  return tracing === null ? null : tracing.startDelivery(delivery, origin);
}

/** The current span in the format of the header `traceparent` (W3C Trace Context); null if there is none. */
export function currentTraceparent(): string | null {
  return tracing === null ? null : tracing.currentTraceparent();
}

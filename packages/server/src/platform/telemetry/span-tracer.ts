import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodLabel } from '../http/methods.ts';
import type { DeliverySpan, SpanAttributes, TracedDelivery, Tracing } from './spans.ts';
import { isWrite, summarizeStatement } from './statement-summary.ts';

/** Routes that are requested every few seconds. Their requests have no spans. */
const untracedRoutes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** The maximum number of statements that a job remembers until it writes. */
const maxRememberedReads = 100;

/** A finished statement. */
interface Statement {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The work to which new spans belong. */
interface Scope {
  /** The span of the work. If it has no span yet, the span is created. */
  span(): Span;
  /** Adds a statement of the work. */
  record(statement: Statement): void;
}

/**
 * Creates the spans of requests, jobs, statements, and requests to other services. Spans contain no text that a client has sent:
 * a request is named by its route, and a statement by its operation and tables. Errors are recorded without their message.
 */
export class SpanTracer implements Tracing {
  readonly #tracer: Tracer;
  readonly #databaseName: string;
  readonly #scopes = new AsyncLocalStorage<Scope | null>();
  readonly #scopeOfRequest = new WeakMap<FastifyRequest, Scope>();

  /** @param databaseName the value of `db.system.name` */
  constructor(tracer: Tracer, databaseName: string) {
    this.#tracer = tracer;
    this.#databaseName = databaseName;
  }

  /** Registers the hooks that create a span for each request. Register them after the route of a request is known. */
  traceRequests(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const route = request.route.url;
      if (untracedRoutes.has(route)) {
        done();
        return;
      }
      const method = methodLabel(request.method);
      const name = `${method} ${route ?? 'unknown'}`;
      const attributes = {
        'http.request.method': method,
        'http.route': route ?? 'unknown',
        'url.scheme': request.protocol,
        'request.id': request.id,
      };
      const parent = contextOfHeader(request.raw.headers['traceparent']);
      const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      reply.raw.on('close', () => endRequest(span, request, reply));
      const scope = this.#scopeOf(span);
      this.#scopeOfRequest.set(request, scope);
      this.#scopes.run(scope, done);
    });
    // The events of a body are emitted outside the scope of its request.
    app.addHook('preValidation', (request, _reply, done) => {
      this.#scopes.run(this.#scopeOfRequest.get(request) ?? null, done);
    });
  }

  /** Creates the span of a statement that has just finished. Statements outside of requests and jobs have no spans. */
  observeStatement(seconds: number, text: string): void {
    const endMs = Date.now();
    this.#scopes.getStore()?.record({ text, startMs: endMs - seconds * 1_000, endMs });
  }

  async inSpan<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    const parent = contextOf(this.#scopes.getStore()?.span().spanContext());
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    try {
      return await this.#scopes.run(this.#scopeOf(span), work);
    } catch (error) {
      setError(span, errorType(error));
      throw error;
    } finally {
      span.end();
    }
  }

  async inJobSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startMs = Date.now();
    let span: Span | null = null;
    let reads: Statement[] = [];
    let endMs: number | null = null;
    const start = (): Span => {
      if (span !== null) return span;
      const started = this.#tracer.startSpan(name, { startTime: startMs }, ROOT_CONTEXT);
      span = started;
      for (const statement of reads) this.#record(started, statement);
      reads = [];
      if (endMs !== null) started.end(endMs);
      return started;
    };
    const record = (statement: Statement) => {
      if (span !== null || isWrite(statement.text)) this.#record(start(), statement);
      else if (reads.length < maxRememberedReads) reads.push(statement);
    };
    try {
      return await this.#scopes.run({ span: start, record }, work);
    } catch (error) {
      setError(start(), errorType(error));
      throw error;
    } finally {
      endMs = Date.now();
      (span as Span | null)?.end(endMs);
      reads = [];
    }
  }

  startDelivery(delivery: TracedDelivery, origin: string): DeliverySpan {
    const { hostname, port, protocol } = new URL(origin);
    const attributes = {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'organizer.id': delivery.organizerId,
      'webhook.delivery.id': delivery.id,
      'webhook.attempt': delivery.attemptCount + 1,
    };
    const context = contextOfHeader(delivery.traceParent ?? undefined);
    const span = this.#tracer.startSpan('deliver webhook', { kind: SpanKind.CLIENT, attributes }, context);
    return {
      traceparent: headerOf(span.spanContext()),
      end: ({ status, problem }) => {
        if (status !== null) span.setAttribute('http.response.status_code', status);
        if (problem !== null) setError(span, problem);
        span.end();
      },
    };
  }

  currentTraceparent(): string | null {
    const scope = this.#scopes.getStore();
    return scope ? headerOf(scope.span().spanContext()) : null;
  }

  #scopeOf(span: Span): Scope {
    return { span: () => span, record: (statement) => this.#record(span, statement) };
  }

  #record(parent: Span, { text, startMs, endMs }: Statement): void {
    if (!parent.isRecording()) return;
    const summary = summarizeStatement(text);
    const attributes = { 'db.system.name': this.#databaseName, 'db.query.summary': summary };
    const options = { kind: SpanKind.CLIENT, attributes, startTime: startMs };
    this.#tracer.startSpan(summary, options, contextOf(parent.spanContext())).end(endMs);
  }
}

/** Ends the span of a request, after its response was sent or its client has disconnected. */
function endRequest(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const organizerId = request.principal?.organizerId ?? null;
  if (organizerId !== null) span.setAttribute('organizer.id', organizerId);
  if (reply.raw.writableFinished) {
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) setError(span, String(reply.statusCode));
  } else setError(span, 'client_disconnected');
  span.end();
}

function setError(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The kind of an error. The message of an error can contain personal data. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : (name ?? 'Error');
}

function contextOf(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** The parent in a header `traceparent` (W3C Trace Context). An invalid header is ignored. */
function contextOfHeader(header: string | string[] | undefined): Context {
  const match = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(String(header ?? ''));
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return contextOf(isSpanContextValid(parent) ? parent : undefined);
}

function headerOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/index.ts';
import type { ServiceClock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Limiter, RateLimitResult } from '../limits/limiter.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { QueueState } from '../wait-estimate.ts';
import { type AddressLimit, addressLimitOf } from './address-limit.ts';
import { isEssential, LoadGuard } from './load-guard.ts';
import { type ConnectionError, sendRawProblem, toRequestError, tunnelError } from './malformed-requests.ts';
import { methodLabel } from './methods.ts';
import { respondOverloaded } from './overload-response.ts';
import type { PlaneDescription } from './plane.ts';
import { findHeadError } from './request-head.ts';

/** The status in the log of a request whose client disconnected before the response was sent. */
const clientDisconnected = 499;

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of an invalid request head. Its plane responds with it before any other check. */
    headError: ApiError | null;
    /** The error of the response. */
    error: ApiError | null;
    /** Stops counting the request as in progress, before a response that does not end soon. Further calls have no effect. */
    stopCounting: () => void;
  }
}

/**
 * Called after each request, when its response was sent or its client has disconnected. It must return quickly, because it runs
 * on the path of every request.
 *
 * @param ms the time since the request arrived
 */
export type RequestObserver = (request: FastifyRequest, status: number, ms: number) => void;

/** The requests in progress on one connection. With pipelining, there can be more than one. */
interface Connection {
  count: number;
  /** The reply of the latest request. */
  reply: FastifyReply;
  /** The error of later bytes that are not an HTTP request. It is sent after the responses to the earlier requests. */
  requestError?: ApiError;
}

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Tracks requests and connections. It is created before the application. */
export interface RequestTracker {
  /** Handles Node's client errors: bytes that are not HTTP, timeouts, lost connections. */
  onClientError(error: ConnectionError, socket: Socket): void;
  /** Registers the hooks of an application. */
  track(app: FastifyInstance): void;
  /** Handles a request of Node's server: rejects it if the server is overloaded, or passes it to the application. */
  receive(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void;
}

/**
 * Sets the `Request-Id` of each response, logs and measures each request, responds to bytes that are not an HTTP request, counts
 * and queues the requests in progress, and rejects requests while the server is overloaded. When the server closes, each
 * connection is closed after its last response.
 */
export function trackRequests(options: {
  log: Pick<Log, 'logger' | 'access'>;
  metrics: Metrics;
  clock: ServiceClock;
  limiter: Limiter;
  databaseQueue: () => QueueState;
  baseUrl: string;
  maxWaitMs: number;
  observeRequest: RequestObserver | null;
}): RequestTracker {
  const { log, metrics, clock, limiter, databaseQueue, baseUrl, maxWaitMs, observeRequest } = options;
  const { access } = log;
  const sockets = new Set<Socket>();
  const activeConnections = new Map<Socket, Connection>();
  const rejectedSockets = new WeakSet<Socket>();
  let inFlight = 0;
  let closing = false;
  const guard = new LoadGuard({
    ...{ clock, metrics, maxWaitMs, databaseQueue },
    log: log.logger,
    countInFlight: () => inFlight,
  });
  let planes: readonly PlaneDescription[] = [];
  let addressLimit: AddressLimit = async () => null;

  const startRequest = (socket: Socket, reply: FastifyReply) => {
    inFlight += 1;
    const connection = activeConnections.get(socket);
    if (connection === undefined) {
      activeConnections.set(socket, { count: 1, reply });
      return;
    }
    connection.count += 1;
    connection.reply = reply;
  };
  const finishRequest = (socket: Socket) => {
    const connection = activeConnections.get(socket)!;
    connection.count -= 1;
    if (connection.count > 0) return;
    activeConnections.delete(socket);
    if (connection.requestError !== undefined) rejectConnection(socket, connection.requestError);
    // Node would leave the connection open for the next request, and the server would not stop.
    else if (closing) socket.destroySoon();
  };
  const rejectConnection = (socket: Socket, error: ApiError) => {
    rejectedSockets.add(socket);
    if (!socket.writable) return;
    const requestId = newId('req', Date.now());
    const send = (limit: RateLimitResult | null) => sendRawProblem(socket, error, { requestId, baseUrl, limit });
    addressLimit(socket.remoteAddress).then(send, () => send(null));
    metrics.observeRequest('unknown', 'unknown', error.status, 0);
    const noPrincipal = { actor: undefined, organizerId: undefined };
    access({ requestId, method: 'unknown', route: 'unknown', status: error.status, ms: 0, ...noPrincipal });
  };
  // Requests that arrived earlier on this connection can still be in the queue.
  const onClientError = (error: ConnectionError, socket: Socket) =>
    guard.enqueue(() => handleClientError(error, socket));
  const handleClientError = (error: ConnectionError, socket: Socket) => {
    if (rejectedSockets.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const connection = activeConnections.get(socket);
    if (connection === undefined) {
      rejectConnection(socket, toRequestError(error));
      return;
    }
    const { reply } = connection;
    if (reply.request.raw.complete) connection.requestError ??= toRequestError(error);
    // The response is being sent. It closes the connection.
    else if (reply.request.headError !== null) return;
    else if (reply.sent) socket.destroySoon();
    // The body is malformed. The hooks of the plane apply to this response.
    else reply.header('connection', 'close').send(toRequestError(error));
  };
  const reject = (request: IncomingMessage, response: ServerResponse, requestId: string) =>
    guard.reject(() => respondOverloaded({ request, response, requestId }, planes, baseUrl));
  const receive: RequestTracker['receive'] = (request, response, handle) => {
    if (closing || !guard.rejects(request)) handle(request, response);
    else reject(request, response, newId('req', clock.now()));
  };
  const observe = (request: FastifyRequest, reply: FastifyReply, ms: number) => {
    const status = reply.raw.writableFinished ? reply.raw.statusCode : clientDisconnected;
    const route = request.route.url ?? 'unknown';
    metrics.observeRequest(methodLabel(request.method), route, status, ms / 1000);
    access({
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms,
      actor: request.principal?.actor ?? undefined,
      organizerId: request.principal?.organizerId ?? undefined,
    });
    observeRequest?.(request, status, ms);
  };

  const track = (app: FastifyInstance) => {
    planes = app.planes;
    addressLimit = addressLimitOf(planes, limiter);
    app.decorateRequest('headError', null);
    app.decorateRequest('error', null);
    app.decorateRequest('stopCounting', () => {});
    app.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      guard.noteConnection();
      socket.once('close', () => sockets.delete(socket));
    });
    // `findHeadError` checks `Expect`. Node's default response has no body.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.server.on('connect', (_request, socket: Socket) => {
      socket.on('error', () => socket.destroy());
      rejectConnection(socket, tunnelError());
    });
    // Called by `close`. Node's implementation also closes connections whose response is still being sent.
    app.server.closeIdleConnections = () => {
      closing = true;
      guard.sendRejections();
      for (const socket of sockets) if (!activeConnections.has(socket)) socket.destroySoon();
    };
    app.addHook('onRequest', (request, reply, done) => {
      const { socket } = request.raw;
      // Fastify measures requests only if it logs them.
      const startedMs = performance.now();
      startRequest(socket, reply);
      let isCounted = true;
      request.stopCounting = () => {
        if (isCounted) inFlight -= 1;
        isCounted = false;
      };
      request.route =
        (request.is404 ? app.knownPaths.find(request.raw.url ?? '/') : undefined) ?? request.routeOptions.config;
      request.headError = findHeadError(request.raw);
      reply.header('request-id', request.id);
      reply.header('cache-control', 'private, no-store');
      reply.header('x-content-type-options', 'nosniff');
      // After an invalid head, the following bytes cannot be parsed as requests.
      if (closing || request.headError !== null) reply.header('connection', 'close');
      // Emitted once for each request, after the response was sent or the client disconnected.
      reply.raw.on('close', () => {
        request.stopCounting();
        finishRequest(socket);
        observe(request, reply, performance.now() - startedMs);
      });
      if (isEssential(request.raw)) done();
      else {
        guard.enqueue(() => {
          if (!guard.rejects(request.raw, { hasWaited: true })) return done();
          reply.hijack();
          reject(request.raw, reply.raw, request.id);
        });
      }
    });
  };
  return { onClientError, track, receive };
}

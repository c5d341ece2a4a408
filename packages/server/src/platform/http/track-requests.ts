import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/index.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type ConnectionError, sendRawProblem, toRequestError, tunnelError } from './malformed-requests.ts';
import { methodLabel } from './methods.ts';
import { findHeadError } from './request-head.ts';

/**
 * Maximum number of requests in progress at the same time. The server answers 503 to further requests, so that those
 * in progress are not delayed.
 */
const inFlightMax = 2_000;

/** The status in the log of a request whose client disconnected before the answer. */
const clientDisconnected = 499;

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of a head that is not valid; its plane answers with it before any other check. */
    headError: ApiError | null;
  }
}

/** The requests in progress on one connection: with pipelining, a client sends the next one before the answer. */
interface Connection {
  count: number;
  /** The reply of the latest request. */
  reply: FastifyReply;
  /** The error of later bytes that are not a request; it is answered after the earlier requests. */
  requestError?: ApiError;
}

/** Tracks requests and connections. Created before the application. */
export interface RequestTracker {
  /** Handles what Node calls a client error: bytes that are not HTTP, timeouts, lost connections. */
  onClientError(error: ConnectionError, socket: Socket): void;
  /** Registers the hooks of an application. */
  track(app: FastifyInstance): void;
  /** Whether more requests are in progress than the server can answer in time. */
  isOverloaded(): boolean;
}

/**
 * Sets the `Request-Id` of each answer, logs and measures each request, answers bytes that are not an HTTP request, and counts
 * the requests in progress. When the server closes, each connection is closed after its last answer.
 */
export function trackRequests(parts: { access: Log['access']; metrics: Metrics; baseUrl: string }): RequestTracker {
  const { access, metrics, baseUrl } = parts;
  const sockets = new Set<Socket>();
  const busy = new Map<Socket, Connection>();
  const refused = new WeakSet<Socket>();
  let inFlight = 0;
  let closing = false;

  const enter = (socket: Socket, reply: FastifyReply) => {
    inFlight += 1;
    const connection = busy.get(socket);
    if (connection === undefined) {
      busy.set(socket, { count: 1, reply });
      return;
    }
    connection.count += 1;
    connection.reply = reply;
  };
  const leave = (socket: Socket) => {
    inFlight -= 1;
    const connection = busy.get(socket)!;
    connection.count -= 1;
    if (connection.count > 0) return;
    busy.delete(socket);
    if (connection.requestError !== undefined) refuse(socket, connection.requestError);
    // Node would keep the connection open for the next request, and the server would not stop.
    else if (closing) socket.destroySoon();
  };
  const refuse = (socket: Socket, error: ApiError) => {
    refused.add(socket);
    if (!socket.writable) return;
    const requestId = newId('req', Date.now());
    sendRawProblem(socket, error, { requestId, baseUrl });
    metrics.observeRequest('unknown', 'unknown', error.status, 0);
    const anonymous = { actor: undefined, organizerId: undefined };
    access({ requestId, method: 'unknown', route: 'unknown', status: error.status, ms: 0, ...anonymous });
  };
  const onClientError = (error: ConnectionError, socket: Socket) => {
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const connection = busy.get(socket);
    if (connection === undefined) {
      refuse(socket, toRequestError(error));
      return;
    }
    const { reply } = connection;
    if (reply.request.raw.complete) connection.requestError ??= toRequestError(error);
    // Its answer is being sent and closes the connection.
    else if (reply.request.headError !== null) return;
    else if (reply.sent) socket.destroySoon();
    // The body is malformed: the answer goes through the hooks of its plane.
    else reply.header('connection', 'close').send(toRequestError(error));
  };
  const observe = (request: FastifyRequest, reply: FastifyReply) => {
    const status = reply.raw.writableFinished ? reply.statusCode : clientDisconnected;
    const route = request.route.url ?? 'unknown';
    const ms = reply.elapsedTime;
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
  };

  const track = (app: FastifyInstance) => {
    app.decorateRequest('headError', null);
    app.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    // `Expect` is checked with the rest of the head: Node would answer without a body.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.server.on('connect', (_request, socket: Socket) => {
      socket.on('error', () => socket.destroy());
      refuse(socket, tunnelError());
    });
    // Called by `close`. Node's implementation counts a connection as idle while its answer is still being sent.
    app.server.closeIdleConnections = () => {
      closing = true;
      for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
    };
    app.addHook('onRequest', (request, reply, done) => {
      const { socket } = request.raw;
      enter(socket, reply);
      request.route = request.routeOptions.config;
      request.headError = findHeadError(request.raw);
      reply.header('request-id', request.id);
      reply.header('cache-control', 'private, no-store');
      reply.header('x-content-type-options', 'nosniff');
      // After a head that is not valid, the following bytes cannot be parsed as requests.
      if (closing || request.headError !== null) reply.header('connection', 'close');
      // Emitted once for each request, after the answer was sent or the client disconnected.
      reply.raw.on('close', () => {
        leave(socket);
        observe(request, reply);
      });
      done();
    });
  };
  return { onClientError, track, isOverloaded: () => inFlight > inFlightMax };
}

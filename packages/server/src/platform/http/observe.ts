import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/index.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { answerRaw, brokenRequest, type ConnectionError, tunnelError } from './broken-requests.ts';
import { methodLabel } from './methods.ts';
import { headFault } from './request-head.ts';

/** Requests under way at once; past that the server says so instead of letting all of them wait. */
const inFlightMax = 2_000;

/** What the log says in place of a status that nobody received. */
const callerWentAway = 499;

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with its head; its plane answers with this error before any other check. */
    headFault: ApiError | null;
  }
}

/** The requests under way on one connection: callers may send the next one before the answer. */
interface Exchange {
  count: number;
  /** Of the request that came last. */
  reply: FastifyReply;
  /** The error of bytes after it that are not a request: answered after the requests before them. */
  broken?: ApiError;
}

/** Watches requests and connections; made before the application that it watches. */
export interface Watch {
  /** Takes what Node calls a client error: bytes that are no HTTP, time-outs, lost connections. */
  onClientError(error: ConnectionError, socket: Socket): void;
  /** Begins to watch an application. */
  watch(app: FastifyInstance): void;
  /** Whether more requests are under way than the server can serve in time. */
  isOverloaded(): boolean;
}

/**
 * Gives each answer its `Request-Id`, each request a line in the log and its place in the metrics, answers what is no HTTP
 * request, and keeps count, so that a server that closes ends each connection when its last answer has left.
 */
export function watchRequests(parts: { access: Log['access']; metrics: Metrics; baseUrl: string }): Watch {
  const { access, metrics, baseUrl } = parts;
  const sockets = new Set<Socket>();
  const busy = new Map<Socket, Exchange>();
  const refused = new WeakSet<Socket>();
  let inFlight = 0;
  let closing = false;

  const enter = (socket: Socket, reply: FastifyReply) => {
    inFlight += 1;
    const exchange = busy.get(socket);
    if (exchange === undefined) {
      busy.set(socket, { count: 1, reply });
      return;
    }
    exchange.count += 1;
    exchange.reply = reply;
  };
  const leave = (socket: Socket) => {
    inFlight -= 1;
    const exchange = busy.get(socket)!;
    exchange.count -= 1;
    if (exchange.count > 0) return;
    busy.delete(socket);
    if (exchange.broken !== undefined) refuse(socket, exchange.broken);
    // Node would keep the connection for its next request, and with it the server from ending.
    else if (closing) socket.destroySoon();
  };
  const refuse = (socket: Socket, error: ApiError) => {
    refused.add(socket);
    if (!socket.writable) return;
    const requestId = newId('req', Date.now());
    answerRaw(socket, error, { requestId, baseUrl });
    metrics.observeRequest('unknown', 'unknown', error.status, 0);
    const nobody = { actor: undefined, organizerId: undefined };
    access({ requestId, method: 'unknown', route: 'unknown', status: error.status, ms: 0, ...nobody });
  };
  const onClientError = (error: ConnectionError, socket: Socket) => {
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const exchange = busy.get(socket);
    if (exchange === undefined) {
      refuse(socket, brokenRequest(error));
      return;
    }
    const { reply } = exchange;
    if (reply.request.raw.complete) exchange.broken ??= brokenRequest(error);
    // Its answer is being sent, and closes the connection.
    else if (reply.request.headFault !== null) return;
    else if (reply.sent) socket.destroySoon();
    // The body is broken: the request gets its answer from its plane.
    else reply.header('connection', 'close').send(brokenRequest(error));
  };
  const observe = (request: FastifyRequest, reply: FastifyReply) => {
    const status = reply.raw.writableFinished ? reply.statusCode : callerWentAway;
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

  const watch = (app: FastifyInstance) => {
    app.decorateRequest('headFault', null);
    app.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    // `Expect` is checked with the rest of the head. Node by itself would answer without a body.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.server.on('connect', (_request, socket: Socket) => {
      socket.on('error', () => socket.destroy());
      refuse(socket, tunnelError());
    });
    // Called by `close`. Node's own counts a connection as idle while an answer that is written is still being sent.
    app.server.closeIdleConnections = () => {
      closing = true;
      for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
    };
    app.addHook('onRequest', (request, reply, done) => {
      const { socket } = request.raw;
      enter(socket, reply);
      request.route = request.routeOptions.config;
      request.headFault = headFault(request.raw);
      reply.header('request-id', request.id);
      reply.header('cache-control', 'private, no-store');
      reply.header('x-content-type-options', 'nosniff');
      // After a faulty head, the bytes that follow cannot be read as requests.
      if (closing || request.headFault !== null) reply.header('connection', 'close');
      // Comes for each request, also for one whose caller went away before the answer, when all of it has left.
      reply.raw.on('close', () => {
        leave(socket);
        observe(request, reply);
      });
      done();
    });
  };
  return { onClientError, watch, isOverloaded: () => inFlight > inFlightMax };
}

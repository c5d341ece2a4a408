import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** Requests under way at once; past that the server says so instead of letting all of them wait. */
const inFlightMax = 2_000;

/** What the log says in place of a status that nobody received. */
const callerWentAway = 499;

/**
 * Gives each answer its `Request-Id`, each request a line in the log and its place in the metrics, and keeps count, so
 * that a server that closes ends each connection when its last answer has left.
 *
 * @returns tells whether more requests are under way than the server can serve in time
 */
export function watchRequests(app: FastifyInstance, access: Log['access'], metrics: Metrics): () => boolean {
  const sockets = new Set<Socket>();
  /** How many requests are under way on a connection: callers may send the next before the answer. */
  const busy = new Map<Socket, number>();
  let inFlight = 0;
  let closing = false;

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const leave = (socket: Socket) => {
    inFlight -= 1;
    const left = busy.get(socket)! - 1;
    if (left > 0) busy.set(socket, left);
    else busy.delete(socket);
    // Node would keep the connection for its next request, and with it the server from ending.
    if (closing && left === 0) socket.destroySoon();
  };
  // Called by `close`. Node's own counts a connection as idle while an answer that is written is still being sent.
  app.server.closeIdleConnections = () => {
    closing = true;
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    inFlight += 1;
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    request.route = request.routeOptions.config;
    reply.header('request-id', request.id);
    reply.header('cache-control', 'private, no-store');
    reply.header('x-content-type-options', 'nosniff');
    if (closing) reply.header('connection', 'close');
    // Comes for each request, also for one whose caller went away before the answer, when all of it has left.
    reply.raw.on('close', () => {
      leave(socket);
      const status = reply.raw.writableFinished ? reply.statusCode : callerWentAway;
      const route = request.route.url ?? 'unknown';
      const ms = reply.elapsedTime;
      metrics.observeRequest(request.method, route, status, ms / 1000);
      access({
        requestId: request.id,
        method: request.method,
        route,
        status,
        ms,
        keyId: request.key?.id,
        organizerId: request.key?.organizerId,
      });
    });
    done();
  });

  return () => inFlight > inFlightMax;
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../database/dialect.ts';
import { canStoreChanges } from '../database/write-failures.ts';
import type { Metrics } from '../metrics.ts';
import { withTimeout } from '../with-timeout.ts';
import { createServer } from './node-http.ts';

/** If the database does not respond within this time, it counts as unavailable. */
const readinessTimeoutMs = 2_000;

export interface ProbedServer {
  readonly db: Db;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
}

/**
 * Registers the routes for the operator and the load balancer on the public port: `/healthz` (the process responds) and
 * `/readyz` (the database responds and stores changes too, and the server is not stopping).
 *
 * @param detail `full`: `/readyz` states why the server is not ready, and `/metrics` (Prometheus) is registered too
 */
export function probeRoutes(app: FastifyInstance, server: ProbedServer, detail: 'full' | 'none'): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const error = await readinessError(server);
    if (error === null) return { status: 'ready' };
    throw detail === 'full' ? error : new ApiError('not_ready', {});
  });
  if (detail === 'none') return;
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', server.metrics.contentType);
    return server.metrics.text();
  });
}

/** A server for the operator only, on a separate port: `/metrics`, `/healthz`, and `/readyz` with the reason if not ready. */
export function probeServer(server: ProbedServer): Server {
  return createServer((request, response) => {
    respond(server, request, response).catch(() => response.destroy());
  });
}

async function respond(server: ProbedServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?')[0];
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const sendJson = (status: number, body: object) => send(status, 'application/json', `${JSON.stringify(body)}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendJson(405, { status: 'method not allowed' });
  if (path === '/metrics') {
    const text = await server.metrics.text().catch(() => null);
    if (text !== null) return send(200, server.metrics.contentType, text);
    return sendJson(503, { status: 'not available', reason: 'A process did not answer in time.' });
  }
  if (path === '/healthz') return sendJson(200, { status: 'ok' });
  if (path !== '/readyz') return sendJson(404, { status: 'not found' });
  const startedMs = performance.now();
  const error = await readinessError(server);
  const databaseMs = Math.round((performance.now() - startedMs) * 10) / 10;
  return error === null
    ? sendJson(200, { status: 'ready', databaseMs })
    : sendJson(503, { status: 'not ready', reason: error.detail, databaseMs });
}

/** Returns the reason why this process is not ready; null if it is ready. */
export async function readinessError({
  db,
  isStopping,
}: Pick<ProbedServer, 'db' | 'isStopping'>): Promise<ApiError | null> {
  if (isStopping()) return new ApiError('server_stopping', {});
  const probe = databaseError(db).catch(() => new ApiError('database_unreachable', {}));
  return withTimeout(probe, readinessTimeoutMs).catch(() => new ApiError('database_not_responding', {}));
}

async function databaseError(db: Db): Promise<ApiError | null> {
  await sql`select 1 as one`.execute(db);
  if (!(await canStoreChanges(db))) return new ApiError('database_not_writable', {});
  const { sharding, findShardingProblems } = dialectOf(db);
  if (sharding === null) return null; // A distributed database is then rejected at the start.
  const [found] = await findShardingProblems(db);
  return found === undefined ? null : new ApiError('database_not_distributed', { problem: found.problem });
}

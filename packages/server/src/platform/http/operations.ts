import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { unavailable } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

/** Past this the database counts as gone. */
const readyMsMax = 2_000;

/**
 * For the operator and the load balancer: `/healthz` (the process answers), `/readyz` (so does its database, and it is
 * not about to stop), `/metrics` (Prometheus).
 */
export function operationRoutes(
  app: FastifyInstance,
  { db, metrics, isStopping }: { db: Db; metrics: Metrics; isStopping: () => boolean },
): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping()) throw unavailable('The server is stopping.');
    await checkDatabase(db);
    return { status: 'ready' };
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', metrics.contentType);
    return metrics.text();
  });
}

/** @throws ApiError `unavailable` where the database does not answer within two seconds */
export async function checkDatabase(db: Db): Promise<void> {
  const probe = sql`select 1 as one`.execute(db);
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(unavailable('The database does not answer.')), readyMsMax);
  try {
    await Promise.race([probe, timer.promise]);
  } finally {
    clearTimeout(timeout);
    probe.catch(() => {}); // One that was given up may still fail later.
  }
}

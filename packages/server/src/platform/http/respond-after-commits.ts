import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** When all commits that can be read now will be durable; null if they are. */
    pendingCommits: () => Promise<void> | null;
  }
}

/**
 * Sends each response after all commits are durable that it can have read. Otherwise a client could know of a change that a power
 * failure then undoes.
 */
export function respondAfterCommits(app: FastifyInstance, pendingCommits: () => Promise<void> | null): void {
  app.decorate('pendingCommits', pendingCommits);
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const pending = pendingCommits();
    if (pending === null) done(null, payload);
    else pending.then(() => done(null, payload));
  });
}

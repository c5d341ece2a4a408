import type { FastifyReply } from 'fastify';

/** Passes on JSON that the database built, as it is. */
export function sendJson(reply: FastifyReply, json: string): void {
  reply.header('content-type', 'application/json; charset=utf-8').send(json);
}

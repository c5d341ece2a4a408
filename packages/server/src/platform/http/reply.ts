import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, tagOf, type Versioned } from './entity-tags.ts';

const jsonType = 'application/json; charset=utf-8';

/** Sends JSON that the database built, unchanged. */
export function sendJson(reply: FastifyReply, json: string): void {
  reply.header('content-type', jsonType).send(json);
}

/**
 * The same with an `ETag`: 304 without a body if `If-None-Match` matches it (RFC 9110, section 13.1.2). Private caches can store
 * the answer and must revalidate it.
 *
 * @param json read-only JSON, or an editable resource with its version
 */
export function sendRevalidated(request: FastifyRequest, reply: FastifyReply, json: string | Versioned): void {
  const text = typeof json === 'string' ? json : json.json;
  const tag = tagOf(json);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (matchesTag(request.headers['if-none-match'], tag)) reply.code(304).send();
  else reply.header('content-type', jsonType).send(text);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag, tagOf, type Versioned } from './entity-tags.ts';

const jsonType = 'application/json; charset=utf-8';

/** Sends JSON that the database built, unchanged. */
export function sendJson(reply: FastifyReply, json: string): void {
  reply.header('content-type', jsonType).send(json);
}

/**
 * The same, with an `ETag`: 304 without a body where `If-None-Match` names it (RFC 9110, section 13.1.2). Caches may keep
 * the answer for its caller, and ask each time.
 *
 * @param json JSON alone, or with its version where it can be edited
 */
export function sendRevalidated(request: FastifyRequest, reply: FastifyReply, json: string | Versioned): void {
  const text = typeof json === 'string' ? json : json.json;
  const tag = tagOf(json);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (namesTag(request.headers['if-none-match'], tag)) reply.code(304).send();
  else reply.header('content-type', jsonType).send(text);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, tagOf, type Versioned } from './entity-tags.ts';

const jsonType = 'application/json; charset=utf-8';

/**
 * Sends text that is JSON already, for example from the database. Resolves when the response is written. A handler must not
 * return earlier, because Fastify would send an empty response while a long response is still being compressed.
 */
export async function sendJson(reply: FastifyReply, json: string): Promise<void> {
  await reply.header('content-type', jsonType).send(json);
}

/**
 * Sends JSON with an `ETag`. The response is 304 without a body if `If-None-Match` matches the tag (RFC 9110, section 13.1.2).
 * Private caches can store the response and must revalidate it. Resolves as `sendJson` does.
 *
 * @param json read-only JSON, or an editable resource with its version
 */
export async function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string | Versioned,
): Promise<void> {
  const text = typeof json === 'string' ? json : json.json;
  const tag = tagOf(json);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (matchesTag(request.headers['if-none-match'], tag)) await reply.code(304).send();
  else await sendJson(reply, text);
}

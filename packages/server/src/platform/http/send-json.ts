import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonBody } from '../database/dialect.ts';
import { matchesTag, tagOf, type Versioned } from './entity-tags.ts';

/** The media type of responses whose JSON the database has built. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * The response of a handler whose data is JSON already, for example from the database. The handler must return the result:
 * Fastify sends it. Its type is `undefined`, because Fastify's types expect an object of the schema.
 */
export function sendJson(reply: FastifyReply, json: JsonBody): undefined {
  reply.header('content-type', jsonType);
  if (typeof json !== 'string') freeAfterSending(reply.raw, json);
  return json as unknown as undefined;
}

/**
 * Frees bytes after they were sent, so that the next response is built in the same memory, which the processor has in its cache. If the
 * client disconnects first, the compression can still be using the bytes. They are then left to the garbage collector.
 */
function freeAfterSending(response: ServerResponse, { buffer }: Buffer<ArrayBuffer>): void {
  response.once('close', () => {
    if (response.writableFinished) buffer.transfer(0);
  });
}

/** Like `sendJson`, with the `ETag` of an editable resource. */
export function sendVersioned(reply: FastifyReply, resource: Versioned): undefined {
  reply.header('etag', tagOf(resource));
  return sendJson(reply, resource.json);
}

/**
 * Like `sendJson`, with an `ETag`. The response is 304 without a body if `If-None-Match` matches the tag (RFC 9110, section
 * 13.1.2). Private caches can store the response and must revalidate it.
 *
 * @param json read-only JSON, or an editable resource with its version
 */
export function sendRevalidated(request: FastifyRequest, reply: FastifyReply, json: JsonBody | Versioned): undefined {
  const body = typeof json === 'object' && 'json' in json ? json.json : json;
  const tag = tagOf(json);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (!matchesTag(request.headers['if-none-match'], tag)) return sendJson(reply, body);
  reply.code(304);
}

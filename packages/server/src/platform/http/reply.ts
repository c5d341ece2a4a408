import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import { namesTag, tagOf, type Versioned } from './entity-tags.ts';

const jsonType = 'application/json; charset=utf-8';

/** Passes on JSON that the database built, as it is: at once where it is there already. */
export function sendJson(reply: FastifyReply, json: MaybePromise<string>): MaybePromise<void> {
  return mapMaybe(json, (text) => {
    reply.header('content-type', jsonType).send(text);
  });
}

/**
 * The same, with an `ETag`: 304 without a body where `If-None-Match` names it (RFC 9110, section 13.1.2). Caches may keep
 * the answer for its caller, and ask each time.
 *
 * @param json JSON alone, or with its version where it can be edited
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  json: MaybePromise<string | Versioned>,
): MaybePromise<void> {
  return mapMaybe(json, (answer) => {
    const text = typeof answer === 'string' ? answer : answer.json;
    const tag = tagOf(answer);
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (namesTag(request.headers['if-none-match'], tag)) reply.code(304).send();
    else reply.header('content-type', jsonType).send(text);
  });
}

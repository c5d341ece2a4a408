import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { andThen, type MaybePromise } from '../maybe-promise.ts';

const jsonType = 'application/json; charset=utf-8';

/** Passes on JSON that the database built, as it is: at once where it is there already. */
export function sendJson(reply: FastifyReply, json: MaybePromise<string>): MaybePromise<void> {
  return andThen(json, (text) => {
    reply.header('content-type', jsonType).send(text);
  });
}

/**
 * The same, with an `ETag`: 304 without a body where `If-None-Match` names it (RFC 9110, section 13.1.2). Caches may keep
 * the answer for its caller, and ask each time.
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  json: MaybePromise<string>,
): MaybePromise<void> {
  return andThen(json, (text) => {
    const tag = `"${hash('sha1', text, 'base64url')}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (matches(request.headers['if-none-match'], tag)) reply.code(304).send();
    else reply.header('content-type', jsonType).send(text);
  });
}

/** Compared weakly: a cache on the way may have marked the tag as weak. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const given = part.trim();
    return given === '*' || given === tag || given === `W/${tag}`;
  });
}

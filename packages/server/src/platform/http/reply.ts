import type { FastifyReply } from 'fastify';
import { andThen, type MaybePromise } from '../maybe-promise.ts';

const jsonType = 'application/json; charset=utf-8';

/** Passes on JSON that the database built, as it is: at once where it is there already. */
export function sendJson(reply: FastifyReply, json: MaybePromise<string>): MaybePromise<void> {
  return andThen(json, (text) => {
    reply.header('content-type', jsonType).send(text);
  });
}

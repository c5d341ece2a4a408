import type { FastifyReply } from 'fastify';
import { contentPolicy, hashesOf } from './content-policy.ts';

const htmlType = 'text/html; charset=utf-8';

/** Sends a page. By default, its content security policy allows only inline styles of the page, and images in `data:` URLs. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  policy = contentPolicy({ 'style-src': hashesOf('style', page), 'img-src': ['data:'] }),
): FastifyReply {
  reply.type(htmlType).header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
  return reply.send(page);
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { AccountServices } from './services.ts';
import { cookieName, findCookie, formatCookie } from './session-cookie.ts';
import { normalizeEmail } from './users.ts';

const cookie = 'known_browser';
const maxAgeSeconds = 180 * 24 * 60 * 60;

type BrowserServices = Pick<AccountServices, 'baseUrl' | 'secrets'>;

/** The MAC binds a browser to the account that was signed in with it: another account has another one. */
function macOf({ secrets }: BrowserServices, id: string, email: string): Buffer {
  return createHmac('sha256', secrets.sessionKey)
    .update(`known browser ${id} ${normalizeEmail(email)}`)
    .digest();
}

/**
 * Remembers that a user has signed in with all factors in this browser. Its further attempts are counted separately, so that strangers
 * cannot use them up. It does not replace any factor.
 */
export function rememberBrowser(services: BrowserServices, reply: FastifyReply, email: string): void {
  const id = randomBytes(16).toString('base64url');
  const value = `${id}.${macOf(services, id, email).toString('base64url')}`;
  reply.header('set-cookie', formatCookie(services.baseUrl, cookie, { value, maxAgeSeconds }));
}

/** The id of a browser in which this user was the last to sign in; null if the browser is not known. */
export function findKnownBrowser(services: BrowserServices, cookies: string | undefined, email: string): string | null {
  const name = cookieName(services.baseUrl, cookie);
  const [id = '', mac = ''] = (findCookie(cookies, name)?.slice(name.length + 1) ?? '').split('.');
  const [actual, expected] = [Buffer.from(mac, 'base64url'), macOf(services, id, email)];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The cookie with the token of a session. better-auth defines its name. */
export const sessionCookie = 'session_token';

/** How the cookies of the dashboard are set. Behind https, browsers accept the prefix `__Host-` only from this host itself. */
export function cookieOptions(baseUrl: string): { prefix: string; secure: boolean; path: string } {
  const secure = baseUrl.startsWith('https://');
  return secure
    ? { prefix: '__Host-organizer', secure, path: '/' }
    : { prefix: 'organizer', secure, path: new URL(`${baseUrl}/dashboard`).pathname };
}

/** The complete name of a cookie of the dashboard. */
export function cookieName(baseUrl: string, name: string): string {
  return `${cookieOptions(baseUrl).prefix}.${name}`;
}

/** The value of `Set-Cookie` for a cookie that better-auth does not know. With a `maxAgeSeconds` of 0, it is removed. */
export function formatCookie(
  baseUrl: string,
  name: string,
  { value, maxAgeSeconds }: { value: string; maxAgeSeconds: number },
): string {
  const { secure, path } = cookieOptions(baseUrl);
  const attributes = [`Max-Age=${maxAgeSeconds}`, `Path=${path}`, 'HttpOnly', 'SameSite=Strict'];
  if (secure) attributes.push('Secure');
  return [`${cookieName(baseUrl, name)}=${value}`, ...attributes].join('; ');
}

/** The cookie with this complete name, as `name=value`; null if the header has none. Of several, it is the first. */
export function findCookie(header: string | undefined, name: string): string | null {
  const cookies = header?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? null;
}

/**
 * Reads the value of a cookie that better-auth has signed. The cookie is the value, `.` and the HMAC-SHA256 of the value
 * in base64. Whether a session has ended is read from the database.
 *
 * @param name the name without prefix, such as `session_token`
 * @returns null if there is no such cookie, or if it was not signed with this key
 */
export function readSignedCookie(
  header: string | undefined,
  name: string,
  { baseUrl, sessionKey }: { baseUrl: string; sessionKey: KeyObject },
): string | null {
  const fullName = cookieName(baseUrl, name);
  const cookie = findCookie(header, fullName);
  return cookie === null ? null : verifyCookie(cookie.slice(fullName.length + 1), sessionKey);
}

/** The value of a signed cookie; null if it was not signed with this key. */
function verifyCookie(cookie: string, sessionKey: KeyObject): string | null {
  const [value, signature, ...rest] = decode(cookie).split('.');
  if (!value || signature === undefined || rest.length > 0) return null;
  const expected = createHmac('sha256', sessionKey).update(value).digest();
  const actual = Buffer.from(signature, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? value : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

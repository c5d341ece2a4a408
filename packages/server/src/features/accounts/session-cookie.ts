import { createHmac, timingSafeEqual } from 'node:crypto';

export const cookiePrefix = 'organizer';

/** The path to which browsers send the cookies of the dashboard. */
export function cookiePath(baseUrl: string): string {
  return new URL(`${baseUrl}/dashboard`).pathname;
}

/** The name of a cookie of the library for accounts. Behind https, browsers accept it only with `Secure`. */
export function cookieName(baseUrl: string, name: string): string {
  return `${baseUrl.startsWith('https://') ? '__Secure-' : ''}${cookiePrefix}.${name}`;
}

/** The cookie with this name, as `name=value`; null if the header has none. Of several, it is the first. */
export function findCookie(header: string | undefined, name: string): string | null {
  const cookies = header?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? null;
}

/**
 * Reads the token of a session from its cookie. The value of the cookie is the token, `.` and the HMAC-SHA256 of the token in base64.
 *
 * @returns null if there is no such cookie, or if it was not signed with this key
 */
export function readSessionToken(
  header: string | undefined,
  { baseUrl, sessionKey }: { baseUrl: string; sessionKey: string },
): string | null {
  const name = cookieName(baseUrl, 'session_token');
  const cookie = findCookie(header, name);
  if (cookie === null) return null;
  const [token, signature, ...rest] = decode(cookie.slice(name.length + 1)).split('.');
  if (!token || signature === undefined || rest.length > 0) return null;
  const expected = createHmac('sha256', sessionKey).update(token).digest();
  const actual = Buffer.from(signature, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? token : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto';

export const cookiePrefix = 'organizer';
/** The cookie with the token of a session. better-auth defines its name. */
export const sessionCookie = 'session_token';

/** When this number is reached, all are removed, and the cookies of active sessions are verified again. */
const verifiedCookiesMax = 1_000;
/** The values of the cookies whose signatures were verified last, by key and cookie. */
const verifiedCookies = new Map<string, string>();

/** The path to which browsers send the cookies of the dashboard. */
export function cookiePath(baseUrl: string): string {
  return new URL(`${baseUrl}/dashboard`).pathname;
}

/** The name of a cookie of better-auth. Behind https, browsers accept it only with `Secure`. */
export function cookieName(baseUrl: string, name: string): string {
  return `${baseUrl.startsWith('https://') ? '__Secure-' : ''}${cookiePrefix}.${name}`;
}

/** The cookie with this name, as `name=value`; null if the header has none. Of several, it is the first. */
export function findCookie(header: string | undefined, name: string): string | null {
  const cookies = header?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? null;
}

/**
 * Reads the value of a cookie that better-auth has signed. The cookie is the value, `.` and the HMAC-SHA256 of the value
 * in base64. The signature of each cookie is computed once, not for each request of a page. Whether a session has ended is not stored
 * here: it is read from the database for each request.
 *
 * @param name the name without prefix, such as `session_token`
 * @returns null if there is no such cookie, or if it was not signed with this key
 */
export function readSignedCookie(
  header: string | undefined,
  name: string,
  { baseUrl, sessionKey }: { baseUrl: string; sessionKey: string },
): string | null {
  const fullName = cookieName(baseUrl, name);
  const cookie = findCookie(header, fullName);
  if (cookie === null) return null;
  const cacheKey = `${sessionKey} ${cookie}`;
  const verified = verifiedCookies.get(cacheKey);
  if (verified !== undefined) return verified;
  const value = verifyCookie(cookie.slice(fullName.length + 1), sessionKey);
  if (value === null) return null;
  if (verifiedCookies.size >= verifiedCookiesMax) verifiedCookies.clear();
  verifiedCookies.set(cacheKey, value);
  return value;
}

/** The value of a signed cookie; null if it was not signed with this key. */
function verifyCookie(cookie: string, sessionKey: string): string | null {
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

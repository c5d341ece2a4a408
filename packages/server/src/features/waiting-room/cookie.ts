/** A day: longer than any wait. */
const maxAgeSeconds = 86_400;

/** The name of the cookie with the place of a visitor in the waiting room of an event. */
function cookieNameOf(eventId: string): string {
  return `waiting_room_${eventId.slice('evt_'.length)}`;
}

/** The token in the cookies of a request; null if they have none for this event. */
export function waitingRoomTokenOf(cookies: string | undefined, eventId: string): string | null {
  const prefix = `${cookieNameOf(eventId)}=`;
  const cookie = cookies?.split(';').find((part) => part.trim().startsWith(prefix));
  return cookie === undefined ? null : cookie.trim().slice(prefix.length);
}

/**
 * The value of `Set-Cookie` that stores a token. The pages of events and the public endpoints get it, scripts and other websites do not.
 *
 * @param baseUrl the public URL of this server, without a trailing slash
 */
export function waitingRoomCookie(baseUrl: string, eventId: string, token: string): string {
  const { protocol, pathname } = new URL(`${baseUrl}/`);
  const attributes = [`Path=${pathname}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (protocol === 'https:') attributes.push('Secure');
  return [`${cookieNameOf(eventId)}=${token}`, ...attributes].join('; ');
}

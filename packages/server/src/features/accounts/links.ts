/*
 * The URLs of links in mails and on the command line. Each opens a page of the dashboard. The token is in the fragment of the URL,
 * which browsers do not send to the server.
 */

export function signInLinkUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/link#${token}`;
}

export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/invitation#${token}`;
}

export function firstOperatorUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/start#${token}`;
}

/** The page about the user's own account. */
export function accountUrl(baseUrl: string): string {
  return `${baseUrl}/dashboard/account`;
}

/** The dashboard of an organizer. */
export function organizerUrl(baseUrl: string, slug: string): string {
  return `${baseUrl}/dashboard/organizers/${encodeURIComponent(slug)}`;
}

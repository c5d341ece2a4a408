/** The realm of all challenges. */
const realm = 'Organizer API';

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? null;
}

/** The user name of an `Authorization: Basic` header; null without one. */
export function basicUserName(header: string | undefined): string | null {
  if (header === undefined) return null;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const credentials = Buffer.from(encoded, 'base64').toString('latin1');
  const nameLength = credentials.indexOf(':');
  return nameLength > 0 ? credentials.slice(0, nameLength) : null;
}

/**
 * A `WWW-Authenticate` challenge (RFC 6750, section 3). It names only Bearer, because browsers open a password dialog for
 * Basic.
 *
 * @param parameters further parameters, after the realm
 */
export function challenge(parameters?: string): string {
  return `Bearer realm="${realm}"${parameters === undefined ? '' : `, ${parameters}`}`;
}

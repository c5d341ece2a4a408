/** The hosts of a PostgreSQL database. */
export interface PostgresHosts {
  /** One URL for each host. */
  readonly urls: readonly string[];
  /** Whether only a host that accepts writes may be used. */
  readonly mustBePrimary: boolean;
}

const pattern = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/;

/**
 * Reads a URL with one or more hosts, as libpq does: `postgres://user:password@host1:5432,host2:5432/name`. With several hosts, or
 * with `target_session_attrs=read-write` or `primary`, only a host that accepts writes may be used.
 *
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * @returns null if the URL is invalid
 */
export function parsePostgresUrl(text: string): PostgresHosts | null {
  const [, start, hosts, rest] = pattern.exec(text) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) return null;
  const names = hosts.split(',');
  if (names.length > 1 && names.includes('')) return null;
  const targets = new Set<string>();
  const urls: string[] = [];
  for (const name of names) {
    const url = URL.parse(`${start}${name}${rest}`);
    if (url === null) return null;
    for (const value of url.searchParams.getAll('target_session_attrs')) targets.add(value);
    if (targets.size > 0) url.searchParams.delete('target_session_attrs');
    // The program names its connections itself (`connectionName`).
    if (url.searchParams.has('application_name')) url.searchParams.delete('application_name');
    urls.push(url.href);
  }
  const isWritable = targets.has('read-write') || targets.has('primary');
  targets.delete('read-write');
  targets.delete('primary');
  targets.delete('any');
  // The other values select a standby, which rejects all writes.
  if (targets.size > 0) return null;
  return { urls, mustBePrimary: isWritable || urls.length > 1 };
}

/**
 * Separates the password from a valid URL, for a program whose arguments other users can read. The parameter `password` comes before
 * the password of the user, as for connections of the service. The rest of the URL is not changed, except for a fragment.
 */
export function withoutPassword(text: string): { url: string; password: string | null } {
  const [, start = '', userPassword, rest = '', query] =
    /^(\w+:\/\/(?:[^:@/?#]*(?=[:@]))?)(?::([^@/?#]*)(?=@))?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
  const parameters = query?.split('&') ?? [];
  const isPassword = (parameter: string) => new URLSearchParams(parameter).has('password');
  const kept = parameters.filter((parameter) => !isPassword(parameter));
  const ofQuery = new URLSearchParams(parameters.filter(isPassword).at(-1)).get('password');
  const password = ofQuery || userPassword?.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent) || null;
  return { url: `${start}${rest}${kept.length > 0 ? `?${kept.join('&')}` : ''}`, password };
}

import { readFileSync } from 'node:fs';

/** The hosts of a PostgreSQL database. */
export interface PostgresHosts {
  /** One URL for each host. */
  readonly urls: readonly string[];
  /** Whether only a host that accepts writes may be used. */
  readonly mustBePrimary: boolean;
}

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const tlsFiles = ['sslrootcert', 'sslcert', 'sslkey'];
/** The value of `sslrootcert` for well-known certificate authorities. */
const wellKnownCas = 'system';

/**
 * Checks the parameters for TLS of a valid URL: `sslmode`, `sslrootcert`, `sslcert` and `sslkey`, which mean the same as for libpq.
 *
 * @returns the end of a sentence that begins with the name of the setting, and what to do; null if nothing is wrong
 */
export function tlsProblem(text: string): string | null {
  const parameters = new URLSearchParams(text.split('?')[1]);
  const mode = parameters.get('sslmode');
  const files = tlsFiles.filter((name) => parameters.has(name));
  if (mode === null)
    return files.length > 0 ? `has ${files[0]}, but no sslmode. Add sslmode=verify-full to the URL.` : null;
  if (!tlsModes.includes(mode)) return `must have one of these as sslmode: ${tlsModes.join(', ')}.`;
  if (mode === 'verify-ca' && !files.includes('sslrootcert'))
    return 'has sslmode=verify-ca, but no sslrootcert. Add the file of the CA, or use sslmode=verify-full.';
  if (files.includes('sslcert') !== files.includes('sslkey'))
    return 'must have both sslcert and sslkey, or none of them.';
  for (const name of files) {
    const file = parameters.get(name)!;
    if (name === 'sslrootcert' && file === wellKnownCas) continue;
    try {
      readFileSync(file);
    } catch (error) {
      return `names a file in ${name} that cannot be read: ${(error as Error).message}. Correct the path, or its permissions.`;
    }
  }
  return null;
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
    if (url.searchParams.has('sslmode')) useLibpqMeanings(url);
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

/** Without this, `pg` gives some values of `sslmode` another meaning than libpq, and prints a warning about it. */
function useLibpqMeanings({ searchParams }: URL): void {
  searchParams.set('uselibpqcompat', 'true');
  // Node uses the well-known authorities if none are named.
  if (searchParams.get('sslrootcert') === wellKnownCas) searchParams.delete('sslrootcert');
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

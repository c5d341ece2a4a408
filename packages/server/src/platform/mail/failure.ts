/** The properties of a send error that cannot contain an address, except `response`. */
interface Failure {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/**
 * The code of a send error, for the database and the log: the server's reply code with its enhanced status code (RFC 3463),
 * otherwise the error's code, otherwise its class. It never contains the error's text, because servers repeat the address there.
 */
export function failureCode(error: unknown): string {
  const { code, originalCode, responseCode, response } = (error ?? {}) as Failure;
  if (typeof responseCode === 'number') {
    const enhanced =
      typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
    return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  }
  const codes = [code, originalCode].filter((one) => typeof one === 'string' && /^[A-Z0-9_]{1,60}$/.test(one));
  if (codes.length > 0) return codes.join(' ');
  return error instanceof Error ? error.name : typeof error;
}

/** The first frame of an error's stack, without the error's text. */
export function failurePlace(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const head = `${error.name}: ${error.message}\n`;
  return error.stack?.startsWith(head) ? /^.*/.exec(error.stack.slice(head.length))?.[0].trim() : undefined;
}

/** What a failure to send carries, besides texts that may repeat an address. */
interface Failure {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/**
 * What may be kept and logged of a failure: the server's reply code with its enhanced status code (RFC 3463), else the
 * code of the error, else its class. Never its text: servers repeat the address in it.
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

/** Where in the code an error arose, for a programmer: the first frame of its stack, without its text. */
export function failurePlace(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const head = `${error.name}: ${error.message}\n`;
  return error.stack?.startsWith(head) ? error.stack.slice(head.length).split('\n', 1)[0]!.trim() : undefined;
}

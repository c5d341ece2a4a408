/** The properties of a send error that are read. Only `response` can contain an e-mail address. */
interface SendError {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/**
 * Returns the code of a send error, for the database and the log: the SMTP reply code with the enhanced status code (RFC 3463),
 * otherwise the error code, otherwise the name of the error. The result never contains the text of the error, because this text
 * can contain the e-mail address.
 */
export function failureCode(error: unknown): string {
  const { code, originalCode, responseCode, response } = (error ?? {}) as SendError;
  if (typeof responseCode === 'number') {
    const enhanced =
      typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
    return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  }
  const codes = [code, originalCode].filter((value) => typeof value === 'string' && /^[A-Z0-9_]{1,60}$/.test(value));
  if (codes.length > 0) return codes.join(' ');
  return error instanceof Error ? error.name : typeof error;
}

/** Returns the first stack frame of an error, without the error message. */
export function firstStackFrame(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const head = `${error.name}: ${error.message}\n`;
  return error.stack?.startsWith(head) ? /^.*/.exec(error.stack.slice(head.length))?.[0].trim() : undefined;
}

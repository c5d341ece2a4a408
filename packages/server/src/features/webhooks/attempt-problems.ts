/** The kinds of failed attempts, as far as the receiver can do something different about them. */
export const attemptProblems = [
  'redirect',
  'unauthorized',
  'not_found',
  'gone',
  'rate_limited',
  'rejected',
  'server_error',
  'timeout',
  'connection_refused',
  'connection_lost',
  'host_unknown',
  'unreachable',
  'tls',
  'private_address',
  'invalid_response',
  'other',
] as const;

export type AttemptProblem = (typeof attemptProblems)[number];

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly problem: AttemptProblem;
  /** A sentence without a full stop, for the attempts of a delivery. */
  readonly text: string;
}

const problemOfStatus: Readonly<Record<number, AttemptProblem>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  410: 'gone',
  429: 'rate_limited',
};

/** Returns the failure of a response; null for a status from 200 to 299. */
export function failureOfStatus(status: number): AttemptFailure | null {
  if (status >= 200 && status < 300) return null;
  const text = `answered ${status}`;
  if (status >= 500) return { problem: 'server_error', text };
  if (status >= 300 && status < 400) return { problem: 'redirect', text: `${text}: redirects are not followed` };
  return { problem: problemOfStatus[status] ?? 'rejected', text };
}

const failureOfCode: Readonly<Record<string, AttemptFailure>> = {
  ECONNREFUSED: { problem: 'connection_refused', text: 'the connection was refused' },
  ECONNRESET: { problem: 'connection_lost', text: 'the connection was reset' },
  EPIPE: { problem: 'connection_lost', text: 'the connection was reset' },
  UND_ERR_SOCKET: { problem: 'connection_lost', text: 'the connection was closed before the response was complete' },
  UND_ERR_CONNECT_TIMEOUT: { problem: 'timeout', text: 'the connection timed out' },
  ETIMEDOUT: { problem: 'timeout', text: 'the connection timed out' },
  EHOSTUNREACH: { problem: 'unreachable', text: 'the host is unreachable' },
  ENETUNREACH: { problem: 'unreachable', text: 'the network is unreachable' },
  ENOTFOUND: { problem: 'host_unknown', text: 'the host name does not exist' },
  EAI_AGAIN: { problem: 'host_unknown', text: 'the host name could not be resolved' },
};

/** Returns the failure of a connection. */
export function failureOfError(error: Error): AttemptFailure {
  const { code = error.name, message } = error as NodeJS.ErrnoException;
  const known = failureOfCode[code];
  if (known !== undefined) return { problem: known.problem, text: `${known.text} (${code})` };
  if (error.name === 'HTTPParserError') {
    return { problem: 'invalid_response', text: `the response is not valid HTTP (${code})` };
  }
  // After a semicolon, Node adds advice about its command-line options.
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) {
    return { problem: 'tls', text: `TLS: ${message.split(';')[0]} (${code})` };
  }
  return { problem: code === 'ERR_ADDRESS_REFUSED' ? 'private_address' : 'other', text: `${message} (${code})` };
}

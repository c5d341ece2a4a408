import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors/index.ts';

/** `uri-host [ ":" port ]` of RFC 3986, section 3.2; it can be empty. */
const hostForm = /^(?:[\w\-.~%!$&'()*+,;=]*|\[[\w:.%-]*\])(?::\d*)?$/;

/**
 * Checks the rules for a request head that Node does not check: the HTTP version, one `Host` header (RFC 9112, section 3.2),
 * one `Authorization` header, a supported transfer coding (RFC 9112, section 6.1), and a supported `Expect` header (RFC 9110,
 * section 10.1.1).
 *
 * @returns the error for the response; null if the head is valid
 */
export function findHeadError({ httpVersion, headers, rawHeaders }: IncomingMessage): ApiError | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return versionNotSupported();
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts > 1) return new ApiError('multiple_hosts', {});
  if (hosts === 0 && httpVersion === '1.1') return new ApiError('missing_host', {});
  if (hosts === 1 && !hostForm.test(headers.host ?? '')) return new ApiError('invalid_host', {});
  if (authorizations > 1) return new ApiError('multiple_authorizations', {});
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return codingNotSupported();
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return new ApiError('unsupported_expectation', {});
  }
  return null;
}

export function versionNotSupported(): ApiError {
  return new ApiError('unsupported_http_version', {});
}

export function codingNotSupported(): ApiError {
  return new ApiError('unsupported_transfer_encoding', {});
}

import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateName, isPublicUnicast } from './public-address.ts';

/** The host is, or leads to, an address that is not public. Nothing was sent there. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'ERR_ADDRESS_REFUSED';
}

/**
 * Whether a host may be called, as far as can be told now; each connection checks again.
 *
 * @param hostname as `URL.hostname` gives it
 * @param options `timeoutMs`: how long the look-up may take, by default 3000
 * @throws RefusedAddress where the host is or resolves to an address that is not public, or has a name that only a machine
 *   or a private network has. Another name that does not resolve, or not in time, is accepted.
 */
export async function checkPublicHost(
  hostname: string,
  options: { readonly lookup?: LookupFunction; readonly timeoutMs?: number } = {},
): Promise<void> {
  const host = withoutBrackets(hostname);
  const refusal = literalRefusal(host);
  if (refusal !== null) throw refusal;
  if (isIP(host) !== 0) return;
  if (isPrivateName(host)) {
    throw new RefusedAddress(`${host} is a name of a private network, not of the public internet`);
  }
  const { lookup = dnsLookup, timeoutMs = 3000 } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, timeoutMs);
  publicOnly(lookup)(host, { all: true }, (error) => (error instanceof RefusedAddress ? reject(error) : resolve()));
  await promise.finally(() => clearTimeout(timeout));
}

/** Looks a name up, and fails with `RefusedAddress` where one of the answers is not public, whichever would be used. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family = 0) => {
      if (error) return callback(error, []);
      const answers: LookupAddress[] = typeof found === 'string' ? [{ address: found, family }] : found;
      const refused = answers.find(({ address }) => !isPublicUnicast(address));
      if (refused) return callback(refusedName(hostname, refused.address), []);
      const [first] = answers;
      if (first === undefined) return callback(failure('ENOTFOUND', `${hostname} resolves to no address`), []);
      if (options.all) callback(null, answers);
      else callback(null, first.address, first.family);
    });
  };
}

export function literalRefusal(host: string): RefusedAddress | null {
  return isIP(host) === 0 || isPublicUnicast(host) ? null : new RefusedAddress(`${host} is not a public address`);
}

function refusedName(hostname: string, address: string): RefusedAddress {
  return new RefusedAddress(`${hostname} resolves to ${address}, which is not a public address`);
}

export function failure(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** `URL.hostname` has IPv6 addresses in brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

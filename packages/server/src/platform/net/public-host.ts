import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateName, isPublicUnicast } from './public-address.ts';

/** The host is, or resolves to, an address that is not public. Nothing was sent to it. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
  readonly code = 'ERR_ADDRESS_REFUSED';
}

/**
 * Checks that a host is public. The addresses of a host can change, so the guarded agent checks each connection again.
 *
 * @param hostname in the form of `URL.hostname`
 * @param options `timeoutMs`: the limit for name resolution, by default 3000
 * @throws BlockedAddress if the host is or resolves to an address that is not public, or has the name of a machine or a private
 *   network. Another name that does not resolve, or not in time, is accepted.
 */
export async function checkPublicHost(
  hostname: string,
  options: { readonly lookup?: LookupFunction; readonly timeoutMs?: number } = {},
): Promise<void> {
  const host = withoutBrackets(hostname);
  const blocked = checkLiteral(host);
  if (blocked !== null) throw blocked;
  if (isIP(host) !== 0) return;
  if (isPrivateName(host)) {
    throw new BlockedAddress(`${host} is a name of a private network, not of the public internet`);
  }
  const { lookup = dnsLookup, timeoutMs = 3000 } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, timeoutMs);
  publicOnly(lookup)(host, { all: true }, (error) => (error instanceof BlockedAddress ? reject(error) : resolve()));
  await promise.finally(() => clearTimeout(timeout));
}

/** Wraps a `lookup` function: it fails with `BlockedAddress` if any of the addresses is not public. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family = 0) => {
      if (error) return callback(error, []);
      const answers: LookupAddress[] = typeof found === 'string' ? [{ address: found, family }] : found;
      const blocked = answers.find(({ address }) => !isPublicUnicast(address));
      if (blocked) return callback(blockedName(hostname, blocked.address), []);
      const [first] = answers;
      if (first === undefined) return callback(systemError('ENOTFOUND', `${hostname} resolves to no address`), []);
      if (options.all) callback(null, answers);
      else callback(null, first.address, first.family);
    });
  };
}

/** Returns an error if the host is an address that is not public. */
export function checkLiteral(host: string): BlockedAddress | null {
  return isIP(host) === 0 || isPublicUnicast(host) ? null : new BlockedAddress(`${host} is not a public address`);
}

function blockedName(hostname: string, address: string): BlockedAddress {
  return new BlockedAddress(`${hostname} resolves to ${address}, which is not a public address`);
}

/** An error in the form of Node's system errors. */
export function systemError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Removes the brackets that `URL.hostname` has around an IPv6 address. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

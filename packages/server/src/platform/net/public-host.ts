import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateName, isPublicUnicast } from './public-address.ts';

/** The error for a host that is, or resolves to, an IP address that is not public. Nothing was sent to the host. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
  readonly code = 'ERR_ADDRESS_REFUSED';
}

/**
 * Asserts that a host is public. The IP addresses of a host can change, so the guarded agent checks each connection again.
 *
 * @param hostname in the form of `URL.hostname`
 * @param options `timeoutMs`: the limit for name resolution, by default 3000
 * @throws BlockedAddress if the host is, or resolves to, an IP address that is not public, or if its name is a private name (see
 *   `isPrivateName`). A name that does not resolve within the timeout is accepted.
 */
export async function checkPublicHost(
  hostname: string,
  options: { readonly lookup?: LookupFunction; readonly timeoutMs?: number } = {},
): Promise<void> {
  const host = withoutBrackets(hostname);
  const literalError = checkIpLiteral(host);
  if (literalError !== null) throw literalError;
  if (isIP(host) !== 0) return;
  if (isPrivateName(host)) {
    throw new BlockedAddress(`${host} is a name of a private network, not of the public internet`);
  }
  const { lookup = dnsLookup, timeoutMs = 3000 } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, timeoutMs);
  publicOnlyLookup(lookup)(host, { all: true }, (error) =>
    error instanceof BlockedAddress ? reject(error) : resolve(),
  );
  await promise.finally(() => clearTimeout(timeout));
}

/** Wraps a `lookup` function. The result fails with `BlockedAddress` if one of the IP addresses is not public. */
export function publicOnlyLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, result, family = 0) => {
      if (error) return callback(error, []);
      const addresses: LookupAddress[] = typeof result === 'string' ? [{ address: result, family }] : result;
      if (!addresses.every(({ address }) => isPublicUnicast(address))) {
        // The address is not named: it would tell organizers about the network of the service.
        return callback(new BlockedAddress(`${hostname} resolves to an address that is not public`), []);
      }
      const [firstAddress] = addresses;
      if (firstAddress === undefined)
        return callback(systemError('ENOTFOUND', `${hostname} resolves to no IP address`), []);
      if (options.all) callback(null, addresses);
      else callback(null, firstAddress.address, firstAddress.family);
    });
  };
}

/** Returns an error if the host is an IP address that is not public, otherwise null. */
export function checkIpLiteral(host: string): BlockedAddress | null {
  return isIP(host) === 0 || isPublicUnicast(host) ? null : new BlockedAddress(`${host} is not a public address`);
}

/** Creates an error in the form of Node's system errors. */
export function systemError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Removes the brackets that `URL.hostname` has around an IPv6 address. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

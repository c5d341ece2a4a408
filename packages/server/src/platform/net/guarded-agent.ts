import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPrivateName, isPublicUnicast } from './public-address.ts';

// Below the five seconds after which many servers close what is idle: a request must not meet that.
const keepAliveMs = 4_000;
// What a server's own `Keep-Alive` header can make of it.
const keepAliveMsMax = 30_000;

/** The host is, or leads to, an address that is not public. Nothing was sent there. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'ERR_ADDRESS_REFUSED';
}

export interface GuardedAgentOptions {
  /** Checks nothing: for receivers within one's own network, and for tests. */
  readonly allowPrivateNetworks: boolean;
  /** Bounds look-up and TCP connection together, and the TLS handshake after them again. */
  readonly connectTimeoutMs: number;
  /** Resolves names. Default: `lookup` of `node:dns`. */
  readonly lookup?: LookupFunction;
}

/**
 * An agent for requests to URLs that others chose: it connects to public addresses alone (see `isPublicUnicast`). That is
 * checked for each connection, before a byte is sent: the address in the URL, all the addresses that its name resolves to,
 * and the one at the other end. A request that is refused fails with `RefusedAddress`.
 *
 * Connections are kept alive, carry HTTP/1.1 and one request at a time, and have no bound in number: callers bound theirs.
 */
export function createGuardedAgent(options: GuardedAgentOptions): Agent {
  const { allowPrivateNetworks, connectTimeoutMs: timeout, lookup = dnsLookup } = options;
  return new Agent({
    connect: allowPrivateNetworks
      ? buildConnector({ timeout, lookup, allowH2: false })
      : guardedConnector(timeout, lookup),
    allowH2: false,
    pipelining: 1,
    connections: null,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMsMax,
  });
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

function guardedConnector(timeout: number, lookup: LookupFunction): buildConnector.connector {
  const openTcp = buildConnector({ timeout, lookup: publicOnly(lookup) });
  const openTls = buildConnector({ timeout, allowH2: false });
  return (target, callback) => {
    const { protocol } = target;
    const hostname = withoutBrackets(target.hostname);
    // Node looks no literal up, so the guarded look-up never sees one.
    const refusal = literalRefusal(hostname);
    if (refusal !== null) {
      queueMicrotask(() => callback(refusal, null));
      return;
    }
    // TCP first and TLS on top of it: otherwise the handshake would have begun before the other end can be checked.
    const port = target.port || (protocol === 'https:' ? '443' : '80');
    openTcp({ hostname, port, protocol: 'http:' }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const refusal = peerRefusal(hostname, socket);
      if (refusal !== null) {
        socket.destroy();
        return callback(refusal, null);
      }
      if (protocol !== 'https:') return callback(null, socket);
      try {
        openTls({ ...target, hostname, httpSocket: socket }, callback);
      } catch (error) {
        // We are in an event of the socket: thrown on, this would end the process.
        socket.destroy();
        callback(error as Error, null);
      }
    });
  };
}

/** Looks a name up, and fails with `RefusedAddress` where one of the answers is not public, whichever would be used. */
function publicOnly(lookup: LookupFunction): LookupFunction {
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

function literalRefusal(host: string): RefusedAddress | null {
  return isIP(host) === 0 || isPublicUnicast(host) ? null : new RefusedAddress(`${host} is not a public address`);
}

/** What is wrong with the other end of a connected socket. */
function peerRefusal(hostname: string, { remoteAddress }: Socket): Error | null {
  if (remoteAddress === undefined) return failure('ECONNRESET', `${hostname} closed the connection at once`);
  if (isPublicUnicast(remoteAddress)) return null;
  return new RefusedAddress(`${hostname} led to ${remoteAddress}, which is not a public address`);
}

function refusedName(hostname: string, address: string): RefusedAddress {
  return new RefusedAddress(`${hostname} resolves to ${address}, which is not a public address`);
}

function failure(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** `URL.hostname` has IPv6 addresses in brackets. */
function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

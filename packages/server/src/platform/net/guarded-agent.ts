import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicUnicast } from './public-address.ts';
import { BlockedAddress, checkLiteral, publicOnly, systemError, withoutBrackets } from './public-host.ts';

// Many servers close idle connections after five seconds: a connection is not reused shortly before that.
const keepAliveMs = 4_000;
// The limit for a server's `Keep-Alive` header.
const keepAliveMsMax = 30_000;

export interface GuardedAgentOptions {
  /** Disables the checks: for receivers in the operator's own network, and for tests. */
  readonly allowPrivateNetworks: boolean;
  /** The limit for name resolution and TCP connection together, and again for the TLS handshake. */
  readonly connectTimeoutMs: number;
  /** Resolves host names. Default: `lookup` of `node:dns`. */
  readonly lookup?: LookupFunction;
}

/**
 * Creates an agent for requests to URLs that other people chose. It connects only to public addresses (see `isPublicUnicast`).
 * For each connection, before any byte is sent, it checks the address in the URL, all addresses that the host name resolves to,
 * and the remote address of the socket. Otherwise the request fails with `BlockedAddress`.
 *
 * Connections are kept alive and use HTTP/1.1 with one request at a time. The callers limit their number.
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

function guardedConnector(timeout: number, lookup: LookupFunction): buildConnector.connector {
  const openTcp = buildConnector({ timeout, lookup: publicOnly(lookup) });
  const openTls = buildConnector({ timeout, allowH2: false });
  return (target, callback) => {
    const { protocol } = target;
    const hostname = withoutBrackets(target.hostname);
    // Node does not call `lookup` for an address.
    const blocked = checkLiteral(hostname);
    if (blocked !== null) {
      queueMicrotask(() => callback(blocked, null));
      return;
    }
    // TCP first, then TLS: the remote address is checked before the handshake starts.
    const port = target.port || (protocol === 'https:' ? '443' : '80');
    openTcp({ hostname, port, protocol: 'http:' }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const peerError = checkPeer(hostname, socket);
      if (peerError !== null) {
        socket.destroy();
        return callback(peerError, null);
      }
      if (protocol !== 'https:') return callback(null, socket);
      try {
        openTls({ ...target, hostname, httpSocket: socket }, callback);
      } catch (error) {
        // This runs in an event handler of the socket, where a thrown error would end the process.
        socket.destroy();
        callback(error as Error, null);
      }
    });
  };
}

/** Returns an error if the remote address of a connected socket is not public. */
function checkPeer(hostname: string, { remoteAddress }: Socket): Error | null {
  if (remoteAddress === undefined) return systemError('ECONNRESET', `${hostname} closed the connection immediately`);
  if (isPublicUnicast(remoteAddress)) return null;
  return new BlockedAddress(`${hostname} connected to ${remoteAddress}, which is not a public address`);
}

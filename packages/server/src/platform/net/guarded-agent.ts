import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import type { Agent as AgentType, buildConnector as Connector } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { isPublicUnicast } from './public-address.ts';
import { BlockedAddress, checkIpLiteral, publicOnlyLookup, systemError, withoutBrackets } from './public-host.ts';

// Many servers close idle connections after five seconds. This value is lower, because a request that is sent at the same
// time fails.
const keepAliveMs = 4_000;
// A longer time in a server's `Keep-Alive` header is reduced to this.
const maxKeepAliveMs = 30_000;

export interface GuardedAgentOptions {
  /** Disables the checks, for receivers in the operator's network and for tests. */
  readonly allowPrivateNetworks: boolean;
  /** The timeout for name resolution and TCP connection together. The TLS handshake has the same timeout. */
  readonly connectTimeoutMs: number;
  /** Resolves host names. Default: `lookup` of `node:dns`. */
  readonly lookup?: LookupFunction;
}

/**
 * Creates an agent for requests to URLs that other people chose. It connects only to public IP addresses (see
 * `isPublicUnicast`). Before any byte is sent, it checks three things for each connection: an IP address in the URL, all IP
 * addresses to which the host name resolves, and the remote IP address of the socket. If one is not public, the request fails
 * with `BlockedAddress`.
 *
 * Connections are reused and use HTTP/1.1 with one request at a time. The callers limit the number of connections.
 */
export function createGuardedAgent(options: GuardedAgentOptions): AgentType {
  const { allowPrivateNetworks, connectTimeoutMs: timeout, lookup = dnsLookup } = options;
  return new Agent({
    connect: allowPrivateNetworks
      ? buildConnector({ timeout, lookup, allowH2: false })
      : guardedConnector(timeout, lookup),
    allowH2: false,
    pipelining: 1,
    connections: null,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: maxKeepAliveMs,
  });
}

function guardedConnector(timeout: number, lookup: LookupFunction): Connector.connector {
  const openTcp = buildConnector({ timeout, lookup: publicOnlyLookup(lookup) });
  const openTls = buildConnector({ timeout, allowH2: false });
  return (target, callback) => {
    const { protocol } = target;
    const hostname = withoutBrackets(target.hostname);
    // Node does not call `lookup` for an IP address.
    const literalError = checkIpLiteral(hostname);
    if (literalError !== null) {
      queueMicrotask(() => callback(literalError, null));
      return;
    }
    // TCP is connected first, so that the remote IP address is checked before the TLS handshake starts.
    const port = target.port || (protocol === 'https:' ? '443' : '80');
    openTcp({ hostname, port, protocol: 'http:' }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const addressError = checkRemoteAddress(hostname, socket);
      if (addressError !== null) {
        socket.destroy();
        return callback(addressError, null);
      }
      if (protocol !== 'https:') return callback(null, socket);
      try {
        openTls({ ...target, hostname, httpSocket: socket }, callback);
      } catch (error) {
        // This code runs in an event handler of the socket, where a thrown error would stop the process.
        socket.destroy();
        callback(error as Error, null);
      }
    });
  };
}

/** Returns an error if the remote IP address of a connected socket is not public, otherwise null. */
function checkRemoteAddress(hostname: string, { remoteAddress }: Socket): Error | null {
  if (remoteAddress === undefined) return systemError('ECONNRESET', `${hostname} closed the connection immediately`);
  if (isPublicUnicast(remoteAddress)) return null;
  return new BlockedAddress(`${hostname} connected to an address that is not public`);
}

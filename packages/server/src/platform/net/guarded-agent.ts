import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicUnicast } from './public-address.ts';
import { failure, literalRefusal, publicOnly, RefusedAddress, withoutBrackets } from './public-host.ts';

// Below the five seconds after which many servers close what is idle: a request must not meet that.
const keepAliveMs = 4_000;
// What a server's own `Keep-Alive` header can make of it.
const keepAliveMsMax = 30_000;

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

/** What is wrong with the other end of a connected socket. */
function peerRefusal(hostname: string, { remoteAddress }: Socket): Error | null {
  if (remoteAddress === undefined) return failure('ECONNRESET', `${hostname} closed the connection at once`);
  if (isPublicUnicast(remoteAddress)) return null;
  return new RefusedAddress(`${hostname} led to ${remoteAddress}, which is not a public address`);
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import net, { type AddressInfo, connect, createServer, isIP, type LookupFunction, type Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import tls, { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { type Agent, request } from 'undici';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGuardedAgent, type GuardedAgentOptions } from './guarded-agent.ts';
import { BlockedAddress, checkPublicHost } from './public-host.ts';

// Nothing is sent to these IP addresses. Tests that connect to one of them use `reroute`.
const publicAddress = '93.184.215.14';
const publicAddress6 = '2606:4700:4700::1111';

afterEach(() => {
  vi.restoreAllMocks();
});

function agentWith(options: Partial<GuardedAgentOptions> = {}): Agent {
  const agent = createGuardedAgent({ allowPrivateNetworks: false, connectTimeoutMs: 30_000, ...options });
  onTestFinished(() => agent.destroy());
  return agent;
}

async function get(dispatcher: Agent, url: string): Promise<string> {
  const { body } = await request(url, { dispatcher });
  const text = await body.text();
  await nextTurn(); // undici releases a connection one turn after its response was read.
  return text;
}

/** Creates a DNS lookup. Each call returns the next of these lists, and later calls the last one. `calls` records them. */
function lookupReturning(...lists: readonly (readonly string[])[]): LookupFunction & { readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const list = lists[Math.min(calls.length, lists.length - 1)] ?? [];
    calls.push({ hostname, all: options.all });
    const addresses: LookupAddress[] = list.map((address) => ({ address, family: isIP(address) }));
    process.nextTick(callback, null, addresses);
  };
  return Object.assign(lookup, { calls });
}

/**
 * Redirects every connection to the loopback interface.
 *
 * @param options `remoteAddress`: the remote IP address that the socket reports, by default the actual one
 */
function reroute(options: { remoteAddress?: string | undefined } = {}) {
  const original = net.connect;
  const rerouted = (connectOptions: net.TcpNetConnectOpts) => {
    const toLoopback: LookupFunction = (hostname, lookupOptions, callback) =>
      connectOptions.lookup!(hostname, lookupOptions, (error, addresses) => {
        const loopback = { address: '127.0.0.1', family: 4 };
        callback(
          error,
          typeof addresses === 'string' ? loopback.address : addresses.map(() => loopback),
          loopback.family,
        );
      });
    const target = isIP(connectOptions.host ?? '') === 0 ? { lookup: toLoopback } : { host: '127.0.0.1' };
    const socket = original({ ...connectOptions, ...target });
    if ('remoteAddress' in options) Object.defineProperty(socket, 'remoteAddress', { value: options.remoteAddress });
    return socket;
  };
  return vi.spyOn(net, 'connect').mockImplementation(rerouted as typeof net.connect);
}

async function listen<T extends Server>(server: T, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** An HTTP server on 127.0.0.1 and, if the machine has IPv6, on the same port of ::1. */
async function startServer(handler: RequestListener = (_, response) => response.end('hello')) {
  const clientPorts: (number | undefined)[] = [];
  const start = (port: number, host: string) =>
    listen(
      createHttpServer(handler).on('connection', ({ remotePort }) => clientPorts.push(remotePort)),
      port,
      host,
    );
  const port = await start(0, '127.0.0.1');
  const hosts = ['127.0.0.1'];
  await start(port, '::1').then(
    () => hosts.push('::1'),
    (error: NodeJS.ErrnoException) => expect(['EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(error.code),
  );
  /** Counts the connections. The server accepts them one after the other, so the probe is accepted after all earlier connections. */
  const countConnections = async () => {
    for (const host of hosts) {
      const probe = connect(port, host);
      await once(probe, 'connect');
      await vi.waitFor(() => expect(clientPorts).toContain(probe.localPort), { timeout: 120_000 });
      probe.destroy();
    }
    return clientPorts.length - hosts.length;
  };
  return { port, countConnections };
}

/** Starts a server that never responds. It counts the bytes of each connection, and closes it after the first byte. */
async function startListener() {
  const received: Promise<number>[] = [];
  const server = createServer((socket) => {
    socket.on('data', () => socket.destroy()).on('error', () => {});
    received.push(once(socket, 'close').then(() => socket.bytesRead));
  });
  return { port: await listen(server), received };
}

/** Notations of the loopback address and of the unspecified address, which both reach this machine. */
const loopbackNotations = [
  ['dotted', '127.0.0.1'],
  ['decimal', '2130706433'],
  ['octal', '0177.0.0.1'],
  ['hexadecimal', '0x7f000001'],
  ['shortened', '127.1'],
  ['percent-encoded', '%31%32%37.1'],
  ['with a trailing dot', '127.0.0.1.'],
  ['unspecified', '0.0.0.0'],
  ['IPv4-mapped, dotted', '[::ffff:127.0.0.1]'],
  ['IPv4-mapped, hexadecimal', '[::ffff:7f00:1]'],
] as const;

/** Other IP addresses that are not public. */
const otherLiterals = [
  ['another loopback address', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['metadata of most clouds', '169.254.169.254'],
  ["Azure's host", '168.63.129.16'],
  ['broadcast', '255.255.255.255'],
  ['loopback of IPv6', '[::1]'],
  ['unspecified of IPv6', '[::]'],
  ['IPv4-compatible', '[::127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['local NAT64', '[64:ff9b:1::7f00:1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['link-local of IPv6', '[fe80::1]'],
  ['metadata of AWS over IPv6', '[fd00:ec2::254]'],
] as const;

describe('an IP address in the URL', () => {
  test.each([...loopbackNotations, ...otherLiterals])('%s, %s: rejected without a connection', async (_, host) => {
    const server = await startServer();
    for (const protocol of ['http', 'https']) {
      const url = new URL(`${protocol}://${host}:${server.port}/`);
      const address = url.hostname.replace(/[[\]]/g, '');
      await expect(get(agentWith(), url.href)).rejects.toMatchObject({
        constructor: BlockedAddress,
        code: 'ERR_ADDRESS_REFUSED',
        message: `${address} is not a public address`,
      });
    }
    expect(await server.countConnections()).toBe(0);
  });

  test.each(loopbackNotations)('%s, %s: allowed if private networks are allowed', async (_, host) => {
    const server = await startServer();
    const agent = agentWith({ allowPrivateNetworks: true });
    expect(await get(agent, `http://${host}:${server.port}/`)).toBe('hello');
    expect(await server.countConnections()).toBe(1);
  });

  test('an IP address with a zone is neither a valid URL nor a public host', async () => {
    for (const host of ['[fe80::1%25lo]', '[fe80::1%lo]']) {
      await expect(get(agentWith(), `http://${host}/`)).rejects.toThrow('Invalid URL');
    }
    await expect(checkPublicHost('[fe80::1%lo]')).rejects.toThrow(BlockedAddress);
  });

  test.each([publicAddress, `[${publicAddress6}]`])('the public IP address %s is allowed', async (host) => {
    const server = await startServer();
    const connectSpy = reroute({ remoteAddress: host.replace(/[[\]]/g, '') });
    expect(await get(agentWith(), `http://${host}:${server.port}/`)).toBe('hello');
    expect(connectSpy.mock.lastCall?.[0]).toMatchObject({ host: host.replace(/[[\]]/g, '') });
  });
});

describe('a host name in the URL', () => {
  test('localhost is rejected because it resolves to a loopback address', async () => {
    const server = await startServer();
    const response = get(agentWith(), `http://localhost:${server.port}/`);
    await expect(response).rejects.toThrow(BlockedAddress);
    await expect(response).rejects.toThrow(/^localhost resolves to an address that is not public$/);
    expect(await server.countConnections()).toBe(0);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback of IPv6', ['::1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['a zone', ['fe80::1%lo']],
    ['metadata', ['169.254.169.254', 'fd00:ec2::254']],
    ['public addresses first', [publicAddress, publicAddress6, '127.0.0.1']],
    ['public address last', ['127.0.0.1', publicAddress]],
    ['public IPv4 address, loopback of IPv6', [publicAddress, '::1']],
  ])('%s: rejected because one of the IP addresses is not public', async (_, addresses) => {
    const server = await startServer();
    for (const url of [`http://localhost.:${server.port}/`, `https://localhost.:${server.port}/`]) {
      await expect(get(agentWith({ lookup: lookupReturning(addresses) }), url)).rejects.toMatchObject({
        constructor: BlockedAddress,
        code: 'ERR_ADDRESS_REFUSED',
        message: 'localhost. resolves to an address that is not public',
      });
    }
    expect(await server.countConnections()).toBe(0);
  });

  test('all IP addresses are checked even if Node requests only one', async () => {
    const previousDefault = net.getDefaultAutoSelectFamily();
    net.setDefaultAutoSelectFamily(false);
    onTestFinished(() => net.setDefaultAutoSelectFamily(previousDefault));
    const server = await startServer();
    const url = `http://hooks.example:${server.port}/`;
    const lookup = lookupReturning([publicAddress, '127.0.0.1']);
    await expect(get(agentWith({ lookup }), url)).rejects.toThrow(BlockedAddress);
    expect(lookup.calls).toEqual([{ hostname: 'hooks.example', all: true }]);
    expect(await server.countConnections()).toBe(0);

    reroute({ remoteAddress: publicAddress });
    expect(await get(agentWith({ lookup: lookupReturning([publicAddress]) }), url)).toBe('hello');
  });

  test('the result of a lookup that returns a single IP address is checked', async () => {
    const server = await startServer();
    const url = `http://hooks.example:${server.port}/`;
    const lookupReturningOne =
      (address: string): LookupFunction =>
      (_hostname, _options, callback) =>
        callback(null, address, isIP(address));
    await expect(get(agentWith({ lookup: lookupReturningOne('127.0.0.1') }), url)).rejects.toThrow(BlockedAddress);
    expect(await server.countConnections()).toBe(0);
    reroute({ remoteAddress: publicAddress });
    expect(await get(agentWith({ lookup: lookupReturningOne(publicAddress) }), url)).toBe('hello');
  });

  test('a name that was public at its registration is rejected after it changes to a loopback address', async () => {
    const server = await startServer((_, response) => response.setHeader('connection', 'close').end('hello'));
    reroute({ remoteAddress: publicAddress });
    const lookup = lookupReturning([publicAddress], [publicAddress, publicAddress6], ['127.0.0.1']);
    const agent = agentWith({ lookup });
    const url = `http://hooks.example:${server.port}/`;
    await checkPublicHost('hooks.example', { lookup });
    expect(await get(agent, url)).toBe('hello');
    await expect(get(agent, url)).rejects.toThrow('hooks.example resolves to an address that is not public');
    expect(await server.countConnections()).toBe(1);
  });

  test('a name that does not resolve fails with the error of the lookup', async () => {
    const lookupError = Object.assign(new Error('no such name'), { code: 'EAI_AGAIN' });
    const lookup: LookupFunction = (_hostname, _options, callback) => callback(lookupError, []);
    await expect(get(agentWith({ lookup }), 'http://hooks.example/')).rejects.toBe(lookupError);
    const response = get(agentWith({ lookup: lookupReturning([]) }), 'http://hooks.example/');
    const expected = { code: 'ENOTFOUND', message: 'hooks.example resolves to no IP address' };
    await expect(response).rejects.toMatchObject(expected);
  });
});

describe('the remote IP address of a connection', () => {
  test.each([
    ['http', publicAddress],
    ['https', publicAddress],
    ['http', 'hooks.example'],
    ['https', 'hooks.example'],
  ])('%s to %s: a connection to the loopback interface is closed before a byte is sent', async (protocol, host) => {
    const listener = await startListener();
    reroute();
    const agent = agentWith({ lookup: lookupReturning([publicAddress]) });
    await expect(get(agent, `${protocol}://${host}:${listener.port}/`)).rejects.toMatchObject({
      constructor: BlockedAddress,
      code: 'ERR_ADDRESS_REFUSED',
      message: `${host} connected to an address that is not public`,
    });
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), { timeout: 120_000 });
    expect(await Promise.all(listener.received)).toEqual([0]);
  });

  test('the request fails before a byte is sent if the remote IP address is unknown', async () => {
    const listener = await startListener();
    reroute({ remoteAddress: undefined });
    const response = get(agentWith(), `http://${publicAddress}:${listener.port}/`);
    await expect(response).rejects.toMatchObject({ code: 'ECONNRESET' });
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), { timeout: 120_000 });
    expect(await Promise.all(listener.received)).toEqual([0]);
  });
});

describe.each([
  ['guarded', false, publicAddress],
  ['with private networks allowed', true, '127.0.0.1'],
])('connections, %s', (_, allowPrivateNetworks, address) => {
  function open(options: Partial<GuardedAgentOptions> = {}): Agent {
    if (!allowPrivateNetworks) reroute({ remoteAddress: address });
    return agentWith({ allowPrivateNetworks, lookup: lookupReturning([address]), ...options });
  }

  test('a connection is reused for the next request', async () => {
    const server = await startServer();
    const agent = open();
    for (let i = 0; i < 5; i++) expect(await get(agent, `http://hooks.example:${server.port}/`)).toBe('hello');
    expect(await server.countConnections()).toBe(1);
  });

  test('each concurrent request has a separate connection', async () => {
    const sendResponses: (() => void)[] = [];
    const server = await startServer((_, response) => {
      sendResponses.push(() => response.end('hello'));
      if (sendResponses.length === 20) for (const sendResponse of sendResponses) sendResponse();
    });
    const agent = open();
    const url = `http://hooks.example:${server.port}/`;
    const bodies = await Promise.all(Array.from({ length: 20 }, () => get(agent, url)));
    expect(bodies).toEqual(Array<string>(20).fill('hello'));
    expect(await server.countConnections()).toBe(20);
  });

  test('a lookup that hangs fails after the connect timeout', async () => {
    const response = get(open({ lookup: () => {}, connectTimeoutMs: 50 }), 'http://hooks.example/');
    await expect(response).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  });

  test('a TLS handshake that hangs fails after the connect timeout, and its connection is closed', async () => {
    const connectionClosed = Promise.withResolvers<void>();
    const port = await listen(createServer((socket) => socket.on('close', () => connectionClosed.resolve()).resume()));
    const response = get(open({ connectTimeoutMs: 300 }), `https://hooks.example:${port}/`);
    await expect(response).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
    await connectionClosed.promise;
  });

  test('TLS sends the name in the URL as SNI, uses HTTP/1.1 and its connection is reused', async () => {
    const server = await startTlsServer({ trusted: true });
    const agent = open();
    const url = `https://hooks.example:${server.port}/`;
    expect([await get(agent, url), await get(agent, url)]).toEqual(['hello', 'hello']);
    expect(server.handshakes).toEqual([{ servername: 'hooks.example', alpnProtocol: 'http/1.1' }]);
  });

  test('an error at the start of TLS fails the request and does not stop the process', async () => {
    const server = await startTlsServer({ trusted: true });
    const tlsError = new Error('no session');
    vi.spyOn(tls, 'connect').mockImplementation(() => {
      throw tlsError;
    });
    await expect(get(open(), `https://hooks.example:${server.port}/`)).rejects.toBe(tlsError);
  });

  test('an untrusted certificate is rejected, and the connection is closed', async () => {
    const server = await startTlsServer({ trusted: false });
    const response = get(open(), `https://hooks.example:${server.port}/`);
    await expect(response).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await server.closed;
  });

  test.each(['other.example', address])('a certificate for a name other than %s is rejected', async (host) => {
    const server = await startTlsServer({ trusted: true });
    const response = get(open(), `https://${host}:${server.port}/`);
    await expect(response).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    await server.closed;
  });
});

describe('checkPublicHost', () => {
  test.each([...loopbackNotations, ...otherLiterals])('%s, %s: rejected without a lookup', async (_, host) => {
    const lookup = lookupReturning([publicAddress]);
    const { hostname } = new URL(`https://${host}/`);
    await expect(checkPublicHost(hostname, { lookup })).rejects.toMatchObject({
      constructor: BlockedAddress,
      code: 'ERR_ADDRESS_REFUSED',
      message: `${hostname.replace(/[[\]]/g, '')} is not a public address`,
    });
    expect(lookup.calls).toEqual([]);
  });

  test('a name is rejected if one of its addresses is not public', async () => {
    const lookup = lookupReturning([publicAddress, '127.0.0.1']);
    await expect(checkPublicHost('hooks.example', { lookup })).rejects.toMatchObject({
      constructor: BlockedAddress,
      message: 'hooks.example resolves to an address that is not public',
    });
  });

  test.each([publicAddress, `[${publicAddress6}]`])('the public IP address %s is accepted', async (host) => {
    await expect(checkPublicHost(host)).resolves.toBeUndefined();
  });

  test('a name is accepted if all its addresses are public, or if it does not resolve in time', async () => {
    const failingLookup: LookupFunction = (_hostname, _options, callback) => callback(new Error('no such name'), []);
    for (const lookup of [lookupReturning([publicAddress, publicAddress6]), lookupReturning([]), failingLookup]) {
      await expect(checkPublicHost('hooks.example', { lookup })).resolves.toBeUndefined();
    }
    await expect(checkPublicHost('hooks.example', { lookup: () => {}, timeoutMs: 1 })).resolves.toBeUndefined();
  });
});

// A key that is used only in tests, and its certificate for hooks.example, valid until 2120.
const tlsKey =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRKyloISvIKwEDk5FCyMMreh4THW+jq0HIFjV6mlpVmOhRANCAAReN9ZGY/IkEm3cRD8R' +
  'kVbO1BeNMb2rlwtm1XxLsf2Ni96Kp1VkO2gM1JwVFbN4UDEexhDtCTbMeAOSSnS8TBTO';
const tlsCertificate =
  'MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAw' +
  'WjAYMRYwFAYDVQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXjfWRmPyJBJt3EQ/EZFWztQXjTG9q5cLZtV8S7H9jYve' +
  'iqdVZDtoDNScFRWzeFAxHsYQ7Qk2zHgDkkp0vEwUzqNMMEowDwYDVR0TAQH/BAUwAwEB/zAYBgNVHREEETAPgg1ob29rcy5leGFtcGxlMB0GA1UdDgQW' +
  'BBSFJX4/ddfXHljMJH2DRgiT3qvIfzAKBggqhkjOPQQDAgNIADBFAiEAz5yw7C43cvEP1Mqw1ngszkwOt0YizDCCPqEzpdLUlFQCIE6uPo7VAsZVsiym' +
  'cGGXSNFvfDg6JuP6VEyYe9WwAHdQ';

/**
 * Starts an HTTPS server for hooks.example.
 *
 * @param trusted whether this process trusts its certificate
 */
async function startTlsServer({ trusted }: { trusted: boolean }) {
  const key = createPrivateKey({ key: Buffer.from(tlsKey, 'base64'), format: 'der', type: 'pkcs8' });
  const cert = new X509Certificate(Buffer.from(tlsCertificate, 'base64')).toString();
  if (trusted) {
    const previousCertificates = getCACertificates('default');
    setDefaultCACertificates([...previousCertificates, cert]);
    onTestFinished(() => setDefaultCACertificates(previousCertificates));
  }
  const handshakes: unknown[] = [];
  const connectionClosed = Promise.withResolvers<void>();
  const options = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }), ALPNProtocols: ['h2', 'http/1.1'] };
  const server = createHttpsServer(options, (_, response) => response.end('hello'));
  server.on('connection', (socket) => socket.on('close', () => connectionClosed.resolve()));
  server.on('secureConnection', ({ servername, alpnProtocol }: TLSSocket & { servername: unknown }) => {
    handshakes.push({ servername, alpnProtocol });
  });
  return { port: await listen(server), handshakes, closed: connectionClosed.promise };
}

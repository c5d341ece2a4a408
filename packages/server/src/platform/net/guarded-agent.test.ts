import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import net, { type AddressInfo, connect, createServer, isIP, type LookupFunction, type Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import tls, { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { type Agent, request } from 'undici';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGuardedAgent, type GuardedAgentOptions } from './guarded-agent.ts';
import { BlockedAddress, checkPublicHost } from './public-host.ts';

// Nothing is sent to them: `reroute` stands between wherever a connection to one is opened.
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
  await turn(); // undici frees a connection one turn after its answer was read.
  return text;
}

/** A look-up that gives these answers, one list a call and the last for ever; it notes what it was asked for. */
function answering(...lists: readonly (readonly string[])[]): LookupFunction & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
    asked.push({ hostname, all: options.all });
    const answers: LookupAddress[] = list.map((address) => ({ address, family: isIP(address) }));
    process.nextTick(callback, null, answers);
  };
  return Object.assign(lookup, { asked });
}

/**
 * A network that leads every connection to the loopback interface, whatever address it was for.
 *
 * @param network `seenAs`: what the socket believes to be at the other end, by default what is there
 */
function reroute(network: { seenAs?: string | undefined } = {}) {
  const original = net.connect;
  const rerouted = (options: net.TcpNetConnectOpts) => {
    const toLoopback: LookupFunction = (hostname, lookupOptions, callback) =>
      options.lookup!(hostname, lookupOptions, (error, found) => {
        const loopback = { address: '127.0.0.1', family: 4 };
        callback(error, typeof found === 'string' ? loopback.address : found.map(() => loopback), loopback.family);
      });
    const target = isIP(options.host ?? '') === 0 ? { lookup: toLoopback } : { host: '127.0.0.1' };
    const socket = original({ ...options, ...target });
    if ('seenAs' in network) Object.defineProperty(socket, 'remoteAddress', { value: network.seenAs });
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

/** An HTTP server on 127.0.0.1 and, where the machine has IPv6, on the same port of ::1. */
async function startServer(answer: RequestListener = (_, response) => response.end('hello')) {
  const callers: (number | undefined)[] = [];
  const start = (port: number, host: string) =>
    listen(
      createHttpServer(answer).on('connection', ({ remotePort }) => callers.push(remotePort)),
      port,
      host,
    );
  const port = await start(0, '127.0.0.1');
  const hosts = ['127.0.0.1'];
  await start(port, '::1').then(
    () => hosts.push('::1'),
    (error: NodeJS.ErrnoException) => expect(['EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(error.code),
  );
  /** Connections are accepted in their order: once one of our own has come, all before it were counted. */
  const countConnections = async () => {
    for (const host of hosts) {
      const probe = connect(port, host);
      await once(probe, 'connect');
      await vi.waitFor(() => expect(callers).toContain(probe.localPort));
      probe.destroy();
    }
    return callers.length - hosts.length;
  };
  return { port, countConnections };
}

/** A server that never answers; it ends a connection as soon as a byte comes and tells how many came on each. */
async function startListener() {
  const received: Promise<number>[] = [];
  const server = createServer((socket) => {
    socket.on('data', () => socket.destroy()).on('error', () => {});
    received.push(once(socket, 'close').then(() => socket.bytesRead));
  });
  return { port: await listen(server), received };
}

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

const otherLiterals = [
  ['another of loopback', '127.255.255.254'],
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

describe('an address in the URL', () => {
  test.each([...loopbackNotations, ...otherLiterals])('%s, %s: refused, nothing is connected to', async (_, host) => {
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

  test.each(loopbackNotations)('%s, %s: reached where private networks are allowed', async (_, host) => {
    const server = await startServer();
    const agent = agentWith({ allowPrivateNetworks: true });
    expect(await get(agent, `http://${host}:${server.port}/`)).toBe('hello');
    expect(await server.countConnections()).toBe(1);
  });

  test('with a zone it is no URL, and no public host either', async () => {
    for (const host of ['[fe80::1%25lo]', '[fe80::1%lo]']) {
      await expect(get(agentWith(), `http://${host}/`)).rejects.toThrow('Invalid URL');
    }
    await expect(checkPublicHost('[fe80::1%lo]')).rejects.toThrow(BlockedAddress);
  });

  test.each([publicAddress, `[${publicAddress6}]`])('a public one, %s, is connected to', async (host) => {
    const server = await startServer();
    const network = reroute({ seenAs: host.replace(/[[\]]/g, '') });
    expect(await get(agentWith(), `http://${host}:${server.port}/`)).toBe('hello');
    expect(network.mock.lastCall?.[0]).toMatchObject({ host: host.replace(/[[\]]/g, '') });
  });
});

describe('a name in the URL', () => {
  test('the name localhost is refused by what the system resolves it to', async () => {
    const server = await startServer();
    const answer = get(agentWith(), `http://localhost:${server.port}/`);
    await expect(answer).rejects.toThrow(BlockedAddress);
    await expect(answer).rejects.toThrow(/^localhost resolves to (127\.0\.0\.1|::1), which is not a public address$/);
    expect(await server.countConnections()).toBe(0);
  });

  test.each([
    ['loopback', ['127.0.0.1'], '127.0.0.1'],
    ['loopback of IPv6', ['::1'], '::1'],
    ['IPv4-mapped', ['::ffff:127.0.0.1'], '::ffff:127.0.0.1'],
    ['NAT64', ['64:ff9b::7f00:1'], '64:ff9b::7f00:1'],
    ['a zone', ['fe80::1%lo'], 'fe80::1%lo'],
    ['metadata', ['169.254.169.254', 'fd00:ec2::254'], '169.254.169.254'],
    ['public first, then not', [publicAddress, publicAddress6, '127.0.0.1'], '127.0.0.1'],
    ['not public first', ['127.0.0.1', publicAddress], '127.0.0.1'],
    ['public, with one IPv6 address that is not', [publicAddress, '::1'], '::1'],
  ])('%s: one answer that is not public refuses it whole', async (_, answers, refused) => {
    const server = await startServer();
    for (const url of [`http://localhost.:${server.port}/`, `https://localhost.:${server.port}/`]) {
      await expect(get(agentWith({ lookup: answering(answers) }), url)).rejects.toMatchObject({
        constructor: BlockedAddress,
        code: 'ERR_ADDRESS_REFUSED',
        message: `localhost. resolves to ${refused}, which is not a public address`,
      });
    }
    expect(await server.countConnections()).toBe(0);
  });

  test('all answers count also where Node asks for one', async () => {
    const before = net.getDefaultAutoSelectFamily();
    net.setDefaultAutoSelectFamily(false);
    onTestFinished(() => net.setDefaultAutoSelectFamily(before));
    const server = await startServer();
    const url = `http://hooks.example:${server.port}/`;
    const mixed = answering([publicAddress, '127.0.0.1']);
    await expect(get(agentWith({ lookup: mixed }), url)).rejects.toThrow(BlockedAddress);
    expect(mixed.asked).toEqual([{ hostname: 'hooks.example', all: true }]);
    expect(await server.countConnections()).toBe(0);

    reroute({ seenAs: publicAddress });
    expect(await get(agentWith({ lookup: answering([publicAddress]) }), url)).toBe('hello');
  });

  test('a look-up that knows but one answer is checked by it', async () => {
    const server = await startServer();
    const url = `http://hooks.example:${server.port}/`;
    const answersOne =
      (address: string): LookupFunction =>
      (_hostname, _options, callback) =>
        callback(null, address, isIP(address));
    await expect(get(agentWith({ lookup: answersOne('127.0.0.1') }), url)).rejects.toThrow(BlockedAddress);
    expect(await server.countConnections()).toBe(0);
    reroute({ seenAs: publicAddress });
    expect(await get(agentWith({ lookup: answersOne(publicAddress) }), url)).toBe('hello');
  });

  test('a name that was public when it was registered is refused once it leads elsewhere', async () => {
    const server = await startServer((_, response) => response.setHeader('connection', 'close').end('hello'));
    reroute({ seenAs: publicAddress });
    const lookup = answering([publicAddress], [publicAddress, publicAddress6], ['127.0.0.1']);
    const agent = agentWith({ lookup });
    const url = `http://hooks.example:${server.port}/`;
    await checkPublicHost('hooks.example', { lookup });
    expect(await get(agent, url)).toBe('hello');
    await expect(get(agent, url)).rejects.toThrow('hooks.example resolves to 127.0.0.1, which is not a public address');
    expect(await server.countConnections()).toBe(1);
  });

  test('a name that does not resolve is no refusal but the failure that the look-up had', async () => {
    const failed = Object.assign(new Error('no such name'), { code: 'EAI_AGAIN' });
    const lookup: LookupFunction = (_hostname, _options, callback) => callback(failed, []);
    await expect(get(agentWith({ lookup }), 'http://hooks.example/')).rejects.toBe(failed);
    const empty = get(agentWith({ lookup: answering([]) }), 'http://hooks.example/');
    await expect(empty).rejects.toMatchObject({ code: 'ENOTFOUND', message: 'hooks.example resolves to no address' });
  });
});

describe('the other end of a connection', () => {
  test.each([
    ['http', publicAddress],
    ['https', publicAddress],
    ['http', 'hooks.example'],
    ['https', 'hooks.example'],
  ])('%s to %s that ends up on the loopback interface is closed before a byte is sent', async (protocol, host) => {
    const listener = await startListener();
    reroute();
    const agent = agentWith({ lookup: answering([publicAddress]) });
    await expect(get(agent, `${protocol}://${host}:${listener.port}/`)).rejects.toMatchObject({
      constructor: BlockedAddress,
      code: 'ERR_ADDRESS_REFUSED',
      message: `${host} connected to 127.0.0.1, which is not a public address`,
    });
    await vi.waitFor(() => expect(listener.received).toHaveLength(1));
    expect(await Promise.all(listener.received)).toEqual([0]);
  });

  test('one that is gone before it could be asked for gets no byte, and is no refusal', async () => {
    const listener = await startListener();
    reroute({ seenAs: undefined });
    const answer = get(agentWith(), `http://${publicAddress}:${listener.port}/`);
    await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    await vi.waitFor(() => expect(listener.received).toHaveLength(1));
    expect(await Promise.all(listener.received)).toEqual([0]);
  });
});

describe.each([
  ['guarded', false, publicAddress],
  ['with private networks allowed', true, '127.0.0.1'],
])('connections, %s', (_, allowPrivateNetworks, address) => {
  function open(options: Partial<GuardedAgentOptions> = {}): Agent {
    if (!allowPrivateNetworks) reroute({ seenAs: address });
    return agentWith({ allowPrivateNetworks, lookup: answering([address]), ...options });
  }

  test('one is used again for the next request', async () => {
    const server = await startServer();
    const agent = open();
    for (let i = 0; i < 5; i++) expect(await get(agent, `http://hooks.example:${server.port}/`)).toBe('hello');
    expect(await server.countConnections()).toBe(1);
  });

  test('each request under way has one of its own, however many there are', async () => {
    const waiting: (() => void)[] = [];
    const server = await startServer((_, response) => {
      waiting.push(() => response.end('hello'));
      if (waiting.length === 20) for (const answer of waiting) answer();
    });
    const agent = open();
    const url = `http://hooks.example:${server.port}/`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(agent, url)));
    expect(answers).toEqual(Array<string>(20).fill('hello'));
    expect(await server.countConnections()).toBe(20);
  });

  test('a look-up that hangs ends with the time to connect', async () => {
    const answer = get(open({ lookup: () => {}, connectTimeoutMs: 50 }), 'http://hooks.example/');
    await expect(answer).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  });

  test('a TLS handshake that hangs ends with the time to connect, and so does its connection', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen(createServer((socket) => socket.on('close', () => closed.resolve()).resume()));
    const answer = get(open({ connectTimeoutMs: 300 }), `https://hooks.example:${port}/`);
    await expect(answer).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
    await closed.promise;
  });

  test('TLS asks for the name in the URL, speaks HTTP/1.1 and is used again', async () => {
    const server = await startTlsServer({ trusted: true });
    const agent = open();
    const url = `https://hooks.example:${server.port}/`;
    expect([await get(agent, url), await get(agent, url)]).toEqual(['hello', 'hello']);
    expect(server.handshakes).toEqual([{ servername: 'hooks.example', alpnProtocol: 'http/1.1' }]);
  });

  test('TLS that cannot even begin fails the request, not the process', async () => {
    const server = await startTlsServer({ trusted: true });
    const failed = new Error('no session');
    vi.spyOn(tls, 'connect').mockImplementation(() => {
      throw failed;
    });
    await expect(get(open(), `https://hooks.example:${server.port}/`)).rejects.toBe(failed);
  });

  test('a certificate that nobody vouches for is refused, and the connection closed', async () => {
    const server = await startTlsServer({ trusted: false });
    const answer = get(open(), `https://hooks.example:${server.port}/`);
    await expect(answer).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await server.closed;
  });

  test.each(['other.example', address])('a certificate of another name than %s is refused', async (host) => {
    const server = await startTlsServer({ trusted: true });
    const answer = get(open(), `https://${host}:${server.port}/`);
    await expect(answer).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    await server.closed;
  });
});

describe('a host that is registered', () => {
  test.each([...loopbackNotations, ...otherLiterals])('%s, %s: refused without a look-up', async (_, host) => {
    const lookup = answering([publicAddress]);
    const { hostname } = new URL(`https://${host}/`);
    await expect(checkPublicHost(hostname, { lookup })).rejects.toMatchObject({
      constructor: BlockedAddress,
      code: 'ERR_ADDRESS_REFUSED',
      message: `${hostname.replace(/[[\]]/g, '')} is not a public address`,
    });
    expect(lookup.asked).toEqual([]);
  });

  test('a name is refused when one of its addresses is not public', async () => {
    const lookup = answering([publicAddress, '127.0.0.1']);
    await expect(checkPublicHost('hooks.example', { lookup })).rejects.toMatchObject({
      constructor: BlockedAddress,
      message: 'hooks.example resolves to 127.0.0.1, which is not a public address',
    });
  });

  test.each([publicAddress, `[${publicAddress6}]`])('the public address %s is accepted', async (host) => {
    await expect(checkPublicHost(host)).resolves.toBeUndefined();
  });

  test('a name is accepted when its addresses are public, or when it does not resolve or not in time', async () => {
    const failing: LookupFunction = (_hostname, _options, callback) => callback(new Error('no such name'), []);
    for (const lookup of [answering([publicAddress, publicAddress6]), answering([]), failing]) {
      await expect(checkPublicHost('hooks.example', { lookup })).resolves.toBeUndefined();
    }
    await expect(checkPublicHost('hooks.example', { lookup: () => {}, timeoutMs: 1 })).resolves.toBeUndefined();
  });
});

// A key that guards nothing, and a certificate of it for hooks.example, valid until 2120.
const tlsKey =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRKyloISvIKwEDk5FCyMMreh4THW+jq0HIFjV6mlpVmOhRANCAAReN9ZGY/IkEm3cRD8R' +
  'kVbO1BeNMb2rlwtm1XxLsf2Ni96Kp1VkO2gM1JwVFbN4UDEexhDtCTbMeAOSSnS8TBTO';
const tlsCertificate =
  'MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAw' +
  'WjAYMRYwFAYDVQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXjfWRmPyJBJt3EQ/EZFWztQXjTG9q5cLZtV8S7H9jYve' +
  'iqdVZDtoDNScFRWzeFAxHsYQ7Qk2zHgDkkp0vEwUzqNMMEowDwYDVR0TAQH/BAUwAwEB/zAYBgNVHREEETAPgg1ob29rcy5leGFtcGxlMB0GA1UdDgQW' +
  'BBSFJX4/ddfXHljMJH2DRgiT3qvIfzAKBggqhkjOPQQDAgNIADBFAiEAz5yw7C43cvEP1Mqw1ngszkwOt0YizDCCPqEzpdLUlFQCIE6uPo7VAsZVsiym' +
  'cGGXSNFvfDg6JuP6VEyYe9WwAHdQ';

/** An HTTPS server for hooks.example, which this process trusts or not. */
async function startTlsServer({ trusted }: { trusted: boolean }) {
  const key = createPrivateKey({ key: Buffer.from(tlsKey, 'base64'), format: 'der', type: 'pkcs8' });
  const cert = new X509Certificate(Buffer.from(tlsCertificate, 'base64')).toString();
  if (trusted) {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, cert]);
    onTestFinished(() => setDefaultCACertificates(before));
  }
  const handshakes: unknown[] = [];
  const closed = Promise.withResolvers<void>();
  const options = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }), ALPNProtocols: ['h2', 'http/1.1'] };
  const server = createHttpsServer(options, (_, response) => response.end('hello'));
  server.on('connection', (socket) => socket.on('close', () => closed.resolve()));
  server.on('secureConnection', ({ servername, alpnProtocol }: TLSSocket & { servername: unknown }) => {
    handshakes.push({ servername, alpnProtocol });
  });
  return { port: await listen(server), handshakes, closed: closed.promise };
}

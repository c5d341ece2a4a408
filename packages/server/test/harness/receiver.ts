import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';

/** A request that came, whole. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** When its last byte had come: milliseconds since the epoch. */
  readonly arrivedMs: number;
}

/** What a receiver does with a request. */
export type Behaviour = (response: ServerResponse, request: Received) => void;

/** Answers, with 200 and nothing else unless told otherwise. */
export function respond(
  status = 200,
  given: { headers?: Record<string, string>; body?: string | Buffer; delayMs?: number } = {},
): Behaviour {
  return async (response) => {
    if (given.delayMs !== undefined) await sleep(given.delayMs);
    response.writeHead(status, given.headers).end(given.body);
  };
}

/** Never answers. */
export const hang: Behaviour = () => {};

/** Resets the connection. */
export const reset: Behaviour = (response) => {
  response.socket!.resetAndDestroy();
};

/** Closes the connection without an answer. */
export const close: Behaviour = (response) => {
  response.socket!.destroy();
};

/** Begins an answer and then sends a byte of its body now and then, without end. */
export function drip(everyMs: number): Behaviour {
  return (response) => {
    response.writeHead(200).write('.');
    const timer = setInterval(() => response.write('.'), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** Sends so much of a body as the other side takes. */
export function flood(bytes: number, status = 200): Behaviour {
  const chunk = Buffer.alloc(65_536, 'x');
  return (response) => {
    response.writeHead(status, { 'content-length': bytes });
    let left = bytes;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk.subarray(0, Math.min(chunk.length, left + chunk.length)))) return;
      }
      if (left <= 0) response.end();
    };
    response.on('drain', more);
    more();
  };
}

/** Sends these bytes as they are and closes the connection. */
export function raw(bytes: string | Buffer): Behaviour {
  return (response) => {
    response.socket!.end(bytes);
  };
}

/** Holds requests until it is told to let them go; from then on answers at once. */
export function gate(behaviour: Behaviour = respond()): { held: Behaviour; open(): void } {
  const opened = Promise.withResolvers<void>();
  return {
    held: async (response, request) => {
      await opened.promise;
      if (!response.destroyed) behaviour(response, request);
    },
    open: () => opened.resolve(),
  };
}

/** Where deliveries go in a test: a real server on a free port of 127.0.0.1 that does as it is told. */
export class Receiver {
  readonly url: string;
  readonly port: number;
  /** Whole requests in the order in which they came. */
  readonly requests: Received[] = [];
  /** Connections that were made, whether a request came on them or not. */
  connections = 0;
  /** Requests that are neither answered to the end nor given up. */
  underWay = 0;
  underWayMax = 0;
  /** Bytes that the system took of answers on connections that are closed by now. */
  bytesSent = 0;
  #behaviour: Behaviour = respond();
  readonly #next: Behaviour[] = [];

  constructor(url: string) {
    this.url = url;
    this.port = Number(new URL(url).port);
  }

  /** What it does from now on. */
  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
  }

  /** What it does with the next requests, one after the other, before it does again as it did. */
  behaveNext(...behaviours: Behaviour[]): void {
    this.#next.push(...behaviours);
  }

  /** The bodies that came, read as JSON. */
  bodies<T = { id: string; type: string; sequence: number; data: Record<string, unknown> }>(): T[] {
    return this.requests.map(({ body }) => JSON.parse(body.toString('utf8')) as T);
  }

  /** The request with this number, once it has come. */
  async request(number: number): Promise<Received> {
    await eventually(() => expect(this.requests.length).toBeGreaterThanOrEqual(number));
    return this.requests[number - 1]!;
  }

  async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.underWay += 1;
    this.underWayMax = Math.max(this.underWayMax, this.underWay);
    response.on('error', () => {});
    response.once('close', () => {
      this.underWay -= 1;
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return; // Given up before all of it had come.
    }
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(chunks), arrivedMs: Date.now() };
    this.requests.push(request);
    (this.#next.shift() ?? this.#behaviour)(response, request);
  }

  connected(socket: Socket): void {
    this.connections += 1;
    socket.on('error', () => {});
    socket.once('close', () => {
      this.bytesSent += socket.bytesWritten - socket.writableLength;
    });
  }
}

/** Starts a receiver that ends with the test. */
export async function startReceiver(options: { tls?: 'self-signed' } = {}): Promise<Receiver> {
  const listener = (incoming: IncomingMessage, response: ServerResponse) => receiver.receive(incoming, response);
  const server = options.tls === undefined ? createServer(listener) : createHttpsServer(selfSigned(), listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver = new Receiver(`${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hooks`);
  server.on('connection', (socket) => receiver.connected(socket));
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return receiver;
}

/** Waits until something holds. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 5 });
}

// A key that guards nothing, and a certificate of it for 127.0.0.1, which nobody vouches for, valid until 2120.
const key =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ/CTQs5RrfOsi7CbuYanlTb9xf8s7i7Ss1iNfeg16TKhRANCAASZ9pdj9nwhtJFSzzrI' +
  'iMn1kcbT7p0YB0bYz3IjJyNvqwcA59ey1cRi+M1YX2okLE5Pdo6+cvo0ICFaAKMOOD/g';
const certificate =
  'MIIBWDCB/6ADAgECAgEBMAoGCCqGSM49BAMCMBsxGTAXBgNVBAMMEHJlY2VpdmVyLmV4YW1wbGUwIBcNMDAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAw' +
  'MDBaMBsxGTAXBgNVBAMMEHJlY2VpdmVyLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASZ9pdj9nwhtJFSzzrIiMn1kcbT7p0YB0bYz3Ij' +
  'JyNvqwcA59ey1cRi+M1YX2okLE5Pdo6+cvo0ICFaAKMOOD/gozIwMDAPBgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBROGbBCDUIrMC5fF+ol8+0MMCen' +
  '2TAKBggqhkjOPQQDAgNIADBFAiABrBZU2F/1RcMm5pKfeecHQaYpTjrGssY/OcsY0RGlNQIhANhwQCyup2CeMiPaRjd4fb2HSn4MzBb67n3vY1btU06x';

function selfSigned() {
  const der = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  const cert = new X509Certificate(Buffer.from(certificate, 'base64')).toString();
  return { cert, key: der.export({ type: 'pkcs8', format: 'pem' }) };
}

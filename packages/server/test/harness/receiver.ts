import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import { responseDelay } from './wait.ts';

/** A complete request. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How a receiver responds to a request. */
export type Behavior = (response: ServerResponse, request: Received) => void;

/** Responds, by default with 200 and an empty body. */
export function respond(
  status = 200,
  options: { headers?: Record<string, string>; body?: string | Buffer; delayMs?: number } = {},
): Behavior {
  return async (response) => {
    if (options.delayMs !== undefined) await responseDelay(options.delayMs);
    response.writeHead(status, options.headers).end(options.body);
  };
}

/** Never responds. */
export const hang: Behavior = () => {};

/** Resets the connection. */
export const reset: Behavior = (response) => {
  response.socket!.resetAndDestroy();
};

/** Closes the connection without a response. */
export const close: Behavior = (response) => {
  response.socket!.destroy();
};

/** Starts a response and then sends one byte of its body at intervals, forever. */
export function drip(everyMs: number): Behavior {
  return (response) => {
    response.writeHead(200).write('.');
    const timer = setInterval(() => response.write('.'), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** Sends a large body, as fast as the client reads. */
export function flood(bytes: number, status = 200): Behavior {
  const chunk = Buffer.alloc(65_536, 'x');
  return (response) => {
    response.writeHead(status, { 'content-length': bytes });
    let remainingBytes = bytes;
    const writeMore = () => {
      while (remainingBytes > 0 && !response.destroyed) {
        remainingBytes -= chunk.length;
        if (!response.write(chunk.subarray(0, Math.min(chunk.length, remainingBytes + chunk.length)))) return;
      }
      if (remainingBytes <= 0) response.end();
    };
    response.on('drain', writeMore);
    writeMore();
  };
}

/** Sends these bytes unchanged and closes the connection. */
export function raw(bytes: string | Buffer): Behavior {
  return (response) => {
    response.socket!.end(bytes);
  };
}

/** Holds requests until `open` is called; afterwards it responds immediately. */
export function gate(behavior: Behavior = respond()): { held: Behavior; open(): void } {
  const opened = Promise.withResolvers<void>();
  return {
    held: async (response, request) => {
      await opened.promise;
      if (!response.destroyed) behavior(response, request);
    },
    open: () => opened.resolve(),
  };
}

/** A receiver of deliveries: a server on 127.0.0.1 with configurable responses. */
export class Receiver {
  /** With a path that no other receiver has. */
  readonly url: string;
  readonly port: number;
  /** The complete requests, sorted by arrival. */
  readonly requests: Received[] = [];
  /** The number of accepted connections, with or without a request. */
  connections = 0;
  /** The number of requests that are not aborted and have no complete response. */
  inFlight = 0;
  maxInFlight = 0;
  /** The number of response bytes that were written to connections that are now closed. */
  bytesSent = 0;
  readonly #path: string;
  #behavior: Behavior = respond();
  readonly #next: Behavior[] = [];

  constructor(url: string) {
    this.url = url;
    const { port, pathname } = new URL(url);
    this.port = Number(port);
    this.#path = pathname;
  }

  /** Sets the response to all later requests. */
  behave(behavior: Behavior): void {
    this.#behavior = behavior;
  }

  /** Sets one response for each of the next requests. Later requests get the response of `behave`. */
  behaveNext(...behaviors: Behavior[]): void {
    this.#next.push(...behaviors);
  }

  /** The received bodies, parsed as JSON. */
  bodies<T = { id: string; type: string; sequence: number; data: Record<string, unknown> }>(): T[] {
    return this.requests.map(({ body }) => JSON.parse(body.toString('utf8')) as T);
  }

  /** Waits for the request with this number and returns it. The first request has the number 1. */
  async request(number: number): Promise<Received> {
    await eventually(() => expect(this.requests.length).toBeGreaterThanOrEqual(number));
    return this.requests[number - 1]!;
  }

  async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!incoming.url?.startsWith(this.#path)) {
      // A retry for the receiver of an earlier test, which had the same port.
      response.writeHead(410).end();
      return;
    }
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    response.on('error', () => {});
    response.once('close', () => {
      this.inFlight -= 1;
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return; // The request was aborted before it was complete.
    }
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(chunks) };
    this.requests.push(request);
    (this.#next.shift() ?? this.#behavior)(response, request);
  }

  connected(socket: Socket): void {
    this.connections += 1;
    socket.on('error', () => {});
    socket.once('close', () => {
      this.bytesSent += socket.bytesWritten - socket.writableLength;
    });
  }
}

/** Starts a receiver that is stopped at the end of the test. */
export async function startReceiver(options: { tls?: 'self-signed' } = {}): Promise<Receiver> {
  const listener = (incoming: IncomingMessage, response: ServerResponse) => receiver.receive(incoming, response);
  const server = options.tls === undefined ? createServer(listener) : createHttpsServer(selfSigned(), listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const scheme = options.tls === undefined ? 'http' : 'https';
  const receiver = new Receiver(`${scheme}://127.0.0.1:${port}/hooks/${randomUUID()}`);
  server.on('connection', (socket) => receiver.connected(socket));
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return receiver;
}

/** Retries a check until it passes. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 120_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}

// A key for tests only, and its self-signed certificate for 127.0.0.1, valid until 2120.
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

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy in front of the Stripe stand-in. It forwards requests immediately, and can delay responses. */
export class DelayingProxy {
  /** The number of responses that were delayed so far. */
  delayedCount = 0;
  readonly #targetUrl: string;
  readonly #server = createServer((request, response) => this.#forward(request, response));
  #isDelayed: (request: string) => boolean = () => false;
  #released = Promise.withResolvers<void>();

  private constructor(targetUrl: string) {
    this.#targetUrl = targetUrl;
  }

  static async start(targetUrl: string): Promise<DelayingProxy> {
    const proxy = new DelayingProxy(targetUrl);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Delays the responses to these requests, such as `POST /v1/refunds`, until `release` is called. */
  delayResponses(delayedRequest: string): void {
    this.#released = Promise.withResolvers<void>();
    this.#isDelayed = (request) => request === delayedRequest;
  }

  /** Sends the delayed responses, and delays no more responses. */
  release(): void {
    this.#isDelayed = () => false;
    this.#released.resolve();
  }

  async stop(): Promise<void> {
    this.release();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const { host: _host, connection: _connection, 'content-length': _length, ...forwardedHeaders } = headers;
    const requestBody = await text(request);
    const targetResponse = await fetch(this.#targetUrl + url, {
      method,
      headers: forwardedHeaders as Record<string, string>,
      ...(method === 'GET' ? {} : { body: requestBody }),
    });
    const responseBody = await targetResponse.text();
    if (this.#isDelayed(`${method} ${url.split('?', 1)[0]}`)) {
      this.delayedCount += 1;
      await this.#released.promise;
    }
    if (response.destroyed) return;
    response.writeHead(targetResponse.status, { 'content-type': 'application/json' }).end(responseBody);
  }
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy between a server and the Stripe stand-in. It forwards requests immediately, and can delay responses. */
export class AnswerGate {
  /** The number of responses that were delayed so far. */
  delayedCount = 0;
  readonly #target: string;
  readonly #server = createServer((request, response) => this.#forward(request, response));
  #isDelayed: (request: string) => boolean = () => false;
  #opened = Promise.withResolvers<void>();

  private constructor(target: string) {
    this.#target = target;
  }

  static async start(target: string): Promise<AnswerGate> {
    const gate = new AnswerGate(target);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Delays the responses to these requests, such as `POST /v1/refunds`, until `open` is called. */
  delayResponses(request: string): void {
    this.#opened = Promise.withResolvers<void>();
    this.#isDelayed = (incoming) => incoming === request;
  }

  open(): void {
    this.#isDelayed = () => false;
    this.#opened.resolve();
  }

  async stop(): Promise<void> {
    this.open();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const { host: _host, connection: _connection, 'content-length': _length, ...forwardedHeaders } = headers;
    const body = await text(incoming);
    const answer = await fetch(this.#target + url, {
      method,
      headers: forwardedHeaders as Record<string, string>,
      ...(method === 'GET' ? {} : { body }),
    });
    const content = await answer.text();
    if (this.#isDelayed(`${method} ${url.split('?', 1)[0]}`)) {
      this.delayedCount += 1;
      await this.#opened.promise;
    }
    if (response.destroyed) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
  }
}

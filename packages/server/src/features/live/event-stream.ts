import type { ServerResponse } from 'node:http';

/** A client with more unread data than this is disconnected. It connects again and reads the current data. */
const maxBufferedBytes = 256 * 1024;
/** The time after which a browser connects again if the connection breaks. */
const reconnectMs = 2_000;

/** A response in the format of server-sent events (HTML standard, section 9.2). */
export class EventStream {
  readonly #response: ServerResponse;

  /** Sends the head of the response. */
  constructor(response: ServerResponse, headers: Readonly<Record<string, number | string | string[] | undefined>>) {
    this.#response = response;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise nginx would buffer the events.
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${reconnectMs}\n\n`);
  }

  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a comment. Proxies close connections on which nothing is sent. */
  sendHeartbeat(): void {
    this.#write(': heartbeat\n\n');
  }

  end(): void {
    this.#response.end();
  }

  /** Calls the listener when the connection is closed, or now if it is closed already. */
  onClose(listener: () => void): void {
    if (this.#response.destroyed) listener();
    else this.#response.once('close', listener);
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxBufferedBytes) this.#response.destroy();
  }
}

import type { ServerResponse } from 'node:http';

/** A client with more unread data than this is disconnected. It connects again and continues. */
const maxBufferedBytes = 256 * 1024;
/** The time after which a client connects again if the connection breaks. */
const reconnectMs = 2_000;
/** A client that reads nothing in this time is disconnected. */
const readTimeoutMs = 30_000;

/** An event with its position in the stream, in the format of the response. The same bytes can be sent to many clients. */
export function encodeEvent({ id, event, data }: { id: number; event: string; data: string }): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
}

/** A response in the format of server-sent events (HTML standard, section 9.2). */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #readTimeoutMs: number;

  /**
   * Sends the head of the response.
   *
   * @param options.readTimeoutMs the time after which `drained` disconnects a client that reads nothing
   */
  constructor(
    response: ServerResponse,
    headers: Readonly<Record<string, number | string | string[] | undefined>>,
    options: { readTimeoutMs?: number } = {},
  ) {
    this.#response = response;
    this.#readTimeoutMs = options.readTimeoutMs ?? readTimeoutMs;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise nginx would buffer the events.
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${reconnectMs}\n\n`);
  }

  get isClosed(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /**
   * Sends an event of `encodeEvent`, and waits until the client has read enough of it. A client that does not read is disconnected.
   */
  async sendEncoded(event: Buffer): Promise<void> {
    if (this.isClosed || this.#response.write(event)) return;
    await this.#drained();
  }

  /**
   * Sends a comment. Proxies close connections on which nothing is sent.
   *
   * @param position the position from which the client continues when it connects again
   */
  sendHeartbeat(position?: number): void {
    this.#write(position === undefined ? ': heartbeat\n\n' : `: heartbeat\nid: ${position}\n\n`);
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
    if (this.isClosed) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxBufferedBytes) this.#response.destroy();
  }

  async #drained(): Promise<void> {
    const response = this.#response;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => response.destroy(), this.#readTimeoutMs);
    response.once('drain', resolve).once('close', resolve);
    await promise;
    clearTimeout(timer);
    response.off('drain', resolve).off('close', resolve);
  }
}

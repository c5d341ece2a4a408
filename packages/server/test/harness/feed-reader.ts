import { repeatWhile, waitUntil } from './wait.ts';

/** An event of the feed, as it was received. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
}

/** A client of the stream of webhook events. If its connection breaks, it connects again and continues. */
export class FeedReader {
  readonly events: ReceivedEvent[] = [];
  /** The number of connections whose response was 200. */
  connections = 0;
  /** The status of the last response. */
  status = 0;
  /** The last `id`. */
  position: string | null = null;
  readonly #url: () => string;
  readonly #key: string;
  readonly #query: string;
  readonly #abort = new AbortController();
  #current = new AbortController();
  readonly #done: Promise<void>;

  /** @param url returns the URL of a server, for each connection */
  constructor(url: () => string, key: string, query = '') {
    this.#url = url;
    this.#key = key;
    this.#query = query;
    this.#done = this.#run();
  }

  /** Opens a stream, and waits until its position is known. */
  static async open(url: () => string, key: string, query = ''): Promise<FeedReader> {
    const reader = new FeedReader(url, key, query);
    await waitUntil(() => reader.position !== null);
    return reader;
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  /** Closes the current connection. The reader connects again. */
  disconnect(): void {
    this.#current.abort();
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    await repeatWhile(
      () => !this.#abort.signal.aborted,
      20,
      () => this.#connect().catch(() => {}),
    );
  }

  async #connect(): Promise<void> {
    this.#current = new AbortController();
    const headers = new Headers({ authorization: `Bearer ${this.#key}` });
    if (this.position !== null) headers.set('last-event-id', this.position);
    const signal = AbortSignal.any([this.#abort.signal, this.#current.signal]);
    const response = await fetch(`${this.#url()}/api/v1/webhook-events/stream${this.#query}`, { headers, signal });
    this.status = response.status;
    if (response.status !== 200) return;
    this.connections += 1;
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) this.#receive(block);
    }
  }

  #receive(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
    if (fields['id'] !== undefined) this.position = fields['id'];
    if (fields['data'] === undefined) return;
    const { id, type, sequence } = JSON.parse(fields['data']) as ReceivedEvent;
    if (String(sequence) !== fields['id'] || type !== fields['event'])
      throw new Error(`An inconsistent event: ${block}`);
    this.events.push({ id, type, sequence });
  }
}

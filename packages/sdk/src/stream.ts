import { ConnectionError, OrganizerError } from './errors.ts';
import type { RequestOptions, Transport } from './transport.ts';
import type { WebhookEvent } from './types.ts';

/** The service sends a heartbeat about every 15 seconds. After this time without one, the client connects again. */
const silenceMs = 45_000;

/** The settings of a stream. */
export interface StreamOptions extends Pick<RequestOptions, 'signal' | 'timeoutMs'> {
  /** Called for each connection, when it has a position. From then on, no event is missed, even if the connection breaks. */
  readonly onConnect?: (() => void) | undefined;
  /** Called with the reason before the client connects again. If it throws an error, the loop ends with this error. */
  readonly onDisconnect?: ((reason: OrganizerError) => void) | undefined;
}

/**
 * The webhook events of the organizer, each when it is committed, in the order of their `sequence`. Each event is returned once.
 *
 * If the connection breaks or the server restarts, the client connects again and continues after the last event, however long that
 * takes. The loop ends when it is left. An aborted signal or a key that is no longer valid ends it with an error.
 */
export class EventStream implements AsyncIterable<WebhookEvent> {
  readonly #transport: Transport;
  readonly #query: object;
  readonly #options: StreamOptions;
  #position: number | undefined;

  constructor(transport: Transport, query: object = {}, options: StreamOptions = {}) {
    this.#transport = transport;
    this.#query = query;
    this.#options = options;
  }

  /**
   * All events up to this `sequence` were handled; undefined before the first heartbeat. An event counts as handled when the next
   * one is requested. Store it, and pass it as `after`, to continue after a restart of your program.
   */
  get position(): number | undefined {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WebhookEvent, void, undefined> {
    const { onConnect, onDisconnect, ...options } = this.#options;
    for (let failures = 0; ; failures += 1) {
      const request = {
        method: 'GET' as const,
        path: '/api/v1/webhook-events/stream',
        query: this.#query,
        accept: 'text/event-stream',
        lastEventId: this.#position,
        ...options,
      };
      let isConnected = false;
      try {
        for await (const { id, data } of messagesOf(this.#transport.readLines(request, silenceMs))) {
          failures = 0;
          if (!isConnected && id !== undefined) {
            isConnected = true;
            onConnect?.();
          }
          if (data !== '') yield parseEvent(data);
          this.#position = id ?? this.#position;
        }
        throw new ConnectionError('The response has ended.');
      } catch (error) {
        await this.#transport.pauseBeforeRetry(request, error, failures, onDisconnect);
      }
    }
  }
}

/** A message of a stream. A heartbeat has no data. */
interface Message {
  readonly id: number | undefined;
  readonly data: string;
}

function parseEvent(data: string): WebhookEvent {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new OrganizerError('The data of a message is not JSON.', { cause });
  }
}

/** The messages in the lines of server-sent events (HTML standard, section 9.2.6). */
async function* messagesOf(lines: AsyncIterable<string>): AsyncGenerator<Message, void, undefined> {
  let id: number | undefined;
  let data: string[] = [];
  for await (const line of lines) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*?))?\r?$/.exec(line) ?? [];
    if (field === 'id' && /^\d+$/.test(value)) id = Number(value);
    if (field === 'data') data.push(value);
    if (line.trim() !== '') continue;
    yield { id, data: data.join('\n') };
    id = undefined;
    data = [];
  }
}

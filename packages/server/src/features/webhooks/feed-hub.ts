import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { encodeEvent } from '../../platform/http/event-stream.ts';
import { type ReadOutcome, type StreamClient, StreamHub, type StreamTopic } from '../../platform/http/stream-hub.ts';
import { changeChannel } from './emit.ts';
import { type FeedPage, readFeedHead, readFeedHeads, readFeedPage } from './feed-queries.ts';

/** A client that receives the feed. Its topic is the organizer, its owner the key, and its permissions the types that are sent. */
interface FeedClient extends StreamClient {
  /** All events up to this sequence were sent. */
  position: number;
  /** When the next heartbeat is to be sent. In milliseconds of the monotonic clock. */
  heartbeatMs: number;
  /** Continues a stream that waits for events; null while it does not wait. */
  wake: (() => void) | null;
}

/** A page with the bytes of its events. */
interface EncodedPage {
  readonly lastSequence: number;
  readonly events: readonly { readonly type: string; readonly bytes: Buffer }[];
}

/** The feed of an organizer. */
interface Feed {
  readonly organizerId: string;
  /** All events up to this sequence can be sent; null until it was read for the first time. */
  head: number | null;
  readonly started: Promise<void>;
  /** The pages that were read last, by the position before them. Streams with the same position share a page. */
  readonly pages: Map<number, Promise<EncodedPage>>;
}

/** The maximum number of streams of one key in one process. */
export const maxStreamsPerKey = 10;
/** Proxies close connections without data, usually after a minute. */
const heartbeatIntervalMs = 15_000;
const pauseMs = 20;
/** The pause after a read if committed events wait for an open transaction. */
const heldBackPauseMs = 100;
/** The maximum number of events in one page. */
const pageSize = 100;
/** The maximum number of pages of an organizer in memory. They are removed at the next poll. */
const maxPages = 4;

/**
 * Sends the feed to the streams of this process. A read finds the organizers that have new events. A stream that continues after older
 * events, or whose client reads slowly, reads its own pages until it has received all events. No stream waits for another one.
 */
export class FeedHub extends StreamHub<FeedClient, Feed> {
  readonly #clock: Clock;
  /** The types of all events that any key can receive. */
  readonly #types: readonly string[];

  constructor(db: Db, clock: Clock, types: readonly string[]) {
    super(db, clock, {
      channels: [changeChannel],
      maxStreams: 2_000,
      maxPerOwner: maxStreamsPerKey,
      whenFull: 'reject',
      announcesEnd: false,
      pollMs: 1_000,
    });
    this.#clock = clock;
    this.#types = types;
  }

  /**
   * Sends events to a client until the connection is closed, or the key is no longer valid.
   *
   * @param after only later events are sent
   * @throws Error if the database is unavailable
   */
  async send(subscriber: StreamClient, after: number): Promise<void> {
    // The heartbeat tells the client its position, even if it is disconnected before the first event.
    const client: FeedClient = { ...subscriber, position: after, heartbeatMs: Number.NEGATIVE_INFINITY, wake: null };
    const { state: feed } = this.add(client);
    client.stream.onClose(() => client.wake?.());
    try {
      await feed.started;
      while (await this.#continue(feed, client));
    } finally {
      this.remove(client);
    }
  }

  override async close(): Promise<void> {
    const { clients } = this;
    const closed = super.close();
    for (const { wake } of clients) wake?.();
    await closed;
  }

  protected override open(organizerId: string): Feed {
    const read = readFeedHead(this.db, organizerId);
    const feed: Feed = {
      organizerId,
      head: null,
      started: read.then(({ sequence }) => {
        feed.head = sequence;
      }),
      pages: new Map(),
    };
    return feed;
  }

  protected override poll(topics: readonly StreamTopic<FeedClient, Feed>[]): void {
    const nowMs = this.#clock.monotonicNow();
    for (const { state, clients } of topics) {
      state.pages.clear();
      for (const { heartbeatMs, wake } of clients) if (nowMs >= heartbeatMs) wake?.();
    }
  }

  protected override async read(topics: readonly StreamTopic<FeedClient, Feed>[]): Promise<ReadOutcome> {
    const isHeldBack = await this.#readHeads(topics);
    // A transaction that is rolled back is not announced.
    return isHeldBack ? { pauseMs: heldBackPauseMs, readAgain: true } : { pauseMs };
  }

  /**
   * Sends the next page, or waits for it.
   *
   * @returns false if the stream has ended
   */
  async #continue(feed: Feed, client: FeedClient): Promise<boolean> {
    const { stream, position } = client;
    if (stream.isClosed) return false;
    const head = feed.head ?? 0;
    const nowMs = this.#clock.monotonicNow();
    if (position >= head && nowMs < client.heartbeatMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      client.wake = resolve;
      await promise;
      client.wake = null;
      return true;
    }
    const page = position < head ? await this.#readPage(feed, position, head) : null;
    if (!(await this.isPermitted(client))) return false;
    for (const { type, bytes } of page?.events ?? []) {
      if (client.permissions.has(type)) await stream.sendEncoded(bytes);
      if (stream.isClosed) return false;
    }
    client.position = page?.lastSequence ?? position;
    if (nowMs >= client.heartbeatMs && client.position >= head) {
      client.heartbeatMs = nowMs + heartbeatIntervalMs;
      stream.sendHeartbeat(client.position);
    }
    return true;
  }

  /** Reads the events after a position, up to the head of the feed. */
  #readPage({ organizerId, pages }: Feed, after: number, head: number): Promise<EncodedPage> {
    const sharedPage = pages.get(after);
    if (sharedPage !== undefined) return sharedPage;
    const range = { after, until: head, types: this.#types, limit: pageSize };
    const page = readFeedPage(this.db, organizerId, range).then(encodePage);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= maxPages) pages.delete(oldest);
    pages.set(after, page);
    page.catch(() => pages.delete(after));
    return page;
  }

  /**
   * Wakes the streams of each organizer that has new events.
   *
   * @returns whether committed events wait for an open transaction
   */
  async #readHeads(topics: readonly StreamTopic<FeedClient, Feed>[]): Promise<boolean> {
    const started = topics.filter(({ state }) => state.head !== null);
    if (started.length === 0) return false;
    const organizerIds = started.map(({ state }) => state.organizerId);
    const heads = await readFeedHeads(this.db, organizerIds);
    for (const { state, clients } of started) {
      const { sequence = 0 } = heads.get(state.organizerId) ?? {};
      if (sequence <= state.head!) continue;
      state.head = sequence;
      for (const { wake } of clients) wake?.();
    }
    return [...heads.values()].some(({ isHeldBack }) => isHeldBack);
  }
}

function encodePage({ events, lastSequence }: FeedPage): EncodedPage {
  return {
    lastSequence,
    events: events.map(({ sequence, type, body }) => ({
      type,
      bytes: encodeEvent({ id: sequence, event: type, data: body }),
    })),
  };
}

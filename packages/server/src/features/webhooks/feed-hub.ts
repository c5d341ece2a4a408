import { ApiError } from '../../errors/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { ChangeReader, type ReadOutcome } from '../../platform/database/change-reader.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type EventStream, encodeEvent } from '../../platform/http/event-stream.ts';
import { changeChannel } from './emit.ts';
import { type FeedPage, readFeedHead, readFeedHeads, readFeedPage } from './feed-queries.ts';

/** A client that receives the feed. */
export interface Subscriber {
  readonly organizerId: string;
  readonly stream: EventStream;
  /** Only later events are sent. */
  readonly after: number;
  /** Reads the permitted types again; null if the key is no longer valid. */
  readonly readTypes: () => Promise<ReadonlySet<string> | null>;
}

interface Subscription extends Subscriber {
  /** The types that are sent. */
  types: ReadonlySet<string>;
  /** All events up to this sequence were sent. */
  position: number;
  /** When the types were read. In milliseconds of the monotonic clock. */
  checkedMs: number;
  /** Whether a heartbeat is to be sent. */
  isHeartbeatDue: boolean;
  /** Continues a stream that waits for events; null while it does not wait. */
  wake: (() => void) | null;
}

/** A page with the bytes of its events. */
interface EncodedPage {
  readonly lastSequence: number;
  readonly events: readonly { readonly type: string; readonly bytes: Buffer }[];
}

/** The feed of an organizer that has streams in this process. */
interface Topic {
  readonly organizerId: string;
  /** All events up to this sequence can be sent; null until it was read for the first time. */
  head: number | null;
  readonly started: Promise<number>;
  /** The pages that were read last, by the position before them. Streams with the same position share a page. */
  readonly pages: Map<number, Promise<EncodedPage>>;
  readonly subscriptions: Set<Subscription>;
}

/** The maximum number of streams of one key in one process. */
export const maxStreamsPerKey = 10;
/** The maximum number of streams in one process. */
const maxStreams = 2_000;
/** Proxies close connections without data, usually after a minute. */
const heartbeatMs = 15_000;
/** A key that was verified longer ago is verified again before events are sent. */
const keyFreshMs = 1_000;
/** Announcements can be lost. */
const pollMs = 1_000;
/** The pause after each read. During many sales, one read has the events since the last read. */
const pauseMs = 20;
/** The pause after a read if committed events wait for an open transaction. */
const heldBackPauseMs = 100;
/** The maximum number of events in one page. */
const pageSize = 100;
/** The maximum number of pages of an organizer in memory. They are removed after at most `pollMs`. */
const maxPages = 4;

/**
 * Sends the feed to the streams of this process. While no stream is open, it does nothing. While streams are open, announced
 * commits cause one read of the new events for each organizer, regardless of the number of its streams. A stream that continues
 * after older events, or whose client reads slowly, reads its own pages until it has received all events. No stream waits for
 * another one.
 */
export class FeedHub {
  readonly #db: Db;
  readonly #clock: Clock;
  /** The types of all events that any key can receive. */
  readonly #types: readonly string[];
  readonly #topics = new Map<string, Topic>();
  readonly #streamsByKey = new Map<string, number>();
  readonly #reader: ChangeReader;
  #streamCount = 0;
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;

  constructor(db: Db, clock: Clock, types: readonly string[]) {
    this.#db = db;
    this.#clock = clock;
    this.#types = types;
    this.#reader = new ChangeReader(db, changeChannel, () => this.#readAll());
  }

  /**
   * Reserves a stream for a key.
   *
   * @returns a function that releases it. Further calls have no effect
   * @throws ApiError `too_many_streams` if the key has too many streams in this process
   * @throws ApiError `server_overloaded` or `server_stopping`
   */
  reserve(keyId: string): () => void {
    if (this.#isClosed) throw new ApiError('server_stopping', {});
    if (this.#streamCount >= maxStreams) throw new ApiError('server_overloaded', {});
    const ownStreams = this.#streamsByKey.get(keyId) ?? 0;
    if (ownStreams >= maxStreamsPerKey) {
      throw new ApiError('too_many_streams', { limit: maxStreamsPerKey }, { headers: { 'retry-after': '10' } });
    }
    this.#streamsByKey.set(keyId, ownStreams + 1);
    this.#streamCount += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#streamCount -= 1;
      const remaining = this.#streamsByKey.get(keyId)! - 1;
      if (remaining === 0) this.#streamsByKey.delete(keyId);
      else this.#streamsByKey.set(keyId, remaining);
    };
  }

  /**
   * Sends events to a client until the connection is closed, or the key is no longer valid.
   *
   * @param types the types that are sent
   * @throws Error if the database is unavailable
   */
  async send(subscriber: Subscriber, types: ReadonlySet<string>): Promise<void> {
    if (this.#isClosed) return; // The server has started to stop after the stream was reserved.
    const subscription: Subscription = {
      ...subscriber,
      types,
      position: subscriber.after,
      checkedMs: this.#clock.monotonicNow(),
      isHeartbeatDue: true, // Tells the client its position, even if it is disconnected before the first event.
      wake: null,
    };
    const topic = this.#join(subscription);
    try {
      await topic.started;
      while (await this.#continue(topic, subscription));
    } finally {
      topic.subscriptions.delete(subscription);
      if (topic.subscriptions.size === 0 && this.#topics.get(topic.organizerId) === topic) {
        this.#topics.delete(topic.organizerId);
      }
      if (this.#topics.size === 0) await this.#stop();
    }
  }

  /** Ends all streams. Their clients connect to another process, or to this server after its restart, and continue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { stream, wake } of this.#subscriptions()) {
      stream.end();
      wake?.();
    }
    this.#topics.clear();
    await this.#stop();
    await this.#reader.settled();
  }

  #subscriptions(): Subscription[] {
    return [...this.#topics.values()].flatMap(({ subscriptions }) => [...subscriptions]);
  }

  #join(subscription: Subscription): Topic {
    const { organizerId, stream } = subscription;
    let topic = this.#topics.get(organizerId);
    if (topic === undefined) {
      topic = {
        organizerId,
        head: null,
        started: readFeedHead(this.#db, organizerId).then(({ sequence }) => sequence),
        pages: new Map(),
        subscriptions: new Set(),
      };
      const newTopic = topic;
      newTopic.started.then(
        (head) => {
          newTopic.head = head;
        },
        () => this.#topics.delete(organizerId),
      );
      this.#topics.set(organizerId, newTopic);
    }
    topic.subscriptions.add(subscription);
    this.#start();
    stream.onClose(() => subscription.wake?.());
    return topic;
  }

  /**
   * Sends the next page, or waits for it.
   *
   * @returns false if the stream has ended
   */
  async #continue(topic: Topic, subscription: Subscription): Promise<boolean> {
    const { stream, position } = subscription;
    if (stream.isClosed) return false;
    const head = topic.head ?? 0;
    if (position >= head && !subscription.isHeartbeatDue) {
      const { promise, resolve } = Promise.withResolvers<void>();
      subscription.wake = resolve;
      await promise;
      subscription.wake = null;
      return true;
    }
    const page = position < head ? await this.#readPage(topic, position, head) : null;
    if (!(await this.#isPermitted(subscription))) {
      stream.end();
      return false;
    }
    for (const { type, bytes } of page?.events ?? []) {
      if (subscription.types.has(type)) await stream.sendEncoded(bytes);
      if (stream.isClosed) return false;
    }
    subscription.position = page?.lastSequence ?? position;
    if (subscription.isHeartbeatDue && subscription.position >= head) {
      subscription.isHeartbeatDue = false;
      stream.sendHeartbeat(subscription.position);
    }
    return true;
  }

  /** Reads the events after a position, up to the head of the topic. */
  #readPage({ organizerId, pages }: Topic, after: number, head: number): Promise<EncodedPage> {
    const sharedPage = pages.get(after);
    if (sharedPage !== undefined) return sharedPage;
    const page = readFeedPage(this.#db, organizerId, { after, until: head, types: this.#types, limit: pageSize }).then(
      encodePage,
    );
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= maxPages) pages.delete(oldest);
    pages.set(after, page);
    page.catch(() => pages.delete(after));
    return page;
  }

  async #isPermitted(subscription: Subscription): Promise<boolean> {
    const nowMs = this.#clock.monotonicNow();
    if (nowMs - subscription.checkedMs < keyFreshMs) return true;
    const types = await subscription.readTypes();
    if (types === null) return false;
    subscription.types = types;
    subscription.checkedMs = nowMs;
    return true;
  }

  #start(): void {
    if (!this.#reader.start()) return;
    this.#timers = [
      setInterval(() => {
        for (const { pages } of this.#topics.values()) pages.clear();
        this.#reader.requestRead();
      }, pollMs),
      setInterval(() => {
        for (const subscription of this.#subscriptions()) {
          subscription.isHeartbeatDue = true;
          subscription.wake?.();
        }
      }, heartbeatMs),
    ];
  }

  async #stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#reader.stop();
  }

  async #readAll(): Promise<ReadOutcome> {
    // If the database is unavailable, the next announcement or poll reads again.
    const isHeldBack = await this.#readHeads().catch(() => false);
    // A transaction that is rolled back is not announced.
    return isHeldBack ? { pauseMs: heldBackPauseMs, readAgain: true } : { pauseMs, readAgain: false };
  }

  /**
   * Wakes the streams of each organizer that has new events.
   *
   * @returns whether committed events wait for an open transaction
   */
  async #readHeads(): Promise<boolean> {
    const topics = [...this.#topics.values()].filter(({ head }) => head !== null);
    if (topics.length === 0) return false;
    const organizerIds = topics.map(({ organizerId }) => organizerId);
    const heads = await readFeedHeads(this.#db, organizerIds);
    for (const topic of topics) {
      const { sequence = 0 } = heads.get(topic.organizerId) ?? {};
      if (sequence <= topic.head!) continue;
      topic.head = sequence;
      for (const { wake } of topic.subscriptions) wake?.();
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

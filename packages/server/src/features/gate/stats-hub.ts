import { ApiError } from '../../errors/index.ts';
import type { ServiceClock } from '../../platform/clock.ts';
import { ChangeReader, type ReadOutcome } from '../../platform/database/change-reader.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { scanChannel } from './count-scans.ts';
import { readStats } from './read-stats.ts';

/** A device that shows the statistics of its event. */
export interface StatsSubscriber {
  readonly organizerId: string;
  readonly eventId: string;
  readonly deviceId: string;
  readonly stream: EventStream;
  /** Whether the token of the device is still valid. */
  readonly isValid: () => Promise<boolean>;
}

interface Subscription extends StatsSubscriber {
  /** The statistics that were sent last. */
  sent: string;
}

/** The maximum number of streams of one device in one process. A further stream closes the oldest one. */
const maxStreamsPerDevice = 2;
/** The maximum number of streams in one process. */
const maxStreams = 1_000;
/** Announcements can be lost. At this interval, statistics are read, and heartbeats are sent. */
const pollMs = 10_000;
/** The pause after each read. During many scans, one read has the scans since the last read. */
const pauseMs = 500;

/**
 * Sends statistics to the streams of this process. While no stream is open, it does nothing. While streams are open, announced scans
 * cause one read for each event, regardless of the number of its streams.
 */
export class StatsHub {
  readonly #db: Db;
  readonly #clock: ServiceClock;
  readonly #subscriptions = new Set<Subscription>();
  readonly #changes: ChangeReader;
  #poll: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(db: Db, clock: ServiceClock) {
    this.#db = db;
    this.#clock = clock;
    this.#changes = new ChangeReader(db, scanChannel, () => this.#readAll());
  }

  /** @throws ApiError `unavailable` if too many streams are open, or the server is stopping */
  assertHasCapacity(): void {
    if (this.#isClosed) throw new ApiError('server_stopping', {});
    if (this.#subscriptions.size >= maxStreams) throw new ApiError('server_overloaded', {});
  }

  /** Sends the statistics now and after each change, until the client disconnects or its token is no longer valid. */
  subscribe(subscriber: StatsSubscriber): void {
    const own = [...this.#subscriptions].filter(({ deviceId }) => deviceId === subscriber.deviceId);
    for (const { stream } of own.slice(0, Math.max(0, own.length + 1 - maxStreamsPerDevice))) stream.end();
    const subscription = { ...subscriber, sent: '' };
    this.#subscriptions.add(subscription);
    this.#start();
    // The client can have disconnected during the authentication.
    subscriber.stream.onClose(() => this.#remove(subscription));
    this.#changes.requestRead();
  }

  /** Ends all streams. Their clients connect to another process, or to this server after its restart. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { stream } of this.#subscriptions) stream.end();
    this.#subscriptions.clear();
    await this.#stop();
    await this.#changes.settled();
  }

  #remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (this.#subscriptions.size === 0) this.#stop().catch(() => {});
  }

  #start(): void {
    if (!this.#changes.start()) return;
    this.#poll = setInterval(() => {
      for (const { stream } of this.#subscriptions) stream.sendHeartbeat();
      this.#changes.requestRead();
    }, pollMs);
  }

  async #stop(): Promise<void> {
    clearInterval(this.#poll);
    await this.#changes.stop();
  }

  async #readAll(): Promise<ReadOutcome> {
    const byEvent = Map.groupBy(this.#subscriptions, ({ organizerId, eventId }) => `${organizerId} ${eventId}`);
    // If the database is unavailable, the next announcement or poll reads again.
    for (const subscriptions of byEvent.values()) await this.#send(subscriptions).catch(() => {});
    return { pauseMs, readAgain: false };
  }

  async #send(subscriptions: readonly Subscription[]): Promise<void> {
    const [first] = subscriptions;
    if (first === undefined) return;
    const { organizerId, eventId } = first;
    const stats = await readStats(this.#db, organizerId, eventId, this.#clock.of(organizerId).now());
    await adapterOf(this.#db).pendingCommits;
    const text = JSON.stringify(stats);
    for (const subscription of subscriptions) {
      const { stream, isValid } = subscription;
      if (!(await isValid())) {
        stream.end();
        this.#remove(subscription);
      } else if (subscription.sent !== text) {
        stream.send('stats', stats);
        subscription.sent = text;
      }
    }
  }
}

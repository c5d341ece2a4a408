import { ApiError } from '../../errors/index.ts';
import type { ServiceClock } from '../../platform/clock.ts';
import { ChangeReader, type ReadOutcome } from '../../platform/database/change-reader.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { accessChannel } from '../accounts/index.ts';
import { scanChannel } from '../gate/index.ts';
import { changeChannel } from '../webhooks/index.ts';
import { OrganizerFeed } from './organizer-feed.ts';

/** An open tab. */
export interface Subscriber {
  readonly organizerId: string;
  readonly userId: string;
  readonly stream: EventStream;
  /** Reads the permissions of the user again; null if the session or the membership has ended. */
  readonly readPermissions: () => Promise<ReadonlySet<string> | null>;
}

interface Subscription extends Subscriber {
  permissions: ReadonlySet<string>;
  /** In milliseconds of the monotonic clock. */
  checkedMs: number;
}

interface Topic {
  readonly feed: OrganizerFeed;
  /** Resolved when the feed has its position. */
  readonly started: Promise<void>;
  readonly subscriptions: Set<Subscription>;
}

/** The maximum number of open tabs of one user in one process. A further tab closes the oldest one. */
const maxStreamsPerUser = 8;
/** The maximum number of open tabs in one process. */
const maxStreams = 500;
const heartbeatMs = 10_000;
/** Permissions that were read longer ago are read again before a change is sent. */
const permissionsFreshMs = 1_000;
/** The pause after each read. During many sales, one read has the changes since the last read. */
const pauseMs = 150;
/** If one read finds more changes, they are not sent. The tab reads its data again instead. */
const maxChangesPerRead = 50;

/**
 * Sends changes to the open tabs of this process. While no tab is open, it does nothing. While tabs are open, announced commits
 * cause one read of the changes for each organizer, regardless of the number of its tabs. The permissions of each tab are read at
 * most once a second.
 */
export class LiveHub {
  readonly #db: Db;
  readonly #clock: ServiceClock;
  readonly #topics = new Map<string, Topic>();
  readonly #reader: ChangeReader;
  /** Stop listening to channels. Empty while no tab is open. */
  #stopListening: (() => Promise<void>)[] = [];
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(db: Db, clock: ServiceClock) {
    this.#db = db;
    this.#clock = clock;
    this.#reader = new ChangeReader(db, changeChannel, () => this.#readAll());
  }

  /** @throws ApiError `unavailable` if too many tabs are open, or the server is stopping */
  assertHasCapacity(): void {
    if (this.#isClosed) throw new ApiError('server_stopping', {});
    if (this.#subscriptions().length >= maxStreams) throw new ApiError('server_overloaded', {});
  }

  /**
   * Sends changes to a tab until it is closed, or its session or membership ends.
   *
   * @throws Error if the database is unavailable
   */
  async subscribe(subscriber: Subscriber, permissions: ReadonlySet<string>): Promise<void> {
    const { organizerId, userId, stream } = subscriber;
    const ownStreams = this.#subscriptions().filter((subscription) => subscription.userId === userId);
    for (const oldest of ownStreams.slice(0, Math.max(0, ownStreams.length + 1 - maxStreamsPerUser))) {
      this.#end(oldest, 'replaced');
    }
    const subscription: Subscription = { ...subscriber, permissions, checkedMs: this.#clock.monotonicNow() };
    let topic = this.#topics.get(organizerId);
    if (topic === undefined) {
      const feed = new OrganizerFeed(this.#db, organizerId, this.#clock);
      topic = { feed, started: feed.start(), subscriptions: new Set() };
      this.#topics.set(organizerId, topic);
    }
    topic.subscriptions.add(subscription);
    this.#start();
    // The client can have disconnected during the authentication.
    stream.onClose(() => this.#remove(subscription));
    await topic.started;
    // Changes before this message may not have been sent, so the tab reads its data again.
    stream.send('ready', {});
  }

  /** Ends all streams. Their tabs connect to another process, or to this server after its restart. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { stream } of this.#subscriptions()) stream.end();
    this.#topics.clear();
    await this.#stop();
    await this.#reader.settled();
  }

  #subscriptions(): Subscription[] {
    return [...this.#topics.values()].flatMap(({ subscriptions }) => [...subscriptions]);
  }

  /** Sends a tab the reason why its stream ends, and ends it. The tab is removed even if its client does not read. */
  #end(subscription: Subscription, reason: 'ended' | 'replaced'): void {
    subscription.stream.send(reason, {});
    subscription.stream.end();
    this.#remove(subscription);
  }

  #remove(subscription: Subscription): void {
    const topic = this.#topics.get(subscription.organizerId);
    topic?.subscriptions.delete(subscription);
    if (topic?.subscriptions.size === 0) this.#topics.delete(subscription.organizerId);
    if (this.#topics.size === 0) this.#stop().catch(() => {});
  }

  #start(): void {
    if (!this.#reader.start()) return;
    const adapter = adapterOf(this.#db);
    this.#stopListening = [
      adapter.listen(scanChannel, () => this.#reader.requestRead()),
      adapter.listen(accessChannel, () => {
        for (const subscription of this.#subscriptions()) subscription.checkedMs = Number.NEGATIVE_INFINITY;
        this.#reader.requestRead();
      }),
    ];
    this.#heartbeat = setInterval(() => {
      for (const { stream } of this.#subscriptions()) stream.sendHeartbeat();
      this.#reader.requestRead();
    }, heartbeatMs);
  }

  async #stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    const stopListening = this.#stopListening;
    this.#stopListening = [];
    await Promise.all([...stopListening.map((stop) => stop()), this.#reader.stop()]);
  }

  async #readAll(): Promise<ReadOutcome> {
    // If the database is unavailable, the next announcement or heartbeat reads again.
    for (const topic of [...this.#topics.values()]) await this.#readTopic(topic).catch(() => {});
    return { pauseMs, readAgain: false };
  }

  async #readTopic({ feed, started, subscriptions }: Topic): Promise<void> {
    await started;
    for (const subscription of [...subscriptions]) await this.#checkPermissions(subscription);
    const changes = await feed.readChanges();
    await adapterOf(this.#db).pendingCommits;
    for (const { stream, permissions } of subscriptions) {
      const permitted = changes.filter(({ permission }) => permissions.has(permission));
      if (permitted.length > maxChangesPerRead) stream.send('ready', {});
      else for (const { event, data } of permitted) stream.send(event, data);
    }
  }

  async #checkPermissions(subscription: Subscription): Promise<void> {
    const nowMs = this.#clock.monotonicNow();
    if (nowMs - subscription.checkedMs < permissionsFreshMs) return;
    const permissions = await subscription.readPermissions();
    if (permissions === null) {
      this.#end(subscription, 'ended');
      return;
    }
    subscription.permissions = permissions;
    subscription.checkedMs = nowMs;
  }
}

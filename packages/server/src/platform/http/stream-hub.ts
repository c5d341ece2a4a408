import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { Clock } from '../clock.ts';
import { adapterOf, type Db } from '../database/dialect.ts';
import { EventStream } from './event-stream.ts';
import type { Authenticator, OrganizerPrincipal } from './principal.ts';

/** A client of a stream. */
export interface StreamClient {
  /** What it receives. The clients of a topic share its state. */
  readonly topic: string;
  /** Whose streams are limited: the id of a user, a key or a device. */
  readonly owner: string;
  readonly stream: EventStream;
  permissions: ReadonlySet<string>;
  /** Reads the permissions again; null if the client may receive nothing any more. */
  readonly readPermissions: () => Promise<ReadonlySet<string> | null>;
}

/** A topic that has clients in this process. */
export interface StreamTopic<C, T> {
  readonly state: T;
  readonly clients: Set<C>;
}

/** What follows after a read. */
export interface ReadOutcome {
  /** The pause before the next read. During many commits, one read has the changes since the last read. */
  readonly pauseMs: number;
  /** Whether to read again without an announcement. */
  readonly readAgain?: boolean;
}

interface StreamHubOptions {
  /** A commit that one of these channels announces causes a read. */
  readonly channels: readonly string[];
  /** The channel that announces changes of permissions. */
  readonly permissionChannel?: string;
  /** The maximum number of streams in this process. */
  readonly maxStreams: number;
  /** The maximum number of streams of one owner in this process. */
  readonly maxPerOwner: number;
  /** What happens to a further stream: it is rejected, or the oldest one of its owner ends. */
  readonly whenFull: 'reject' | 'end oldest';
  /** Whether an event tells clients why their stream ends: `ended` or `replaced`. */
  readonly announcesEnd: boolean;
  /** The interval of `poll`. */
  readonly pollMs: number;
}

/** Permissions that were read longer ago are read again before data is sent. */
const permissionsFreshMs = 1_000;

/**
 * The streams of one kind in this process. While none is open, it does nothing. While streams are open, an announced commit causes one
 * read, regardless of their number: announcements during a read, and during the pause after it, cause one further read.
 */
export abstract class StreamHub<C extends StreamClient, T> {
  protected readonly db: Db;
  readonly #clock: Clock;
  readonly #options: StreamHubOptions;
  readonly #topics = new Map<string, StreamTopic<C, T>>();
  /** When the permissions of a client were read. In milliseconds of the monotonic clock. */
  #checkedMs = new WeakMap<C, number>();
  /** Stop listening and polling. Empty while no stream is open. */
  #stops: (() => unknown)[] = [];
  /** The current series of reads; null if none is running. */
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #isClosed = false;

  constructor(db: Db, clock: Clock, options: StreamHubOptions) {
    this.db = db;
    this.#clock = clock;
    this.#options = options;
  }

  /** Creates the state of a topic. */
  protected abstract open(topic: string): T;

  /** Reads the changes of topics and sends them. If it throws, the next announcement or poll reads again. */
  protected abstract read(topics: readonly StreamTopic<C, T>[]): Promise<ReadOutcome>;

  /** Called regularly before a read, because announcements can be lost, and proxies close connections without data. */
  protected poll(topics: readonly StreamTopic<C, T>[]): void {
    for (const { clients } of topics) for (const { stream } of clients) stream.sendHeartbeat();
  }

  protected get clients(): C[] {
    return this.#openTopics().flatMap(({ clients }) => [...clients]);
  }

  /**
   * Call it immediately before a stream is opened.
   *
   * @throws ApiError `too_many_streams` if the owner has too many streams in this process, and they are not replaced
   * @throws ApiError `server_overloaded` or `server_stopping`
   */
  assertHasCapacity(owner: string): void {
    const { maxStreams, maxPerOwner, whenFull } = this.#options;
    if (this.#isClosed) throw new ApiError('server_stopping', {});
    if (this.clients.length >= maxStreams) throw new ApiError('server_overloaded', {});
    if (whenFull === 'reject' && this.#clientsOf(owner).length >= maxPerOwner) {
      throw new ApiError('too_many_streams', { limit: maxPerOwner }, { headers: { 'retry-after': '10' } });
    }
  }

  /** Adds a client until its connection is closed. It can have been closed during the authentication. */
  protected add(client: C): StreamTopic<C, T> {
    const { maxPerOwner, whenFull } = this.#options;
    if (whenFull === 'end oldest') {
      const own = this.#clientsOf(client.owner);
      for (const oldest of own.slice(0, Math.max(0, own.length + 1 - maxPerOwner))) this.#end(oldest, 'replaced');
    }
    let topic = this.#topics.get(client.topic);
    if (topic === undefined) {
      topic = { state: this.open(client.topic), clients: new Set() };
      this.#topics.set(client.topic, topic);
    }
    topic.clients.add(client);
    this.#checkedMs.set(client, this.#clock.monotonicNow());
    this.#start();
    client.stream.onClose(() => this.remove(client));
    return topic;
  }

  protected remove(client: C): void {
    const topic = this.#topics.get(client.topic);
    topic?.clients.delete(client);
    if (topic?.clients.size === 0) this.#topics.delete(client.topic);
    if (this.#topics.size === 0) this.#stop().catch(() => {});
  }

  /** Reads the permissions of a client again if they are old. If it may receive nothing any more, its stream ends. */
  protected async isPermitted(client: C): Promise<boolean> {
    const nowMs = this.#clock.monotonicNow();
    const checkedMs = this.#checkedMs.get(client) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - checkedMs < permissionsFreshMs) return true;
    const permissions = await client.readPermissions();
    if (permissions === null) {
      this.#end(client, 'ended');
      return false;
    }
    client.permissions = permissions;
    this.#checkedMs.set(client, nowMs);
    return true;
  }

  protected requestRead(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = null;
      if (this.#readAgain && this.#stops.length > 0) this.requestRead();
    });
  }

  /** Ends all streams. Their clients connect to another process, or to this server after its restart, and continue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { stream } of this.clients) stream.end();
    this.#topics.clear();
    await this.#stop();
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    this.#readAgain = false;
    const outcome = await this.read(this.#openTopics()).catch(() => ({ pauseMs: 0, readAgain: false }));
    if (outcome.readAgain) this.#readAgain = true;
    if (this.#stops.length > 0) await pause(outcome.pauseMs);
  }

  #openTopics(): StreamTopic<C, T>[] {
    return [...this.#topics.values()];
  }

  #clientsOf(owner: string): C[] {
    return this.clients.filter((client) => client.owner === owner);
  }

  /** The client is removed even if it does not read the end of its stream. */
  #end(client: C, reason: 'ended' | 'replaced'): void {
    if (this.#options.announcesEnd) client.stream.send(reason, {});
    client.stream.end();
    this.remove(client);
  }

  #start(): void {
    if (this.#stops.length > 0) return;
    const { channels, permissionChannel, pollMs } = this.#options;
    const adapter = adapterOf(this.db);
    const timer = setInterval(() => {
      this.poll(this.#openTopics());
      this.requestRead();
    }, pollMs);
    this.#stops = [
      () => clearInterval(timer),
      ...channels.map((channel) => adapter.listen(channel, () => this.requestRead())),
    ];
    if (permissionChannel === undefined) return;
    const stopListening = adapter.listen(permissionChannel, () => {
      this.#checkedMs = new WeakMap();
      this.requestRead();
    });
    this.#stops.push(stopListening);
  }

  async #stop(): Promise<void> {
    const stops = this.#stops;
    this.#stops = [];
    await Promise.all(stops.map((stop) => stop()));
  }
}

/** Sends the head of a stream. The handler must not send a response any more. */
export function openStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack();
  request.stopCounting();
  return new EventStream(reply.raw, reply.getHeaders());
}

/** Authenticates the sender of a request again; null if its credentials are no longer valid. */
export async function readCallerAgain<P extends OrganizerPrincipal>(
  authenticate: Authenticator<P>['authenticate'],
  { headers, ip, params }: FastifyRequest,
): Promise<P | null> {
  const caller = await authenticate({ headers, ip, params });
  return caller instanceof ApiError ? null : caller;
}

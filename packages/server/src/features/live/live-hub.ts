import type { ServiceClock } from '../../platform/clock.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import { type ReadOutcome, type StreamClient, StreamHub, type StreamTopic } from '../../platform/http/stream-hub.ts';
import { accessChannel } from '../accounts/index.ts';
import { scanChannel } from '../gate/index.ts';
import { changeChannel } from '../webhooks/index.ts';
import { OrganizerFeed } from './organizer-feed.ts';

interface Changes {
  readonly feed: OrganizerFeed;
  /** Resolved when the feed has its position. */
  readonly started: Promise<void>;
}

const pauseMs = 150;
/** If one read finds more changes, they are not sent. The tab reads its data again instead. */
const maxChangesPerRead = 50;

/** Sends changes to the open tabs of this process. The topic of a tab is its organizer, and its owner the user. */
export class LiveHub extends StreamHub<StreamClient, Changes> {
  readonly #clock: ServiceClock;

  constructor(db: Db, clock: ServiceClock) {
    super(db, clock, {
      channels: [changeChannel, scanChannel],
      permissionChannel: accessChannel,
      maxStreams: 500,
      maxPerOwner: 8,
      whenFull: 'end oldest',
      announcesEnd: true,
      pollMs: 10_000,
    });
    this.#clock = clock;
  }

  /**
   * Sends changes to a tab until it is closed, or its session or membership ends.
   *
   * @throws Error if the database is unavailable
   */
  async subscribe(tab: StreamClient): Promise<void> {
    await this.add(tab).state.started;
    // Changes before this message may not have been sent, so the tab reads its data again.
    tab.stream.send('ready', {});
  }

  protected override open(organizerId: string): Changes {
    const feed = new OrganizerFeed(this.db, organizerId, this.#clock);
    return { feed, started: feed.start() };
  }

  protected override async read(topics: readonly StreamTopic<StreamClient, Changes>[]): Promise<ReadOutcome> {
    for (const topic of topics) await this.#send(topic).catch(() => {});
    return { pauseMs };
  }

  async #send({ state: { feed, started }, clients }: StreamTopic<StreamClient, Changes>): Promise<void> {
    await started;
    for (const tab of [...clients]) await this.isPermitted(tab);
    const changes = await feed.readChanges();
    await adapterOf(this.db).pendingCommits;
    for (const { stream, permissions } of clients) {
      const permitted = changes.filter(({ permission }) => permissions.has(permission));
      if (permitted.length > maxChangesPerRead) stream.send('ready', {});
      else for (const { event, data } of permitted) stream.send(event, data);
    }
  }
}

import type { ServiceClock } from '../../platform/clock.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import { type ReadOutcome, type StreamClient, StreamHub, type StreamTopic } from '../../platform/http/stream-hub.ts';
import { scanChannel } from './count-scans.ts';
import { readStats } from './read-stats.ts';

/** A device that shows the statistics of its event. Its topic is the event, and its owner the device. */
interface StatsClient extends StreamClient {
  readonly organizerId: string;
  /** The statistics that were sent last. */
  sent: string;
}

const pauseMs = 500;

/** Sends statistics to the streams of this process: now, and after each change. */
export class StatsHub extends StreamHub<StatsClient, string> {
  readonly #clock: ServiceClock;

  constructor(db: Db, clock: ServiceClock) {
    super(db, clock, {
      channels: [scanChannel],
      maxStreams: 1_000,
      maxPerOwner: 2,
      whenFull: 'end oldest',
      announcesEnd: false,
      pollMs: 10_000,
    });
    this.#clock = clock;
  }

  subscribe(client: StatsClient): void {
    this.add(client);
    this.requestRead();
  }

  protected override open(eventId: string): string {
    return eventId;
  }

  protected override async read(topics: readonly StreamTopic<StatsClient, string>[]): Promise<ReadOutcome> {
    for (const topic of topics) await this.#send(topic).catch(() => {});
    return { pauseMs };
  }

  async #send({ state: eventId, clients }: StreamTopic<StatsClient, string>): Promise<void> {
    const [first] = clients;
    if (first === undefined) return;
    const { organizerId } = first;
    const stats = await readStats(this.db, organizerId, eventId, this.#clock.of(organizerId).now());
    await adapterOf(this.db).pendingCommits;
    const text = JSON.stringify(stats);
    for (const client of [...clients]) {
      if (!(await this.isPermitted(client)) || client.sent === text) continue;
      client.stream.send('stats', stats);
      client.sent = text;
    }
  }
}

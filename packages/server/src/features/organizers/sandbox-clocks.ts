import type { Clock, ServiceClock } from '../../platform/clock.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import type { Component } from '../../platform/lifecycle.ts';
import { listClockOffsets } from './sandboxes.ts';

/** The channel on which moves of clocks are announced to all processes. */
export const clockChannel = 'sandbox_clocks';

/** Announcements can be lost, so every process also polls. This bounds the time until it uses a moved clock. */
const refreshIntervalMs = 500;

/** A clock that is ahead of another one. */
class MovedClock implements Clock {
  readonly #server: Clock;
  readonly #offsetMs: number;

  constructor(server: Clock, offsetMs: number) {
    this.#server = server;
    this.#offsetMs = offsetMs;
  }

  now(): number {
    return this.#server.now() + this.#offsetMs;
  }

  monotonicNow(): number {
    return this.#server.monotonicNow();
  }
}

/**
 * The clocks of a process: the server's, and those of sandboxes. How far clocks were moved is stored in the database. A process
 * uses a moved clock at the latest half a second after the commit.
 */
export class SandboxClocks implements ServiceClock {
  readonly #db: Db;
  readonly #server: Clock;
  #moved: ReadonlyMap<string, Clock> = new Map();

  constructor(db: Db, server: Clock) {
    this.#db = db;
    this.#server = server;
  }

  now(): number {
    return this.#server.now();
  }

  monotonicNow(): number {
    return this.#server.monotonicNow();
  }

  of(organizerId: string): Clock {
    return this.#moved.get(organizerId) ?? this.#server;
  }

  get moved(): ReadonlyMap<string, Clock> {
    return this.#moved;
  }

  async refresh(): Promise<void> {
    const offsets = await listClockOffsets(this.#db);
    this.#moved = new Map(
      offsets.map(({ organizerId, offsetMs }) => [organizerId, new MovedClock(this.#server, offsetMs)]),
    );
  }

  /** Reads the offsets when the process starts, and again while it runs. */
  component(): Component {
    return {
      name: 'sandbox clocks',
      start: async () => {
        await this.refresh();
        // While the database is unavailable, the clocks keep their offsets.
        const refresh = () => this.refresh().catch(() => {});
        const timer = setInterval(refresh, refreshIntervalMs);
        const stopListening = adapterOf(this.#db).listen(clockChannel, refresh);
        return {
          stop: async () => {
            clearInterval(timer);
            await stopListening();
          },
        };
      },
    };
  }
}

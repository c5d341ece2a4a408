import type pg from 'pg';
import { type AnnouncedNames, fromPayload } from './announced-names.ts';
import { connectionName } from './connection-name.ts';

/** The pause before a listener reconnects after it has lost its connection. */
const reconnectPauseMs = 1_000;

interface Listener {
  readonly channel: string;
  readonly notify: (names: AnnouncedNames) => void;
  /** The connection that listens on the channel; null before the first one. */
  client: pg.Client | null;
}

/** Listens on channels with one separate connection, and reconnects if it is lost. It has no connection while nobody listens. */
export class PostgresListener {
  readonly #urlOfPrimary: () => string;
  readonly #listeners = new Set<Listener>();
  #client: pg.Client | null = null;
  /** The last step. Each waits for the one before. */
  #step = Promise.resolve();

  /** @param urlOfPrimary the current URL of the database; each connect calls it */
  constructor(urlOfPrimary: () => string) {
    this.#urlOfPrimary = urlOfPrimary;
  }

  /**
   * @param notify called for each notification with its names, and after each connect, because notifications may have been lost
   * @returns a function that stops listening
   */
  listen(channel: string, notify: (names: AnnouncedNames) => void): () => Promise<void> {
    const listener: Listener = { channel, notify, client: null };
    this.#listeners.add(listener);
    this.#update();
    return () => {
      this.#listeners.delete(listener);
      return this.#update();
    };
  }

  #update(): Promise<void> {
    this.#step = this.#step.then(() => (this.#listeners.size === 0 ? this.#disconnect() : this.#subscribe()));
    return this.#step;
  }

  async #subscribe(): Promise<void> {
    const { default: driver } = await import('pg');
    const isNew = this.#client === null;
    const client = this.#client ?? this.#createClient(driver);
    this.#client = client;
    try {
      if (isNew) await client.connect();
      for (const listener of this.#listeners) {
        if (listener.client === client) continue;
        await client.query(`listen ${client.escapeIdentifier(listener.channel)}`);
        listener.client = client;
        if (this.#listeners.has(listener)) listener.notify(null);
      }
    } catch {
      this.#onConnectionLost(client);
    }
  }

  #createClient(driver: typeof pg): pg.Client {
    const client = new driver.Client({
      connectionString: this.#urlOfPrimary(),
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: connectionName('organizer listener'),
    });
    client.on('error', () => this.#onConnectionLost(client));
    client.on('end', () => this.#onConnectionLost(client));
    client.on('notification', ({ channel, payload }) => {
      const names = fromPayload(payload);
      for (const listener of [...this.#listeners]) if (listener.channel === channel) listener.notify(names);
    });
    return client;
  }

  #onConnectionLost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => {});
    setTimeout(() => this.#update(), reconnectPauseMs).unref();
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }
}

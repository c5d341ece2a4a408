import type { Logger } from './log.ts';

/** A started part of the process: a worker, a listener, a connection. */
export interface Running {
  /** Accepts no new work and finishes the work in progress. */
  drain?(): Promise<unknown> | void;
  /** Releases resources that other parts can use while they drain. */
  stop?(): Promise<unknown> | void;
}

/** A part of the process that can be started. */
export interface Component {
  /** For log lines. */
  readonly name: string;
  start(): Running | Promise<Running>;
}

/**
 * Starts the parts of a process and shuts them down. Start a part after those that it uses. On shutdown all parts drain
 * at the same time, then they are stopped in reverse order of their start.
 */
export class Lifecycle {
  readonly #log: Logger;
  readonly #started: (Running & { name: string })[] = [];
  #shutdown: Promise<void> | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Whether the shutdown has started. */
  get isStopping(): boolean {
    return this.#shutdown !== null;
  }

  /** @throws the error of `start`; the part is then not shut down */
  async start({ name, start }: Component): Promise<void> {
    const running = await start();
    this.#started.push({
      name,
      drain: async () => running.drain?.(),
      stop: async () => running.stop?.(),
    });
  }

  /**
   * Drains and stops all parts. An error of one part is logged and does not affect the others.
   *
   * @param msMax the time limit of the shutdown, milliseconds
   * @returns whether everything was stopped within the limit
   */
  async stop(msMax: number): Promise<boolean> {
    this.#shutdown ??= this.#drainAndStop();
    const timer = Promise.withResolvers<false>();
    const timeout = setTimeout(() => timer.resolve(false), msMax);
    try {
      return await Promise.race([this.#shutdown.then(() => true), timer.promise]);
    } finally {
      clearTimeout(timeout);
    }
  }

  async #drainAndStop(): Promise<void> {
    await Promise.all(this.#started.map((part) => this.#attempt(part.name, part.drain)));
    for (const part of this.#started.toReversed()) await this.#attempt(part.name, part.stop);
  }

  async #attempt(component: string, step: Running['stop']): Promise<void> {
    try {
      await step?.();
    } catch (error) {
      this.#log.warn({ err: error as Error, component }, 'error during shutdown');
    }
  }
}

import type { Logger } from './log.ts';
import { withTimeout } from './with-timeout.ts';

/** A started part of the process: a worker, a listener, a connection. */
export interface Running {
  /** Stops accepting new work and finishes the work in progress. */
  drain?(): Promise<unknown> | void;
  /** Releases its resources. Called after all parts have drained, because they can use these resources until then. */
  stop?(): Promise<unknown> | void;
}

/** A part of the process that can be started. */
export interface Component {
  /** The name in log lines. */
  readonly name: string;
  /** @param log the log of the process */
  start(log: Logger): Running | Promise<Running>;
}

/**
 * Starts the parts of a process and shuts them down. Start a part after the parts that it uses. On shutdown, all parts drain
 * at the same time. Then they are stopped in reverse order of their start.
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

  /** @throws the error of `start`. The part is then not included in the shutdown. */
  async start({ name, start }: Component): Promise<void> {
    const running = await start(this.#log);
    this.#started.push({
      name,
      drain: async () => running.drain?.(),
      stop: async () => running.stop?.(),
    });
  }

  /**
   * Drains and stops all parts. An error of one part is logged and does not affect the others.
   *
   * @param timeoutMs the time limit of the shutdown
   * @returns whether all parts were stopped within the time limit
   */
  async stop(timeoutMs: number): Promise<boolean> {
    this.#shutdown ??= this.#drainAndStop();
    return withTimeout(this.#shutdown, timeoutMs).then(
      () => true,
      () => false,
    );
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

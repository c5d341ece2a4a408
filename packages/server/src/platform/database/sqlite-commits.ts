import { closeSync, fdatasyncSync, openSync } from 'node:fs';

/**
 * Makes the commits of a connection to SQLite durable. With `synchronous = normal`, a commit writes to the write-ahead log, but does
 * not wait for the disk. All commits of one turn of the event loop are then made durable by one `fdatasync` at its end.
 *
 * If the disk fails, the process ends with an uncaught exception: the kernel can discard what it could not write, and the next
 * `fdatasync` would succeed.
 */
export class CommitLog {
  readonly #descriptor: number;
  readonly #readVersion: () => unknown;
  /** The version of the database that is durable. */
  #version: unknown;
  /** The commits of this turn; null if there are none. */
  #commits: PromiseWithResolvers<void> | null = null;

  /**
   * @param file the path of the write-ahead log. It must not be replaced until `close` is called
   * @param readVersion returns another value after each commit that has changed the database
   * @throws Error if the disk fails
   */
  constructor(file: string, readVersion: () => unknown) {
    this.#readVersion = readVersion;
    this.#descriptor = openSync(file, 'r+');
    // A process that was killed may have left commits that are not durable.
    this.#version = readVersion();
    fdatasyncSync(this.#descriptor);
  }

  /** When all commits so far will be durable; null if they are. */
  get pending(): Promise<void> | null {
    return this.#commits?.promise ?? null;
  }

  /** Call this after each commit. Resolves when this commit and all earlier ones are durable. */
  synchronize(): Promise<void> {
    if (this.#commits === null) {
      this.#commits = Promise.withResolvers();
      setImmediate(this.#endTurn);
    }
    return this.#commits.promise;
  }

  /** Closes the file. All commits must be durable. */
  close(): void {
    closeSync(this.#descriptor);
  }

  readonly #endTurn = (): void => {
    if (this.#hasChanged()) fdatasyncSync(this.#descriptor);
    this.#commits?.resolve();
    this.#commits = null;
  };

  /** Whether the database has changed since the last call, or cannot be read. */
  #hasChanged(): boolean {
    try {
      const durableVersion = this.#version;
      this.#version = this.#readVersion();
      return this.#version !== durableVersion;
    } catch {
      return true;
    }
  }
}

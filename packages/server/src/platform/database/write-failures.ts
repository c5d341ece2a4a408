import { adapterOf, type Db, type Dialect } from './dialect.ts';

/** Whether statements of this process have failed because the database cannot store changes, for example because its disk is full. */
export class WriteFailures {
  readonly #dialect: Dialect;
  #hasFailed = false;
  #attempt: Promise<boolean> | null = null;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Call this with each error of a statement or a commit. */
  note(error: unknown): void {
    if (this.#dialect.isWriteFailure(error)) this.#hasFailed = true;
  }

  /** If a statement has failed, tries whether the database can store changes again. Callers at the same time share one attempt. */
  async arePast(db: Db): Promise<boolean> {
    if (!this.#hasFailed) return true;
    this.#attempt ??= this.#tryToWrite(db).finally(() => {
      this.#attempt = null;
    });
    return this.#attempt;
  }

  async #tryToWrite(db: Db): Promise<boolean> {
    try {
      await this.#dialect.attemptWrite(db);
    } catch (error) {
      // After another error, such as a missing privilege for the attempt, the next change shows whether it can be stored.
      if (this.#dialect.classifyError(error) === 'unavailable') return false;
    }
    this.#hasFailed = false;
    return true;
  }
}

/** Whether the database can store changes, as far as this process knows from its statements. */
export function canStoreChanges(db: Db): Promise<boolean> {
  return adapterOf(db).writeFailures.arePast(db);
}

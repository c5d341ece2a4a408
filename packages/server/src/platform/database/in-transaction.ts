import type { Db } from './dialect.ts';

/** Runs work in the transaction of the caller, or in a new one. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

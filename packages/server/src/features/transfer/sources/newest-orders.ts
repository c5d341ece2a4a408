import { DatabaseSync } from 'node:sqlite';

/** Where an order is: the index of its file among the files with orders, and its index in the list. */
export interface OrderPlace {
  readonly fileIndex: number;
  readonly index: number;
}

const maxOrdersOfFile = 1_000_000_000;
const ordersPerTransaction = 5_000;

/**
 * Finds out which place of an order to use if several files have it. The places are in a temporary database, as the rows of
 * `StagedRows` are.
 */
export class NewestOrders implements Disposable {
  readonly #db = new DatabaseSync('');
  readonly #insert;
  readonly #find;
  #count = 0;

  constructor() {
    this.#db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file; pragma cache_size = -2000;
      create table "newest" (code text primary key, rank integer not null, place integer not null) without rowid;
      begin`);
    this.#insert = this.#db.prepare(`insert into "newest" (code, rank, place) values (?, ?, ?)
      on conflict (code) do update set rank = excluded.rank, place = excluded.place where excluded.rank > "newest".rank`);
    this.#find = this.#db.prepare('select place from "newest" where code = ?');
  }

  /** Adds a place of an order. Of several places, the one with the highest rank is used, or else the first one. */
  add(code: string, place: OrderPlace, rank: number): void {
    this.#insert.run(code, rank, numberOf(place));
    this.#count += 1;
    if (this.#count % ordersPerTransaction === 0) this.#db.exec('commit; begin');
  }

  /** The number of different orders. */
  count(): number {
    return (this.#db.prepare('select count(*) as count from "newest"').get() as { count: number }).count;
  }

  /** Whether this place of an order is used. */
  isUsed(code: string, place: OrderPlace): boolean {
    return (this.#find.get(code) as { place: number } | undefined)?.place === numberOf(place);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

function numberOf({ fileIndex, index }: OrderPlace): number {
  return fileIndex * maxOrdersOfFile + index;
}

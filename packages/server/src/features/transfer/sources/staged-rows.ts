import { DatabaseSync } from 'node:sqlite';
import { type MergedRows, mergeRows } from './merge-rows.ts';
import { isRoundedNumber } from './table-values.ts';

/** A row that is staged: its file, its number in the file, and its values by fields. */
export interface StagedRow {
  /** The name of the file, for messages, and its position among all files. */
  readonly file: string;
  readonly fileIndex: number;
  /** Whether it is a ticket, an order, or a ticket with the data of its order. */
  readonly kind: 'tickets' | 'orders' | 'both';
  readonly number: number;
  readonly values: Readonly<Record<string, string>>;
  /** The values of other columns, by their names. */
  readonly others: Readonly<Record<string, string>>;
}

const rowsPerTransaction = 5_000;

/**
 * Rows of one or more files, grouped by order. They are in a temporary database without a name, which the operating system deletes
 * when the process ends. So memory does not grow with the files, and the rows of an order can be anywhere in them.
 */
export class StagedRows implements Disposable {
  // An empty name is a temporary database on disk (SQLite: "Temporary Databases").
  readonly #db = new DatabaseSync('');
  readonly #insert;
  #count = 0;

  constructor() {
    this.#db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file; pragma cache_size = -2000;
      create table "staged" (
        position integer primary key, order_key text not null, kind text not null, qr_value text, row text not null
      );
      begin`);
    this.#insert = this.#db.prepare('insert into "staged" (order_key, kind, qr_value, row) values (?, ?, ?, ?)');
  }

  add(orderKey: string, row: StagedRow): void {
    const { qrValue } = row.values;
    const code = qrValue === undefined || isRoundedNumber(qrValue) ? null : qrValue;
    this.#insert.run(orderKey, row.kind, code, JSON.stringify(row));
    this.#count += 1;
    if (this.#count % rowsPerTransaction === 0) this.#db.exec('commit; begin');
  }

  /** Call this after the last row. A ticket whose QR code is in the row of an order belongs to that order. */
  complete(): void {
    this.#db.exec(`create index staged_codes on "staged" (qr_value) where kind = 'both' and qr_value is not null;
      update "staged" as s set order_key = o.order_key from "staged" as o
        where s.kind = 'tickets' and o.kind = 'both' and o.qr_value is not null and o.qr_value = s.qr_value;
      create index staged_orders on "staged" (order_key, position)`);
  }

  /** Whether there are tickets, but none of them belongs to an order of the files. */
  areTicketsUnmatched(): boolean {
    const { tickets, matched } = this.#db
      .prepare(`select count(*) as tickets, coalesce(sum(exists (
          select 1 from "staged" as o where o.order_key = s.order_key and o.kind <> 'tickets')), 0) as matched
        from "staged" as s where s.kind = 'tickets'`)
      .get() as { tickets: number; matched: number };
    return tickets > 0 && matched === 0;
  }

  /** Returns the merged rows of each order, in the sequence in which the orders were added. */
  *orders(): Generator<MergedRows & { readonly key: string }> {
    const statement = this.#db.prepare(`select s.order_key as key, s.row
      from (select order_key, min(position) as first from "staged" group by order_key) as o
      join "staged" as s on s.order_key = o.order_key order by o.first, s.position`);
    let key: string | null = null;
    let rows: StagedRow[] = [];
    for (const record of statement.iterate() as Iterable<{ key: string; row: string }>) {
      if (key !== null && record.key !== key) {
        yield { key, ...mergeRows(rows) };
        rows = [];
      }
      key = record.key;
      rows.push(JSON.parse(record.row) as StagedRow);
    }
    if (key !== null) yield { key, ...mergeRows(rows) };
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

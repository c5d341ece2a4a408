/**
 * The ceiling of a flash sale: a bare HTTP server that runs the statements of the service for each POST, with only the
 * database drivers. It has no framework, rate limits, validation, pricing or logs. Its settings are `DATABASE_URL` or `DATA_DIR`, and `SALE`
 * (of `flash-sale.ts`).
 */
import { createServer } from 'node:http';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { sqliteFile } from '../packages/server/src/platform/database/sqlite.ts';
import { CommitLog } from '../packages/server/src/platform/database/sqlite-commits.ts';
import { newId, newOrderNumber } from '../packages/server/src/platform/ids.ts';
import type { Offer, RecordedSale, RecordedStep } from './flash-sale.ts';

const sale = JSON.parse(process.env['SALE']!) as RecordedSale;
const url = process.env['DATABASE_URL'];

interface Request {
  readonly eventId: string;
  readonly items: readonly { readonly ticketTypeId: string }[];
}

/** The values of one reservation. They replace the recorded values in the parameters of its statements. */
class Attempt {
  readonly orderNumber = newOrderNumber();
  readonly #replacements: [string, string][];
  #sequence = 0;

  constructor({ eventId, ticketTypeId }: Offer) {
    const nowMs = Date.now();
    this.#replacements = [
      [sale.orderNumber, this.orderNumber],
      [sale.itemId, newId('itm', nowMs)],
      [sale.messageId, newId('msg', nowMs)],
      [sale.offer.eventId, eventId],
      [sale.offer.ticketTypeId, ticketTypeId],
    ];
  }

  /** Stores the sequence number for the webhook event. */
  storeSequence(row: Record<string, unknown> | undefined): void {
    if (row === undefined) return;
    if ('number' in row) this.#sequence = Number(row['number']);
    if ('last' in row) this.#sequence = Number(row['last']) + 1;
  }

  parameters({ sql, parameters }: RecordedStep): unknown[] {
    return parameters.map((value) => {
      if (Array.isArray(value)) return value.map((item) => this.#replace(String(item)));
      // The other number of an event is 0: it is not a test.
      if (typeof value === 'number') return /"webhook_events"/.test(sql) && value !== 0 ? this.#sequence : value;
      return typeof value === 'string' ? this.#replace(value) : value;
    });
  }

  #replace(value: string): string {
    let text = value;
    for (const [recorded, replacement] of this.#replacements) text = text.replaceAll(recorded, replacement);
    return text
      .replaceAll(`sequence":${sale.sequence}`, `sequence":${this.#sequence}`)
      .replaceAll(`sequence\\":${sale.sequence}`, `sequence\\":${this.#sequence}`);
  }
}

/** @param reserve returns whether the stock was sufficient */
function startServer(reserve: (attempt: Attempt) => Promise<boolean>): void {
  createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.end();
      return;
    }
    const { eventId, items } = JSON.parse(await text(request)) as Request;
    const attempt = new Attempt({ eventId, ticketTypeId: items[0]!.ticketTypeId });
    const isReserved = await reserve(attempt);
    const body = JSON.stringify({ orderNumber: isReserved ? attempt.orderNumber : null });
    response.statusCode = isReserved ? 201 : 409;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}

const { read, steps } = sale;

if (url === undefined) {
  const file = sqliteFile(process.env['DATA_DIR']!);
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = normal; pragma foreign_keys = on; pragma wal_autocheckpoint = 4000');
  database.exec('pragma cache_size = -24000; pragma temp_store = memory; pragma busy_timeout = 5000');
  const prepare = (step: RecordedStep) => ({ step, statement: database.prepare(step.sql) });
  const prepared = { read: prepare(read), steps: steps.map(prepare) };
  // Like in the service, the commits of a turn of the event loop wait for the disk together.
  let commits = 0;
  const log = new CommitLog(`${file}-wal`, () => commits);
  startServer(async (attempt) => {
    const values = (step: RecordedStep) => attempt.parameters(step) as SQLInputValue[];
    prepared.read.statement.get(...values(read));
    database.exec('begin immediate');
    let lastRow: Record<string, unknown> | undefined;
    for (const { step, statement } of prepared.steps) {
      if (!step.returnsRow) statement.run(...values(step));
      else {
        lastRow = statement.get(...values(step));
        attempt.storeSequence(lastRow);
      }
    }
    // The last statement reserves the stock. It returns no row if the stock is not sufficient.
    if (lastRow === undefined) {
      database.exec('rollback');
      return false;
    }
    database.exec('commit');
    commits += 1;
    await log.synchronize();
    return true;
  });
} else {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  startServer(async (attempt) => {
    await pool.query({ name: 'read', text: read.sql, values: attempt.parameters(read) });
    const client = await pool.connect();
    await client.query('begin');
    let isReserved = false;
    for (const [index, step] of steps.entries()) {
      const { rows } = await client.query({ name: `s${index}`, text: step.sql, values: attempt.parameters(step) });
      attempt.storeSequence(rows[0]);
      isReserved = rows.length > 0;
    }
    await client.query(isReserved ? 'commit' : 'rollback');
    client.release();
    return isReserved;
  });
}

/**
 * The ceiling of consumption: a bare HTTP server that runs the statements of the service for each POST in one transaction,
 * with only the database drivers. It has no framework, keys, rate limits, validation or logs. Its settings are `DATABASE_URL` or
 * `DATABASE_FILE`, and `STEPS` (of `consume.ts`).
 */
import { createServer, type ServerResponse } from 'node:http';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { CommitLog } from '../packages/server/src/platform/database/sqlite-commits.ts';
import { newId } from '../packages/server/src/platform/ids.ts';
import type { Placeholder, Step } from './consume.ts';

const { steps, organizerId } = JSON.parse(process.env['STEPS']!) as { steps: Step[]; organizerId: string };
const url = process.env['DATABASE_URL'];
const port = Number(process.env['PORT']);

type Row = Record<string, unknown>;

/** The parameter values for the statements of one request, including results of earlier statements. */
class Attempt {
  /** `json` is the entitlement in the response. */
  readonly values: Record<Placeholder | 'json', unknown>;
  readonly #request: { entitlementId: string; units: number; ref: string };

  constructor(body: string) {
    this.#request = JSON.parse(body);
    const nowMs = Date.now();
    const { entitlementId, ref } = this.#request;
    const requestValues = { entitlementId, ref, consumptionId: newId('con', nowMs), messageId: newId('msg', nowMs) };
    this.values = { ...requestValues, now: new Date(nowMs).toISOString(), sequence: 0, json: '', body: '', rows: '' };
  }

  /** Builds the entitlement and the webhook event from the updated row. Other result rows are not needed. */
  storeResult(row: Row | undefined): void {
    if (row === undefined || !('units_consumed' in row)) return;
    const { values } = this;
    values.json = entitlementJson(row);
    values.sequence = row['number'];
    const head = `{"id":"${values.messageId}","type":"addon.consumed","apiVersion":"v1","createdAt":"${values.now}"`;
    values.body = `${head},"sequence":${values.sequence},"data":${values.json}}`;
    const event = { organizer_id: organizerId, id: values.messageId, sequence: values.sequence, is_test: 0 };
    const object = {
      object_id: row['id'],
      order_number: row['order_number'],
      belongs_to_event_id: row['event_id'],
    };
    values.rows = JSON.stringify([
      { ...event, ...object, type: 'addon.consumed', body: values.body, created_at: values.now },
    ]);
  }

  parameters(step: Step): unknown[] {
    return step.parameters.map((parameter) =>
      'placeholder' in parameter ? this.values[parameter.placeholder] : parameter.value,
    );
  }

  sendResponse(response: ServerResponse): void {
    const { consumptionId: id, now: createdAt, json } = this.values;
    const consumption = JSON.stringify({ id, ...this.#request, createdAt });
    const body = `{"consumption":${consumption},"entitlement":${json},"replayed":false}`;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  }
}

/** The entitlement as the service builds it. */
function entitlementJson(row: Row): string {
  const [unitsTotal, unitsConsumed] = [Number(row['total']), Number(row['units_consumed'])];
  return JSON.stringify({
    id: row['id'],
    orderNumber: row['order_number'],
    eventId: row['event_id'],
    addonId: row['addon_id'],
    name: row['name'],
    type: row['type'],
    unitsTotal,
    unitsConsumed,
    unitsRemaining: unitsTotal - unitsConsumed,
    consumed: unitsTotal === unitsConsumed,
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
  });
}

function startServer(work: (attempt: Attempt) => Promise<void>): void {
  createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.end();
      return;
    }
    const attempt = new Attempt(await text(request));
    await work(attempt);
    attempt.sendResponse(response);
  }).listen(port, '127.0.0.1');
}

if (url === undefined) {
  // The benchmark process opens the same file, and a checkpoint of its connection locks the file briefly.
  const file = process.env['DATABASE_FILE']!;
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('pragma synchronous = normal; pragma foreign_keys = on; pragma wal_autocheckpoint = 4000');
  database.exec('pragma cache_size = -24000; pragma temp_store = memory');
  const prepared = steps.map((step) => ({ step, statement: database.prepare(step.sql) }));
  // Like in the service, the commits of a turn of the event loop wait for the disk together.
  let commits = 0;
  const log = new CommitLog(`${file}-wal`, () => commits);
  startServer(async (attempt) => {
    database.exec('begin immediate');
    for (const { step, statement } of prepared) {
      const parameters = attempt.parameters(step) as SQLInputValue[];
      if (step.returnsRow) attempt.storeResult(statement.get(...parameters));
      else statement.run(...parameters);
    }
    database.exec('commit');
    commits += 1;
    await log.synchronize();
  });
} else {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  startServer(async (attempt) => {
    const client = await pool.connect();
    await client.query('begin');
    for (const [index, step] of steps.entries()) {
      const { rows } = await client.query({ name: `s${index}`, text: step.sql, values: attempt.parameters(step) });
      attempt.storeResult(rows[0] as Row | undefined);
    }
    await client.query('commit');
    client.release();
  });
}

/**
 * The ceiling: a bare HTTP server that runs one prepared statement for each request and sends the result. It has no keys, rate
 * limits, validation or logs. Its settings are `DATABASE_URL` or `DATABASE_FILE`, and `STATEMENT` ({sql, parameters}).
 */
import { createServer, type ServerResponse } from 'node:http';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

const { sql, parameters } = JSON.parse(process.env['STATEMENT']!) as { sql: string; parameters: SQLInputValue[] };
const url = process.env['DATABASE_URL'];
const port = Number(process.env['PORT']);

function sendRow(response: ServerResponse, row: Record<string, unknown>): void {
  const body = Object.values(row)[0] as string | Uint8Array;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

if (url === undefined) {
  const database = new DatabaseSync(process.env['DATABASE_FILE']!, { readOnly: true });
  database.exec('pragma cache_size = -24000; pragma temp_store = memory');
  const statement = database.prepare(sql);
  createServer((_, response) => sendRow(response, statement.get(...parameters)!)).listen(port, '127.0.0.1');
} else {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const query = { name: 'ceiling', text: sql, values: parameters };
  createServer((_, response) => {
    pool.query(query).then(({ rows }) => sendRow(response, rows[0]));
  }).listen(port, '127.0.0.1');
}

/**
 * The ceiling of start lists: a bare HTTP server that streams all rows of one statement, a line for each row. A request for `/` only
 * shows that it runs. Its settings are `DATABASE_URL` or `DATABASE_FILE`, and `STATEMENT` ({sql, parameters}).
 */
import { createServer } from 'node:http';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';

const { sql, parameters } = JSON.parse(process.env['STATEMENT']!) as { sql: string; parameters: SQLInputValue[] };
const url = process.env['DATABASE_URL'];
const rowsPerPart = 500;
const readParts = url === undefined ? openSqlite(process.env['DATABASE_FILE']!) : openPostgres(url);

createServer((request, response) => {
  if (request.url === '/') response.end();
  else pipeline(Readable.from(readParts()), response);
}).listen(Number(process.env['PORT']), '127.0.0.1');

function lineOf(row: object): string {
  return `${Object.values(row).join()}\n`;
}

function openSqlite(file: string): () => Iterable<string> {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('pragma cache_size = -24000; pragma temp_store = memory');
  const statement = database.prepare(sql);
  return function* () {
    let lines: string[] = [];
    for (const row of statement.iterate(...parameters)) {
      lines.push(lineOf(row));
      if (lines.length < rowsPerPart) continue;
      yield lines.join('');
      lines = [];
    }
    yield lines.join('');
  };
}

function openPostgres(connectionString: string): () => AsyncIterable<string> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  return async function* () {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`declare part no scroll cursor for ${sql}`, parameters);
    for (;;) {
      const { rows } = await client.query<object>(`fetch ${rowsPerPart} from part`);
      if (rows.length === 0) break;
      yield rows.map(lineOf).join('');
    }
    await client.query('commit');
    client.release();
  };
}

/**
 * The ceiling of scans: a bare HTTP server that runs the recorded statements of the next scan for each POST, with only the database
 * drivers. Its settings are `DATABASE_URL` or `DATA_DIR`, and `STATEMENTS`: a file with the statements of each scan.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type BareDatabase, openBareDatabase, type Statement } from './bare-statements.ts';

const databaseUrl = process.env['DATABASE_URL'] ?? null;
const scans = JSON.parse(readFileSync(process.env['STATEMENTS']!, 'utf8')) as Statement[][];
const location = { databaseUrl, dataDir: process.env['DATA_DIR'] ?? '' };
/** As many connections as the service has. */
const connections = await Promise.all(
  Array.from({ length: databaseUrl === null ? 1 : 10 }, () => openBareDatabase(location)),
);
const idle: BareDatabase[] = [...connections];
const waiting: ((database: BareDatabase) => void)[] = [];
let next = 0;

createServer(async (request, response) => {
  if (request.method === 'POST') {
    request.resume();
    const statements = scans[next % scans.length]!;
    next += 1;
    const database = idle.pop() ?? (await new Promise<BareDatabase>((resolve) => waiting.push(resolve)));
    await database.run(statements);
    const waiter = waiting.shift();
    if (waiter === undefined) idle.push(database);
    else waiter(database);
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end('{}');
}).listen(Number(process.env['PORT']), '127.0.0.1');

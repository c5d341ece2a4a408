/**
 * The ceiling of the dashboard: a bare HTTP server. A request for `/<number>` runs the recorded statements of that request, one
 * after another, and sends the recorded body. Its settings are `DATABASE_URL` or `DATA_DIR`, and `REQUESTS`: a JSON file with an
 * array of {statements, body}.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { openBareDatabase } from './bare-statements.ts';
import type { RecordedRequest } from './dashboard.ts';

const requests = JSON.parse(readFileSync(process.env['REQUESTS']!, 'utf8')) as RecordedRequest[];
const database = await openBareDatabase({
  databaseUrl: process.env['DATABASE_URL'] ?? null,
  dataDir: process.env['DATA_DIR'] ?? '',
});
createServer((request, response) => {
  const { statements, body } = requests[Number(request.url?.slice(1))]!;
  database.run(statements).then(() => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

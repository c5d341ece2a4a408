/**
 * The ceiling of the dashboard: a bare HTTP server. A request for `/<number>` runs the recorded statements of that request, one
 * after another, and sends the recorded body. It gets the same headers and body as the service, and parses the body, because no
 * service knows without that what to search. Its settings are `DATABASE_URL` or `DATA_DIR`, and `REQUESTS`: a JSON file with an
 * array of {statements, body}.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openBareDatabase } from './bare-statements.ts';
import type { RecordedRequest } from './dashboard.ts';

const requests = JSON.parse(readFileSync(process.env['REQUESTS']!, 'utf8')) as RecordedRequest[];
const database = await openBareDatabase({
  databaseUrl: process.env['DATABASE_URL'] ?? null,
  dataDir: process.env['DATA_DIR'] ?? '',
});
createServer((request, response) => {
  if (request.method === 'POST') readBody(request, () => respond(request, response));
  else respond(request, response);
}).listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

function readBody(request: IncomingMessage, onEnd: (body: unknown) => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => onEnd(JSON.parse(text)));
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { statements, body } = requests[Number(request.url?.slice(1))]!;
  await database.run(statements);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/** A receiver of webhooks for Node 20 or later. It needs no package. */
export const nodeReceiver = String.raw`// A receiver of webhooks. Start it with: WEBHOOK_SECRET=whsec_... node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const port = Number(process.env.PORT ?? 4000);
// While you change the secret of the endpoint: the old and the new one, separated by a comma.
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',').filter((secret) => secret !== '');
const toleranceSeconds = 300;
// Each received event is a line of this file. Use a database table with a unique column in production.
const file = 'events.jsonl';

/** What your program does with an event. If it throws an error, the event is sent and handled again. */
function handle(event) {
  if (event.type === 'order.paid') console.log('paid:', event.data.orderNumber, event.data.total, event.data.currency);
  else console.log(event.type + ':', event.id);
}

/** Throws an Error with the reason if the signature (Standard Webhooks) is not valid. */
function verify(body, headers) {
  const id = headers['webhook-id'] ?? '';
  const time = headers['webhook-timestamp'] ?? '';
  // This form of the comparison also rejects NaN.
  const isCurrent = Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds;
  if (!/^[0-9]+$/.test(time) || !isCurrent) throw new Error('the time of sending is missing or not current');
  const candidates = (headers['webhook-signature'] ?? '').split(' ').map((candidate) => Buffer.from(candidate));
  for (const secret of secrets) {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    // With an empty key, any client could create a valid signature.
    if (key.length === 0) throw new Error('a secret in WEBHOOK_SECRET is not base64');
    const mac = createHmac('sha256', key).update(id + '.' + time + '.').update(body).digest('base64');
    const expected = Buffer.from('v1,' + mac);
    // A comparison in constant time does not reveal how many characters are correct.
    if (candidates.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) return;
  }
  throw new Error('no signature matches');
}

if (secrets.length === 0) {
  console.error('Set WEBHOOK_SECRET to the secret of the endpoint.');
  process.exit(1);
}
const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
// An event can arrive twice. Its id is then the same.
const received = new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line).id));

const server = createServer(async (request, response) => {
  // The raw body: if JSON is parsed and written again, its bytes can be different.
  const body = await buffer(request);
  try {
    verify(body, request.headers);
  } catch (error) {
    response.writeHead(400).end(error.message);
    return;
  }
  try {
    const event = JSON.parse(body);
    if (!received.has(event.id)) {
      handle(event);
      appendFileSync(file, JSON.stringify(event) + '\n');
      received.add(event.id);
    }
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(port, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + port));
`;

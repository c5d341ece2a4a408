/**
 * A receiver of webhooks that costs as little as one can: it counts requests and answers each with an empty 200. To
 * `/never` it never answers. Its parent asks with any message for what came since it last asked, a `Taken`.
 */
import { createServer, type Socket } from 'node:net';
import { monotonicMs } from './report.ts';

/** What came to the sink. */
export interface Taken {
  readonly count: number;
  /** When the first came, in the time of `monotonicMs`; 0 where none did. */
  readonly firstMs: number;
  /** The header `webhook-id` of those to `/times`, and when each came. */
  readonly arrivals: readonly (readonly [id: string, ms: number])[];
}

const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
let count = 0;
let firstMs = 0;
let arrivals: [string, number][] = [];

function onRequest(socket: Socket, head: string): void {
  if (count === 0) firstMs = monotonicMs();
  count += 1;
  if (head.startsWith('POST /never ')) return;
  if (head.startsWith('POST /times ')) arrivals.push([/webhook-id: (\S+)/i.exec(head)![1]!, monotonicMs()]);
  socket.write(answer);
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let held = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = held.toString('latin1', 0, end);
      const size = end + 4 + Number(/content-length: (\d+)/i.exec(head)![1]);
      if (held.length < size) return;
      held = held.subarray(size);
      onRequest(socket, head);
    }
  });
  socket.on('error', () => socket.destroy()); // A sender was killed.
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
process.on('message', () => {
  process.send!({ count, firstMs, arrivals } satisfies Taken);
  count = 0;
  firstMs = 0;
  arrivals = [];
});
process.on('disconnect', () => process.exit());

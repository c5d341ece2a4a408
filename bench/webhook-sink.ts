/**
 * A webhook receiver that uses little processor time. It counts requests and responds to each with an empty 200. It never responds
 * to `/never`. After each message from its parent process, it sends the requests since the last message to the parent process.
 */
import { createServer, type Socket } from 'node:net';
import { monotonicMs } from './report.ts';

/** The requests since the last message. */
export interface ReceivedRequests {
  readonly count: number;
  /** The time of the first request from `monotonicMs`, or 0 if there was no request. */
  readonly firstMs: number;
  /** The header `webhook-id` and the time of each request to `/times`. */
  readonly arrivals: readonly (readonly [id: string, ms: number])[];
}

const responseBytes = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
let count = 0;
let firstMs = 0;
let arrivals: [string, number][] = [];

function onRequest(socket: Socket, head: string): void {
  if (count === 0) firstMs = monotonicMs();
  count += 1;
  if (head.startsWith('POST /never ')) return;
  if (head.startsWith('POST /times ')) arrivals.push([/webhook-id: (\S+)/i.exec(head)![1]!, monotonicMs()]);
  socket.write(responseBytes);
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const end = buffered.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = buffered.toString('latin1', 0, end);
      const size = end + 4 + Number(/content-length: (\d+)/i.exec(head)![1]);
      if (buffered.length < size) return;
      buffered = buffered.subarray(size);
      onRequest(socket, head);
    }
  });
  socket.on('error', () => socket.destroy()); // The worker was killed.
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
process.on('message', () => {
  process.send!({ count, firstMs, arrivals } satisfies ReceivedRequests);
  count = 0;
  firstMs = 0;
  arrivals = [];
});
process.on('disconnect', () => process.exit());

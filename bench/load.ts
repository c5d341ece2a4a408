import { connect, type Socket } from 'node:net';

/** What a load run saw. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
}

const connections = 32;

/**
 * Sends the same GET again and again over kept-alive connections, the next when the last was answered, and counts.
 * Raw sockets: the sender must cost far less than what it measures.
 */
export async function load(url: string, path: string, headers: Record<string, string>, seconds: number): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const latencies: number[] = [];
  let errors = 0;
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let sentMs = 0;
      const send = () => {
        if (performance.now() >= endMs) {
          socket.destroy();
          resolve();
          return;
        }
        sentMs = performance.now();
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.once('connect', send);
      socket.once('error', reject);
      eachAnswer(socket, (status) => {
        latencies.push(performance.now() - sentMs);
        if (status !== 200) errors += 1;
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, run));
  const elapsed = (performance.now() - startedMs) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    errors,
  };
}

/** Finds the ends of answers by their Content-Length, without looking at bodies. */
function eachAnswer(socket: Socket, onAnswer: (status: number) => void): void {
  let head = '';
  let bodyLeft = -1;
  let status = 0;
  socket.on('data', (chunk) => {
    let offset = 0;
    while (offset < chunk.length) {
      if (bodyLeft === -1) {
        head += chunk.latin1Slice(offset, Math.min(chunk.length, offset + 2048));
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        status = Number(head.slice(9, 12));
        bodyLeft = Number(/content-length: (\d+)/i.exec(head)![1]);
        const before = head.length - Math.min(chunk.length - offset, 2048);
        offset += end + 4 - before;
        head = '';
      }
      const taken = Math.min(bodyLeft, chunk.length - offset);
      offset += taken;
      bodyLeft -= taken;
      if (bodyLeft === 0) {
        bodyLeft = -1;
        onAnswer(status);
      }
    }
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** The result of a load run. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly succeeded: number;
  /** The processor time of the server for one request, in microseconds. */
  readonly serverMicroseconds: number;
}

export interface Target {
  readonly port: number;
  /** The id of the server process. */
  readonly pid: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates the JSON body of a request. If it is set, the requests are POST requests. */
  readonly body?: () => string;
  /** The expected status of the responses, by default 200. */
  readonly status?: number;
}

/**
 * Sends GET or POST requests over persistent connections. Each connection sends its next request after the response to the
 * previous request. Uses raw sockets, because the client must use much less processor time than the server.
 *
 * @throws Error if a response does not have the expected status
 */
export async function load(
  target: Target,
  seconds: number,
  { connections = 32 }: { connections?: number } = {},
): Promise<LoadResult> {
  const request = requestsOf(target);
  const expected = target.status ?? 200;
  let succeeded = 0;
  const cpuBefore = cpuMicroseconds(target.pid);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(target.port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.once('connect', () => socket.write(request()));
      socket.once('error', reject);
      onEachResponse(socket, (status) => {
        if (status !== expected) reject(new Error(`The response of ${target.path} was ${status}.`));
        succeeded += 1;
        if (performance.now() < endMs) {
          socket.write(request());
          return;
        }
        socket.destroy();
        resolve();
      });
    });
  await Promise.all(Array.from({ length: connections }, run));
  const elapsed = (performance.now() - startedMs) / 1000;
  return {
    requestsPerSecond: succeeded / elapsed,
    succeeded,
    serverMicroseconds: (cpuMicroseconds(target.pid) - cpuBefore) / succeeded,
  };
}

/** Returns a function that returns the bytes of the next request. */
export function requestsOf({
  port,
  path,
  headers,
  body,
}: Pick<Target, 'port' | 'path' | 'headers' | 'body'>): () => string | Buffer {
  const head = Object.entries({ host: `127.0.0.1:${port}`, ...headers });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const get = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines}\r\n\r\n`);
  if (body === undefined) return () => get;
  const postHead = `POST ${path} HTTP/1.1\r\n${lines}\r\ncontent-type: application/json\r\ncontent-length: `;
  return () => {
    const text = body();
    return `${postHead}${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
}

/**
 * Sends requests over one persistent connection, each after the response to the previous request.
 *
 * @returns the milliseconds from each request to the end of its response
 * @throws Error if a response does not have the expected status
 */
export async function timeRequests(target: Target, count: number): Promise<number[]> {
  const request = requestsOf(target);
  const expected = target.status ?? 200;
  const latenciesMs: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(target.port, '127.0.0.1');
    let sentMs = 0;
    const send = () => {
      const bytes = request();
      sentMs = performance.now();
      socket.write(bytes);
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.once('error', reject);
    onEachResponse(socket, (status) => {
      latenciesMs.push(performance.now() - sentMs);
      if (status !== expected) reject(new Error(`The response of ${target.path} was ${status}.`));
      if (latenciesMs.length < count) {
        send();
        return;
      }
      socket.destroy();
      resolve();
    });
  });
  return latenciesMs;
}

/** The result of a sale. */
export interface SaleResult {
  readonly sold: number;
  /** The time from the first request to the last successful response. */
  readonly seconds: number;
  /** The latencies of the successful requests. */
  readonly latenciesMs: readonly number[];
}

/**
 * Sends POST requests over persistent connections until `stock` responses were 201 and each connection has received a 409. Each
 * connection sends its next request after the response to the previous request.
 *
 * @throws Error if a response is neither 201 nor 409
 */
export async function sellOut(
  { port, path, body }: Pick<Target, 'port' | 'path'> & { body: () => string },
  stock: number,
  connections: number,
): Promise<SaleResult> {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: `;
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  let lastMs = startedMs;
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let sentMs = 0;
      const send = () => {
        const text = body();
        sentMs = performance.now();
        socket.write(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`);
      };
      socket.setNoDelay(true);
      socket.once('connect', send);
      socket.once('error', reject);
      onEachResponse(socket, (status) => {
        if (status !== 201 && status !== 409) reject(new Error(`The response of ${path} was ${status}.`));
        if (status === 201) {
          lastMs = performance.now();
          latenciesMs.push(lastMs - sentMs);
        }
        if (status === 201 || latenciesMs.length < stock) {
          send();
          return;
        }
        socket.destroy();
        resolve();
      });
    });
  await Promise.all(Array.from({ length: connections }, run));
  return { sold: latenciesMs.length, seconds: (lastMs - startedMs) / 1000, latenciesMs };
}

/** The processor time that the threads of a process have used. Unlike `/proc/<pid>/stat`, the kernel counts it in nanoseconds. */
export function cpuMicroseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1_000;
}

/** The processor time of a process and of all its child processes, also of those that have exited. */
export function treeMicroseconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((id) => id !== '');
  const ofChildren = children.reduce((sum, id) => sum + childMicroseconds(Number(id)), 0);
  // Read after its children: the time of one that exits meanwhile is then in that of its parent.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) * 10_000 + ofChildren;
}

function childMicroseconds(pid: number): number {
  try {
    return treeMicroseconds(pid);
  } catch {
    return 0; // It has exited.
  }
}

/** Calls `onResponse` after each response. Finds the end of a response by its Content-Length, without parsing the body. */
export function onEachResponse(socket: Socket, onResponse: (status: number) => void): void {
  let head = Buffer.alloc(0);
  let remainingBody = -1;
  let status = 0;
  socket.on('data', (chunk) => {
    let remainingBytes = chunk;
    while (remainingBytes.length > 0) {
      if (remainingBody === -1) {
        head = head.length === 0 ? remainingBytes : Buffer.concat([head, remainingBytes]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        status = Number(text.slice(9, 12));
        remainingBody = Number(/content-length: (\d+)/i.exec(text)![1]);
        remainingBytes = head.subarray(end + 4);
        head = Buffer.alloc(0);
      }
      const bodyBytes = Math.min(remainingBody, remainingBytes.length);
      remainingBytes = remainingBytes.subarray(bodyBytes);
      remainingBody -= bodyBytes;
      if (remainingBody > 0) return;
      remainingBody = -1;
      onResponse(status);
    }
  });
}

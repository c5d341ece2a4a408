import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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
  /** Creates the `Idempotency-Key` of a POST request; by default it has none. */
  readonly idempotencyKey?: () => string;
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
  const cpuBefore = cpuMicroseconds(target.pid);
  const result = await flood(target, { connections, seconds });
  const succeeded = result.acceptedMs.length;
  if (result.rejectedMs.length > 0) throw new Error('The server rejects requests.');
  return {
    requestsPerSecond: succeeded / result.seconds,
    succeeded,
    serverMicroseconds: (cpuMicroseconds(target.pid) - cpuBefore) / succeeded,
  };
}

/** The latencies of the responses, in milliseconds. */
export interface FloodResult {
  readonly seconds: number;
  readonly acceptedMs: readonly number[];
  readonly rejectedMs: readonly number[];
}

/**
 * Sends requests over persistent connections, each after the response to its previous request. Clients that were rejected do not wait.
 *
 * @param load.perSecond the rate of all connections together, at most; by default as fast as possible
 * @param load.maxRequests the number of requests after which no more are sent
 * @param load.isDone whether no more requests are sent
 * @throws Error if a response has neither the expected status nor that of a rejection
 */
export async function flood(
  target: Omit<Target, 'pid' | 'headers'> & { readonly headers?: Target['headers']; readonly rejection?: number },
  load: {
    connections: number;
    seconds?: number;
    perSecond?: number;
    maxRequests?: number;
    isDone?: (result: Pick<FloodResult, 'acceptedMs'>) => boolean;
  },
): Promise<FloodResult> {
  const { status: expected = 200, rejection = 503 } = target;
  const request = requestsOf({ headers: {}, ...target });
  const intervalMs = load.perSecond === undefined ? 0 : (1000 * load.connections) / load.perSecond;
  const acceptedMs: number[] = [];
  const rejectedMs: number[] = [];
  let remaining = load.maxRequests ?? Infinity;
  const startedMs = performance.now();
  const endMs = startedMs + (load.seconds ?? Infinity) * 1000;
  const isDone = () => remaining === 0 || performance.now() >= endMs || load.isDone?.({ acceptedMs }) === true;
  const run = async (index: number) => {
    const socket = connect(target.port, '127.0.0.1');
    socket.setNoDelay(true);
    let responded = Promise.withResolvers<number>();
    socket.once('error', (error) => responded.reject(error));
    onEachResponse(socket, (status) => responded.resolve(status));
    let dueMs = startedMs + (intervalMs * index) / load.connections;
    while (!isDone()) {
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      if (isDone()) break;
      remaining -= 1;
      const bytes = request();
      const sentMs = performance.now();
      socket.write(bytes);
      const status = await responded.promise;
      responded = Promise.withResolvers<number>();
      if (status !== expected && status !== rejection) throw new Error(`The response of ${target.path} was ${status}.`);
      (status === rejection ? rejectedMs : acceptedMs).push(performance.now() - sentMs);
      dueMs += intervalMs;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: load.connections }, (_, index) => run(index)));
  return { seconds: (performance.now() - startedMs) / 1000, acceptedMs, rejectedMs };
}

/** Returns a function that returns the bytes of the next request. */
function requestsOf({
  port,
  path,
  headers,
  body,
  idempotencyKey,
}: Pick<Target, 'port' | 'path' | 'headers' | 'body' | 'idempotencyKey'>): () => string | Buffer {
  const head = Object.entries({ host: `127.0.0.1:${port}`, ...headers });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const get = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines}\r\n\r\n`);
  if (body === undefined) return () => get;
  const postHead = `POST ${path} HTTP/1.1\r\n${lines}\r\ncontent-type: application/json\r\ncontent-length: `;
  return () => {
    const text = body();
    const key = idempotencyKey === undefined ? '' : `\r\nidempotency-key: ${idempotencyKey()}`;
    return `${postHead}${Buffer.byteLength(text)}${key}\r\n\r\n${text}`;
  };
}

/**
 * Sends requests over one persistent connection, each after the response to the previous request.
 *
 * @returns the milliseconds from each request to the end of its response
 * @throws Error if a response does not have the expected status
 */
export async function timeRequests(target: Target, count: number): Promise<readonly number[]> {
  return (await flood(target, { connections: 1, maxRequests: count })).acceptedMs;
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
function onEachResponse(socket: Socket, onResponse: (status: number) => void): void {
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

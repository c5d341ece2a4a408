import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachResponse, requestsOf, type Target } from './load.ts';

/** The latencies of the responses, in milliseconds. */
export interface FloodResult {
  readonly seconds: number;
  readonly acceptedMs: readonly number[];
  readonly rejectedMs: readonly number[];
}

/**
 * Sends requests over persistent connections, each at a fixed rate, but not before the response to its previous request. Clients that
 * were rejected do not wait.
 *
 * @param load.perSecond the rate of all connections together; null: each request follows the response to the previous one
 * @param load.maxRequests the number of requests after which no more are sent
 * @throws Error if a response is not 200, 201 or 503
 */
export async function flood(
  target: Pick<Target, 'port' | 'path'> & Partial<Pick<Target, 'body' | 'headers'>>,
  load: { connections: number; seconds: number; perSecond: number | null; maxRequests?: number },
): Promise<FloodResult> {
  const request = requestsOf({ headers: {}, ...target });
  const intervalMs = load.perSecond === null ? 0 : (1000 * load.connections) / load.perSecond;
  const acceptedMs: number[] = [];
  const rejectedMs: number[] = [];
  let remaining = load.maxRequests ?? Infinity;
  const startedMs = performance.now();
  const endMs = startedMs + load.seconds * 1000;
  const run = async (index: number) => {
    const socket = connect(target.port, '127.0.0.1');
    socket.setNoDelay(true);
    let responded = Promise.withResolvers<number>();
    socket.once('error', (error) => responded.reject(error));
    onEachResponse(socket, (status) => responded.resolve(status));
    let dueMs = startedMs + (intervalMs * index) / load.connections;
    while (performance.now() < endMs) {
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      if (remaining === 0 || performance.now() >= endMs) break;
      remaining -= 1;
      const sentMs = performance.now();
      socket.write(request());
      const status = await responded.promise;
      responded = Promise.withResolvers<number>();
      if (![200, 201, 503].includes(status)) throw new Error(`The response of ${target.path} was ${status}.`);
      (status === 503 ? rejectedMs : acceptedMs).push(performance.now() - sentMs);
      dueMs += intervalMs;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: load.connections }, (_, index) => run(index)));
  return { seconds: (performance.now() - startedMs) / 1000, acceptedMs, rejectedMs };
}

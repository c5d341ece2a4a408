/** The ceiling: sends POST requests with `undici.request` over concurrent connections. Sends the duration to its parent process. */
import { Agent, request } from 'undici';

/** The task, passed as JSON in the first argument. */
export interface BareTask {
  readonly url: string;
  readonly count: number;
  readonly bodyBytes: number;
  readonly connections: number;
}

/** The message to the parent process. */
export interface BareResult {
  readonly seconds: number;
  /** The processor time of this process during these seconds. */
  readonly cpuMicroseconds: number;
}

const { url, count, bodyBytes, connections } = JSON.parse(process.argv[2]!) as BareTask;
const body = Buffer.alloc(bodyBytes, 'x');
const dispatcher = new Agent({ connections, pipelining: 1 });
const headers = { 'content-type': 'application/json' };
let remainingRequests = count;

async function sendUntilDone(): Promise<void> {
  while (remainingRequests > 0) {
    remainingRequests -= 1;
    const response = await request(url, { method: 'POST', headers, body, dispatcher });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`The response of the sink was ${response.statusCode}.`);
  }
}

const cpuBefore = process.cpuUsage();
const startedMs = performance.now();
await Promise.all(Array.from({ length: connections }, sendUntilDone));
const seconds = (performance.now() - startedMs) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
process.send!({ seconds, cpuMicroseconds: user + system } satisfies BareResult);
await dispatcher.close();
process.disconnect!();

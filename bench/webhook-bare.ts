/** The ceiling: sends POSTs with `undici.request` over concurrent connections, and sends the duration to its parent process. */
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
  /** Processor time of this process in that time. */
  readonly cpuMicroseconds: number;
}

const { url, count, bodyBytes, connections } = JSON.parse(process.argv[2]!) as BareTask;
const body = Buffer.alloc(bodyBytes, 'x');
const dispatcher = new Agent({ connections, pipelining: 1 });
const headers = { 'content-type': 'application/json' };
let left = count;

async function sendUntilDone(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`The sink answered ${answer.statusCode}.`);
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

import cluster, { type Worker } from 'node:cluster';
import { onStopSignal } from './signals.ts';

/** A process that dies at once is not started again at once. */
const restartPauseMs = 1_000;

/** What a process tells its supervisor when it does its work. */
export const ready = 'ready';

/**
 * Runs so many copies of this process, which share its port, and starts another for each that dies.
 * Gives back when all have ended after SIGTERM or SIGINT, which they are passed.
 *
 * @param onReady is called when the first of them is ready
 * @throws Error where one ends before any was ready, when all have ended: starting it again would not help
 */
export async function superviseProcesses(count: number, onReady: () => Promise<void>): Promise<void> {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const workers = new Set<Worker>();
  let isReady = false;
  let stopping = false;
  let failure: Error | null = null;
  const end = () => {
    if (workers.size > 0) return;
    if (failure === null) resolve();
    else reject(failure);
  };
  const stop = () => {
    stopping = true;
    for (const worker of workers) worker.process.kill('SIGTERM');
    end();
  };
  const start = () => {
    if (!stopping) workers.add(cluster.fork());
  };
  cluster.on('message', (_worker, message) => {
    if (message !== ready || isReady) return;
    isReady = true;
    onReady().catch(reject);
  });
  cluster.on('exit', (worker, code) => {
    workers.delete(worker);
    if (stopping) {
      end();
      return;
    }
    if (!isReady) {
      failure = new Error(`a process ended with code ${code} before it was ready`);
      stop();
      return;
    }
    process.stderr.write(`process ${worker.process.pid} ended with code ${code}: starting another\n`);
    setTimeout(start, restartPauseMs);
  });
  onStopSignal(stop);
  for (let i = 0; i < count; i += 1) start();
  await done;
}

import cluster, { type Worker } from 'node:cluster';
import { onStopSignal } from './signals.ts';

/** The pause before a process that exited is replaced. */
const restartPauseMs = 1_000;

/** The message of a process that is ready to work. */
const ready = 'ready';

/** Called by a process of `superviseProcesses` when it is ready to work. */
export function reportReady(): void {
  process.send?.(ready);
}

/**
 * Runs several copies of this process, which share its port, and replaces each one that exits. SIGTERM and SIGINT are
 * forwarded to all of them; the promise resolves when all have exited.
 *
 * @param onReady is called when the first process is ready
 * @throws Error if a process exits before any was ready, after all have exited: a restart would not help
 */
export async function superviseProcesses(count: number, onReady: () => Promise<void>): Promise<void> {
  const { promise: allExited, resolve, reject } = Promise.withResolvers<void>();
  const workers = new Set<Worker>();
  let isReady = false;
  let isStopping = false;
  let failure: Error | null = null;
  const finishIfAllExited = () => {
    if (workers.size > 0) return;
    if (failure === null) resolve();
    else reject(failure);
  };
  const stop = () => {
    isStopping = true;
    for (const worker of workers) worker.process.kill('SIGTERM');
    finishIfAllExited();
  };
  const start = () => {
    if (!isStopping) workers.add(cluster.fork());
  };
  cluster.on('message', (_worker, message) => {
    if (message !== ready || isReady) return;
    isReady = true;
    onReady().catch(reject);
  });
  cluster.on('exit', (worker, code) => {
    workers.delete(worker);
    if (isStopping) {
      finishIfAllExited();
      return;
    }
    if (!isReady) {
      failure = new Error(`A process exited with code ${code} before it was ready.`);
      stop();
      return;
    }
    process.stderr.write(`process ${worker.process.pid} exited with code ${code}, starting another\n`);
    setTimeout(start, restartPauseMs);
  });
  onStopSignal(stop);
  for (let started = 0; started < count; started += 1) start();
  await allExited;
}

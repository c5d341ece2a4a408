import cluster, { type Worker } from 'node:cluster';
import { onStopSignal } from './signals.ts';

/** The pause between the exit of a process and the start of another one. */
const restartPauseMs = 1_000;

/** The message that a process sends when it is ready. */
const readyMessage = 'ready';

/** Reports to `superviseProcesses` that this process is ready. */
export function reportReady(): void {
  process.send?.(readyMessage);
}

/**
 * Runs several copies of this process, which share one port. If a copy exits, another one is started. On SIGTERM and
 * SIGINT, all copies receive SIGTERM, and the promise resolves when all have exited.
 *
 * @param onReady called when the first copy is ready
 * @throws Error if a copy exits before any copy is ready, because a restart would fail too; thrown after all copies have exited
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
    if (message !== readyMessage || isReady) return;
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
  for (let index = 0; index < count; index += 1) start();
  await allExited;
}

import cluster, { type Worker } from 'node:cluster';
import { answerMetricsQuestions } from './cluster-metrics.ts';
import type { Logger } from './log.ts';
import { onStopSignal } from './signals.ts';

/** The pause between the exit of a process and the start of another one. */
const restartPauseMs = 1_000;

/** The number of this process among those that share the port; null if it is alone or supervises the others. */
export function processNumber(): number | null {
  return cluster.worker?.id ?? null;
}

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
 * @param options.log gets an entry about each copy that exits unexpectedly
 * @param options.onReady called when the first copy is ready
 * @throws Error if a copy exits before any copy is ready, because a restart would fail too; thrown after all copies have exited
 */
export async function superviseProcesses(
  count: number,
  { log, onReady }: { log: Logger; onReady: () => Promise<void> },
): Promise<void> {
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
  cluster.on('exit', (worker, code, signal) => {
    workers.delete(worker);
    if (isStopping) {
      finishIfAllExited();
      return;
    }
    const end = code === null ? `was terminated by ${signal}` : `exited with code ${code}`;
    if (!isReady) {
      failure = new Error(`A process ${end} before it was ready.`);
      stop();
      return;
    }
    log.error({ process: worker.id, pid: worker.process.pid }, `a process ${end}, starting another`);
    setTimeout(start, restartPauseMs);
  });
  onStopSignal(stop);
  answerMetricsQuestions();
  for (let index = 0; index < count; index += 1) start();
  await allExited;
}

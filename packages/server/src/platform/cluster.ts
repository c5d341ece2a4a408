import cluster, { type Worker } from 'node:cluster';

/** A process that dies at once is not started again at once. */
const restartPauseMs = 1_000;

/**
 * Runs so many copies of this process, which share its port, and starts another for each that dies.
 * Gives back when all have ended after SIGTERM or SIGINT, which they are passed.
 */
export async function superviseProcesses(count: number): Promise<void> {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const workers = new Set<Worker>();
  let stopping = false;
  const start = () => {
    if (!stopping) workers.add(cluster.fork());
  };
  cluster.on('exit', (worker, code) => {
    workers.delete(worker);
    if (stopping && workers.size === 0) resolve();
    if (stopping) return;
    process.stderr.write(`process ${worker.process.pid} ended with code ${code}: starting another\n`);
    setTimeout(start, restartPauseMs);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of workers) worker.process.kill('SIGTERM');
      if (workers.size === 0) resolve();
    });
  }
  for (let i = 0; i < count; i += 1) start();
  await done;
}
